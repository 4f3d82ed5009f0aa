import { expect, test } from 'vitest';
import { AFTERNOON, fleet, HOUR, MINUTE, read, routeTo, SECOND, STEPS, World, whoGot } from './world.ts';

/* Urgent alerts never lose their place. */

const many = (count: number, severity: 'critical' | 'warning' | null) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, severity] as const));

test('reminders of 400 groups every four hours for eight weeks take no space', () => {
  const [groups, roundsAWeek, weeks] = [400, 6 * 7, 8];
  const w = new World({ ops: routeTo(['A']), db: routeTo(['A', 'B']) });
  const sizes: number[] = [];
  for (let round = 0; round < weeks * roundsAWeek; round++) {
    w.do(
      ...fleet(groups).map(group => w.callOf(group, { [`Disk of ${group}`]: 'warning' }, { startsAt: 1 })),
    );
    w.pass((round % 4) * MINUTE);
    // Each week's new critical alert comes at a different time of day, sometimes amid reminders.
    if (round % roundsAWeek === 17 + Math.floor(round / roundsAWeek)) {
      const name = `Down in round ${round}`;
      w.call('db', { [name]: 'critical' }, { hook: 'db' });
      w.pass(10 * SECOND);
      expect(read(w.texts)).toEqual(expect.arrayContaining([`A: firing ${name}`, `B: firing ${name}`]));
      w.call('db', { [name]: null }, { hook: 'db' });
      sizes.push(JSON.stringify([...w.state.incidents]).length);
    }
    w.texts.length = 0;
    w.pass(4 * HOUR - (round % 4) * MINUTE - 10 * SECOND);
  }
  expect(w.counted('untracked')).toBe(0);
  expect(sizes).toHaveLength(weeks);
  expect(Math.max(...sizes)).toBeLessThan(groups * 1200);
});

test('an incident that is over gives way to a new critical alert', () => {
  const w = new World({ ops: routeTo(['A']), db: routeTo(['B']) });
  w.call('g', many(5500, 'critical'));
  w.pass(MINUTE);
  w.call('g', many(5500, null));
  w.pass(10 * MINUTE);
  expect(read(w.call('db', { Down: 'critical' }, { hook: 'db' }))).toEqual(['B: firing Down']);
});

test('so does an incident of a revoked hook', () => {
  const w = new World({ ops: routeTo(['A']), db: routeTo(['B']) });
  w.call('g', many(5500, 'critical'));
  w.routes.delete('ops');
  expect(read(w.call('db', { Down: 'critical' }, { hook: 'db' }))).toEqual(['B: firing Down']);
  expect(w.times('hook_removed')).toBe(1);
  expect(w.updates.find(({ hook, post }) => hook === 'ops' && post === null)?.posts).toHaveLength(1);
});

test('warnings leave space for critical alerts', () => {
  const w = new World({ ops: routeTo(['A']), db: routeTo(['B']) });
  w.call('g', many(5200, 'warning'));
  expect(w.counted('untracked')).toBe(200);
  expect(read(w.call('db', { Down: 'critical' }, { hook: 'db' }))).toEqual(['B: firing Down']);
});

test('when it is full, the channel and admins hear so once an hour', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', many(5001, 'warning'));
  w.call('h', { b: 'warning' });
  expect(w.counted('untracked')).toBe(2);
  expect(w.notices).toMatchObject([{ kind: 'full', untracked: 1 }]);
  w.pass(HOUR);
  w.call('h', { b: 'warning' });
  expect(w.notices).toHaveLength(2);
});

test('critical alerts beyond the capacity are counted, and each hook sends one text an hour that says how many', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS, reminders: false }), db: routeTo(['B']) });
  w.call('g', many(5500, 'critical'), { hook: 'db' });
  const beyond = (n: number) => w.call(`h${n}`, { [`b${n}`]: 'critical' });
  expect(read(beyond(0))).toEqual(['A: firing ']);
  for (let n = 1; n < 8; n++) {
    w.pass(4 * MINUTE);
    beyond(n);
  }
  w.act('\u0000overflow', 'acknowledge', { by: 'A' });
  w.texts.length = 0;
  expect(read(w.pass(40 * MINUTE))).toEqual(expect.arrayContaining(['A: firing  x8']));
  expect(w.texts.filter(({ to }) => to.includes('A'))).toHaveLength(1);
  expect(w.texts[0]?.isOverflow).toBe(true);
  w.pass(3 * HOUR);
  expect(() => w.incident('\u0000overflow'), 'it is over and dropped').toThrow('no incident');
});

