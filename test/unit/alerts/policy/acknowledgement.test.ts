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

/* Acknowledgements: how long they last, and how an incident goes back to the others. */

const world = (more: Parameters<typeof routeTo>[1] = {}) =>
  new World({ ops: routeTo(['A'], { escalation: STEPS, reminders: false, ...more }) });

test('an acknowledgement stops the steps and cancels waiting texts, however often people were texted', () => {
  const w = world();
  w.takesMs = HOUR;
  w.call('g', { x: 'critical' });
  w.pass(6 * MINUTE);
  expect(whoGot(w.texts)).toBe('AB');
  w.act('g', 'acknowledge', { by: 'A' });
  expect([...w.state.texts.values()].filter(({ isCancelled }) => isCancelled)).toHaveLength(2);
  expect(w.pass(3 * HOUR)).toEqual([]);
});

test('an acknowledgement also cancels a text about several incidents once none of them is open', () => {
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

test('an acknowledgement ends: the responder is reminded, and without an answer the steps continue where they stood', () => {
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

test('an acknowledgement “until it is over” doesn’t end earlier', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'A', forMs: null });
  expect(w.pass(3 * DAY)).toEqual([]);
});

test('an acknowledgement lasts as long as its hook says', () => {
  for (const acknowledgedMs of [30 * MINUTE, DAY, null]) {
    const w = world({ acknowledgedMs });
    w.call('g', { x: 'critical' });
    w.act('g', 'acknowledge', { by: 'A' });
    expect(w.incident('g').acknowledged?.until).toBe(
      acknowledgedMs === null ? null : AFTERNOON + acknowledgedMs,
    );
  }
});

test('one press by the responder extends an acknowledgement', () => {
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

test('an acknowledgement “until it is over” can’t be shortened', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'A', forMs: null });
  w.act('g', 'extend', { by: 'A' });
  expect(w.incident('g').acknowledged?.until).toBeNull();
});

test('the responder of an ended acknowledgement is remembered until the next one', () => {
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

test('an acknowledgement renewed within ten minutes of its end keeps the steps stopped', () => {
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

test('once only alerts that don’t escalate are left, the end of an acknowledgement texts no further step', () => {
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
  // The acknowledgement itself stays.
  expect(w.incident('g').acknowledged).toMatchObject({ by: { userId: 'K' } });
});

test('an alert that doesn’t escalate goes to the responder, however late it joins', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'K' });
  w.pass(3 * HOUR);
  w.call('g', { y: 'warning' });
  expect(whoGot([...w.texts.slice(1), ...w.pass(30 * MINUTE)])).toBe('K');
});

test('after a hand-over of the rota that called the responder, a new critical alert calls the others at once', () => {
  const w = new World({ ops: routeTo(['R'], { escalation: STEPS }) });
  let onCall = 'A';
  w.lookUp = recipient => lookupOf(recipient === 'R' ? onCall : nameOf(recipient));
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
  'a responder who is %s gives way at once, and the channel hears of it',
  why => {
    const w = world();
    w.call('g', { x: 'critical' });
    w.pass(MINUTE);
    w.act('g', 'acknowledge');
    if (why === 'refused') w.outcome = number => (number === 'K' ? 'unsent' : 'sent');
    else w.lookUp = recipient => (nameOf(recipient) === 'K' ? lookupOf() : lookupOf(nameOf(recipient)));
    w.call('g', { y: 'critical' });
    w.pass(4 * MINUTE);
    expect(w.times('acknowledger_unreachable')).toBe(1);
    expect(read(w.texts).filter(line => line === 'A: firing y')).toHaveLength(1);
    expect(whoGot(w.pass(HOUR))).toBe('B');
  },
);

test('a responder who can’t be reminded of the end gives way at once', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge');
  w.lookUp = recipient => (nameOf(recipient) === 'K' ? lookupOf() : lookupOf(nameOf(recipient)));
  expect(whoGot(w.pass(4 * HOUR))).toBe('B');
  expect(w.times('acknowledger_unreachable')).toBe(1);
});

test('a responder who can’t be reminded of the end takes no time from a running step', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge');
  w.pass(4 * HOUR - 2 * MINUTE);
  w.lookUp = recipient => (nameOf(recipient) === 'K' ? lookupOf() : lookupOf(nameOf(recipient)));
  w.call('g', { y: 'critical' });
  expect(whoGot(w.pass(5 * MINUTE - 1))).not.toContain('B');
  expect(whoGot(w.pass(1))).toContain('B');
});

test('an acknowledgement doesn’t cover alerts that joined since the responder looked', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  const upTo = w.state.lastChange;
  w.pass(MINUTE);
  w.call('g', { y: 'critical' });
  w.act('g', 'acknowledge', { upTo });
  expect(w.incident('g').acknowledged).toMatchObject({ by: { userId: 'K' } });
  expect(whoGot(w.pass(HOUR))).toContain('B');
});

test('an acknowledgement doesn’t cover an incident that began since the responder looked', () => {
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

test('a second person’s acknowledgement doesn’t replace the first', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'A' });
  w.act('g', 'acknowledge', { by: 'B' });
  expect(w.incident('g').acknowledged).toMatchObject({ by: { userId: 'A' } });
  expect(w.times('acknowledged_before')).toBe(1);
});

test('only the responder gives it back while it fires: the current step gets its full time again', () => {
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

test('given back, an incident goes to the people whom the sender named, without alerts that are only posted', () => {
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

test('“Text someone else” stays in effect while it fires, acknowledged or not', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'A' });
  w.pass(2 * HOUR);
  expect(read(w.act('g', 'text_someone_else', { to: ['S'] }))).toEqual(['S: firing x']);
  expect(w.act('g', 'text_someone_else', { to: ['S'] })).toEqual([]);
});

test('nobody can act on an incident that is over', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.pass(MINUTE);
  w.call('g', { x: null });
  w.act('g', 'acknowledge');
  expect(w.incident('g').acknowledged).toBeNull();
  expect(w.act('g', 'text_someone_else', { to: ['S'] })).toEqual([]);
});

test('after “Resolve”, only the end is texted', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.pass(2 * MINUTE);
  expect(read(w.act('g', 'resolve'))).toEqual(['A: resolved x']);
  expect(w.pass(HOUR)).toEqual([]);
});

test('an incident acknowledged again while the reminder of the end waits reminds nobody', () => {
  const w = world({ quiet: { from: '15:05', to: '20:00' } });
  w.call('g', { x: 'warning' });
  w.act('g', 'acknowledge', { by: 'A', forMs: HOUR });
  expect(w.pass(2 * HOUR)).toEqual([]);
  expect(w.times('acknowledgement_ended')).toBe(1);
  w.act('g', 'acknowledge', { by: 'A', forMs: DAY });
  expect(w.pass(12 * HOUR)).toEqual([]);
});

test('a responder whose reminder of its end was late isn’t reminded again right after it', () => {
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

test('a responder whom a step has just reminded isn’t reminded again because the acknowledgement ends', () => {
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

test('an acknowledgement that ends without an answer spares nobody a reminder in later rounds', () => {
  const escalation = { ...STEPS, firstMs: 2 * MINUTE, steps: [{ to: ['B'], waitMs: 2 * MINUTE }], rounds: 3 };
  const w = world({ escalation });
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge', { by: 'A' });
  w.pass(4 * HOUR + 10 * MINUTE);
  w.texts.length = 0;
  expect(whoGot(w.pass(HOUR))).toBe('ABAB');
});
