import { expect, test } from 'vitest';
import { AFTERNOON, DAY, HOUR, MINUTE, read, routeTo, SECOND, STEPS, World, whoGot } from './world.ts';

/* Which calls are news, and which are repeats. */

test('repeats within ten minutes are ignored, later ones are reminders', () => {
  const w = new World({ ops: routeTo(['A']) });
  const same = { startsAt: AFTERNOON };
  w.call('g', { x: 'critical' }, same);
  w.now += 9 * MINUTE;
  expect(w.call('g', { x: 'critical' }, same)).toEqual([]);
  w.pass(2 * MINUTE);
  expect(read(w.call('g', { x: 'critical' }, same))).toEqual(['A: reminder x']);
  expect(w.counted('reminded')).toBe(1);
});

test('a hook without reminders only counts repeats', () => {
  const w = new World({ ops: routeTo(['A'], { reminders: false }) });
  w.call('g', { x: 'critical' });
  w.pass(11 * MINUTE);
  expect(w.call('g', { x: 'critical' }, { startsAt: AFTERNOON })).toEqual([]);
  expect(w.counted('repeated')).toBe(1);
});

test('a later occurrence is new if the end of the one before never arrived, even if that was acknowledged', () => {
  const w = new World({ ops: routeTo(['A'], { reminders: false, escalation: STEPS, acknowledgedMs: null }) });
  w.call('g', { x: 'critical' });
  const posts = () => w.updates.flatMap(update => update.posts);
  const [first] = posts();
  w.act('g', 'acknowledge');
  w.pass(3 * DAY);
  expect(read(w.call('g', { x: 'critical' }))).toEqual(['A: firing x']);
  expect(posts().findLast(({ post }) => post === first?.post)?.open, 'its post says that it is over').toBe(0);
  expect(whoGot(w.pass(HOUR))).toBe('B');
});

test('two calls that disagree about the start make one alert', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', { x: 'critical' }, { startsAt: AFTERNOON - 5 * SECOND });
  w.pass(MINUTE);
  for (const startsAt of [AFTERNOON, AFTERNOON - 10 * SECOND]) {
    expect(w.call('g', { x: 'critical' }, { startsAt })).toEqual([]);
  }
});

test('“Resolve” holds for a sender without starts until the sender reports an end', () => {
  for (const startsAt of [null, 1]) {
    const w = new World({ ops: routeTo(['A']) });
    w.call('g', { x: 'critical' }, { startsAt });
    w.pass(2 * MINUTE);
    w.act('g', 'resolve');
    w.pass(12 * MINUTE);
    expect(w.call('g', { x: 'critical' }, { startsAt })).toEqual([]);
    w.call('g', { x: null }, { startsAt });
    w.pass(11 * MINUTE);
    expect(read(w.call('g', { x: 'critical' }, { startsAt }))).toEqual(['A: firing x']);
  }
});

test('“Resolve” holds for as long as the sender repeats the alert', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', { x: 'critical' });
  w.pass(2 * MINUTE);
  w.act('g', 'resolve');
  w.texts.length = 0;
  for (let hour = 0; hour < 30; hour++) {
    w.pass(HOUR);
    w.call('g', { x: 'critical' }, { startsAt: AFTERNOON });
  }
  expect(w.texts).toEqual([]);
});

test('a later start is new although the alert was resolved here', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', { x: 'critical' });
  w.pass(2 * MINUTE);
  w.act('g', 'resolve');
  w.pass(2 * MINUTE);
  expect(read(w.call('g', { x: 'critical' }))).toEqual(['A: firing x']);
});

/** The texts about an alert that fires, ends, and fires again this much later. */
const again = (startsAt: number | null, ms: number, startsAgain = startsAt) => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', { x: 'critical' }, { startsAt });
  w.pass(2 * MINUTE);
  w.call('g', { x: null }, { startsAt });
  w.pass(ms);
  const texts = read(w.call('g', { x: 'critical' }, { startsAt: startsAgain }));
  return { texts, fires: w.incident('g').endedAt === null };
};

