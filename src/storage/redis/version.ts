import { ErrorReply } from '@redis/client';
import type { Log } from '../../log.ts';
import { StorageError } from '../errors.ts';
import type { Connection } from './connection.ts';
import { PREFIX } from './prefix.ts';

/**
 * The data by version: `MIGRATIONS[n]` leads from version n to n + 1, as a script that knows `P`, what all keys begin with.
 * Redis undoes nothing: one looks at all that it needs before it changes anything. Never edit one that was released; add
 * the next. Version 1 is what there was before the data told its version.
 */
export const MIGRATIONS: readonly string[] = [''];

const KEY = `${PREFIX}version`;

/** The data is none that this program can work with: somebody has to see to it. */
export class DataVersionError extends StorageError {
  override name = 'DataVersionError';
}

/** One step; nothing where another process was quicker. */
const stepFrom = (version: number, migration: string): string => `
local P = KEYS[1]
if tonumber(redis.call('GET', P .. 'version') or 0) ~= ${version} then return end
local function migrate()
${migration}
end
migrate()
redis.call('SET', P .. 'version', ${version + 1})`;

/**
 * Leads the data from its version to ours, step by step, whoever else does so at the same time.
 *
 * @throws DataVersionError when a newer program made it, or a step can't be done
 */
export async function bringUpToDate(
  { ask }: Connection,
  log: Log,
  migrations: readonly string[] = MIGRATIONS,
): Promise<void> {
  for (;;) {
    const stored = await ask(client => client.get(KEY));
    const version = Number(stored ?? 0);
    if (version === migrations.length) return;
    const migration = migrations[version];
    if (migration === undefined) {
      throw new DataVersionError(
        `The data on Redis has version ${stored} and this program knows ${migrations.length}: run the newer program that made it.`,
      );
    }
    await ask(client => client.eval(stepFrom(version, migration), { keys: [PREFIX] })).catch(error => {
      throw isFault(error) ? cantBeLed(version, error) : error;
    });
    if (stored !== null) log.info({ version: version + 1 }, 'the data on Redis was brought up to date');
  }
}

/** A step that is wrong, or meets what it does not expect; not a Redis that takes no writes just now. */
function isFault({ cause }: StorageError): boolean {
  return cause instanceof ErrorReply && /^(ERR|WRONGTYPE)\b/.test(cause.message);
}

function cantBeLed(version: number, cause: StorageError): DataVersionError {
  return new DataVersionError(
    `The data on Redis can't be brought from version ${version} to ${version + 1}: run the program that made it, and report this.`,
    { cause },
  );
}
