import { expect, test } from 'vitest';
import { merge } from '../../../src/alerts/kept-state.ts';
import { HOUR, MINUTE, routeTo, Storm } from './storm.ts';

/* A state that couldn't be read for a while, put back beside the one that was started meanwhile. */

const quiet = { from: '14:00', to: '16:00' };
const told = (storm: Storm) =>
  storm.decide().texts.map(({ number, statement }) => [number, JSON.stringify(statement)]);

test('what waited in the earlier state is texted, and what both know stays as it is here', () => {
  const route = routeTo(['01712345678'], { quiet });
  const before = new Storm({ ops: route });
  before.decide(before.call('db', { Waits: {}, Both: {} }));
  expect(before.dueAt).not.toBeNull();
  const now = new Storm({ ops: route });
  now.decide(now.call('db', { Both: { severity: 'critical' } }));
  const { alerts } = now.state;

  now.state = merge(now.state, before.state);
  expect(now.state.alerts.map(({ name, severity }) => [name, severity])).toEqual([
    ['Both', 'critical'],
    ['Waits', 'warning'],
  ]);
  expect(now.state.alerts[0]).toEqual(alerts[0]);
  expect(new Set(now.state.alerts.map(({ id }) => id)).size).toBe(2);
  now.now += 2 * HOUR;
  const texts = told(now);
  expect(texts).toHaveLength(1);
  expect(texts[0]?.[1]).toContain('Waits');
  expect(told(now)).toEqual([]);
});

test('one number still gets no more than its pace allows', () => {
  const route = routeTo(['01712345678']);
  const [before, now] = [new Storm({ ops: route }), new Storm({ ops: route })];
  before.decide(before.call('a', { One: {} }));
  now.state = merge(now.state, before.state);
  expect(now.decide(now.call('b', { Two: {} })).texts).toEqual([]);
  now.now += MINUTE;
  expect(now.decide().texts).toHaveLength(1);
});
