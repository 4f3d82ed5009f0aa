import type { Log } from '../../../log.ts';
import { DATA_VERSION, DataVersionError, StorageError } from '../errors.ts';
import type { Connection } from './connection.ts';
import { PREFIX } from './encoding.ts';

/** With its current settings, the server would lose data: an operator has to change them. */
export class UnfitServerError extends StorageError {
  override name = 'UnfitServerError';
}

/**
 * Checks whether a server keeps its data.
 *
 * @param info the answer to INFO, which needs no permission to read the configuration
 * @param isEphemeral the server may lose everything at a restart
 * @throws UnfitServerError with a sentence that names the setting; StorageError while the server is loading
 */
export async function checkKeeping(
  { ask }: Connection,
  log: Log,
  info: string,
  isEphemeral: boolean,
): Promise<void> {
  // A server that is loading its append-only file reports that it has none.
  if (fieldOf(info, 'loading') === '1') throw new StorageError('Redis is still loading its file.');
  const policy = fieldOf(info, 'maxmemory_policy') ?? 'noeviction';
  if (policy !== 'noeviction') {
    throw new UnfitServerError(
      `Redis deletes texts when its memory is full (maxmemory-policy ${policy}): set maxmemory-policy noeviction.`,
    );
  }
  if (isEphemeral || fieldOf(info, 'aof_enabled') === '1') return;
  const settings = await ask(client => client.configGet('save')).catch(() => null);
  if (settings === null) {
    log.warn('can’t check whether Redis saves to disk: make sure that appendonly is on');
  } else if (settings.save) {
    log.warn(
      settings,
      'Redis has no append-only file, so a restart may lose texts or send them twice. Set appendonly yes',
    );
  } else {
    throw new UnfitServerError(
      'Redis keeps nothing on disk, so a restart would lose all texts: set appendonly yes, or REDIS_EPHEMERAL=yes if you want that.',
    );
  }
}

/** A field of what Redis says about itself. */
export const fieldOf = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];

export const VERSION_KEY = `${PREFIX}version`;

/**
 * Stores our version if there is none yet.
 *
 * @throws DataVersionError if the data has another version
 */
export async function demandVersion({ ask }: Connection): Promise<void> {
  const ours = String(DATA_VERSION);
  const version =
    (await ask(client => client.get(VERSION_KEY))) ??
    (await ask(client => client.set(VERSION_KEY, ours, { condition: 'NX', GET: true })));
  if (version === null || version === ours) return;
  throw new DataVersionError(version, { data: 'The data on Redis', empty: 'another Redis database' });
}
