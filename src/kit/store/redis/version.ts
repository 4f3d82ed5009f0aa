import { DATA_VERSION, DataVersionError } from '../version.ts';
import type { Connection } from './connection.ts';
import { PREFIX } from './prefix.ts';

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
