import { describe, expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { openLater, submitLater } from '../../support/schedules.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';
import { createSetClock, hasLibfaketime, type SetClock } from '../support/set-clock.ts';

/*
 * Texts that are scheduled just before a `kill -9`: Slack has its ack, so each must be sent, however late the
 * program runs again.
 */

const MINUTE = 60_000;
const FEW = 6;

/** Submits six forms, kills the program, and starts it again after the scheduled time. */
async function planAndKill(clock: SetClock, environment: Record<string, string> = {}): Promise<Stage> {
  const stage = await createLinkedStage({
    program: runProgram,
    environment: { ...environment, ...clock.environment },
    slack: { manifest: readManifest() },
  });
  const at = Math.ceil(Date.now() / MINUTE) * MINUTE + 3 * MINUTE;
  // The app has no facts about rafiq yet, so his form is stored, and waits until Slack sends them.
  stage.slack.faults.add({ kind: 'status', status: 503, on: 'users.info' });
  for (let n = 0; n < FEW; n++) {
    const form = await openLater(stage, `0171234567${n} number ${n}`);
    expect((await submitLater(stage, form, at)).errors).toEqual({});
  }
  stage.program().kill('SIGKILL');
  expect(await stage.program().ended).toBe('SIGKILL');
  stage.slack.faults.clear();
  clock.step(6 * MINUTE);
  await stage.start();
  return stage;
}

const ALL = Array.from({ length: FEW }, (_, n) => `number ${n}`);

function setClock(): SetClock {
  const clock = createSetClock();
  onTestFinished(() => clock.close());
  return clock;
}

describe.skipIf(!hasLibfaketime())('each of six texts scheduled just before a kill is sent once', () => {
  test('on SQLite', async () => {
    const stage = await planAndKill(setClock());
    await stage.until(() => stage.accepted().length >= FEW);
    expect(stage.accepted().toSorted()).toEqual(ALL);
  });

  // The test sets the clock of all processes.
  test.skipIf(!hasRedisServer())('on Redis', async () => {
    const clock = setClock();
    const server = await startRedisServer(null, clock.environment);
    onTestFinished(() => server.close());
    const stage = await planAndKill(clock, { REDIS_URL: server.freshUrl(), ENCRYPTION_KEYS });
    await stage.until(() => stage.accepted().length >= FEW);
    expect(stage.accepted().toSorted()).toEqual(ALL);
  });
});
