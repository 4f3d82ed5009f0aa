import { expect, test } from 'vitest';
import { incomingCallSchema } from '../../../../src/alerts/policy/events.ts';
import { quietEnd } from '../../../../src/alerts/policy/texts/quiet-hours.ts';
import { dayOf } from '../../../../src/kit/day.ts';
import {
  AFTERNOON,
  fleet,
  HOUR,
  lookupOf,
  MINUTE,
  nameOf,
  read,
  routeTo,
  SECOND,
  type SentText,
  World,
  whoGot,
} from './world.ts';

/* The limits on texts, by the numbers in the docs. */

/** The most texts within any period of this length. */
function mostIn(texts: readonly SentText[], ms: number): number {
  const within = texts.map(({ at }, first) => texts.slice(first).filter(text => text.at < at + ms).length);
  return Math.max(...within);
}

test.each([
  { what: 'any alert', severity: 'warning', most: [1, 5, 11, 21] },
  { what: 'a group’s first critical alert', severity: 'critical', most: [5, 15, 30, 60] },
] as const)(
  'one number gets a limited number of texts in a minute, 15 minutes, an hour and 3 hours, for $what: $most',
  ({ severity, most }) => {
    const w = new World({ ops: routeTo(['A'], { reminders: false }) });
    for (let n = 0; w.now < AFTERNOON + 3 * HOUR; n++) {
      w.call(`g${n}`, { [`a${n}`]: severity });
      w.pass(n < 60 ? 10 * SECOND : MINUTE);
    }
    const texts = w.texts.filter(({ at }) => at < AFTERNOON + 3 * HOUR);
    expect([MINUTE, 15 * MINUTE, HOUR, 3 * HOUR].map(ms => mostIn(texts, ms))).toEqual(most);
  },
);

test('an alert that is over before its text goes out is left out of it, and the channel hears of that', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', { x: 'warning' });
  w.pass(10 * SECOND);
  w.call('h', { y: 'warning', z: 'warning' });
  w.pass(10 * SECOND);
  w.call('h', { y: null });
  w.pass(HOUR);
  expect(read(w.texts)).toEqual(['A: firing x', 'A: firing z']);
  expect(w.counted('overUntold')).toBe(1);
});

test('a text that follows another within two minutes says so, a later one doesn’t', () => {
  const w = new World({ ops: routeTo(['A']), db: routeTo(['A']) });
  w.call('g', { x: 'warning' });
  w.pass(2 * MINUTE - 1);
  w.call('h', { y: 'warning' }, { hook: 'db' });
  w.pass(2 * MINUTE);
  w.call('i', { z: 'warning' }, { hook: 'db' });
  expect(w.texts.map(({ statement }) => statement.follows)).toEqual([false, true, false]);
});

test('all hooks of a workspace share these limits', () => {
  const hooks = fleet(30);
  const w = new World(Object.fromEntries(hooks.map(hook => [hook, routeTo(['A'])])));
  for (const hook of hooks) {
    w.call('g', { [`of ${hook}`]: 'warning' }, { hook });
    w.pass(10 * SECOND);
  }
  w.pass(HOUR);
  expect(mostIn(w.texts, MINUTE)).toBe(1);
  expect(new Set(read(w.texts)).size).toBe(30);
});

test('when quiet hours end, one text covers everything that still fires', () => {
  const w = new World({ ops: routeTo(['A'], { quiet: { from: '14:00', to: '20:00' } }) });
  for (const group of fleet(5)) w.call(group, { [`of ${group}`]: 'error' });
  w.pass(HOUR);
  w.call('g0', { 'of g0': null });
  expect(w.texts).toEqual([]);
  w.pass(5 * HOUR);
  expect(w.texts).toHaveLength(1);
  expect(read(w.texts)).toEqual(['of g1', 'of g2', 'of g3', 'of g4'].map(name => `A: firing ${name}`));
});

test('holidays are quiet all day where the hook says so, with the nights around them: only critical alerts go until the end', () => {
  const days = (...ahead: number[]) => new Map(ahead.map(day => [dayOf(AFTERNOON) + day, 'Eid'] as const));
  const QUIET = { quiet: { from: '22:00', to: '07:00' }, quietOnHolidays: true };
  const w = new World({
    ops: routeTo(['A'], QUIET),
    others: routeTo(['B']),
  });
  w.holidays = days(0, 1);
  w.call('g', { disk: 'error' });
  w.call('g2', { down: 'critical' });
  w.call('g', { disk: 'error' }, { hook: 'others' });
  w.pass(32 * HOUR);
  expect(read(w.texts).filter(text => text.includes('disk'))).toEqual(['B: firing disk']);
  expect(read(w.texts).some(text => text.includes('A: firing down'))).toBe(true);
  // Sunday 23:00: the night follows the holiday, and ends on Monday at seven.
  expect(quietEnd(routeTo([], QUIET), w.holidays, AFTERNOON)).toBe(AFTERNOON + 40 * HOUR);
  w.pass(8 * HOUR + MINUTE);
  expect(read(w.texts).filter(text => text.includes('disk'))).toContain('A: firing disk');
});

