import { expect, onTestFinished, test } from 'vitest';
import { createWorker } from '../../../src/kit/worker.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const SECOND = 1000;
const HOUR = 3_600_000;

/** A worker whose next work is always due in an hour. */
function hourly() {
  const manual = createManualClock();
  let ahead = 0;
  let passes = 0;
  const clock = { ...manual, now: () => manual.now() + ahead };
  const worker = createWorker({
    name: 'hourly',
    clock,
    log: undefined as never,
    async pass() {
      passes += 1;
      return clock.now() + HOUR;
    },
  });
  onTestFinished(() => worker.stop());
  worker.wake();
  return {
    advance: manual.advance,
    /** Another process that shares the time line was ahead. */
    jump(ms: number) {
      ahead += ms;
    },
    passes: () => passes,
  };
}

test('a worker sleeps exactly until something is due', async () => {
  const { advance, passes } = hourly();
  await advance(HOUR - 1);
  expect(passes()).toBe(1);
  await advance(1);
  expect(passes()).toBe(2);
});

test('a sleeping worker notices within half a minute that the clock has moved ahead', async () => {
  const { advance, jump, passes } = hourly();
  await advance(SECOND);
  jump(HOUR);
  await advance(30 * SECOND);
  expect(passes()).toBe(2);
});
