import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEVERITIES } from '../../../src/alerts/alert.ts';
import type { Decision } from '../../../src/alerts/deciding/decide.ts';
import { BUCKETS, CRITICAL_BUCKETS } from '../../../src/alerts/policy/texts/number-limits.ts';
import { isAwaited } from '../../../src/alerts/deciding/state.ts';
import { HOUR, routeTo, SECOND, Storm } from './storm.ts';

/* Whatever comes in whatever order: no number is texted too often, and no alert is lost silently. */

const NAMES = ['a', 'b', 'c', 'd'];
const step = fc.oneof(
  fc.record({
    kind: fc.constant('call' as const),
    hook: fc.constantFrom('ops', 'web'),
    group: fc.constantFrom('g', 'h', 'i'),
    alerts: fc.dictionary(
      fc.constantFrom(...NAMES),
      fc.record({
        status: fc.constantFrom('firing' as const, 'firing' as const, 'resolved' as const),
        severity: fc.constantFrom(...SEVERITIES),
        startsAt: fc.integer({ min: 1, max: 3 }),
      }),
      { minKeys: 1 },
    ),
    single: fc.boolean(),
    to: fc.option(fc.constantFrom<string[]>(['A'], ['C']), { nil: null, freq: 6 }),
  }),
  fc.record({ kind: fc.constant('time' as const), seconds: fc.integer({ min: 1, max: 1500 }) }),
  fc.record({ kind: fc.constant('slack' as const), silent: fc.boolean() }),
);

const routes = () => ({
  ops: routeTo(['A', 'A+B'], { quiet: { from: '16:00', to: '16:30' } }),
  web: routeTo(['B'], { reminders: false }),
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function* decisions(s: Storm, steps: Step[]): Generator<Decision> {
  for (const [index, one] of steps.entries()) {
    if (one.kind === 'time') {
      const end = s.now + one.seconds * SECOND;
      while (s.dueAt !== null && s.dueAt <= end) {
        s.now = Math.max(s.now, s.dueAt);
        yield s.decide();
      }
      s.now = end;
    } else if (one.kind === 'slack') {
      if (one.silent) s.silent.add('A+B');
      else s.silent.clear();
    } else {
      const { hook, group, alerts, single, to } = one;
      yield s.say(single ? `single ${index}` : group, alerts, { hook, single, to });
    }
  }
  s.silent.clear();
  const end = s.now + 8 * HOUR;
  while (s.dueAt !== null && s.dueAt <= end) {
    s.now = Math.max(s.now, s.dueAt);
    yield s.decide();
  }
}

const within = (times: number[], buckets: typeof BUCKETS): boolean =>
  times.every((at, index) =>
    buckets.every(
      ({ texts, ms }) => times.slice(0, index).filter(earlier => earlier > at - ms).length < texts,
    ),
  );

test('no number gets more than its buckets allow, and only first critical alerts exceed the usual ones', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const s = new Storm(routes());
      const times = new Map<string, number[]>();
      const rings = new Map<string, number[]>();
      for (const { texts } of decisions(s, steps)) {
        expect(new Set(texts.map(text => text.number)).size).toBe(texts.length);
        for (const { number, statement, urgent } of texts) {
          const all = [...(times.get(number) ?? []), s.now];
          times.set(number, all);
          // A later critical alert of a group that the number knows is urgent no more: it waits for room, and nothing waits for it.
          if (urgent) rings.set(number, [...(rings.get(number) ?? []), s.now]);
          const isCritical = statement.occasion === 'firing' && statement.severity === 'critical';
          const last = all.slice(0, -1);
          const room = BUCKETS.every(({ texts: n, ms }) => last.filter(at => at > s.now - ms).length < n);
          expect(urgent || room).toBe(true);
          expect(isCritical || !urgent).toBe(true);
        }
      }
      for (const all of times.values()) expect(within(all, CRITICAL_BUCKETS)).toBe(true);
      for (const all of rings.values()) expect(within(all, [{ texts: 1, ms: 10 * SECOND }])).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('every alert that fires is texted, reported as held back, or reported as over before', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const s = new Storm(routes());
      for (const { news, dueAt, state } of decisions(s, steps)) {
        const waiting = state.alerts.flatMap(({ waits }) => Object.values(waits).flat());
        // Reported in Slack, with the right counts, and decided again.
        const held = news.flatMap(({ held }) => held.map(({ alerts, others }) => alerts * (1 + others)));
        expect(held.reduce((sum, alerts) => sum + alerts, 0)).toBe(waiting.length);
        const open = state.alerts.some(({ single, status }) => single && status === 'firing');
        expect(dueAt === null).toBe(!open && !state.alerts.some(isAwaited));
        for (const alert of state.alerts.filter(one => one.status === 'firing')) {
          expect(alert.told.length > 0 || isAwaited(alert)).toBe(true);
        }
      }
      // In the end everybody knows about everything that fires, and nobody waits.
      expect(s.dueAt).toBeNull();
      for (const alert of s.state.alerts.filter(one => one.status === 'firing')) {
        expect(alert.told.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: 100 },
  );
});

test('deciding twice from the same state gives the same result and changes nothing in it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      const [one, two] = [new Storm(routes()), new Storm(routes())];
      const results = [[...decisions(one, steps)], [...decisions(two, steps)]];
      expect(results[0]).toEqual(results[1]);
      const before = structuredClone(one.state);
      one.decide(one.call('g', { x: {} }));
      one.state = before;
      expect(one.state).toEqual(two.state);
    }),
    { numRuns: 50 },
  );
});
