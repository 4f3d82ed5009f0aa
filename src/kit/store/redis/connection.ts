import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ErrorReply } from '@redis/client';
import type { Log } from '../../../log.ts';
import { onceRead } from '../../clock.ts';
import { StorageError, UnreadableError } from '../errors.ts';
import { createLine, faultOf, type Line, type RedisClient } from './client.ts';

/** A command without an answer for this long is given up; we don't know then whether it ran. */
export const ANSWER_MS = 1500;
/** How long we wait at start for a Redis that doesn't answer; then the app starts without it. */
const FIRST_TRY_MS = 2000;

export type Connection = {
  /** The current client; after a failover it is another one. */
  client(): RedisClient;
  /** Another line to the same server, not connected yet, for listening. */
  another(): Line;
  /** Calls `listener` each time there is a connection. */
  onReady(listener: () => void): void;
  /** Calls `listener` with each replacement client. */
  onClient(listener: (client: RedisClient) => void): void;
  /**
   * Runs one command.
   *
   * @throws StorageError if Redis is away; with `unsure` if the command had left and may have run
   */
  ask<T>(command: (client: RedisClient) => Promise<T>): Promise<T>;
  /** The number of the current connection: another connection may be to another server. */
  number(): number;
  /** Calls `listener` when Redis answers again after it left something unanswered, which may have been done. */
  onAnswerAgain(listener: () => void): void;
  /** Makes everybody who waits for something in progress give up; it may still be done. */
  giveUp(): void;
  close(): Promise<void>;
  /** Closes at once. */
  destroy(): void;
};

/**
 * Connects, and reconnects by itself. Nothing is queued while there is no connection: a write that runs unseen after a
 * reconnect would be a text that nobody expects any more.
 *
 * @param url `redis://` or `rediss://`, with user, password and database number; or sentinels (`redis+sentinel://`)
 * @returns as soon as there is a connection, or a first failure that may pass by itself
 * @throws StorageError if somebody has to fix something, such as a wrong password
 */
export async function connect(url: string, log: Log): Promise<Connection> {
  const first = Promise.withResolvers<void>();
  const failed = (cause: unknown): void => {
    const fault = faultOf(cause);
    // Keep retrying later too: somebody may fix a password at Redis' side as well.
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
        // Redis' own refusal is an answer, and so is one that can't be read; anything else is a lost connection.
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

/** Waits this long for `work`; after that it may still happen, but nobody waits for it. */
function within<T>(ms: number, work: Promise<T>, words: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => onceRead(() => reject(new StorageError(`${words}.`, { unsure: true }))), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** What Redis answers when it refuses, and what that means for an operator. A script may wrap it in words of its own. */
const REFUSALS: [answer: RegExp, sentence: string][] = [
  [/\bOOM\b/, 'Redis takes no writes: it is out of memory (maxmemory).'],
  [/\bNOREPLICAS\b/, 'Redis takes no writes: too few replicas are connected (min-replicas-to-write).'],
  [/\bMISCONF\b/, 'Redis takes no writes: it can’t save to its disk.'],
  [/\bREADONLY\b/, 'Redis takes no writes: it is a replica.'],
  [/\bLOADING\b/, 'Redis can’t be used yet: it is reading its file.'],
];

/** As Redis 7.0 and later say it, for a command and for one in a script. */
const RIGHTS = /\bNOPERM\b|user executing the script can't|ACL failure in script/;

/** Why Redis refused, as a sentence. */
function refusalOf(answer: string): string {
  const known = REFUSALS.find(([pattern]) => pattern.test(answer));
  if (known) return known[1];
  // Only the first word: the others may be what was to be written.
  if (!RIGHTS.test(answer)) return `Redis refused a command: ${answer.split(' ')[0]}.`;
  const [what] = answer.split(' script: ');
  return `Redis does not let its user do what the app needs: ${what}.`;
}

/** Runs a script on one key as one atomic step. */
type Script = (key: string, given: string[]) => Promise<unknown>;

/** The script in `<name>.lua`: sent once, then called by its digest. */
export function loadScript({ ask }: Pick<Connection, 'ask'>, name: string): Script {
  const source = readFileSync(new URL(`${name}.lua`, import.meta.url), 'utf8');
  const digest = createHash('sha1').update(source).digest('hex');
  return (key, given) => {
    const how = { keys: [key], arguments: given };
    return ask(client =>
      client.evalSha(digest, how).catch(error => {
        if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return client.eval(source, how);
        throw error;
      }),
    );
  };
}
