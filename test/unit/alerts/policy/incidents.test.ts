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

/* Incidents: who hears of their alerts, and of their end. */

test('a new critical alert after nobody answered starts the steps again', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  w.call('g', { x: 'critical' });
  w.pass(HOUR);
  expect(w.times('nobody_answered')).toBe(1);
  expect(read(w.call('g', { y: 'critical' }))).toEqual(['A: firing y']);
  expect(read(w.pass(HOUR))).toEqual(['B: firing y', 'B: reminder x']);
});

test('an alert that ends and fires again while the text waits is texted, in one call or in two', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.takesMs = HOUR;
  w.call('g', { x: 'critical' });
  w.now += 30 * SECOND;
  w.call('g', { x: null }, { startsAt: AFTERNOON });
  w.takesMs = SECOND;
  w.call('g', { x: 'critical' });
  w.pass(HOUR);
  // The first text was cancelled.
  expect(read(w.texts)).toEqual(['A: firing x', 'A: firing x']);
});

test('an alert that fires again before its text turns out to be cancelled is texted', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.takesMs = HOUR;
  w.cancelMs = MINUTE;
  w.call('g', { x: 'critical' });
  w.now += 30 * SECOND;
  w.call('g', { x: null });
  expect(w.call('g', { x: 'critical' }, { startsAt: w.now + 1 })).toEqual([]);
  expect(read(w.pass(MINUTE))).toEqual(['A: firing x']);
});

test('an end and a new firing within one decision leave the text on its way alone', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.takesMs = 5 * MINUTE;
  w.call('g', { x: 'critical' });
  w.now += 30 * SECOND;
  expect(w.do(w.callOf('g', { x: null }), w.callOf('g', { x: 'critical' }))).toEqual([]);
  w.pass(HOUR);
  expect(read(w.texts)).toEqual(['A: firing x']);
});

test('a flap continues the same incident with its acknowledgement, and pages nobody else', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  w.call('g', { x: 'critical' });
  w.pass(20 * SECOND);
  const { id } = w.incident('g');
  w.act('g', 'acknowledge', { by: 'A' });
  w.pass(10 * SECOND);
  w.call('g', { x: null });
  w.pass(10 * SECOND);
  w.call('g', { x: 'critical' });
  expect(w.incident('g')).toMatchObject({ id, endedAt: null, acknowledged: { by: { userId: 'A' } } });
  expect(whoGot(w.pass(HOUR))).not.toContain('B');
});

test('flaps make one text, even if the hook doesn’t report ends', () => {
  const w = new World({ ops: routeTo(['A'], { resolved: false }) });
  for (let n = 0; n < 5; n++) {
    w.call('g', { x: 'critical' });
    w.pass(MINUTE);
    w.call('g', { x: null });
    w.pass(MINUTE);
  }
  expect(read(w.texts)).toEqual(['A: firing x']);
});

test('more than ten minutes after the end it is a new incident', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', { x: 'critical' });
  w.act('g', 'acknowledge');
  w.pass(MINUTE);
  w.call('g', { x: null });
  const { id } = w.incident('g');
  w.pass(10 * MINUTE + 1);
  expect(read(w.call('g', { x: 'critical' }))).toEqual(['A: firing x']);
  expect(w.incident('g').id).not.toBe(id);
  expect(w.incident('g').acknowledged).toBeNull();
});

test('readers of an earlier, less severe alert hear its end', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', { x: 'warning' });
  w.pass(2 * MINUTE);
  w.act('g', 'text_someone_else', { to: ['K'] });
  w.pass(2 * MINUTE);
  w.call('g', { x: 'critical' });
  w.pass(5 * MINUTE);
  expect(read([...w.call('g', { x: null }), ...w.pass(HOUR)])).toContain('K: resolved x');
});

test('a recipient whose text was still waiting hears of it once after a flap', () => {
  const w = new World({ ops: routeTo(['A', 'B']) });
  w.call('p', { p: 'warning' }, { to: ['B'] });
  w.call('g', { x: 'warning' });
  w.pass(20 * SECOND);
  w.call('g', { x: null });
  w.call('g', { x: 'warning' }, { startsAt: w.now + 1 });
  w.pass(2 * MINUTE);
  expect(read(w.texts)).toEqual(['B: firing p', 'A: firing x', 'B: firing x']);
});

