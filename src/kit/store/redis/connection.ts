import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ErrorReply } from '@redis/client';
import type { Log } from '../../../log.ts';
import { onceRead } from '../../clock.ts';
import { StorageError, UnreadableError } from '../errors.ts';
import { createLine, faultOf, type Line, type RedisClient } from './client.ts';

/** We give up a command that isn't answered within this time; it may have run. */
export const ANSWER_MS = 1500;
/** The app starts without a Redis that doesn't answer within this time. */
const FIRST_TRY_MS = 2000;

export type Connection = {
  /** The current client; a failover replaces it. */
  client(): RedisClient;
  /** A second line to the same server, for subscriptions; not connected yet. */
  subscriber(): Line;
  /** Calls `listener` after each connect. */
  onReady(listener: () => void): void;
  /** Calls `listener` with each replacement client. */
  onClient(listener: (client: RedisClient) => void): void;
  /**
   * Runs one command.
   *
   * @throws StorageError if Redis is unreachable; with `unsure` if the command was sent and may have run
   */
  ask<T>(command: (client: RedisClient) => Promise<T>): Promise<T>;
  /** The number of the current connection; each may lead to another server. */
  number(): number;
  /** Calls `listener` when Redis answers again after it left a command unanswered, which may have run. */
  onAnswerAgain(listener: () => void): void;
  /** Notes that a caller has given up a command that may still run. */
  giveUp(): void;
  close(): Promise<void>;
  /** Closes at once. */
  destroy(): void;
};

/**
 * Connects, and reconnects by itself. Commands aren't queued without a connection: a write after a reconnect could send a text
 * that was reported as not sent.
 *
 * @param url `redis://` or `rediss://`, with user, password and database number; or sentinels (`redis+sentinel://`)
 * @returns after the first connect, the first failure that may end by itself, or two seconds without an answer
 * @throws StorageError for a problem that an operator has to fix, such as a wrong password
 */
export async function connect(url: string, log: Log): Promise<Connection> {
  const first = Promise.withResolvers<void>();
  const failed = (cause: unknown): void => {
    const fault = faultOf(cause);
    // After the start the line keeps retrying: an operator may fix a password in Redis, too.
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
    subscriber: () => createLine(url, log, () => undefined),
    onReady: line.onReady,
    onClient: line.onClient,
    number: () => number,
    async ask(command) {
      const client = line.client();
      if (!client.isReady) throw new StorageError('Redis is not connected.');
      const answer = command(client).catch(cause => {
        // A refusal by Redis is an answer, and so is an unreadable one; any other error is a lost connection.
        if (cause instanceof UnreadableError) throw cause;
        if (cause instanceof ErrorReply) throw new StorageError(refusalOf(cause.message), { cause });
        throw new StorageError('Redis didn’t answer.', { cause, unsure: true });
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

/** Rejects after `ms`, although `work` may still succeed. */
function within<T>(ms: number, work: Promise<T>, sentence: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => onceRead(() => reject(new StorageError(`${sentence}.`, { unsure: true }))), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Refusals by Redis, in an operator's words. An error inside a script wraps them in more text. */
const REFUSALS: [answer: RegExp, sentence: string][] = [
  [/\bOOM\b/, 'Redis takes no writes: it is out of memory (maxmemory).'],
  [/\bNOREPLICAS\b/, 'Redis takes no writes: too few replicas are connected (min-replicas-to-write).'],
  [/\bMISCONF\b/, 'Redis takes no writes: it can’t save to its disk.'],
  [/\bREADONLY\b/, 'Redis takes no writes: it is a replica.'],
  [/\bLOADING\b/, 'Redis can’t be used yet: it is reading its file.'],
];

/** A missing permission, as Redis 7.0 and later word it for a command and for one in a script. */
const RIGHTS = /\bNOPERM\b|user executing the script can't|ACL failure in script/;

function refusalOf(answer: string): string {
  const refusal = REFUSALS.find(([pattern]) => pattern.test(answer));
  if (refusal) return refusal[1];
  // Names only the first word, because the other words may quote the data.
  if (!RIGHTS.test(answer)) return `Redis refused a command: ${answer.split(' ')[0]}.`;
  const [reason] = answer.split(' script: ');
  return `Redis does not let its user do what the app needs: ${reason}.`;
}

/** Runs a script atomically. */
type Script = (key: string, args: string[]) => Promise<unknown>;

/** The script in `<name>.lua`: sent once, then called by its digest. */
export function loadScript({ ask }: Pick<Connection, 'ask'>, name: string): Script {
  const source = readFileSync(new URL(`${name}.lua`, import.meta.url), 'utf8');
  const digest = createHash('sha1').update(source).digest('hex');
  return (key, args) => {
    const options = { keys: [key], arguments: args };
    return ask(client =>
      client.evalSha(digest, options).catch(error => {
        if (error instanceof Error && error.message.startsWith('NOSCRIPT'))
          return client.eval(source, options);
        throw error;
      }),
    );
  };
}
