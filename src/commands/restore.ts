import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { systemTime } from '../kit/clock.ts';
import { type OperatorProgram, type ProgramContext, Refusal } from '../kit/program.ts';
import { type BackupFacts, copyOfBackup } from '../kit/store/backup-file.ts';
import { restoredData } from '../kit/store/restored.ts';
import { hasDatabase, putDatabase } from '../kit/store/sqlite/backup.ts';
import { lockFolder } from '../kit/store/sqlite/file.ts';
import { openSqlite } from '../kit/store/sqlite/index.ts';
import { createContext, storageOn } from '../wiring/storage.ts';
import { dateLine } from './date-line.ts';

/*
 * `npm run restore`: puts a backup in the place of what the app keeps, for SQLite or Redis, whichever it is from. Everything happens in
 * a copy first: the backup is checked, and each feature sees to it that nothing is sent twice. The copy takes its place at once, so a
 * restore that dies has changed nothing (SQLite), or leaves a Redis on which no process starts.
 */

const USAGE = `npm run restore -- FILE [--replace] [--without-keys]

FILE            a file that \`npm run backup\` made, of SQLite or of Redis
--replace       also where there is data: of SQLite it moves into a folder in DATA_DIR; from Redis it is deleted
--without-keys  also if the encryption keys here don't open what is sealed in it: people link their keys and install the app again

Stop all processes of the app first. Nothing that waited in the backup is sent by itself: people are told, and decide.`;

type Options = { file: string; mayReplace: boolean; withoutKeys: boolean };

function parseArguments(args: readonly string[]): Options {
  try {
    const options = { replace: { type: 'boolean' }, 'without-keys': { type: 'boolean' } } as const;
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) throw new Refusal(USAGE);
    return { file, mayReplace: values.replace === true, withoutKeys: values['without-keys'] === true };
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(`${(error as Error).message}\n\n${USAGE}`);
  }
}

export const restore: OperatorProgram = async (args, open) => {
  const options = parseArguments(args);
  const context = open();
  const { storage } = context.config;
  const place =
    storage.kind === 'sqlite' ? inFolder(storage.dataDir, options) : inRedis(storage, options, context);
  try {
    const { facts, lines } = await prepare(place.scratch, options, context);
    await place.put(join(place.scratch, 'sms.db'));
    context.print([
      `Restored ${facts.records} records of ${dateLine(facts.madeAt)}.`,
      ...lines,
      ...place.after,
      'Lost is what was done since, such as links pressed to get no more texts, people erased, tokens revoked: do it again.',
      'Start the app.',
    ]);
    return 0;
  } finally {
    rmSync(place.scratch, { recursive: true, force: true });
    place.leave();
  }
};

/** Where a restored store goes. `scratch`: a folder of its own for the copy. `after`: what the operator reads once it is there. */
type RestoredPlace = {
  scratch: string;
  put(file: string): Promise<void> | void;
  after: readonly string[];
  leave(): void;
};

const SCRATCH = 'restoring-';

function inFolder(dataDir: string, { mayReplace }: Options): RestoredPlace {
  const lock = lockFolder(dataDir);
  if (hasDatabase(dataDir) && !mayReplace) {
    lock.close();
    throw new Refusal(
      `There is data in ${dataDir}: set DATA_DIR to an empty folder, or say --replace to move it into a folder there.`,
    );
  }
  for (const name of readdirSync(dataDir).filter(entry => entry.startsWith(SCRATCH)))
    rmSync(join(dataDir, name), { recursive: true });
  const scratch = mkdtempSync(join(dataDir, SCRATCH));
  const before = `before-restore-${new Date(systemTime.wall()).toISOString().slice(0, 19).replaceAll(/\D/g, '')}`;
  const after = hasDatabase(dataDir)
    ? [`What was there before is in ${join(dataDir, before)}: delete that when all is well.`]
    : [];
  return { scratch, put: file => putDatabase(file, dataDir, before), after, leave: () => lock.close() };
}

function inRedis(
  storage: Extract<ProgramContext['config']['storage'], { kind: 'redis' }>,
  { mayReplace }: Options,
  { log }: ProgramContext,
): RestoredPlace {
  return {
    scratch: mkdtempSync(join(tmpdir(), `sms-${SCRATCH}`)),
    async put(file) {
      const { loadIntoRedis } = await import('../kit/store/redis/backup.ts');
      const db = new DatabaseSync(file, { readOnly: true });
      try {
        await loadIntoRedis(storage, db, { mayReplace, log });
      } finally {
        db.close();
      }
    },
    after: [],
    leave: () => undefined,
  };
}

/** Copies and checks the backup, and lets the features prepare the copy. */
async function prepare(
  scratch: string,
  { file, withoutKeys }: Options,
  context: ProgramContext,
): Promise<{ facts: BackupFacts; lines: string[] }> {
  const { config, features, newId, log } = context;
  const path = join(scratch, 'sms.db');
  const facts = copyOfBackup(file, path);
  const engine = openSqlite({ dataDir: scratch, time: systemTime, newId, log });
  const ids = new DatabaseSync(path, { readOnly: true });
  try {
    const storage = storageOn(engine, newId, features);
    for (const { whyNotRestore } of withoutKeys ? [] : features) {
      const why = await whyNotRestore?.({ config, features, storage });
      if (why) throw new Refusal(why);
    }
    const forFeatures = createContext({ newId, wall: engine.wall }, features);
    const data = restoredData(engine.store, ids, engine.wall());
    const lines: string[] = [];
    for (const { afterRestore } of features) lines.push(...((await afterRestore?.(forFeatures)(data)) ?? []));
    return { facts, lines };
  } finally {
    ids.close();
    await engine.store.purge();
    await engine.close();
  }
}
