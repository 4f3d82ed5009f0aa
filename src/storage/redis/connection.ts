import { ErrorReply } from '@redis/client';
import { onceRead } from '../../domain/deadline.ts';
import type { Log } from '../../log.ts';
import { StorageError, UnreadableError } from '../errors.ts';
import { createLine, faultOf, type Line, type RedisClient } from './client.ts';
import { refusalOf } from './refusals.ts';

/** A command without an answer for so long is given up; whether it ran is then unknown. */
export const ANSWER_MS = 1500;
/** A Redis that does not answer when the app starts is not waited for longer: the app starts without it. */
const FIRST_TRY_MS = 2000;

export type Connection = {
  /** The client of now; after a failover it is another one. */
  client(): RedisClient;
  /** Another line to the same server, not connected yet, to listen with. */
  another(): Line;
  /** Calls `listener` each time there is a connection. */
  onReady(listener: () => void): void;
  /** Calls `listener` with each client that comes in the place of another one. */
  onClient(listener: (client: RedisClient) => void): void;
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
  /** Closes at once. */
  destroy(): void;
};

/**
 * Connects, and connects again by itself. Nothing is queued while there is no connection: a write that runs
 * unseen after a reconnect would be a text that nobody expects any more.
 *
 * @param url `redis://` or `rediss://`, with user, password and database number; or of sentinels (`redis+sentinel://`)
 * @returns as soon as there is a connection, or a first failure to get one that waiting may mend
 * @throws StorageError when somebody has to mend it, such as a wrong password
 */
export async function connect(url: string, log: Log): Promise<Connection> {
  const first = Promise.withResolvers<void>();
  const failed = (cause: unknown): void => {
    const fault = faultOf(cause);
    // Later, too, it is tried again and again: a password may be mended at Redis' side as well.
    if (fault) first.reject(new StorageError(fault, { cause }));
    else first.resolve();
  };
  const line = createLine(url, log, failed);
  line.connect().then(() => first.resolve(), first.reject);
  const frozen = setTimeout(first.resolve, FIRST_TRY_MS);
  try {
    await first.promise;
  } catch (error) {
    line.destroy();
    throw error;
  } finally {
    clearTimeout(frozen);
  }

  let isUnsure = false;
  let number = 0;
  line.onReady(() => {
    number += 1;
  });
  let answersAgain = (): void => undefined;

  return {
    client: line.client,
    another: () => createLine(url, log, () => undefined),
    onReady: line.onReady,
    onClient: line.onClient,
    number: () => number,
    async ask(command) {
      const client = line.client();
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
        if (error instanceof StorageError && error.unsure) {
          isUnsure = true;
          line.suspect();
        }
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
      const client = line.client();
      if (client.isReady)
        await within(ANSWER_MS, client.close(), 'closing took too long').catch(() => undefined);
      line.destroy();
    },
    destroy: line.destroy,
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
