import { ConfigError, readConfig, secretsOf } from '../config.ts';
import { systemTime } from '../kit/clock.ts';
import type { Aside } from '../kit/store/aside.ts';
import { StorageError } from '../kit/store/errors.ts';
import type { Storage } from '../kit/store/storage.ts';
import { createLog } from '../log.ts';
import { openStorage } from '../wiring/storage.ts';
import { printError, printLines } from './terminal.ts';

/*
 * `npm run set-aside`: lists what can't be read, and retries it. With SQLite, stop the app first; with Redis it may run.
 */

const USAGE = `npm run set-aside -- list          what can't be read, with the ID of each
npm run set-aside -- retry         gives all of it its turn again
npm run set-aside -- retry ID …    only these`;

try {
  const [command, ...ids] = process.argv.slice(2);
  if (command !== 'retry' && (command !== 'list' || ids.length > 0)) throw new ConfigError(USAGE);
  const config = readConfig(process.env);
  const log = createLog({ level: 'warn', stream: process.stderr, secrets: secretsOf(config) });
  const storage = await openStorage(config.storage, {
    time: systemTime,
    newId: () => crypto.randomUUID(),
    log,
  });
  const { aside, now } = storage;
  const lines = command === 'list' ? await listed(storage) : await retried(aside, ids, now());
  await storage.close();
  printLines(process.stdout, lines);
  process.exit(0);
} catch (error) {
  const known = error instanceof ConfigError || error instanceof StorageError;
  printError(process.stderr, String(known ? error.message : (error as Error).stack));
  process.exit(1);
}

async function listed({ aside, wall }: Pick<Storage, 'aside' | 'wall'>): Promise<string[]> {
  const rows = await aside.list();
  if (rows.length === 0) return ['Nothing is set aside.'];
  return rows.map(
    ({ id, kind, workspace, at, why }) =>
      `${id}  ${kind} of ${workspace ?? 'an unknown workspace'}, ${new Date(wall(at)).toISOString()}, ${why}`,
  );
}

async function retried(aside: Aside, ids: readonly string[], now: number): Promise<string[]> {
  const again = await aside.retry(ids.length > 0 ? ids : null, now);
  const others = ids.filter(id => !again.includes(id));
  return [
    `They have their turn again: ${again.length}. What still can't be read stays aside.`,
    ...others.map(id => `Not set aside, or still not to be read: ${id}`),
  ];
}
