import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createReaper } from '../../src/texts/sending/housekeeping.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { found, KEY, Rig } from './storage/rig.ts';
import { sqlite } from './storage/sqlite.ts';

test('a slot that was never released is free again without a restart', async () => {
  const rig = await Rig.on(sqlite);
  const clock = createManualClock(rig.now);
  const reaper = createReaper({
    claims: rig.storage.claims,
    clock,
    log: pino({ level: 'silent' }),
    reaped: () => undefined,
  });
  onTestFinished(() => reaper.stop());
  reaper.wake();

  found((await rig.storage.claims.takeSlot(KEY, rig.now)) ?? undefined);
  await rig.storage.queue.releaseHold(KEY, rig.now); // A newly linked key is on trial, with one request at a time.
  await rig.queueOne();
  expect(await rig.claimOrNull()).toBeNull();

  rig.pass(70_000);
  await clock.advance(70_000);
  expect(await rig.claimOrNull()).not.toBeNull();
});
