import { expect, test } from 'vitest';
import {
  AFTERNOON,
  DAY,
  HOUR,
  lookupOf,
  MINUTE,
  nameOf,
  read,
  routeTo,
  SECOND,
  STEPS,
  World,
  whoGot,
} from './world.ts';

/* Somebody is on it, until when, and what gives it to others again. */

const world = (more: Parameters<typeof routeTo>[1] = {}) =>
  new World({ ops: routeTo(['A'], { escalation: STEPS, reminders: false, ...more }) });

test('an acknowledgement stops the steps and cancels what waits, however often it was texted', () => {
  const w = world();
  w.takesMs = HOUR;
  w.call('g', { x: 'critical' });
  w.pass(6 * MINUTE);
  expect(whoGot(w.texts)).toBe('AB');
  w.act('g', 'acknowledge', { by: 'A' });
  expect([...w.state.texts.values()].filter(({ isCancelled }) => isCancelled)).toHaveLength(2);
  expect(w.pass(3 * HOUR)).toEqual([]);
});

test('a text that tells of another incident, too, is cancelled once nothing of either is open', () => {
  const w = new World({ ops: routeTo(['A'], { reminders: false }) });
  w.call('f', { v: 'warning' });
  w.call('g', { x: 'warning' });
  w.call('h', { y: 'warning' });
  w.takesMs = HOUR;
  expect(read(w.pass(MINUTE))).toEqual(['A: firing x', 'A: firing y']);
  const cancelled = () => [...w.state.texts.values()].filter(({ isCancelled }) => isCancelled).length;
  w.act('g', 'acknowledge');
  expect(cancelled()).toBe(0);
  w.act('h', 'acknowledge');
  expect(cancelled()).toBe(1);
});

test('it ends: its responder is reminded, and without an answer the steps go on where they stood', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.pass(MINUTE);
  w.act('g', 'acknowledge', { by: 'A' });
  expect(w.happened.at(-1)).toMatchObject({
    happening: 'acknowledged',
    by: { userId: 'A' },
    until: w.now + 4 * HOUR,
  });
  expect(w.pass(4 * HOUR - 1)).toEqual([]);
  expect(read(w.pass(1))).toEqual(['A: reminder x']);
  expect(w.times('acknowledgement_ended')).toBe(1);
  expect(w.pass(10 * MINUTE - 1)).toEqual([]);
  expect(read(w.pass(1))).toEqual(['B: firing x']);
});

test('until it is over: it doesn’t end', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'A', forMs: null });
  expect(w.pass(3 * DAY)).toEqual([]);
});

test('a hook says how long one lasts', () => {
  for (const acknowledgedMs of [30 * MINUTE, DAY, null]) {
    const w = world({ acknowledgedMs });
    w.call('g', { x: 'critical' });
    w.act('g', 'acknowledge', { by: 'A' });
    expect(w.incident('g').acknowledged?.until).toBe(
      acknowledgedMs === null ? null : AFTERNOON + acknowledgedMs,
    );
  }
});

test('one press makes it longer, by its responder', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'A' });
  w.pass(3 * HOUR);
  w.act('g', 'extend', { by: 'B', forMs: 8 * HOUR });
  expect(w.incident('g').acknowledged?.until).toBe(AFTERNOON + 4 * HOUR);
  w.act('g', 'extend', { by: 'A' });
  expect(w.pass(4 * HOUR - 1)).toEqual([]);
  expect(whoGot(w.pass(1))).toBe('A');
  w.act('g', 'acknowledge', { by: 'A', forMs: HOUR });
  w.act('g', 'extend', { by: 'A', forMs: null });
  expect(w.incident('g').acknowledged?.until).toBeNull();
});

test('what lasts until it is over isn’t made shorter', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'A', forMs: null });
  w.act('g', 'extend', { by: 'A' });
  expect(w.incident('g').acknowledged?.until).toBeNull();
});

test('whose time is over is known until somebody acknowledges again', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'A' });
  w.pass(4 * HOUR + 20 * MINUTE);
  expect(w.incident('g').overdue).toEqual({
    by: { kind: 'person', userId: 'A' },
    since: AFTERNOON + 4 * HOUR,
  });
  w.act('g', 'acknowledge', { by: 'B' });
  expect(w.incident('g').overdue).toBeNull();
});

test('answered within ten minutes of its end, the steps don’t go on', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'A' });
  w.pass(4 * HOUR + 9 * MINUTE);
  w.act('g', 'acknowledge', { by: 'A' });
  expect(whoGot(w.pass(3 * HOUR))).toBe('');
});

test('a hook without steps texts its own people again', () => {
  const w = new World({ ops: routeTo(['A', 'C'], { reminders: false }) });
  w.call('g', { x: 'warning' });
  w.act('g', 'acknowledge', { by: 'A' });
  expect(whoGot(w.pass(4 * HOUR))).toBe('A');
  expect(
    whoGot(w.pass(10 * MINUTE))
      .split('')
      .sort()
      .join(''),
  ).toBe('AC');
});

