import { expect, test } from 'vitest';
import type { Route } from '../../../../src/alerts/policy/incidents/route.ts';
import { AFTERNOON, MINUTE, routeTo, STEPS, World } from './world.ts';

/* Alerts of one group that go by different policies, by their labels. */

const to = (policy: string, team: string) => ({
  labels: [{ name: 'team', values: [team] }],
  policy: { id: policy, label: policy },
});
const DB = routeTo(['D'], { escalation: { ...STEPS, steps: [{ to: ['E'], waitMs: 10 * MINUTE }] } });
const WEB = routeTo(['W']);
const ROUTED: Partial<Route> = {
  routes: [to('db', 'db'), to('web', 'web')],
  byPolicy: new Map([
    ['db', DB],
    ['web', WEB],
  ]),
};
const worldWith = (more: Partial<Route> = ROUTED): World => {
  const world = new World({ ops: routeTo(['A'], more) });
  world.isStored = true;
  return world;
};
const ofTeam = (world: World, name: string, team: string | null) =>
  world.callOf(
    'g',
    { [name]: 'critical' },
    {
      startsAt: AFTERNOON,
      labels: team === null ? {} : { team },
    },
  );
const numbers = (world: World) => world.texts.flatMap(({ to: all }) => [...all]);

test('a group whose alerts are of two teams calls both, each by its own policy, and nobody else', () => {
  const world = worldWith();
  world.do(ofTeam(world, 'Disk', 'db'), ofTeam(world, 'Slow', 'web'), ofTeam(world, 'Odd', null));
  world.pass(2 * MINUTE);
  expect(numbers(world).sort()).toEqual(['A', 'D', 'W']);
  world.pass(5 * MINUTE);
  expect(numbers(world).sort(), 'only the database’s policy has a next step').toEqual(['A', 'D', 'E', 'W']);
  expect([...world.state.incidents.values()].map(({ policy }) => policy ?? 'own').sort()).toEqual([
    'db',
    'own',
    'web',
  ]);
});

test('an end finds its alert without the label, and only those who were called hear of it', () => {
  const world = worldWith();
  world.do(ofTeam(world, 'Disk', 'db'), ofTeam(world, 'Slow', 'web'));
  world.pass(2 * MINUTE);
  world.call('g', { Disk: null });
  world.pass(2 * MINUTE);
  expect(numbers(world)).toEqual(['D', 'W', 'D']);
  expect([...world.state.incidents.values()].filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
});

test('a firing alert stays with whom it called, even if its labels or the routes change meanwhile', () => {
  const world = worldWith();
  world.do(ofTeam(world, 'Disk', 'db'));
  world.pass(MINUTE);
  world.do(ofTeam(world, 'Disk', 'web'));
  world.routes.set('ops', routeTo(['A'], { ...ROUTED, routes: [] }));
  world.do(ofTeam(world, 'Disk', 'db'));
  world.pass(MINUTE);
  expect(numbers(world)).toEqual(['D']);
  world.pass(5 * MINUTE);
  expect(numbers(world), 'the policy’s next step').toEqual(['D', 'E']);
});

test('an alert that ended and fires again long after with another label is called by that one’s policy', () => {
  const world = worldWith();
  world.do(ofTeam(world, 'Disk', 'db'));
  world.pass(MINUTE);
  world.call('g', { Disk: null });
  world.pass(20 * MINUTE);
  world.call('g', { Disk: 'critical' }, { labels: { team: 'web' } });
  world.pass(2 * MINUTE);
  expect(numbers(world)).toEqual(['D', 'D', 'W']);
});

test('by a policy that is gone, the hook’s own people are called', () => {
  const world = worldWith({ ...ROUTED, byPolicy: new Map() });
  world.do(ofTeam(world, 'Disk', 'db'));
  world.pass(2 * MINUTE);
  expect(numbers(world)).toEqual(['A']);
});

test('a policy that is deleted while an incident runs leaves it to the hook’s own people', () => {
  const world = worldWith({ ...ROUTED, escalation: STEPS });
  world.do(ofTeam(world, 'Disk', 'db'));
  world.pass(MINUTE);
  world.routes.set('ops', routeTo(['A'], { ...ROUTED, byPolicy: new Map(), escalation: STEPS }));
  world.pass(6 * MINUTE);
  expect(numbers(world)).toEqual(['D', 'B']);
});

test('an alert whose end was missed goes to its new team’s incident, which keeps the alerts that it has', () => {
  const world = worldWith();
  world.do(ofTeam(world, 'Disk', 'db'), ofTeam(world, 'Slow', 'web'));
  world.pass(30 * MINUTE);
  world.call('g', { Disk: 'critical' }, { labels: { team: 'web' } });
  const open = [...world.state.incidents.values()].filter(({ endedAt }) => endedAt === null);
  expect(open.map(({ policy, alerts }) => [policy, alerts.map(({ name }) => name).sort()])).toEqual([
    ['web', ['Disk', 'Slow']],
  ]);
});
