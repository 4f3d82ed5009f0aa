import { describe, expect, test, vi } from 'vitest';
import { createAcks } from '../../../src/kit/acks.ts';
import { systemTimers } from '../../support/system-timers.ts';

function rig() {
  const time = { now: 0 };
  return { time, acks: createAcks({ ...systemTimers, monotonic: () => time.now }) };
}

describe('acks go first', () => {
  test('an ack counts once, however often it is reported', async () => {
    const { acks } = rig();
    const [first, second] = [acks.owe(), acks.owe()];
    const went: string[] = [];
    const going = acks.given().then(() => went.push('both given'));
    first();
    first();
    await new Promise(resolve => setImmediate(resolve));
    expect(went).toEqual([]);
    second();
    await going;
    expect(went).toEqual(['both given']);
  });

  test('what can wait goes on after the last ack, or after a moment if none comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { acks } = rig();
      const went: string[] = [];
      const go = (name: string) => acks.given().then(() => went.push(name));
      await go('none owed');
      const [first, second] = [acks.owe(), acks.owe()];
      const going = go('both given');
      first();
      await Promise.resolve();
      expect(went).toEqual(['none owed']);
      second();
      await going;
      acks.owe();
      const late = go('late');
      await vi.advanceTimersByTimeAsync(19);
      expect(went).toEqual(['none owed', 'both given']);
      await vi.advanceTimersByTimeAsync(1);
      await late;
    } finally {
      vi.useRealTimers();
    }
  });

  test('long work rests between its steps while acks keep coming: thrice as long as a step took, 20 ms at most', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const { acks, time } = rig();
      const next = acks.steps();
      /** How long the work rests after a step that took so long, in milliseconds. */
      async function restAfter(tookMs: number): Promise<number> {
        time.now += tookMs;
        let goesOn = false;
        void next().then(() => {
          goesOn = true;
        });
        await new Promise(resolve => setImmediate(resolve));
        await vi.advanceTimersByTimeAsync(0);
        let rest = 0;
        for (; !goesOn; rest++) await vi.advanceTimersByTimeAsync(1);
        return rest;
      }
      expect(await restAfter(5), 'nobody waits').toBe(0);
      acks.owe()();
      expect(await restAfter(5)).toBe(15);
      expect(await restAfter(400)).toBe(20);
      expect(await restAfter(1000), 'no ack was owed for a second').toBe(0);
      acks.owe();
      expect(await restAfter(5), 'one is owed').toBe(20 + 15);
    } finally {
      vi.useRealTimers();
    }
  });
});
