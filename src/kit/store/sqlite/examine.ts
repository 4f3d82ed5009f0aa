import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Finding, type LookedAtStore, look, ok, wrong } from '../../examination.ts';
import { whyNot } from '../data-dir.ts';
import { DATA_VERSION, DataVersionError } from '../errors.ts';

/* The embedded store, looked at from outside: nothing is created or written, and the app may run. */

const LOW_BYTES = 1024 ** 3;
const FULL_BYTES = 100 * 1024 ** 2;

const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;

export function examineFolder(dataDir: string): LookedAtStore {
  const path = join(dataDir, 'sms.db');
  if (!existsSync(path)) return nothingThere(dataDir);
  let db: DatabaseSync | undefined;
  try {
    accessSync(dataDir, constants.W_OK);
    accessSync(path, constants.W_OK);
    db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
    const mode = String(db.prepare('PRAGMA journal_mode').get()?.journal_mode);
    const isOurs = version === DATA_VERSION;
    return {
      findings: [
        isOurs
          ? ok('store version', `${version}, as this program's`)
          : wrong(
              'store version',
              new DataVersionError(version, { data: `The database ${path}`, empty: 'an empty DATA_DIR' })
                .message,
              'nothing is changed until then',
            ),
        mode === 'wal'
          ? ok('store durable', 'SQLite with a log; each commit is synced before anybody is told')
          : look('store durable', `SQLite's journal is ${mode}`, 'start the app, which sets it'),
        space(dataDir, path),
      ],
      data: isOurs ? 'ours' : 'unusable',
    };
  } catch (error) {
    const finding = wrong(
      'store',
      `${path} can't be used: ${whyNot(path, error)}`,
      'mend that, or restore a backup',
    );
    return { findings: [finding], data: 'unusable' };
  } finally {
    db?.close();
  }
}

function nothingThere(dataDir: string): LookedAtStore {
  const detail = `there is no database in ${dataDir} yet`;
  try {
    if (existsSync(dataDir)) readdirSync(dataDir);
    accessSync(nearestOf(dataDir), constants.W_OK);
    const finding = look(
      'store',
      detail,
      'the first start makes it; if there should be one, correct DATA_DIR',
    );
    return { findings: [finding], data: 'none' };
  } catch (error) {
    const finding = wrong('store', `${dataDir} can't be used: ${whyNot(dataDir, error)}`, 'correct DATA_DIR');
    return { findings: [finding], data: 'unusable' };
  }
}

/** The folder itself, or the nearest one above it that exists: the first start makes those between. */
const nearestOf = (path: string): string => (existsSync(path) ? path : nearestOf(dirname(resolve(path))));

function space(dataDir: string, path: string): Finding {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const detail = `${inMegabytes(free)} free, the database has ${inMegabytes(statSync(path).size)}`;
  if (free < FULL_BYTES) return wrong('store space', detail, 'make room: without it nothing can be sent');
  return free < LOW_BYTES ? look('store space', detail, 'make room soon') : ok('store space', detail);
}