test('a holiday that is taken off the list is quiet no longer', () => {
  const w = new World({ ops: routeTo(['A'], { quietOnHolidays: true }) });
  w.holidays = new Map([[dayOf(AFTERNOON), '']]);
  w.call('g', { disk: 'error' });
  w.pass(MINUTE);
  expect(w.texts).toEqual([]);
  w.holidays = new Map();
  w.do({ kind: 'holidays' });
  w.pass(MINUTE);
  expect(read(w.texts)).toEqual(['A: firing disk']);
});

test('beyond a day’s limit only a group’s first critical alert goes, which counts, too; at midnight one text covers the others', () => {
  const w = new World({ ops: routeTo(['A'], { daily: { texts: 2 }, reminders: false }) });
  for (const [n, severity] of (['critical', 'critical', 'critical', 'warning', 'error'] as const).entries()) {
    w.call(`g${n}`, { [`a${n}`]: severity });
    w.pass(11 * SECOND);
  }
  expect(read(w.texts)).toEqual(['A: firing a0', 'A: firing a1', 'A: firing a2']);
  // It is 15:00; the channel hears once of the limit, and how many texts wait until midnight.
  w.pass(8 * HOUR);
  w.call('g5', { a5: 'warning' });
  expect(w.counted('limitReached')).toBe(1);
  expect(w.updates.at(-1)?.held).toEqual({ alerts: 3, until: AFTERNOON + 9 * HOUR, why: 'daily' });
  w.texts.length = 0;
  w.pass(2 * HOUR);
  expect(w.texts).toHaveLength(1);
  expect(read(w.texts).sort()).toEqual(['A: firing a3', 'A: firing a4', 'A: firing a5']);
});

test('a text counts for a day’s limit from planning on, even if it is refused later', () => {
  const w = new World({ ops: routeTo(['A'], { daily: { texts: 1 } }) });
  w.outcome = () => 'unsent';
  w.call('g', { x: 'warning' });
  w.pass(2 * MINUTE);
  w.outcome = () => 'sent';
  expect([...w.call('h', { y: 'warning' }), ...w.pass(HOUR)]).toEqual([]);
});

test('groups that grew are texted up to 4,000 numbers; the channel names the recipients that this leaves out', () => {
  const w = new World({ ops: routeTo(['day', 'night', 'A']) });
  const numbers = (group: string, many: number) => fleet(many).map(name => `${group} ${name}`);
  w.lookUp = recipient =>
    recipient === 'day' || recipient === 'night'
      ? lookupOf(...numbers(recipient, recipient === 'day' ? 3000 : 1001))
      : lookupOf(nameOf(recipient));
  const texts = w.call('g', { x: 'critical' });
  expect(texts.flatMap(({ to }) => to)).toHaveLength(3001);
  expect(whoGot(texts).endsWith('A')).toBe(true);
  expect(w.updates.flatMap(({ undeliverable }) => undeliverable)).toMatchObject([
    { recipient: 'night', problem: { kind: 'RECIPIENTS_TOO_MANY', limit: 4000 } },
  ]);
});

test('fewer than 5,000 alerts are tracked if their names take more than 640 KiB', () => {
  const w = new World({ ops: routeTo(['A']) });
  const long = (n: number) => `${n} ${'a name as long as some senders make them '.repeat(10)}`;
  w.call('g', Object.fromEntries(fleet(5000).map((_, n) => [long(n), 'warning'] as const)));
  expect(w.counted('untracked')).toBeGreaterThan(0);
  expect(w.counted('unrouted')).toBe(0);
});

test('critical alerts have another 128 KiB for themselves', () => {
  const w = new World({ ops: routeTo(['A']) });
  const long = (n: number) => `${n} ${'a name as long as some senders make them '.repeat(10)}`;
  const named = (many: number, first: number, severity: 'warning' | 'critical') =>
    Object.fromEntries(fleet(many).map((_, n) => [long(first + n), severity] as const));
  w.call('g', named(5000, 0, 'warning'));
  w.call('h', named(1000, 5000, 'critical'));
  // The names fill the space at about 430 alerts; with short ones there would be 500.
  const tracked = w.incident('h').alerts.length;
  expect(tracked).toBeGreaterThan(400);
  expect(tracked).toBeLessThan(460);
});

test('128 KiB of details are kept, for the most severe alerts', () => {
  const w = new World({ ops: routeTo(['A'], { quiet: { from: '14:00', to: '20:00' } }) });
  const call = w.callOf('g', Object.fromEntries(fleet(1000).map(name => [name, 'warning'] as const)));
  const worse = w.callOf('g', { worst: 'error' });
  const alerts = [...call.alerts, ...worse.alerts].map(alert => ({
    ...alert,
    facts: { summary: 'x'.repeat(500) },
  }));
  w.do(incomingCallSchema.parse({ ...call, alerts }));
  const withFacts = w.incident('g').alerts.filter(({ facts }) => facts !== null);
  expect(withFacts.map(({ fingerprint }) => fingerprint)).toContain('worst');
  expect(withFacts.length).toBeLessThan((128 * 1024) / 500);
  expect(withFacts.length).toBeGreaterThan(200);
});
