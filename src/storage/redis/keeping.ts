import type { Log } from '../../log.ts';
import { StorageError } from '../errors.ts';
import type { Connection } from './connection.ts';

/** The server would lose what it is given, as it is set: somebody has to set it otherwise. */
export class UnfitServerError extends StorageError {
  override name = 'UnfitServerError';
}

/**
 * Looks whether a server keeps what it is given.
 *
 * @param info what INFO answers, which takes no right to read its configuration
 * @param isEphemeral it may forget all of it when it restarts
 * @throws UnfitServerError a sentence that says what to set; StorageError while it does not tell yet
 */
export async function checkKeeping(
  { ask }: Connection,
  log: Log,
  info: string,
  isEphemeral: boolean,
): Promise<void> {
  // Until it has read its file, it says that it keeps none.
  if (fieldOf(info, 'loading') === '1') throw new StorageError('Redis still reads its file.');
  const policy = fieldOf(info, 'maxmemory_policy') ?? 'noeviction';
  if (policy !== 'noeviction') {
    throw new UnfitServerError(
      `Redis deletes texts when its memory is full (maxmemory-policy ${policy}): set maxmemory-policy noeviction.`,
    );
  }
  if (isEphemeral || fieldOf(info, 'aof_enabled') === '1') return;
  const settings = await ask(client => client.configGet('save')).catch(() => null);
  if (settings === null) {
    log.warn('Redis does not tell whether it keeps what it is given: make sure that appendonly is on');
  } else if (settings.save) {
    log.warn(
      settings,
      'Redis keeps no append-only file: what was accepted may be lost, or sent twice, when it restarts. Set appendonly yes',
    );
  } else {
    throw new UnfitServerError(
      'Redis keeps nothing on disk, so a restart would lose all texts: set appendonly yes, or REDIS_EPHEMERAL=yes if that is wanted.',
    );
  }
}

const fieldOf = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1];
