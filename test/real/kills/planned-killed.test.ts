import { describe, expect, onTestFinished, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { openLater, submitLater } from '../../support/schedules.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';
import { createSetClock, hasLibfaketime, type SetClock } from '../support/set-clock.ts';

/*
 * Texts that are planned just before a `kill -9`: Slack has its answer, so each is to go, however long it takes until the
 * program runs again.
 */

const MINUTE = 60_000;
const FEW = 6;

/** Six forms are submitted, the program is killed, and runs again once the time has passed that they were planned for. */
async function planAndKill(clock: SetClock, environment: Record<string, string> = {}): Promise<Stage> {
  const stage = await createLinkedStage({
    program: runProgram,
    environment: { ...environment, ...clock.environment },
    slack: { manifest: readManifest() },
  });
  const at = Math.ceil(Date.now() / MINUTE) * MINUTE + 3 * MINUTE;
  // Of rafiq, the app hasn't asked yet: what he submits is stored, and waits until Slack says who that is.
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

describe.skipIf(!hasLibfaketime())('each of six that were planned just before a kill goes, once', () => {
  test('on SQLite', async () => {
    const stage = await planAndKill(setClock());
    await stage.until(() => stage.accepted().length >= FEW);
    expect(stage.accepted().toSorted()).toEqual(ALL);
  });

  // Its clock is everybody's.
  test.skipIf(!hasRedisServer())('on Redis', async () => {
    const clock = setClock();
    const server = await startRedisServer(null, clock.environment);
    onTestFinished(() => server.close());
    const stage = await planAndKill(clock, { REDIS_URL: server.freshUrl(), ENCRYPTION_KEYS });
    await stage.until(() => stage.accepted().length >= FEW);
    expect(stage.accepted().toSorted()).toEqual(ALL);
  });
});