test('it ends, and only what doesn’t escalate is left: no further step is texted', () => {
  const w = world();
  w.call('g', { x: 'critical', y: 'warning' });
  w.pass(6 * MINUTE);
  w.act('g', 'acknowledge', { by: 'A' });
  w.call('g', { x: null });
  w.pass(5 * MINUTE);
  w.texts.length = 0;
  expect(whoGot(w.pass(5 * HOUR))).toBe('AA');
});

test('new critical alerts go to the responder alone for ten minutes, then they start the steps', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.pass(MINUTE);
  w.act('g', 'acknowledge', { by: 'K' });
  w.pass(10 * MINUTE);
  expect(read([...w.call('g', { y: 'critical' }), ...w.pass(20 * MINUTE)])).toEqual([
    'K: firing x',
    'K: firing y',
  ]);
  expect(read(w.call('g', { z: 'critical' }))).toEqual(
    expect.arrayContaining(['A: firing z', 'K: firing z']),
  );
  expect(read(w.pass(10 * MINUTE).slice(-1))).toEqual(['B: firing x', 'B: firing y', 'B: firing z']);
  // What is acknowledged stays so.
  expect(w.incident('g').acknowledged).toMatchObject({ by: { userId: 'K' } });
});

test('what doesn’t escalate is the responder’s, however late it joins', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'K' });
  w.pass(3 * HOUR);
  w.call('g', { y: 'warning' });
  expect(whoGot([...w.texts.slice(1), ...w.pass(30 * MINUTE)])).toBe('K');
});

test('after a hand-over of the rota that called the responder, a new critical alert calls others at once', () => {
  const w = new World({ ops: routeTo(['R'], { escalation: STEPS }) });
  let onCall = 'A';
  w.who = recipient => lookupOf(recipient === 'R' ? onCall : nameOf(recipient));
  w.call('g', { x: 'critical' });
  w.pass(MINUTE);
  w.act('g', 'acknowledge', { by: 'A', rotas: ['rota-1'] });
  w.pass(2 * MINUTE);
  onCall = 'S';
  w.do({ kind: 'hand_over', rota: 'another' });
  expect(whoGot(w.call('g', { w: 'critical' }))).not.toContain('S');
  w.do({ kind: 'hand_over', rota: 'rota-1' });
  expect(whoGot([...w.call('g', { y: 'critical' }), ...w.pass(SECOND)])).toContain('S');
  w.act('g', 'acknowledge', { by: 'S' });
  expect(w.incident('g').acknowledged).toMatchObject({ by: { userId: 'S' } });
});

test.each(['refused', 'without a number'])(
  'a responder who is %s gives way at once, and that is said',
  why => {
    const w = world();
    w.call('g', { x: 'critical' });
    w.pass(MINUTE);
    w.act('g', 'acknowledge');
    if (why === 'refused') w.fate = number => (number === 'K' ? 'unsent' : 'sent');
    else w.who = recipient => (nameOf(recipient) === 'K' ? lookupOf() : lookupOf(nameOf(recipient)));
    w.call('g', { y: 'critical' });
    w.pass(4 * MINUTE);
    expect(w.times('acknowledger_unreachable')).toBe(1);
    expect(read(w.texts).filter(line => line === 'A: firing y')).toHaveLength(1);
    expect(whoGot(w.pass(HOUR))).toBe('B');
  },
);

test('a responder who can’t be reminded that it ended gives way at once', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge');
  w.who = recipient => (nameOf(recipient) === 'K' ? lookupOf() : lookupOf(nameOf(recipient)));
  expect(whoGot(w.pass(4 * HOUR))).toBe('B');
  expect(w.times('acknowledger_unreachable')).toBe(1);
});

test('a responder who can’t be reminded that it ended takes no time from a step that is on for something else', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge');
  w.pass(4 * HOUR - 2 * MINUTE);
  w.who = recipient => (nameOf(recipient) === 'K' ? lookupOf() : lookupOf(nameOf(recipient)));
  w.call('g', { y: 'critical' });
  expect(whoGot(w.pass(5 * MINUTE - 1))).not.toContain('B');
  expect(whoGot(w.pass(1))).toContain('B');
});

test('what joined since somebody looked isn’t acknowledged', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  const upTo = w.state.lastChange;
  w.pass(MINUTE);
  w.call('g', { y: 'critical' });
  w.act('g', 'acknowledge', { upTo });
  expect(w.incident('g').acknowledged).toMatchObject({ by: { userId: 'K' } });
  expect(whoGot(w.pass(HOUR))).toContain('B');
});

test('an incident that began since somebody looked isn’t theirs', () => {
  const w = world();
  for (let n = 0; n < 5; n++) w.call(`own ${n}`, { x: 'warning' });
  w.call('g', { x: 'critical' });
  const upTo = w.state.lastChange;
  w.call('h', { y: 'critical' });
  const { post } = w.incident('h');
  expect(post).toBe(w.incident('g').post);
  w.do({ ...w.actionOf('g', 'acknowledge'), which: { post, upTo } });
  expect(w.incident('g').acknowledged).not.toBeNull();
  expect(w.incident('h').acknowledged).toBeNull();
});

