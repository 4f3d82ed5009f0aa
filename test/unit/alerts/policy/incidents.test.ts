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

/* An incident: who hears of its alerts, and of their end. */

test('a new critical alert after nobody answered starts the steps again', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  w.call('g', { x: 'critical' });
  w.pass(HOUR);
  expect(w.times('nobody_answered')).toBe(1);
  expect(read(w.call('g', { y: 'critical' }))).toEqual(['A: firing y']);
  expect(read(w.pass(HOUR))).toEqual(['B: firing y', 'B: reminder x']);
});

test('over and firing again while the text still waits: it is texted, in one call or in two', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.takesMs = HOUR;
  w.call('g', { x: 'critical' });
  w.now += 30 * SECOND;
  w.call('g', { x: null }, { startsAt: AFTERNOON });
  w.takesMs = SECOND;
  w.call('g', { x: 'critical' });
  w.pass(HOUR);
  // The first was cancelled.
  expect(read(w.texts)).toEqual(['A: firing x', 'A: firing x']);
});

test('it is known only later that the text was cancelled: by then it fires again, and is texted', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.takesMs = HOUR;
  w.cancelMs = MINUTE;
  w.call('g', { x: 'critical' });
  w.now += 30 * SECOND;
  w.call('g', { x: null });
  expect(w.call('g', { x: 'critical' }, { startsAt: w.now + 1 })).toEqual([]);
  expect(read(w.pass(MINUTE))).toEqual(['A: firing x']);
});

test('over and firing again within one decision changes nothing for the text on its way', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.takesMs = 5 * MINUTE;
  w.call('g', { x: 'critical' });
  w.now += 30 * SECOND;
  expect(w.do(w.callOf('g', { x: null }), w.callOf('g', { x: 'critical' }))).toEqual([]);
  w.pass(HOUR);
  expect(read(w.texts)).toEqual(['A: firing x']);
});

