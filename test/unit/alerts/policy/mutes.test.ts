import { expect, test } from 'vitest';
import { NO_WATCH } from '../../../../src/alerts/policy/calls/heartbeat.ts';
import { muteOf } from '../../../../src/alerts/policy/incidents/mutes.ts';
import { AFTERNOON, DAY, fleet, HOUR, MINUTE, person, read, routeTo, STEPS, World, whoGot } from './world.ts';

/* Muted alerts are tracked and posted, but nobody is texted. */

const world = (more: Parameters<typeof routeTo>[1] = {}) =>
  new World({ ops: routeTo(['A'], { escalation: STEPS, ...more }), db: routeTo(['D']) });

test('an alert that still fires when its mute ends counts as new, with its steps', () => {
  const w = world();
  w.mute(HOUR, { labels: [{ name: 'team', isEqual: true, value: 'db' }] });
  expect(w.call('g', { x: 'critical' }, { labels: { team: 'db' } })).toEqual([]);
  expect(w.counted('muted')).toBe(1);
  expect(w.updates.flatMap(({ posts }) => posts).at(-1)).toMatchObject({
    muted: 1,
    mutedUntil: AFTERNOON + HOUR,
    open: 1,
  }); // prettier-ignore
  expect(w.times('unreached')).toBe(0);
  expect(w.pass(HOUR - 1)).toEqual([]);
  expect(read(w.pass(1))).toEqual(['A: firing x']);
  expect(whoGot(w.pass(5 * MINUTE))).toBe('B');
});

test('a mute stops running steps, cancels waiting texts, and sends no reminders', () => {
  const w = world();
  w.takesMs = HOUR;
  w.call('g', { x: 'critical' });
  w.pass(2 * MINUTE);
  w.mute(4 * HOUR, { hook: 'ops' });
  expect([...w.state.texts.values()].filter(({ isCancelled }) => isCancelled)).toHaveLength(1);
  w.pass(HOUR);
  expect(w.call('g', { x: 'critical' }, { startsAt: AFTERNOON })).toEqual([]);
  expect(whoGot(w.texts)).toBe('A');
  expect(w.times('nobody_answered')).toBe(0);
  expect(whoGot(w.pass(4 * HOUR))).toBe('AB');
});

test('alerts that ended meanwhile are only posted', () => {
  const w = world();
  w.call('g', { x: 'critical' });
  w.pass(2 * MINUTE);
  w.mute(HOUR);
  w.pass(MINUTE);
  expect(w.call('g', { x: null })).toEqual([]);
  expect(w.updates.flatMap(({ resolved }) => resolved)).toHaveLength(1);
  expect(w.pass(5 * HOUR)).toEqual([]);
});

test('at the end of a mute each hook hears what it covered', () => {
  const w = world();
  w.mute(HOUR);
  w.call('g', { x: 'critical', y: 'warning' });
  w.call('d', { z: 'warning' }, { hook: 'db' });
  w.pass(MINUTE);
  w.call('g', { y: null });
  w.call('g', { y: 'warning' });
  w.pass(HOUR);
  expect(w.updates.flatMap(({ hook, mutesEnded }) => mutesEnded.map(mute => ({ hook, ...mute })))).toEqual([
    { hook: 'ops', by: person('K'), endedBy: null, since: AFTERNOON, covered: 2, firing: 2 },
    { hook: 'db', by: person('K'), endedBy: null, since: AFTERNOON, covered: 1, firing: 1 },
  ]);
  expect(w.state.mutes).toEqual([]);
});

test('a mute covers critical alerts that are only counted, too', () => {
  const w = world();
  w.call('d', Object.fromEntries(fleet(5500).map(name => [name, 'critical' as const])), { hook: 'db' });
  w.mute(HOUR, { hook: 'ops' });
  w.call('g', { x: 'critical' });
  w.call('h', { y: 'critical' });
  expect(w.updates.flatMap(({ posts }) => posts).at(-1)).toMatchObject({ muted: 2 });
  w.call('i', { z: 'critical' });
  w.pass(HOUR - 1);
  w.call('j', { z: 'critical' });
  w.pass(1);
  expect(w.updates.flatMap(({ mutesEnded }) => mutesEnded)).toMatchObject([{ covered: 4, firing: 4 }]);
});

test('a mute that is ended early lets firing alerts be texted at once', () => {
  const w = world();
  w.mute(HOUR, { hook: 'ops' });
  w.call('g', { x: 'critical' });
  w.pass(MINUTE);
  expect(read(w.do({ kind: 'unmute', id: 'm', by: person('L') }))).toEqual(['A: firing x']);
  expect(w.updates.flatMap(({ mutesEnded }) => mutesEnded)).toMatchObject([
    { endedBy: person('L'), covered: 1 },
  ]);
});

test('a mute of one of a hook’s groups leaves the other groups texting', () => {
  const w = world();
  w.mute(HOUR, { hook: 'ops', groups: ['g'] });
  expect(w.call('g', { x: 'critical' })).toEqual([]);
  expect(read(w.call('h', { y: 'critical' }))).toEqual(['A: firing y']);
  expect(read(w.call('g', { z: 'critical' }, { hook: 'db' }))).toEqual(['D: firing z']);
});

