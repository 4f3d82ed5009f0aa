import { ConfigError, readConfig, secretsOf } from '../config.ts';
import { systemTime } from '../kit/clock.ts';
import { StorageError } from '../kit/store/errors.ts';
import type { Storage } from '../kit/store/storage.ts';
import { createLog } from '../log.ts';
import { openStorage } from '../wiring/storage.ts';
import { printError, printLines } from './terminal.ts';

/*
 * `npm run quarantine`: lists unreadable records, retries and discards them. With SQLite, stop the app first; with Redis it
 * may run.
 */

const USAGE = `npm run quarantine -- list            what can't be read, with the ID of each
npm run quarantine -- retry           gives all of it its turn again
npm run quarantine -- retry ID …      only these
npm run quarantine -- discard ID …    deletes these for good`;

type Run = (storage: Storage, ids: readonly string[]) => Promise<string[]>;

/** The command that was typed, with its IDs. */
function parseCommand([name = '', ...ids]: readonly string[]): { run: Run; ids: readonly string[] } {
  if (name === 'list' && ids.length === 0) return { run: list, ids };
  if (name === 'retry') return { run: retry, ids };
  if (name === 'discard' && ids.length > 0) return { run: discard, ids };
  throw new ConfigError(USAGE);
}

try {
  const { run, ids } = parseCommand(process.argv.slice(2));
  const config = readConfig(process.env);
  const log = createLog({ level: 'warn', stream: process.stderr, secrets: secretsOf(config) });
  const storage = await openStorage(config.storage, {
    time: systemTime,
    newId: () => crypto.randomUUID(),
    log,
  });
  const lines = await run(storage, ids);
  await storage.close();
  printLines(process.stdout, lines);
  process.exit(0);
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof StorageError;
  printError(process.stderr, String(isExpected ? error.message : (error as Error).stack));
  process.exit(1);
}

/** A line for each record; then, for each kind among them, what its quarantine means. */
async function list({ quarantine, wall }: Storage): Promise<string[]> {
  const records = await quarantine.list();
  if (records.length === 0) return ['Nothing is in quarantine.'];
  const lines = records.map(
    ({ id, kind, workspace, at, why }) =>
      `${id}  ${kind} of ${workspace ?? 'an unknown workspace'}, ${new Date(wall(at)).toISOString()}, ${why}`,
  );
  const effects = new Map(records.map(({ kind, effect }) => [kind, effect]));
  return [...lines, '', ...[...effects].map(([kind, effect]) => `${kind}: ${effect}`)];
}

async function retry({ quarantine, now }: Storage, ids: readonly string[]): Promise<string[]> {
  const retried = await quarantine.retry(ids.length > 0 ? ids : null, now());
  return [
    `They have their turn again: ${retried.length}. What still can't be read stays there.`,
    ...ids.filter(id => !retried.includes(id)).map(id => `Not quarantined, or still not to be read: ${id}`),
  ];
}

async function discard({ quarantine }: Storage, ids: readonly string[]): Promise<string[]> {
  const discarded = await quarantine.discard(ids);
  return [
    `Deleted for good: ${discarded.length}.`,
    ...ids.filter(id => !discarded.includes(id)).map(id => `Not quarantined: ${id}`),
  ];
}