test('a storm is a few texts, and the first critical alert doesn’t wait', () => {
  const w = new World({ ops: routeTo(['A']) });
  for (const group of fleet(100)) w.call(group, { x: 'warning' });
  w.call('c', { Down: 'critical' });
  expect(read(w.texts.slice(1)).slice(0, 2)).toEqual(['A: firing Down', 'A: firing x x99']);
  w.pass(HOUR);
  expect(w.texts).toHaveLength(2);
});

test('in quiet hours a critical alert’s text includes the incident’s other alerts', () => {
  const w = new World({ ops: routeTo(['A'], { quiet: { from: '15:05', to: '20:00' } }) });
  w.call('g', { x: 'warning' });
  w.pass(10 * MINUTE);
  w.act('g', 'text_someone_else', { to: ['K'] });
  expect(whoGot(w.texts)).toBe('A');
  expect(read(w.call('g', { y: 'critical' }))).toEqual(
    expect.arrayContaining(['A: firing y', 'K: firing y', 'K: firing x']),
  );
});

test('and those that arrived in quiet hours, which get texts of their own only afterwards', () => {
  const w = new World({ ops: routeTo(['A'], { quiet: { from: '14:00', to: '20:00' } }) });
  expect(w.call('g', { x: 'warning' })).toEqual([]);
  expect(read(w.call('g', { y: 'critical' }))).toEqual(['A: firing y', 'A: firing x']);
  expect(w.call('g', { z: 'warning' })).toEqual([]);
  expect(read(w.pass(5 * HOUR))).toEqual(['A: firing z']);
});

test('alerts acknowledged in quiet hours aren’t texted afterwards', () => {
  const w = new World({
    ops: routeTo(['A'], { quiet: { from: '14:00', to: '20:00' }, acknowledgedMs: null }),
  });
  w.call('g', { x: 'warning' });
  w.act('g', 'acknowledge');
  expect(w.pass(6 * HOUR)).toEqual([]);
});

test('tests come last in a text', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('h', { y: 'warning' });
  w.pass(10 * SECOND);
  w.call('t', { Test: 'critical' }, { test: true });
  w.call('h', { z: 'warning' });
  expect(read(w.pass(2 * MINUTE))).toEqual(['A: firing z', 'A: firing Test']);
});

test('a daily limit in credits counts parts', () => {
  const w = new World({ ops: routeTo(['A', 'B', 'C'], { daily: { credits: '2' as never } }) });
  w.pricing = { partsOf: () => 1, past: { cost: '0.7' as never, parts: 1 } };
  expect(whoGot(w.call('g', { x: 'warning' }))).toBe('AB');
  expect(w.counted('limitReached')).toBe(1);
  expect(whoGot(w.call('h', { y: 'critical' }))).toHaveLength(3);
  const nextDay = 9 * HOUR;
  w.now = AFTERNOON + nextDay;
  expect(whoGot(w.do())).toContain('C');
});

test('while no price is known, a part counts as a credit', () => {
  const w = new World({ ops: routeTo(['A', 'B', 'C'], { daily: { credits: '2' as never } }) });
  expect(whoGot(w.call('g', { x: 'warning' }))).toBe('AB');
});

test('a text that costs more than is left of a day’s credits waits for the next day', () => {
  const w = new World({ ops: routeTo(['A'], { daily: { credits: '2' as never } }) });
  w.pricing = { partsOf: () => 3, past: { cost: '0.7' as never, parts: 1 } };
  expect(w.call('g', { x: 'warning' })).toEqual([]);
  expect(w.updates.at(-1)?.held).toMatchObject({ alerts: 1, why: 'daily' });
  expect(whoGot(w.call('h', { y: 'critical' }))).toBe('A');
});

test('critical alerts within ten seconds share a text', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', { x: 'critical' });
  for (let n = 0; n < 5; n++) {
    w.pass(SECOND);
    expect(w.call(`h${n}`, { [`y${n}`]: 'critical' })).toEqual([]);
  }
  expect(w.updates.at(-1)?.held).toMatchObject({ why: 'together' });
  expect(w.pass(4 * SECOND)).toEqual([]);
  expect(read(w.pass(SECOND))).toHaveLength(5);
});
