import { expect, test } from 'vitest';
import { type AlertState, EMPTY_STATE } from '../../../../src/alerts/policy/incidents/state.ts';
import { mergeStates } from '../../../../src/alerts/policy/merge-states.ts';
import { readState, writeState } from '../../../../src/alerts/policy/stored-state.ts';
import { runToEnd } from '../../../../src/kit/fair-scheduler.ts';
import { fleet, HOUR, lookupOf, MINUTE, nameOf, read, routeTo, STEPS, World, whoGot } from './world.ts';

/* Alert states as they are stored. */

const stored = (state: AlertState): string => runToEnd(writeState(state));

/** Incidents in every stage. */
function busy(): World {
  const w = new World({
    ops: routeTo(['R', 'A'], { escalation: STEPS, daily: { texts: 9 } }),
    db: routeTo(['D']),
  });
  w.lookUp = recipient => lookupOf(...(recipient === 'R' ? ['S', 'T'] : [nameOf(recipient)]));
  w.call('g', { x: 'critical', y: 'warning' }, { labels: { team: 'db' } });
  w.call('h', { z: 'error' }, { to: ['N'] });
  w.pass(2 * MINUTE);
  w.act('h', 'acknowledge', { by: 'N', rotas: ['r'] });
  w.call('g', { y: null });
  w.mute(HOUR, { hook: 'db', labels: [{ name: 'a', isEqual: false, value: 'b' }] });
  w.call('d', { m: 'critical' }, { hook: 'db' });
  w.takesMs = HOUR;
  w.call('k', { late: 'critical' });
  w.act('k', 'resolve', { by: 'A' });
  w.block('no_credits');
  w.call('b', { stuck: 'critical' });
  return w;
}

test('a state that is stored and read behaves as if it had never been stored', () => {
  const [w, v] = [busy(), busy()];
  expect(runToEnd(readState(stored(w.state)))).toEqual(w.state);
  v.isStored = true;
  for (const world of [w, v]) {
    world.block(null);
    world.pass(5 * HOUR);
  }
  expect(v.texts).toEqual(w.texts);
  expect(v.state).toEqual(w.state);
});

test('an empty state is read', () => {
  expect(runToEnd(readState(stored(EMPTY_STATE)))).toEqual(EMPTY_STATE);
});

test.each([
  ['not JSON', (text: string) => `x${text}`],
  ['cut in the middle', (text: string) => text.slice(0, text.length / 2)],
  ['without its last piece', (text: string) => text.slice(0, text.lastIndexOf('\n'))],
  ['another format', () => '{"nextId":1,"alerts":[]}'],
])('%s can’t be read', (_, spoil) => {
  const w = new World({ ops: routeTo(['A']) });
  w.do(...fleet(500).map(group => w.callOf(group, { x: 'warning' })));
  expect(() => runToEnd(readState(spoil(stored(w.state))))).toThrow();
});

test('lists that incidents share are shared after reading, too', () => {
  const w = new World({ ops: routeTo(['A', 'B']) });
  w.do(...fleet(3).map(group => w.callOf(group, { x: 'warning' })));
  const state = runToEnd(readState(stored(w.state)));
  const [first, ...remaining] = state.incidents.values();
  expect(
    remaining.every(({ notified, added }) => notified === first?.notified && added === first.added),
  ).toBe(true); // prettier-ignore
});

test('a stored piece has a hundred incidents or alerts at most, so none takes long', () => {
  const w = new World({ ops: routeTo(['A']) });
  w.do(...fleet(1000).map(group => w.callOf(group, { x: 'warning' })));
  expect(stored(w.state).split('\n')).toHaveLength(1 + 10 + 10);
});

test('incidents of an earlier state continue beside new ones', () => {
  const before = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  before.call('g', { x: 'critical' });
  before.call('h', { y: 'critical' });
  before.act('h', 'acknowledge', { by: 'A' });
  const w = new World({ ops: routeTo(['A'], { escalation: STEPS }) });
  w.call('n', { z: 'critical' });
  w.call('h', { y: 'critical' });
  w.state = mergeStates(w.state, before.state);
  expect([...w.state.incidents.values()].map(({ group }) => group).sort()).toEqual(['g', 'h', 'n']);
  const ids = [...w.state.incidents.values()].map(({ id }) => id);
  expect(new Set(ids).size).toBe(3);
  // The acknowledgement is the newer one's.
  expect(w.incident('h').acknowledged).toBeNull();
  expect(read(w.pass(5 * MINUTE))).toEqual(
    expect.arrayContaining(['B: firing x', 'B: firing z', 'B: firing y']),
  );
  expect(whoGot(w.call('g', { x: 'critical' }, { startsAt: 1 }))).toBe('');
});
