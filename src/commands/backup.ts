import { systemTime } from '../kit/clock.ts';
import { type OperatorProgram, type ProgramContext, Refusal } from '../kit/program.ts';
import { makeBackup } from '../kit/store/backup-file.ts';
import { dateLine } from './date-line.ts';

/* `npm run backup`: copies everything that the app keeps into one file, while the app runs or not. */

const USAGE = `npm run backup -- FILE

FILE  a new file, readable only by you. It has numbers, texts, and keys and tokens as they are stored, encrypted; not the
      encryption keys. Keep those elsewhere.`;

export const backup: OperatorProgram = async ([file = '', ...more], open) => {
  if (file === '' || file.startsWith('-') || more.length > 0) throw new Refusal(USAGE);
  const { config, log, print } = open();
  const { kind: engine } = config.storage;
  const facts = await makeBackup(file, { madeAt: systemTime.wall(), engine }, path =>
    write(path, { config, log }),
  );
  const keys = config.encryptionKeys
    ? 'the keys in ENCRYPTION_KEYS'
    : `the file encryption-keys in ${config.dataDir}`;
  print([
    `Made ${file}, of ${dateLine(facts.madeAt)}: ${facts.records} records.`,
    `Without ${keys}, its API keys and Slack tokens can't be opened: keep them too, somewhere else.`,
  ]);
  return 0;
};

async function write(path: string, { config, log }: Pick<ProgramContext, 'config' | 'log'>): Promise<void> {
  const { storage } = config;
  const sqlite = await import('../kit/store/sqlite/backup.ts');
  if (storage.kind === 'sqlite') return sqlite.copyDatabase(storage.dataDir, path);
  const { copyRedis } = await import('../kit/store/redis/backup.ts');
  const db = sqlite.newDatabase(path);
  try {
    db.exec('BEGIN');
    await copyRedis(storage, db, log);
    db.exec('COMMIT');
  } finally {
    db.close();
  }
}