test('who acknowledges second doesn’t take it from who was first', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'A' });
  w.act('g', 'acknowledge', { by: 'B' });
  expect(w.incident('g').acknowledged).toMatchObject({ by: { userId: 'A' } });
  expect(w.times('acknowledged_before')).toBe(1);
});

test('only its responder gives it back, as long as it fires: the step that was on has its time again', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.pass(6 * MINUTE);
  w.act('g', 'acknowledge', { by: 'A' });
  w.pass(2 * HOUR);
  w.act('g', 'give_back', { by: 'B' });
  expect(w.incident('g').acknowledged).not.toBeNull();
  expect(w.act('g', 'give_back', { by: 'A' })).toEqual([]);
  expect(w.pass(10 * MINUTE - 1)).toEqual([]);
  w.pass(1);
  expect(w.times('nobody_answered')).toBe(1);
});

test('given back, it goes to whom the sender named, and not what is only posted', () => {
  const w = new World({ ops: routeTo(['A'], { severities: ['critical'], escalation: STEPS }) });
  w.call('g', { x: 'critical' }, { to: ['N'] });
  w.pass(MINUTE);
  w.call('g', { y: 'info' });
  w.act('g', 'acknowledge');
  w.pass(MINUTE);
  w.act('g', 'give_back');
  w.pass(5 * MINUTE);
  expect(read(w.texts).filter(line => line.startsWith('A:'))).toEqual([]);
  expect(read(w.texts).filter(line => line.startsWith('B:'))).toContain('B: firing x');
});

test('“Text someone else” stands as long as it fires, acknowledged or not', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'A' });
  w.pass(2 * HOUR);
  expect(read(w.act('g', 'text_someone_else', { to: ['S'] }))).toEqual(['S: firing x']);
  expect(w.act('g', 'text_someone_else', { to: ['S'] })).toEqual([]);
});

test('what is over is nobody’s to do anything about', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.pass(MINUTE);
  w.call('g', { x: null });
  w.act('g', 'acknowledge');
  expect(w.incident('g').acknowledged).toBeNull();
  expect(w.act('g', 'text_someone_else', { to: ['S'] })).toEqual([]);
});

test('resolved here: nothing more is texted but that it is over', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.pass(2 * MINUTE);
  expect(read(w.act('g', 'resolve'))).toEqual(['A: resolved x']);
  expect(w.pass(HOUR)).toEqual([]);
});

test('acknowledged again while the reminder of its end waits: nobody is reminded', () => {
  const w = world({ quiet: { from: '15:05', to: '20:00' } });
  w.call('g', { x: 'warning' });
  w.act('g', 'acknowledge', { by: 'A', forMs: HOUR });
  expect(w.pass(2 * HOUR)).toEqual([]);
  expect(w.times('acknowledgement_ended')).toBe(1);
  w.act('g', 'acknowledge', { by: 'A', forMs: DAY });
  expect(w.pass(12 * HOUR)).toEqual([]);
});

test('a responder whose reminder that it ended was late isn’t reminded again right after it', () => {
  const w = new World({ ops: routeTo(['A']), db: routeTo(['A']) });
  w.call('g', { x: 'warning' });
  w.pass(MINUTE);
  w.act('g', 'acknowledge', { by: 'A' });
  w.pass(4 * HOUR - 6 * MINUTE);
  for (let n = 0; n < 5; n++) {
    w.call(`h${n}`, { y: 'warning' }, { hook: 'db' });
    w.pass(MINUTE);
  }
  w.texts.length = 0;
  w.pass(30 * MINUTE);
  expect(read(w.texts)).toEqual(['A: reminder x']);
});

test('a responder whom a step has just reminded isn’t reminded again because their acknowledgement ends', () => {
  const w = world();
  const startsAt = w.now;
  w.call('g', { x: 'critical' }, { startsAt });
  w.pass(MINUTE);
  w.act('g', 'acknowledge', { by: 'B' });
  w.pass(4 * HOUR - 8 * MINUTE);
  w.call('g', { x: 'critical', y: 'critical' }, { startsAt });
  w.texts.length = 0;
  w.pass(8 * MINUTE);
  expect(w.times('acknowledgement_ended')).toBe(1);
  expect(read(w.texts)).toEqual(['B: reminder x', 'B: reminder y']);
  expect(w.times('acknowledger_unreachable')).toBe(0);
});

test('gone by without an answer, its end spares nobody a reminder in later rounds', () => {
  const escalation = { ...STEPS, firstMs: 2 * MINUTE, steps: [{ to: ['B'], waitMs: 2 * MINUTE }], rounds: 3 };
  const w = world({ escalation });
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'A' });
  w.pass(4 * HOUR + 10 * MINUTE);
  w.texts.length = 0;
  expect(whoGot(w.pass(HOUR))).toBe('ABAB');
});
