import { expect, test } from 'vitest';
import { createApproving } from '../../src/broadcasts/approval.ts';
import { createFeeder } from '../../src/broadcasts/feeder.ts';
import { failure } from '../../src/broadcasts/problem.ts';
import { createBroadcastService } from '../../src/broadcasts/service.ts';
import { createLog } from '../../src/log.ts';
import { settingsSchema } from '../../src/workspace/settings.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { broadcastsOn, rowOf } from './storage/broadcast-rig.ts';
import { memory } from './storage/memory.ts';
import { Rig, UNCERTAIN, WORKSPACE } from './storage/rig.ts';

/* A paused broadcast always says why, and resumes by itself once the reason for the pause is over. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const RULES = settingsSchema.parse({});
const silent = createLog({ level: 'silent', stream: { write: () => undefined }, secrets: [] });

async function startFeeding() {
  const rig = await Rig.on(memory);
  const it = broadcastsOn(rig);
  const clock = createManualClock(rig.now);
  const world = { isUp: true, isDay: true };
  const feeder = createFeeder({
    authorLost: async () => null,
    broadcasts: rig.storage.broadcasts,
    keys: {
      linked: async () => ({ fingerprint: 'key', linkedBy: 'U1', linkedAt: 0 }),
      open: async () => ({ apiKey: 'key', fingerprint: 'key' }),
      settled: async () => undefined,
    },
    doNotText: { of: async () => new Map() },
    settings: { of: async () => RULES, shown: async () => RULES },
    hoursOf: async () => (world.isDay ? null : { from: '00:00', to: '00:01' }),
    isReached: async () => world.isUp,
    onAbandoned: () => undefined,
    wake: () => undefined,
    isShared: false,
    clock,
    log: silent,
  });
  await it.start(1);
  return { rig, it, clock, world, feeder };
}

test('after a pause because the SMS service was unreachable, it resumes within a minute of the service’s answer', async () => {
  const { rig, it, clock, world, feeder } = await startFeeding();
  world.isUp = false;
  await rig.storage.broadcasts.pause(WORKSPACE, 'b1', 'unreachable', { ...it.doing(null), now: clock.now() });
  feeder.wake();
  await clock.advance(10 * MINUTE);
  expect(await it.load()).toMatchObject({ state: 'paused' });
  world.isUp = true;
  await clock.advance(MINUTE);
  expect(await it.load()).toMatchObject({ state: 'running', pause: null });
  await feeder.stop();
});

test('it stays paused if a person paused it, or if it needs a look', async () => {
  for (const why of ['person', 'credits', 'refusals'] as const) {
    const { rig, it, clock, feeder } = await startFeeding();
    await rig.storage.broadcasts.pause(WORKSPACE, 'b1', why, { ...it.doing(null), now: clock.now() });
    feeder.wake();
    await clock.advance(2 * DAY);
    expect(await it.load(), why).toMatchObject({ state: 'paused' });
    await feeder.stop();
  }
});

test('after a pause for the night, it resumes within a minute when admins widen the hours', async () => {
  const { rig, it, clock, world, feeder } = await startFeeding();
  world.isDay = false;
  const doing = { ...it.doing(null), now: clock.now(), until: clock.wall() + DAY };
  await rig.storage.broadcasts.pause(WORKSPACE, 'b1', 'hours', doing);
  feeder.wake();
  await clock.advance(10 * MINUTE);
  expect(await it.load()).toMatchObject({ state: 'paused' });
  world.isDay = true;
  await clock.advance(MINUTE);
  expect(await it.load()).toMatchObject({ state: 'running' });
  await feeder.stop();
});

test('a broadcast whose credit limit can’t be checked because no text has shown a price says so after five minutes', async () => {
  const { rig, it } = await startFeeding();
  const credits = { texts: null, credits: '10' as never };
  const limits = { person: credits, workspace: credits };
  await rig.queueOne();
  await rig.drain(UNCERTAIN);
  await it.feed({ limits });
  expect(await it.load(), 'a text that is being sent may tell').toMatchObject({ state: 'running', next: 0 });
  rig.pass(5 * MINUTE);
  await it.feed({ limits });
  expect(await it.load()).toMatchObject({ state: 'paused', pause: { why: 'limit', by: null } });
});

/** Serves the broadcasts; `deactivated` is what Slack says of the author. */
function serve({ rig, clock }: Awaited<ReturnType<typeof startFeeding>>, author: { deactivated: boolean }) {
  const { broadcasts, audit } = rig.storage;
  const facts = { isAdmin: false, guest: null, otherTeam: false, ...author };
  const settings = { of: async () => RULES, shown: async () => RULES };
  const permissionFacts = {
    people: { facts: async () => ({ kind: 'known', facts }) },
    userGroups: {},
    settings,
  } as never;
  const deps = { review: async () => null, permissionFacts, clock, wake: () => undefined };
  const approving = createApproving({
    broadcasts,
    settings,
    audit,
    ...deps,
  });
  const service = createBroadcastService({
    broadcasts,
    approving,
    newId: () => 'b3',
    makeRows: async () => [],
    controls: {} as never,
    rowsFor: () => Promise.reject(new Error('The store hiccups')),
    ...deps,
  });
  return { approving, service };
}

test('a broadcast whose rows can’t be worked out is dropped so that it can be requested again; if that fails too, it expires', async () => {
  const feeding = await startFeeding();
  const { rig, it } = feeding;
  const { broadcasts } = rig.storage;
  const { service } = serve(feeding, { deactivated: false });
  await broadcastsOn(rig, 'b2').open();
  const { broadcast } = await service.open(WORKSPACE, (await it.load()).request);
  await expect(service.gather(broadcast)).rejects.toThrow('hiccups');
  expect(await broadcasts.one(WORKSPACE, 'b3')).toMatchObject({ state: 'dropped' });

  expect(await broadcasts.dropAbandoned(rig.now + 30 * MINUTE - 1)).toEqual([]);
  expect(await broadcasts.dropAbandoned(rig.now + 30 * MINUTE)).toMatchObject([{ id: 'b2' }]);
});

test.each([
  ['whose author has left isn’t started by an approval, which says so', true, 'approval'],
  ['whose author is still there is', false, 'running'],
] as const)('one %s', async (_what, deactivated, state) => {
  const feeding = await startFeeding();
  const awaiting = broadcastsOn(feeding.rig, 'b2');
  await awaiting.gather([rowOf(1)]);
  await feeding.rig.storage.broadcasts.askApproval(WORKSPACE, 'b2', { ...awaiting.doing(), channel: 'C1' });
  const { approving } = serve(feeding, { deactivated });
  const result = await approving.approve(WORKSPACE, 'b2', 'U2');
  expect(await awaiting.load()).toMatchObject({ state });
  const { by: author } = (await awaiting.load()).request;
  expect(result).toMatchObject(deactivated ? failure('BROADCAST_AUTHOR_LOST', { author }) : { state });
});