test('a flap is the same incident with its acknowledgement, and pages nobody else', () => {
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

test('flaps are one text, also if nobody is told of ends', () => {
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

test('people who were told of it when it was less severe hear its end', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', { x: 'warning' });
  w.pass(2 * MINUTE);
  w.act('g', 'text_someone_else', { to: ['K'] });
  w.pass(2 * MINUTE);
  w.call('g', { x: 'critical' });
  w.pass(5 * MINUTE);
  expect(read([...w.call('g', { x: null }), ...w.pass(HOUR)])).toContain('K: resolved x');
});

test('who still waited to hear of it hears of it after a flap, once', () => {
  const w = new World({ ops: routeTo(['A', 'B']) });
  w.call('p', { p: 'warning' }, { to: ['B'] });
  w.call('g', { x: 'warning' });
  w.pass(20 * SECOND);
  w.call('g', { x: null });
  w.call('g', { x: 'warning' }, { startsAt: w.now + 1 });
  w.pass(2 * MINUTE);
  expect(read(w.texts)).toEqual(['B: firing p', 'A: firing x', 'B: firing x']);
});

test('who waited to hear of an end doesn’t hear of it once the group fires anew', () => {
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

test('an incident has its own post; what begins while five are open shares one for an hour, and each stays in its post', () => {
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
  expect(posts().at(-1), 'five are open, of whichever post').toBe(w.incident('g8').id);
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

test('a text that was too late is renewed; one that was refused is not, and a step that reached nobody gives way', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  w.fate = number => (number === 'A' ? 'unsent' : 'sent');
  w.call('g', { x: 'critical' });
  expect(whoGot(w.pass(MINUTE))).toBe('B');
  const v = new World({ ops: routeTo(['A']) });
  v.takesMs = 30 * MINUTE;
  v.fate = (_, text) => (text.at === AFTERNOON ? 'expired' : 'sent');
  v.call('g', { x: 'warning' });
  expect(read(v.pass(40 * MINUTE))).toEqual(['A: firing x']);
});

test('a text that reached nobody tells nobody of the end', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.fate = () => 'unsent';
  w.call('g', { x: 'warning' });
  w.pass(5 * MINUTE);
  expect([...w.call('g', { x: null }), ...w.pass(HOUR)]).toEqual([]);
});

test('where it is uncertain whether a text went out, its reader counts as told, and hears of the end', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.fate = () => 'uncertain';
  w.call('g', { x: 'warning' });
  w.pass(5 * MINUTE);
  expect(read([...w.call('g', { x: null }), ...w.pass(MINUTE)])).toEqual(['A: resolved x']);
});

test('while it isn’t known whether a text went, its reader doesn’t hear of the end', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.takesMs = 5 * MINUTE;
  w.call('g', { x: 'warning' });
  w.pass(2 * MINUTE);
  // Another alert keeps the text from being cancelled.
  w.call('g', { y: 'warning' });
  w.pass(30 * SECOND);
  w.call('g', { x: null });
  expect(w.pass(4 * MINUTE)).toEqual([]);
  expect(read(w.pass(MINUTE))).toEqual(['A: resolved x']);
});

test('nobody reachable is said, once, and taken back when somebody can be texted', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.who = () => lookupOf();
  w.call('g', { x: 'warning' });
  w.call('g', { x: 'warning' });
  expect(w.times('unreached')).toBe(1);
  expect(w.incident('g').trouble).toBe('unreached');
  w.who = recipient => lookupOf(nameOf(recipient));
  w.pass(11 * MINUTE);
  expect(read(w.call('g', { x: 'warning' }, { startsAt: AFTERNOON }))).toEqual(['A: firing x']);
  expect(w.incident('g').trouble).toBeNull();
});

test('people Slack doesn’t answer for are asked for again, for half an hour', () => {
  const w = new World({ ops: routeTo(['A']) });
  let lookUps = 0;
  w.who = recipient => {
    lookUps += 1;
    return lookUps < 4 ? { numbers: [], omitted: [], silent: [recipient] } : lookupOf(nameOf(recipient));
  };
  expect(w.call('g', { x: 'warning' })).toEqual([]);
  expect(whoGot(w.pass(16 * SECOND))).toBe('A');
  const v = new World({ ops: routeTo(['A']) });
  v.who = recipient => ({ numbers: [], omitted: [], silent: [recipient] });
  v.call('g', { x: 'warning' });
  v.pass(29 * MINUTE);
  expect(v.times('unreached')).toBe(0);
  v.pass(2 * MINUTE);
  expect(v.times('unreached')).toBe(1);
  expect(v.updates.flatMap(({ undeliverable }) => undeliverable)).toEqual([
    { recipient: 'A', alerts: 1, problem: null },
  ]); // prettier-ignore
});

test('a test is texted and forgotten', () => {
  const w = new World({ ops: routeTo(['A']) });
  expect(read(w.call('t', { Test: 'critical' }, { test: true }))).toEqual(['A: firing Test']);
  w.pass(MINUTE);
  expect(w.state.incidents.size).toBe(0);
  expect(w.updates.flatMap(({ posts }) => posts)).toEqual([]);
});

test('a call without a key stays for an hour after its last text, then it lapses', () => {
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  w.call('s', { x: 'critical' }, { single: true });
  w.pass(15 * MINUTE);
  expect(w.times('nobody_answered')).toBe(1);
  w.pass(59 * MINUTE);
  expect(w.incident('s').endedAt).toBeNull();
  w.pass(2 * MINUTE);
  expect(w.updates.flatMap(({ lapsed }) => lapsed)).toHaveLength(1);
});

test('of posts of calls without a key the latest 200 are kept', () => {
  const w = new World({ ops: routeTo(['A']) });
  for (let n = 0; n < 201; n++) w.call(`s${n}`, { x: 'warning' }, { single: true });
  expect(w.incident('s0').endedAt).toBe(w.now);
  expect(w.incident('s1').endedAt).toBeNull();
  expect(w.updates.flatMap(({ lapsed }) => lapsed)).toHaveLength(1);
});

test('what its sender hasn’t mentioned for a week lapses', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('g', { x: 'warning' });
  w.pass(7 * DAY - MINUTE);
  w.do();
  expect(w.incident('g').endedAt).toBeNull();
  w.pass(2 * MINUTE);
  w.do();
  expect(w.updates.flatMap(({ lapsed }) => lapsed)).toHaveLength(1);
});

test('senders choose groups and fingerprints with any separator in them: none is taken for another', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.call('a b', { c: 'critical' });
  w.call('a', { 'b c': 'critical' });
  w.call('a","b', { c: 'critical' });
  expect([...w.state.incidents.values()].map(({ group }) => group)).toEqual(['a b', 'a', 'a","b']);
  w.call('a', { 'b c': null });
  expect([...w.state.incidents.values()].filter(({ endedAt }) => endedAt === null)).toHaveLength(2);
});

test('in a quiet workspace, too, what ended is forgotten after an hour, and what nobody mentions ends after a week', () => {
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

test('a decision tells a channel nothing that says nothing', () => {
  const w = new World({ ops: routeTo(['A']) });
  for (const group of ['g', 'h', 'i']) w.call(group, { x: 'warning' });
  w.updates.length = 0;
  w.call('k', { x: 'warning' });
  const posts = new Set(w.updates.flatMap(({ post }) => post ?? []));
  expect([...posts]).toEqual([w.incident('k').post]);
  expect(w.updates.at(-1)).toMatchObject({ post: null, held: { alerts: 3, why: 'pace' } });
});