test.each([
  { startsAt: AFTERNOON, ms: 2 * MINUTE, texts: [], fires: false, what: 'a late delivery' },
  {
    startsAt: AFTERNOON,
    ms: 11 * MINUTE,
    texts: ['A: firing x'],
    fires: true,
    what: 'a start that never changes',
  },
  { startsAt: null, ms: 2 * MINUTE, texts: ['A: firing x'], fires: true, what: 'no start, a flap' },
  { startsAt: null, ms: 11 * MINUTE, texts: ['A: firing x'], fires: true, what: 'no start' },
])('the same start $ms ms after the end is $what', ({ startsAt, ms, texts, fires }) => {
  expect(again(startsAt, ms)).toEqual({ texts, fires });
});

test('a start before the ended one is a late delivery, as long as it is remembered', () => {
  expect(again(AFTERNOON, 50 * MINUTE, AFTERNOON - SECOND)).toEqual({ texts: [], fires: false });
});

test.each([
  ['a start of zero', { startsAt: null, endsAt: AFTERNOON + MINUTE }, true],
  [
    'the earlier start of another one of a pair',
    { startsAt: AFTERNOON - 5 * SECOND, endsAt: AFTERNOON + MINUTE },
    true,
  ],
  ['the earlier start, without a time of its end', { startsAt: AFTERNOON - 5 * SECOND, endsAt: null }, true],
  ['its start as its end', { startsAt: AFTERNOON, endsAt: AFTERNOON }, true],
  ['the end of an earlier occurrence', { startsAt: AFTERNOON - HOUR, endsAt: AFTERNOON - MINUTE }, false],
  ['a much earlier start, without a time of its end', { startsAt: AFTERNOON - HOUR, endsAt: null }, false],
  ['neither', { startsAt: null, endsAt: null }, true],
] as const)('an end with %s', (_, times, ends) => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', { x: 'critical' });
  w.pass(2 * MINUTE);
  w.call('g', { x: null }, times);
  expect(w.incident('g').endedAt !== null).toBe(ends);
});

test('an alert that its sender says occurs once is a late copy after its end, however late and without a start', () => {
  const w = new World({ ops: routeTo(['A']) });
  const firing = () => {
    const call = w.callOf('g', { x: 'critical' }, { startsAt: null });
    return w.do({ ...call, alerts: call.alerts.map(alert => ({ ...alert, occursOnce: true })) });
  };
  expect(read(firing())).toEqual(['A: firing x']);
  w.pass(MINUTE);
  w.call('g', { x: null }, { startsAt: null });
  w.pass(20 * MINUTE);
  expect(firing()).toEqual([]);
  expect(read(w.call('g', { x: 'critical' }, { startsAt: null }))).toEqual(['A: firing x']);
});

test('an end that arrives before its firing keeps that from paging anybody', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', { x: null }, { startsAt: AFTERNOON - MINUTE, endsAt: AFTERNOON });
  expect(w.updates.flatMap(({ posts }) => posts)).toEqual([]);
  expect(w.call('g', { x: 'critical' }, { startsAt: AFTERNOON - MINUTE })).toEqual([]);
  w.pass(MINUTE);
  expect(read(w.call('g', { x: 'critical' }))).toEqual(['A: firing x']);
});

test('an alert that becomes more severe is news to everybody who was told', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', { x: 'warning' });
  w.pass(MINUTE);
  expect(read(w.call('g', { x: 'critical' }))).toEqual(['A: firing x']);
});

test('an alert without a severity counts as “none given”, and is texted if the hook texts those', () => {
  const w = new World({ ops: routeTo(['A'], { severities: ['none'] }) });
  expect(read(w.call('g', { x: 'none' }))).toEqual(['A: firing x']);
  expect(w.call('h', { y: 'warning' })).toEqual([]);
});

test('a call that names people texts them instead of the hook’s own, whatever the severity', () => {
  const w = new World({ ops: routeTo(['A'], { severities: ['critical'] }) });
  expect(read(w.call('g', { x: 'info' }, { to: ['N'] }))).toEqual(['N: firing x']);
  expect(w.counted('unrouted')).toBe(0);
  expect(w.call('h', { x: 'info' })).toEqual([]);
  expect(w.counted('unrouted')).toBe(1);
});

test('if nobody whom the sender named can be texted, the hook’s own people are', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  w.lookUp = recipient =>
    recipient === 'N' ? NOBODY : { numbers: [recipient], called: [], omitted: [], silent: [] };
  expect(read(w.call('g', { x: 'critical' }, { to: ['N'] }))).toEqual(['A: firing x']);
});

const NOBODY = { numbers: [], called: [], omitted: [], silent: [] };
