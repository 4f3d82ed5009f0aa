import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { systemTime } from '../../../src/domain/clock.ts';
import { openSqliteStorage } from '../../../src/storage/sqlite/index.ts';
import { found } from '../../contracts/storage/rig.ts';

const log = pino({ level: 'silent' });

test('what was promised is there after kill -9, and nothing is claimed a second time', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-sqlite-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const script = fileURLToPath(new URL('../../contracts/storage/crash-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const promised: Record<string, string[]> = { intent: [], claimed: [], sent: [] };
  let lines = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [what = '', id = ''] = line.split(' ');
    found(promised[what]).push(id);
    lines += 1;
    if (lines === 200) child.kill('SIGKILL');
  }
  expect(await exited).toEqual([null, 'SIGKILL']);

  const { intents, claims, history, close } = openSqliteStorage({
    dataDir,
    time: systemTime,
    newId: randomUUID,
    log,
  });
  onTestFinished(close);
  for (const id of found(promised.intent)) expect(await intents.intent('T1', id)).not.toBeNull();
  const unanswered = found(promised.claimed).filter(id => !found(promised.sent).includes(id));
  expect(unanswered.length).toBeGreaterThan(0);
  await claims.reap(Date.now());
  for (const id of found(promised.sent))
    expect(await history.text('T1', id)).toMatchObject({ state: 'sent' });
  const states = await Promise.all(unanswered.map(async id => (await history.text('T1', id))?.state));
  // The last one's settlement may have been written without being reported yet.
  expect(states.filter(state => state === 'uncertain').length).toBeGreaterThanOrEqual(unanswered.length - 1);
  for (const claim of await claims.claim(Date.now(), 1000)) {
    expect(promised.claimed).not.toContain(claim.text.id);
  }
});
