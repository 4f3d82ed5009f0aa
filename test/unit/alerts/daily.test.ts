import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Route } from '../../../src/alerts/deciding/route.ts';
import type { Credits } from '../../../src/kit/credits.ts';
import { dayOf } from '../../../src/kit/day.ts';
import { HOUR, MINUTE, routeTo, Storm } from './storm.ts';

/* The most that a hook may text on a day. */

const critical = { severity: 'critical' } as const;
const limited = (daily: Route['daily'], to = ['A']) =>
  new Storm({ ops: routeTo(to, { daily }), web: routeTo(['A']) });
const texts = (s: Storm, count: number, given = {}) =>
  Array.from({ length: count }, (_, n) => {
    s.now += 20 * MINUTE;
    return s.say(`g${s.now} ${n}`, { [`x${n}`]: given }).texts;
  }).flat();

describe('a daily limit', () => {
  test('in texts holds the others back until midnight, says so once, and then they go in one text', () => {
    const s = limited({ texts: 2 });
    const first = s.say('g', { x: {} });
    expect(first).toMatchObject({ texts: [{}], news: [{ limitReached: 0 }] });
    s.now += 20 * MINUTE;
    expect(s.say('h', { y: {} })).toMatchObject({ texts: [{}], news: [{ limitReached: 1 }] });
    s.now += 20 * MINUTE;
    const midnight = s.now + 8 * HOUR + 20 * MINUTE; // It is 15:40.
    expect(s.say('i', { z: {} })).toMatchObject({
      texts: [],
      news: [{ limitReached: 0, held: [{ number: 'A', alerts: 1, until: midnight, why: 'daily' }] }],
      dueAt: midnight,
    });
    s.say('j', { w: {} });
    expect(s.pass(midnight - s.now - 1)).toEqual([]);
    expect(s.pass(1)).toMatchObject([{ number: 'A', statement: { kinds: [{ alerts: 1 }, { alerts: 1 }] } }]);
  });

  test('lets a group’s first critical alert go, beside what is held, and counts it', () => {
    const s = limited({ texts: 1 });
    s.say('g', { x: {} });
    s.now += 20 * MINUTE;
    expect(s.say('h', { y: {} }).texts).toEqual([]);
    expect(s.say('i', { z: critical })).toMatchObject({
      texts: [{ statement: { name: 'z', kinds: { length: 1 } } }],
      news: [{ held: [{ alerts: 1, why: 'daily' }] }],
    });
    expect(s.state.spent).toMatchObject({ ops: { texts: 2 } });
    s.now += 20 * MINUTE;
    expect(s.say('i', { more: critical }).texts).toEqual([]);
  });

  test('is one hook’s own: others go on texting the same number', () => {
    const s = limited({ texts: 1 });
    s.say('g', { x: {} });
    s.now += 20 * MINUTE;
    s.say('h', { y: {} });
    expect(s.say('w', { z: {} }, { hook: 'web' })).toMatchObject({
      texts: [{ hook: 'web', hooks: ['web'], statement: { name: 'z' } }],
    });
    expect(s.state.alerts.filter(({ told }) => told.length === 0)).toMatchObject([{ name: 'y' }]);
  });

  test('may let some numbers hear and others not', () => {
    const s = limited({ texts: 3 }, ['A', 'B', 'C', 'D', 'E']);
    const { texts, news } = s.say('g', { x: {} });
    expect(texts).toHaveLength(3);
    expect(news).toMatchObject([{ limitReached: 1, held: [{ others: 1, why: 'daily' }] }]);
  });

  test('in credits is parts at the price of the last one', () => {
    const s = limited({ credits: '2.1' as Credits });
    s.pricing = { partsOf: () => 2, past: null };
    expect(texts(s, 1)).toHaveLength(1);
    s.pricing = { partsOf: () => 2, past: { cost: '0.70' as Credits, parts: 2 } };
    // Two of the six parts that the limit is worth are spent.
    expect(texts(s, 4)).toHaveLength(2);
    s.pricing = { partsOf: () => 1, past: { cost: '0.30' as Credits, parts: 1 } };
    expect(texts(s, 4)).toHaveLength(1);
  });

  test('in credits counts each part as one while no price is known, says so, and is looked at again in a minute', () => {
    const s = limited({ credits: '2.5' as Credits });
    s.pricing = { partsOf: () => 2, past: null };
    expect(s.say('f', { x: {} })).toMatchObject({ texts: [{}], news: [{ limitReached: 1 }] });
    s.now += 20 * MINUTE;
    expect(s.say('g', { y: {} })).toMatchObject({
      texts: [],
      news: [{ held: [{ alerts: 1, why: 'daily' }] }],
      dueAt: s.now + MINUTE,
    });
    expect(s.say('h', { z: critical }).texts, 'a group’s first critical alert goes').toHaveLength(1);
    // Its cost is known by now.
    s.pricing = { partsOf: () => 2, past: { cost: '0.70' as Credits, parts: 2 } };
    expect(s.pass(20 * MINUTE)).toMatchObject([{ statement: { name: 'y' } }]);
  });

  test('in credits lets the first text go, however little it allows: from what that costs the price is known', () => {
    const s = limited({ credits: '0.5' as Credits }, ['A', 'B']);
    s.pricing = { partsOf: () => 2, past: null };
    expect(s.say('g', { x: {} }).texts).toHaveLength(1);
  });

  const step = fc.record({
    minutes: fc.integer({ min: 0, max: 300 }),
    hook: fc.constantFrom('ops', 'web'),
    group: fc.constantFrom('g', 'h', 'i', 'j'),
    name: fc.constantFrom('a', 'b', 'c'),
    severity: fc.constantFrom('critical' as const, 'warning' as const),
    status: fc.constantFrom('firing' as const, 'firing' as const, 'resolved' as const),
  });

  test('is never exceeded but by first critical alerts, and everybody hears of everything in the end', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 6 }), (steps, most) => {
        const s = limited({ texts: most }, ['A', 'B']);
        const sent = new Map<number, number>();
        const count = (all: ReturnType<Storm['pass']>): void => {
          for (const text of all.filter(({ hook }) => hook === 'ops')) {
            const day = dayOf(s.now);
            const before = sent.get(day) ?? 0;
            sent.set(day, before + 1);
            expect(text.urgent || before < most).toBe(true);
          }
        };
        const pass = (ms: number): void => {
          const end = s.now + ms;
          while (s.dueAt !== null && s.dueAt <= end) {
            s.now = Math.max(s.now, s.dueAt);
            count(s.decide().texts);
          }
          s.now = end;
        };
        for (const { minutes, hook, group, name, ...said } of steps) {
          pass(minutes * MINUTE);
          const { news, state, texts } = s.say(group, { [name]: said }, { hook });
          count(texts);
          const waiting = state.alerts.flatMap(({ waits }) => Object.values(waits).flat());
          const held = news.flatMap(one => one.held.map(({ alerts, others }) => alerts * (1 + others)));
          expect(held.reduce((sum, alerts) => sum + alerts, 0)).toBe(waiting.length);
        }
        for (let day = 0; day < 20 && s.dueAt !== null; day++) pass(24 * HOUR);
        expect(s.dueAt).toBeNull();
        for (const alert of s.state.alerts.filter(({ status }) => status === 'firing')) {
          expect(alert.told).toHaveLength(alert.hook === 'ops' ? 2 : 1);
        }
      }),
      { numRuns: 100 },
    );
  });
});