test('an alert beside muted ones is texted by itself', () => {
  const w = world();
  w.mute(HOUR, { labels: [{ name: 'disk', isEqual: true, value: 'sdb' }] });
  w.call('g', { x: 'critical' }, { labels: { disk: 'sdb' } });
  expect(read(w.call('g', { y: 'critical' }, { labels: { disk: 'sda' } }))).toEqual(['A: firing y']);
});

test.each([
  [[['a', true, '1']], { a: '1' }, true],
  [[['a', true, '1']], { a: '2' }, false],
  [[['a', true, '1']], {}, false],
  [[['a', true, '']], {}, true],
  [[['a', false, '1']], { a: '2' }, true],
  [[['a', false, '1']], {}, true],
  [[['a', false, '1']], { a: '1' }, false],
  [
    [
      ['a', true, '1'],
      ['b', false, '2'],
    ],
    { a: '1', b: '3' },
    true,
  ],
  [
    [
      ['a', true, '1'],
      ['b', false, '2'],
    ],
    { a: '1', b: '2' },
    false,
  ],
  [[['toString', true, '']], {}, true],
  [[], {}, true],
] as [[string, boolean, string][], Record<string, string>, boolean][])(
  'labels %j of %j: %s',
  (labels, of, isMuted) => {
    const mute = {
      id: 'm',
      hook: null,
      groups: null,
      called: '',
      by: person('K'),
      reason: '',
      since: 0,
      until: 1,
      covered: {},
    };
    const matchers = labels.map(([name, isEqual, value]) => ({ name, isEqual, value }));
    expect(
      muteOf([{ ...mute, labels: matchers }], { hook: 'ops', group: 'g' }, { labels: of }) !== null,
    ).toBe(isMuted);
  },
);

test('a mute lasts 30 days at most, and there are a hundred at most', () => {
  const w = world();
  w.mute(365 * DAY, { id: 'long', hook: 'db' });
  expect(w.state.mutes[0]?.until).toBe(AFTERNOON + 30 * DAY);
  for (let n = 0; n < 120; n++) w.mute(HOUR, { id: `m${n}`, hook: 'db' });
  expect(w.state.mutes).toHaveLength(100);
});

test('mutes of many long groups stay within their share of the state, so there are fewer', () => {
  const w = world();
  const groups = Array.from({ length: 50 }, (_, n) => `${n} ${'g'.repeat(190)}`);
  for (let n = 0; n < 20; n++) w.mute(HOUR, { id: `m${n}`, hook: 'db', groups });
  expect(w.state.mutes).toHaveLength(13);
  expect(JSON.stringify(w.state.mutes).length).toBeLessThan(160 * 1024);
  w.mute(HOUR, { id: 'small', hook: 'db', groups: ['g'] });
  expect(w.state.mutes, 'a small one still fits').toHaveLength(14);
});

test('a repeated mute is one, and a revoked hook has none', () => {
  const w = world();
  w.mute(HOUR, { hook: 'ops' });
  w.call('g', { x: 'critical' });
  w.pass(MINUTE);
  w.mute(4 * HOUR, { hook: 'ops' });
  expect(w.state.mutes).toMatchObject([{ since: AFTERNOON, until: AFTERNOON + HOUR, covered: { ops: 1 } }]);
  w.routes.delete('ops');
  w.pass(MINUTE);
  w.do();
  expect(w.state.mutes).toEqual([]);
});

test('a heartbeat’s silence is muted like any alert', () => {
  const w = world({ heartbeat: { silentMs: 10 * MINUTE, severity: 'critical', name: 'Backup' } });
  w.do({ kind: 'ping', hook: 'ops', at: w.now });
  w.mute(HOUR, { hook: 'ops' });
  w.pass(30 * MINUTE);
  expect(w.state.watch).not.toEqual(NO_WATCH);
  expect(w.counted('muted')).toBe(1);
  expect(w.texts).toEqual([]);
  expect(w.incident('heartbeat').alerts[0]?.facts?.silentMs).toBeGreaterThan(0);
  expect(read(w.pass(HOUR)).slice(0, 1)).toEqual(['A: firing Backup']);
  expect(read(w.do({ kind: 'ping', hook: 'ops', at: w.now }))).toContain('A: resolved Backup');
});

test('after a mute of an acknowledged incident, firing alerts join the responder’s, or call the others', () => {
  const w = world({ reminders: false });
  w.call('g', { x: 'critical', y: 'warning' });
  w.act('g', 'acknowledge', { by: 'A' });
  w.mute(HOUR, { hook: 'ops', groups: ['g'] });
  expect(w.pass(HOUR - 1)).toEqual([]);
  // A critical alert an hour later goes to the responder and to the steps.
  expect(whoGot(w.pass(1))).toBe('A');
  expect(whoGot(w.pass(5 * MINUTE))).toBe('B');
});

test('a test is texted although its hook is muted', () => {
  const w = world();
  w.mute(HOUR, { hook: 'ops' });
  expect(read(w.call('t', { Test: 'critical' }, { test: true }))).toEqual(['A: firing Test']);
});
