import { describe, expect, test } from 'vitest';
import { createPrecedence, type Meter } from '../../src/sending/precedence.ts';

/** A processor whose load and time the test sets. */
function rig(busy: number) {
  const timers: { at: number; run: () => void }[] = [];
  const state = { now: 0, busy };
  const meter: Meter = {
    now: () => state.now,
    busy: () => state.busy,
    after: (delayMs, run) => void timers.push({ at: state.now + delayMs, run }),
  };
  const precedence = createPrecedence(meter);
  return {
    precedence,
    load: (share: number) => {
      state.busy = share;
    },
    pass(ms: number) {
      state.now += ms;
      for (const due of timers.filter(({ at }) => at <= state.now)) {
        timers.splice(timers.indexOf(due), 1);
        due.run();
      }
    },
  };
}

describe('what goes first', () => {
  test('nothing is held back while there is room', () => {
    const { precedence, pass } = rig(0.7);
    precedence.accepting();
    pass(100);
    precedence.accepting();
    expect(precedence.allowance('sending')).toBe(Infinity);
    expect(precedence.allowance('telling')).toBe(Infinity);
  });

  test('where there is none, sending goes on in portions behind accepting, and telling behind both', () => {
    const { precedence, pass } = rig(1);
    pass(100);
    precedence.accepting();
    expect(precedence.allowance('sending')).toBe(5);
    expect(precedence.allowance('telling')).toBe(5);
    precedence.began('sending', 4);
    expect(precedence.allowance('sending')).toBe(1);
    precedence.began('sending', 1);
    expect(precedence.allowance('sending')).toBe(0);
    pass(50);
    precedence.accepting();
    expect(precedence.allowance('sending')).toBe(5);
    expect(precedence.allowance('telling')).toBe(5);
  });

  test('a crowd that is being accepted counts as busy, and for a moment after', () => {
    const { precedence, pass } = rig(0.1);
    const seven = Array.from({ length: 7 }, () => precedence.accepting());
    expect(precedence.allowance('sending')).toBe(Infinity);
    const eighth = precedence.accepting();
    expect(precedence.allowance('sending')).toBe(5);
    for (const isOver of [...seven, eighth]) isOver();
    pass(99);
    precedence.accepting();
    expect(precedence.allowance('sending')).toBe(5);
    pass(1);
    expect(precedence.allowance('sending')).toBe(Infinity);
  });

  test('all of it may go when nobody has been before it for a moment, however busy the processor is', () => {
    const { precedence, pass } = rig(1);
    pass(100);
    precedence.accepting();
    precedence.began('sending', 1);
    pass(99);
    precedence.began('sending', 1);
    expect(precedence.allowance('sending')).toBe(4);
    pass(1);
    expect(precedence.allowance('sending')).toBe(Infinity);
    expect(precedence.allowance('telling')).toBe(5);
    pass(100);
    expect(precedence.allowance('telling')).toBe(Infinity);
  });

  test('what was held back is called once, when the next portion may begin', () => {
    const { precedence, pass } = rig(1);
    const called: string[] = [];
    precedence.whenMore('sending', () => called.push('sending'));
    precedence.whenMore('sending', () => called.push('sending twice'));
    precedence.whenMore('telling', () => called.push('telling'));
    pass(49);
    expect(called).toEqual([]);
    pass(1);
    expect(called).toEqual(['sending', 'telling']);
    precedence.whenMore('sending', () => called.push('sending again'));
    pass(50);
    expect(called.at(-1)).toBe('sending again');
  });
});
