import { describe, expect, test } from 'vitest';
import type { Call } from '../../../src/alerts/alert.ts';
import { consider } from '../../../src/alerts/deciding/decide.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { AFTERNOON, HOUR, MINUTE, routeTo, Storm } from './storm.ts';

/* What deciding keeps of a workspace is small, whatever comes; anything beyond is counted. */

const quiet = { from: '14:00', to: '16:00' };
const KIB = 1024;
/** Everything that is ever stored, before it is packed: most of it repeats itself. */
const MOST = 2200 * KIB;
const many = (count: number, from = 0, given: object = {}) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`Alert ${from + n} on web-${n % 9}`, given]));
const numbers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `017${String(from + n).padStart(8, '0')}`);
const untracked = (s: Storm, call: Call): number =>
  s.decide(call).news.reduce((sum, news) => sum + news.untracked, 0);

test('three hundred alerts with as many labels as possible take little room, and each is texted or counted', () => {
  const s = new Storm({ ops: routeTo(['A'], { quiet }) });
  const fields = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`field_${n}`, 'x'.repeat(1600)]));
  const call = (n: number): Call => {
    const made = s.call(`g${n}`, { [`Alert ${n}`]: {} });
    for (const { facts } of made.alerts) Object.assign(facts, { labels: fields, annotations: fields });
    return made;
  };
  for (let n = 0; n < 300; n += 10) s.decide(...Array.from({ length: 10 }, (_, more) => call(n + more)));
  expect(s.json().length).toBeLessThan(MOST);
  expect(s.pass(2 * HOUR)).toMatchObject([{ statement: { name: 'Alert 0', kinds: { length: 300 } } }]);
});

test('five thousand alerts waiting for two hundred numbers take no more room than for one', () => {
  const s = new Storm({ ops: routeTo(numbers(200), { quiet }) });
  for (let n = 0; n < 5000; n += 250) expect(untracked(s, s.call(`g${n}`, many(250, n)))).toBe(0);
  expect(s.json().length).toBeLessThan(MOST);
  const [news] = s.decide(s.call('last', {})).news;
  expect(news).toMatchObject({ held: [{ others: 199, alerts: 5000, why: 'quiet' }] });
  const texts = s.pass(2 * HOUR);
  expect(texts.map(({ number }) => number)).toEqual(numbers(200));
  for (const { statement } of texts) expect(statement.kinds).toHaveLength(5000);
  expect(s.state.alerts.every(({ told }) => told.length === 200)).toBe(true);
  // What everybody knows by now is over for everybody.
  for (let n = 0; n < 5000; n += 250)
    s.say(`g${n}`, many(250, n, { status: 'resolved', startsAt: AFTERNOON }));
  expect(s.pass(HOUR)).toHaveLength(200);
});

describe('beyond the budget', () => {
  const full = () => {
    const s = new Storm({ ops: routeTo(['A']) });
    s.stored = false;
    for (let n = 0; n < 5000; n += 500) s.say(`g${n}`, many(500, n));
    s.pass(4 * HOUR);
    return s;
  };

  test('alerts are counted, but a critical one is still texted by name', () => {
    const s = full();
    expect(untracked(s, s.call('more', many(7, 9000)))).toBe(7);
    const { texts, news } = s.say('db', { 'Disk full': { severity: 'critical' } });
    expect(texts).toMatchObject([{ number: 'A', statement: { name: 'Disk full', severity: 'critical' } }]);
    expect(news).toMatchObject([{ fired: [{ name: 'Disk full' }], untracked: 0 }]);
  });

  test('critical alerts have a limit too, and nobody is forgotten because of them', () => {
    const s = full();
    const critical = many(600, 9000, { severity: 'critical' });
    expect(untracked(s, s.call('more', critical))).toBe(100);
    expect(s.json().length).toBeLessThan(MOST);
    expect(s.say('g0', many(3, 0, { startsAt: 1 })).news).toMatchObject([{ fired: [], untracked: 0 }]);
  });

  test('are calls that name new recipients each time', () => {
    const s = new Storm({ ops: routeTo(['A'], { quiet }) });
    s.stored = false;
    const call = (n: number) =>
      s.call(`g${n}`, { [`Alert ${n}`]: {} }, { to: numbers(200, 100 * n), single: true });
    let counted = 0;
    for (let n = 0; n < 400; n += 10) {
      const { news } = s.decide(...Array.from({ length: 10 }, (_, more) => call(n + more)));
      counted += news[0]?.untracked ?? 0;
    }
    expect(counted + s.state.alerts.length).toBe(400);
    expect(s.state.alerts.length).toBeGreaterThan(100);
    expect(s.json().length).toBeLessThan(MOST);
  });
});

test('recipients that Slack doesn’t answer for are held together, and named as far as there is room', () => {
  const members = numbers(600);
  const s = new Storm({ ops: routeTo(['group']) });
  s.stored = false;
  const silent = { numbers: [], omitted: [], silent: members };
  const decide = (calls: Call[]) => {
    const considered = runToEnd(consider(s.state, { events: calls }, s.routes, s.now));
    const decision = runToEnd(considered.decide(() => silent, { now: s.now, wall: s.now }));
    s.state = decision.state;
    return decision;
  };
  decide(Array.from({ length: 100 }, (_, n) => s.call(`g${n}`, many(20, 100 * n))));
  expect(s.json().length).toBeLessThan(MOST);
  s.now += 31 * MINUTE;
  const [news] = decide([]).news;
  expect(news?.unreached).toHaveLength(10);
  expect(news?.unreached[0]).toEqual({ recipient: members[0], alerts: 2000, problem: null });
  expect(news?.moreUnreached).toBe(590);
});

test('only new alerts are looked up', () => {
  const s = new Storm({ ops: routeTo(['A', 'B']) });
  const asked = (call: Call) => [
    ...runToEnd(consider(s.state, { events: [call] }, s.routes, s.now)).recipients,
  ];
  const first = s.call('g', { x: { startsAt: 1 } });
  expect(asked(first)).toEqual(['A', 'B']);
  s.decide(first);
  expect(asked(first)).toEqual([]);
  expect(asked(s.call('g', { x: { status: 'resolved', startsAt: 1 } }))).toEqual([]);
});