test('a recipient whose text about an end is waiting doesn’t get it once the group fires again', () => {
  const w = new World({ ops: routeTo(['A'], { quiet: { from: '15:10', to: '20:00' } }) });
  w.call('g', { x: 'warning' });
  w.pass(11 * MINUTE);
  expect(w.call('g', { x: null })).toEqual([]);
  w.pass(11 * MINUTE);
  w.call('g', { x: 'warning' });
  w.pass(6 * HOUR);
  expect(read(w.texts)).toEqual(['A: firing x', 'A: firing x']);
});

test('names with spaces and quotes don’t mix groups', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('a b', { c: 'critical' });
  w.call('a', { 'b c': 'critical' });
  w.call('a","b', { c: 'critical' });
  expect(w.state.incidents.size).toBe(3);
});

test('an incident has its own post; those that begin while five are open share one for an hour, and each stays in its post', () => {
  const w = new World({ ops: routeTo(['A']) });
  const posts = () => [...w.state.incidents.values()].map(({ post }) => post);
  for (let n = 0; n < 8; n++) w.call(`g${n}`, { x: n === 7 ? 'critical' : 'warning' });
  const [own, shared] = [posts().slice(0, 5), posts().slice(5)];
  expect(new Set(own).size).toBe(5);
  expect(new Set(shared).size).toBe(1);
  expect(own).not.toContain(shared[0]);
  const status = w.updates.flatMap(update => update.posts).findLast(({ post }) => post === shared[0]);
  expect(status?.sharing.map(({ worst }) => worst.severity)).toEqual(['critical', 'warning', 'warning']);
  w.call('g0', { x: null });
  w.call('g1', { x: null });
  w.call('g2', { x: null });
  w.call('g3', { x: null });
  w.call('g8', { x: 'warning' });
  expect(posts().at(-1), 'five are open, whatever their posts').toBe(w.incident('g8').id);
  w.pass(HOUR);
  w.call('g9', { x: 'warning' });
  expect(posts().slice(0, 4)).toEqual([own[4], ...shared]);
  expect([w.incident('g9').id, shared[0]]).not.toContain(w.incident('g9').post);
});

test('an incident keeps its post, however many are open', () => {
  const w = new World({ ops: routeTo(['A']) });
  for (let n = 0; n < 70; n++) {
    w.call(`g${n}`, { x: 'warning' });
    w.pass(MINUTE);
  }
  const { post } = w.incident('g0');
  w.call('g0', { x: null });
  expect(w.incident('g0')).toMatchObject({ post, endedAt: w.now });
  expect(w.updates.at(-1)?.posts[0]).toMatchObject({ post, open: 0 });
});

test('an expired text is renewed, a refused one isn’t, and a step that reached nobody gives way', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  w.outcome = number => (number === 'A' ? 'unsent' : 'sent');
  w.call('g', { x: 'critical' });
  expect(whoGot(w.pass(MINUTE))).toBe('B');
  const v = new World({ ops: routeTo(['A']) });
  v.takesMs = 30 * MINUTE;
  v.outcome = (_, text) => (text.at === AFTERNOON ? 'expired' : 'sent');
  v.call('g', { x: 'warning' });
  expect(read(v.pass(40 * MINUTE))).toEqual(['A: firing x']);
});

test('after a text that reached nobody, nobody is told of the end', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.outcome = () => 'unsent';
  w.call('g', { x: 'warning' });
  w.pass(5 * MINUTE);
  expect([...w.call('g', { x: null }), ...w.pass(HOUR)]).toEqual([]);
});

test('a reader whose text is uncertain counts as told, and hears of the end', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.outcome = () => 'uncertain';
  w.call('g', { x: 'warning' });
  w.pass(5 * MINUTE);
  expect(read([...w.call('g', { x: null }), ...w.pass(MINUTE)])).toEqual(['A: resolved x']);
});

test('while a text’s outcome is unknown, its reader doesn’t hear of the end', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.takesMs = 5 * MINUTE;
  w.call('g', { x: 'warning' });
  w.pass(2 * MINUTE);
  // A second alert keeps the text from being cancelled.
  w.call('g', { y: 'warning' });
  w.pass(30 * SECOND);
  w.call('g', { x: null });
  expect(w.pass(4 * MINUTE)).toEqual([]);
  expect(read(w.pass(MINUTE))).toEqual(['A: resolved x']);
});

test('“nobody can be reached” is said once, and withdrawn when somebody can be texted', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.lookUp = () => lookupOf();
  w.call('g', { x: 'warning' });
  w.call('g', { x: 'warning' });
  expect(w.times('unreached')).toBe(1);
  expect(w.incident('g').trouble).toBe('unreached');
  w.lookUp = recipient => lookupOf(nameOf(recipient));
  w.pass(11 * MINUTE);
  expect(read(w.call('g', { x: 'warning' }, { startsAt: AFTERNOON }))).toEqual(['A: firing x']);
  expect(w.incident('g').trouble).toBeNull();
});

