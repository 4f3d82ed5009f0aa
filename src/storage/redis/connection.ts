import { createClient, ErrorReply } from '@redis/client';
import type { Log } from '../../log.ts';
import { StorageError } from '../errors.ts';

/** A command without an answer for so long is given up; whether it ran is then unknown. */
export const ANSWER_MS = 1500;
const CONNECT_MS = 2000;
/** Redis has so long to be there when the app starts. */
const FIRST_CONNECT_MS = 10_000;
const RECONNECT_MS = { first: 50, last: 1000 };

export type RedisClient = ReturnType<typeof newClient>;

export type Connection = {
  client: RedisClient;
  /**
   * Runs one command.
   *
   * @throws StorageError when Redis is away; `unsure` when the command had left and may have run
   */
  ask<T>(command: (client: RedisClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/**
 * Connects, and connects again by itself. Nothing is queued while there is no connection: a write that runs
 * unseen after a reconnect would be a text that nobody expects any more.
 *
 * @param url `redis://` or `rediss://`, with user, password and database number
 * @throws StorageError when Redis is not there
 */
export async function connect(url: string, log: Log): Promise<Connection> {
  const client = newClient(url);
  client.on('error', error => log.warn({ err: error }, 'Redis'));
  await within(FIRST_CONNECT_MS, client.connect(), 'Redis is not there').catch(error => {
    client.destroy();
    throw error;
  });

  return {
    client,
    async ask(command) {
      if (!client.isReady) throw new StorageError('Redis is not connected.');
      const answer = command(client).catch(cause => {
        // Redis' own refusal is an answer; anything else is a lost one.
        if (cause instanceof ErrorReply) throw new StorageError('Redis refused a command.', { cause });
        throw new StorageError('Redis did not answer.', { cause, unsure: true });
      });
      return within(ANSWER_MS, answer, 'Redis did not answer in time');
    },
    async close() {
      await within(ANSWER_MS, client.close(), 'closing took too long').catch(() => client.destroy());
    },
  };
}

/** Awaits `work` for so long; then it may still happen, but nobody waits any more. */
function within<T>(ms: number, work: Promise<T>, words: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new StorageError(`${words}.`, { unsure: true })), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function newClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: retries => Math.min(RECONNECT_MS.first * 2 ** retries, RECONNECT_MS.last),
    },
  });
}
