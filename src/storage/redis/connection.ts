import { createClient } from '@redis/client';
import type { Log } from '../../log.ts';
import { StorageError } from '../errors.ts';

/** A command without an answer for so long is given up; whether it ran is then unknown. */
const ANSWER_MS = 1500;
const CONNECT_MS = 2000;
const RECONNECT_MS = { step: 50, last: 1000 };

export type RedisClient = ReturnType<typeof newClient>;

export type Connection = {
  client: RedisClient;
  /**
   * Runs one command.
   *
   * @throws StorageError when Redis is away; `unsure` when the command had left
   */
  ask<T>(command: (client: RedisClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/**
 * Connects, and connects again by itself. Nothing is queued while there is no connection: a write that runs
 * unseen after a reconnect would be a text that nobody expects any more.
 *
 * @param url `redis://` or `rediss://`, with user, password and database number
 */
export async function connect(url: string, log: Log): Promise<Connection> {
  const client = newClient(url);
  client.on('error', error => log.warn({ err: error }, 'Redis'));
  await client.connect();

  return {
    client,
    async ask(command) {
      if (!client.isReady) throw new StorageError('Redis is not connected.');
      const answer = command(client).catch(cause => {
        // A reply of Redis' own (an error in a script, no memory) is an answer; anything else is a lost one.
        const unsure = !isReply(cause);
        throw new StorageError(unsure ? 'Redis did not answer.' : 'Redis refused a command.', {
          cause,
          unsure,
        });
      });
      return withinTime(answer);
    },
    async close() {
      await client.close().catch(() => client.destroy());
    },
  };
}

function isReply(error: unknown): boolean {
  return error instanceof Error && /^(SimpleError|BlobError|ErrorReply)$/.test(error.constructor.name);
}

function withinTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new StorageError('Redis did not answer in time.', { unsure: true })),
      ANSWER_MS,
    );
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function newClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: retries => Math.min(RECONNECT_MS.step * 2 ** retries, RECONNECT_MS.last),
    },
  });
}
