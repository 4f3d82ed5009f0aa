import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLinkedStage, type Stage } from '../../support/stage.ts';

/* The commands in docs/operating/backup.md for SQLite, run unchanged by a shell. */

const sections = readFileSync('docs/operating/backup.md', 'utf8').split(/^### /m);
const commands = (heading: string): string => {
  const section = sections.find(one => one.startsWith(`${heading}\n`)) ?? '';
  return /```sh\n([\s\S]*?)```/.exec(section)?.[1] ?? '';
};
const log = async ({ slack }: Stage): Promise<string> =>
  JSON.stringify((await slack.command({ user: 'rafiq', text: 'log' })).json);

test('a restored backup is what was there then, also beside the log of a process that was killed', async () => {
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

  // What kill -9 leaves: the database, and beside it the log that it hadn't yet taken in.
  const killed = join(BACKUP, 'killed');
  cpSync(DATA_DIR, killed, { recursive: true });
  await stage.stop();
  for (const name of readdirSync(killed).filter(one => one.startsWith('sms.db')))
    cpSync(join(killed, name), join(DATA_DIR, name));
  expect(existsSync(join(DATA_DIR, 'sms.db-wal'))).toBe(true);

  run(commands('Restore'));
  await stage.start();
  expect(await log(stage)).toContain('017••••5671');
  expect(await log(stage)).not.toContain('018••••5672');
});