test('users whom Slack can’t look up are looked up again for half an hour', () => {
  const w = new World({ ops: routeTo(['A']) });
  let lookUps = 0;
  w.lookUp = recipient => {
    lookUps += 1;
    return lookUps < 4
      ? { numbers: [], called: [], omitted: [], silent: [recipient] }
      : lookupOf(nameOf(recipient));
  };
  expect(w.call('g', { x: 'warning' })).toEqual([]);
  expect(whoGot(w.pass(16 * SECOND))).toBe('A');
  const v = new World({ ops: routeTo(['A']) });
  v.lookUp = recipient => ({ numbers: [], called: [], omitted: [], silent: [recipient] });
  v.call('g', { x: 'warning' });
  v.pass(29 * MINUTE);
  expect(v.times('unreached')).toBe(0);
  v.pass(2 * MINUTE);
  expect(v.times('unreached')).toBe(1);
  expect(v.updates.flatMap(({ undeliverable }) => undeliverable)).toEqual([
    { recipient: 'A', alerts: 1, problem: null },
  ]); // prettier-ignore
});

test('a test is texted and dropped', () => {
  const w = new World({ ops: routeTo(['A']) });
  expect(read(w.call('t', { Test: 'critical' }, { test: true }))).toEqual(['A: firing Test']);
  w.pass(MINUTE);
  expect(w.state.incidents.size).toBe(0);
  expect(w.updates.flatMap(({ posts }) => posts)).toEqual([]);
});

test('a call without a key stays for an hour after its last text, and then expires', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  w.call('s', { x: 'critical' }, { single: true });
  w.pass(15 * MINUTE);
  expect(w.times('nobody_answered')).toBe(1);
  w.pass(59 * MINUTE);
  expect(w.incident('s').endedAt).toBeNull();
  w.pass(2 * MINUTE);
  expect(w.updates.flatMap(({ lapsed }) => lapsed)).toHaveLength(1);
});

test('the latest 200 posts of calls without a key are kept', () => {
  const w = new World({ ops: routeTo(['A']) });
  for (let n = 0; n < 201; n++) w.call(`s${n}`, { x: 'warning' }, { single: true });
  expect(w.incident('s0').endedAt).toBe(w.now);
  expect(w.incident('s1').endedAt).toBeNull();
  expect(w.updates.flatMap(({ lapsed }) => lapsed)).toHaveLength(1);
});

test('an alert that its sender hasn’t mentioned for a week expires', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', { x: 'warning' });
  w.pass(7 * DAY - MINUTE);
  w.do();
  expect(w.incident('g').endedAt).toBeNull();
  w.pass(2 * MINUTE);
  w.do();
  expect(w.updates.flatMap(({ lapsed }) => lapsed)).toHaveLength(1);
});

test('senders choose groups and fingerprints with any separator in them without confusing two', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('a b', { c: 'critical' });
  w.call('a', { 'b c': 'critical' });
  w.call('a","b', { c: 'critical' });
  expect([...w.state.incidents.values()].map(({ group }) => group)).toEqual(['a b', 'a', 'a","b']);
  w.call('a', { 'b c': null });
  expect([...w.state.incidents.values()].filter(({ endedAt }) => endedAt === null)).toHaveLength(2);
});

test('in a quiet workspace, too, ended incidents are dropped after an hour, and unmentioned ones end after a week', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('over', { x: 'critical' });
  w.call('on', { y: 'critical' });
  w.call('over', { x: null });
  w.pass(61 * MINUTE);
  expect([...w.state.incidents.values()].map(({ group }) => group)).toEqual(['on']);
  w.pass(7 * DAY - 61 * MINUTE);
  expect(w.updates.flatMap(({ lapsed }) => lapsed)).toMatchObject([{ called: 'y' }]);
  w.pass(61 * MINUTE);
  expect(w.state.incidents.size).toBe(0);
  expect(w.dueAt).toBeNull();
});

test('a decision sends a channel no empty update', () => {
  const w = new World({ ops: routeTo(['A']) });
  for (const group of ['g', 'h', 'i']) w.call(group, { x: 'warning' });
  w.updates.length = 0;
  w.call('k', { x: 'warning' });
  const posts = new Set(w.updates.flatMap(({ post }) => post ?? []));
  expect([...posts]).toEqual([w.incident('k').post]);
  expect(w.updates.at(-1)).toMatchObject({ post: null, held: { alerts: 3, why: 'pace' } });
});
