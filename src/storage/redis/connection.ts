import { createClient, ErrorReply } from '@redis/client';
import { onceRead } from '../../domain/deadline.ts';
import type { Log } from '../../log.ts';
import { StorageError, UnreadableError } from '../errors.ts';
import { refusalOf } from './refusals.ts';

/** A command without an answer for so long is given up; whether it ran is then unknown. */
export const ANSWER_MS = 1500;
const CONNECT_MS = 2000;
/** A Redis that does not answer when the app starts is not waited for longer: the app starts without it. */
const FIRST_TRY_MS = 2000;
const RECONNECT_MS = { first: 50, last: 1000 };

export type RedisClient = ReturnType<typeof newClient>;

export type Connection = {
  client: RedisClient;
  /** A client of its own, not connected yet, to listen with. */
  another(): RedisClient;
  /**
   * Runs one command.
   *
   * @throws StorageError when Redis is away; `unsure` when the command had left and may have run
   */
  ask<T>(command: (client: RedisClient) => Promise<T>): Promise<T>;
  /** Which connection it is: another one may be to another server. */
  number(): number;
  /** Calls `listener` when Redis answers again after it left something unanswered, which may have been done. */
  onAnswerAgain(listener: () => void): void;
  /** Whoever waits for something that is under way gives it up: it may be done all the same. */
  giveUp(): void;
  close(): Promise<void>;
};

/**
 * Connects, and connects again by itself. Nothing is queued while there is no connection: a write that runs
 * unseen after a reconnect would be a text that nobody expects any more.
 *
 * @param url `redis://` or `rediss://`, with user, password and database number
 * @returns as soon as there is a connection, or a first failure to get one that waiting may mend
 * @throws StorageError when somebody has to mend it, such as a wrong password
 */
export async function connect(url: string, log: Log): Promise<Connection> {
  const first = Promise.withResolvers<void>();
  const options = optionsFor(url, cause => {
    const fault = faultOf(cause);
    // Later, too, it is tried again and again: a password may be mended at Redis' side as well.
    if (fault) first.reject(new StorageError(fault, { cause }));
    else first.resolve();
  });
  const client = newClient(options);
  client.on('error', error => log.warn({ err: error }, 'Redis'));
  client.connect().then(() => first.resolve(), first.reject);
  const frozen = setTimeout(first.resolve, FIRST_TRY_MS);
  try {
    await first.promise;
  } catch (error) {
    client.destroy();
    throw error;
  } finally {
    clearTimeout(frozen);
  }

  let isUnsure = false;
  let number = 0;
  client.on('ready', () => {
    number += 1;
  });
  let answersAgain = (): void => undefined;

  return {
    client,
    another: () => newClient(options),
    number: () => number,
    async ask(command) {
      if (!client.isReady) throw new StorageError('Redis is not connected.');
      const answer = command(client).catch(cause => {
        // Redis' own refusal is an answer, and so is what can't be read; anything else is a lost one.
        if (cause instanceof UnreadableError) throw cause;
        if (cause instanceof ErrorReply) throw new StorageError(refusalOf(cause.message), { cause });
        throw new StorageError('Redis did not answer.', { cause, unsure: true });
      });
      try {
        const reply = await within(ANSWER_MS, answer, 'Redis did not answer in time');
        if (isUnsure) answersAgain();
        isUnsure = false;
        return reply;
      } catch (error) {
        isUnsure ||= error instanceof StorageError && error.unsure;
        throw error;
      }
    },
    onAnswerAgain(listener) {
      answersAgain = listener;
    },
    giveUp() {
      isUnsure = true;
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
    timer = setTimeout(() => onceRead(() => reject(new StorageError(`${words}.`, { unsure: true }))), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** What somebody has to mend, in words; null for what passes: Redis is not up, is loading its file, is a replica just now … */
export function faultOf(error: unknown): string | null {
  const { message, code } = (error ?? {}) as NodeJS.ErrnoException;
  if (error instanceof ErrorReply && /^(WRONGPASS|NOAUTH|NOPERM|ERR)\b/.test(message)) {
    return `REDIS_URL can't be used: ${message}`;
  }
  if (/CERT|SIGNATURE|^ERR_SSL/.test(code ?? '')) {
    return `REDIS_URL can't be used: ${code}. Where its certificate is of your own authority, name that authority's file in NODE_EXTRA_CA_CERTS.`;
  }
  return null;
}

const newClient = (options: ReturnType<typeof optionsFor>) => createClient(options);

/** @param failed is told of every failure to connect */
function optionsFor(url: string, failed: (cause: Error) => void) {
  return {
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy(retries: number, cause: Error) {
        failed(cause);
        return Math.min(RECONNECT_MS.first * 2 ** retries, RECONNECT_MS.last);
      },
    },
  };
}
