import type { Log } from '../../../log.ts';
import { DATA_VERSION, DataVersionError, StorageError } from '../errors.ts';
import type { Connection } from './connection.ts';
import { PREFIX } from './encoding.ts';

/** With its current settings, the server would lose what it is given: somebody has to change them. */
export class UnfitServerError extends StorageError {
  override name = 'UnfitServerError';
}

/**
 * Checks whether a server keeps what it is given.
 *
 * @param info what INFO answers, which needs no permission to read the configuration
 * @param isEphemeral it may lose everything when it restarts
 * @throws UnfitServerError with a sentence that says what to set; StorageError while the server doesn't say yet
 */
export async function checkKeeping(
  { ask }: Connection,
  log: Log,
  info: string,
  isEphemeral: boolean,
): Promise<void> {
  // Until it has loaded its file, it says that it has none.
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

const fieldOf = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];

const KEY = `${PREFIX}version`;

/**
 * Notes our version where there is none yet.
 *
 * @throws DataVersionError if the data has another
 */
export async function demandVersion({ ask }: Connection): Promise<void> {
  const ours = String(DATA_VERSION);
  const found =
    (await ask(client => client.get(KEY))) ??
    (await ask(client => client.set(KEY, ours, { condition: 'NX', GET: true })));
  if (found === null || found === ours) return;
  throw new DataVersionError(found, { data: 'The data on Redis', empty: 'another Redis database' });
}
