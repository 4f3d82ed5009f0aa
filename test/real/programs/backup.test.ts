import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/kit/store/sqlite/database.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';

/* The commands in docs/operating/backup.md for SQLite, run unchanged by a shell. */

const sections = readFileSync('docs/operating/backup.md', 'utf8').split(/^### /m);
const commands = (heading: string): string => {
  const section = sections.find(text => text.startsWith(`${heading}\n`)) ?? '';
  return /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
};
const log = async ({ slack }: Stage): Promise<string> =>
  JSON.stringify((await slack.command({ user: 'rafiq', text: 'log' })).json);

test('a restored backup has the data of its time, also beside the log of a process that was killed', async () => {
  const stage = await createLinkedStage();
  const { dataDir: DATA_DIR } = stage;
  const BACKUP = mkdtempSync(join(tmpdir(), 'sms-backup-'));
  onTestFinished(() => rmSync(BACKUP, { recursive: true, force: true }));
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const run = (command: string) => execFileSync('sh', ['-ec', command], { env: { PATH, DATA_DIR, BACKUP } });

  await stage.sms('01712345671 before');
  await stage.post(/texted/);
  run(commands('Back up'));
  expect(statSync(join(BACKUP, 'sms.db')).mode & 0o777, 'numbers are in it').toBe(0o600);
  await stage.sms('01812345672 after');
  await expect.poll(() => stage.posts(/texted/).length).toBe(2);
  expect(await log(stage)).toContain('018••••5672');

  // `kill -9` leaves the database and beside it the log that wasn't merged yet.
  const killed = join(BACKUP, 'killed');
  cpSync(DATA_DIR, killed, { recursive: true });
  await stage.stop();
  for (const name of readdirSync(killed).filter(file => file.startsWith('sms.db')))
    cpSync(join(killed, name), join(DATA_DIR, name));
  expect(existsSync(join(DATA_DIR, 'sms.db-wal'))).toBe(true);

  run(commands('Restore'));
  await stage.start();
  expect(await log(stage)).toContain('017••••5671');
  expect(await log(stage)).not.toContain('018••••5672');
});

test('a backup of a store with constant commits ends, and has the data of one moment', async () => {
  const [DATA_DIR, BACKUP] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'sms-busy-')));
  onTestFinished(() => [DATA_DIR, BACKUP].forEach(dir => void rmSync(dir ?? '', { recursive: true })));
  const db = openDatabase(DATA_DIR ?? '');
  onTestFinished(() => db.close());
  const commit = (id: number) =>
    db.write(() =>
      // Both rows are in one transaction, so a copy with one has the other.
      ['one', 'other'].forEach(
        table =>
          void db.run(
            'INSERT INTO records (tbl, id, body) VALUES (?, ?, ?)',
            ...[table, String(id), 'x'.repeat(999)],
          ),
      ),
    );
  for (let id = 0; id < 5000; id++) await commit(-id);
  const copied = promisify(execFile)('sh', ['-ec', commands('Back up')], {
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, DATA_DIR, BACKUP },
  }).then(() => true);
  let id = 1;
  while (!(await Promise.race([copied, commit(id++).then(() => pause(5, false))])));
  expect(id, 'commits until it ended: it doesn’t restart at each').toBeLessThan(1000);
  const copy = new DatabaseSync(join(BACKUP ?? '', 'sms.db'), { readOnly: true });
  onTestFinished(() => copy.close());
  expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const counts = copy.prepare('SELECT count(*) AS n FROM records GROUP BY tbl').all();
  expect(counts).toHaveLength(2);
  expect(counts[0]).toEqual(counts[1]);
});
