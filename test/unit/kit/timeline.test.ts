import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { continued, createTimeline, resumed } from '../../../src/kit/timeline.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 10, 21, 9);

/** A machine whose clocks the test sets. */
function machine() {
  const clocks = { wall: START, monotonic: 5000 };
  return {
    time: { wall: () => clocks.wall, monotonic: () => clocks.monotonic },
    pass(ms: number) {
      clocks.wall += ms;
      clocks.monotonic += ms;
    },
    set(ms: number) {
      clocks.wall += ms;
    },
    /** Some virtual machines do this. */
    breakMonotonic(ms: number) {
      clocks.monotonic += ms;
    },
  };
}

describe('a time line', () => {
  test('advances with real time, and tells the time of day, however often the clock is set', () => {
    const events = fc.array(
      fc.oneof(
        fc.record({ pass: fc.nat(HOUR) }),
        fc.record({ set: fc.integer({ min: -50 * HOUR, max: 50 * HOUR }) }),
      ),
    );
    fc.assert(
      fc.property(events, all => {
        const { time, pass, set } = machine();
        const line = createTimeline(time, START);
        let passed = 0;
        for (const event of all) {
          if ('pass' in event) {
            pass(event.pass);
            passed += event.pass;
          } else set(event.set);
          expect(line.now()).toBe(START + passed);
          expect(Math.abs(line.wall() - time.wall())).toBeLessThan(1000);
        }
      }),
    );
  });

  test('gives one time of day for a moment, even while the clock is constantly corrected a little', () => {
    const { time, pass, set } = machine();
    const line = createTimeline(time, START);
    const morning = line.wall(START + HOUR);
    for (const little of [3, -7, 12, -400, 900, -500]) {
      pass(MINUTE);
      set(little);
      expect(line.wall(START + HOUR)).toBe(morning);
    }
    set(HOUR);
    expect(line.wall(START + HOUR) - morning).toBeGreaterThan(HOUR - 1000);
  });

  test('neither goes back nor stands still when a machine’s monotonic clock goes back', () => {
    const { time, pass, breakMonotonic } = machine();
    const line = createTimeline(time, START);
    pass(MINUTE);
    expect(line.now()).toBe(START + MINUTE);
    breakMonotonic(-HOUR);
    expect(line.now()).toBe(START + MINUTE);
    pass(MINUTE);
    expect(line.now()).toBe(START + 2 * MINUTE);
  });

  test('is never behind the time that another process reached', () => {
    const { time, pass } = machine();
    const line = createTimeline(time, START);
    line.reach(START + HOUR);
    expect(line.now()).toBe(START + HOUR);
    pass(MINUTE);
    line.reach(START);
    expect(line.now()).toBe(START + HOUR + MINUTE);
  });
});

describe('where a time line continues', () => {
  const mark = { line: START, wall: START };
  test.each([
    ['soon after', MINUTE, START + MINUTE],
    ['where the clock was set back', -HOUR, START],
  ])('%s', (_, passed, at) => {
    expect(continued(mark, START + passed)).toBe(at);
    expect(resumed(mark, START + passed)).toBe(at);
  });

  test('the first time: at the time of day', () => expect(resumed(null, START)).toBe(START));

  test.each([
    ['soon: behind it as before', MINUTE, START + MINUTE],
    ['long after: with it', HOUR, START + 3 * HOUR],
  ])('behind a clock that had been set ahead, %s', (_, passed, at) => {
    expect(resumed({ line: START, wall: START + 2 * HOUR }, START + 2 * HOUR + passed)).toBe(at);
  });

  test('ahead of a clock that was set back: stays ahead of it, and all the time counts', () => {
    const behind = { line: START, wall: START - 2 * HOUR };
    expect(resumed(behind, START - 2 * HOUR + 20 * MINUTE)).toBe(START + 20 * MINUTE);
  });
});
