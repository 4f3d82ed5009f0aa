import { expect, test } from 'vitest';
import { createMutes, type NewMute } from '../../../src/alerts/mutes.ts';
import { alertPageOf } from '../../../src/alerts/pages/alert.ts';
import { policyEventSchema } from '../../../src/alerts/policy/events.ts';
import { writeState } from '../../../src/alerts/policy/stored-state.ts';
import type { MuteDraft } from '../../../src/alerts/slack/mutes/fields.ts';
import { draftMuter, mayEnd, muteEnder } from '../../../src/alerts/slack/mutes/permissions.ts';
import { wordingIn } from '../../../src/features.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { unpack } from '../../../src/kit/inbox/reading.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { HOUR, person, routeTo, World } from './policy/world.ts';

/* Permissions for mutes, and the stored mute. */

const MINE = person('UMAKER');

/** A world whose events go through an inbox, once each; `late` runs before they are decided. */
function stage({ late = () => {} }: { late?: (world: World) => void } = {}) {
  const clock = createManualClock();
  const world = new World({ ops: routeTo(['A']) });
  world.now = clock.now();
  const people = new Map<string, string>();
  const audited: { what: string; by: string | null; of: string; name: string; fromPhone: boolean }[] = [];
  const mutes = createMutes({
    inboxes: {
      async put({ id, body, dedupe }) {
        const before = people.get(dedupe?.key ?? id);
        if (before !== undefined) return { kind: 'duplicate', id: before };
        people.set(dedupe?.key ?? id, id);
        late(world);
        world.do(policyEventSchema.parse(JSON.parse(unpack(body))));
        return { kind: 'added', id };
      },
      look: async () => runToEnd(writeState(world.state)),
      waiting: async () => [],
    },
    hooks: { list: async () => [{ id: 'ops', name: 'Ops' }] as never },
    teammates: { numbers: async () => new Map([['01712345678', 'URAFIQ']]) },
    audit: { record: async (_workspace: string, entry: never) => void audited.push(entry) } as never,
    runFairly: async (_workspace, task) => runToEnd(task),
    clock,
    newId: () => `event ${people.size}`,
    wake: () => undefined,
  });
  return { mutes, world, audited, clock };
}

const request = (world: World, more: Partial<NewMute> = {}): NewMute => ({
  hook: 'ops',
  groups: null,
  called: '',
  labels: [],
  by: MINE,
  reason: '',
  until: world.now + HOUR,
  ...more,
});

test('a form submitted twice makes one mute and one audit entry, even after the mute was ended', async () => {
  const { mutes, world, audited } = stage();
  expect(await mutes.begin('T1', request(world), 'V1')).toBe('muted');
  expect(await mutes.begin('T1', request(world), 'V1')).toBe('muted');
  expect(world.state.mutes).toHaveLength(1);
  const [{ id } = { id: '' }] = world.state.mutes;
  expect(await mutes.end('T1', id, person('UOTHER'))).toBe('ended');
  expect(await mutes.end('T1', id, person('UOTHER'))).toBe('gone');
  expect(await mutes.begin('T1', request(world), 'V1')).toBe('gone');
  expect(world.state.mutes).toEqual([]);
  expect(audited.map(({ what: action, by }) => [action, by])).toEqual([
    ['muted', 'UMAKER'],
    ['unmuted', 'UOTHER'],
  ]);
});

test('the 101st mute is refused, even if another person took the last place', async () => {
  const full = stage();
  for (let n = 0; n < 100; n++)
    expect(await full.mutes.begin('T1', request(full.world), `V${n}`)).toBe('muted');
  expect(await full.mutes.begin('T1', request(full.world), 'V100')).toBe('too_many');
  // A repeated form adds no second mute.
  expect(await full.mutes.begin('T1', request(full.world), 'V5')).toBe('muted');
  const long = stage();
  const groups = Array.from({ length: 50 }, (_, n) => `${n} ${'g'.repeat(190)}`);
  for (let n = 0; n < 13; n++)
    expect(await long.mutes.begin('T1', request(long.world, { groups }), `V${n}`)).toBe('muted');
  expect(await long.mutes.begin('T1', request(long.world, { groups }), 'V13')).toBe('too_many');
  const raced = stage({
    late: world => {
      for (let n = 0; n < 100; n++) world.mute(HOUR, { id: `m${n}` });
    },
  });
  expect(await raced.mutes.begin('T1', request(raced.world), 'V1')).toBe('too_many');
  expect(raced.audited).toEqual([]);
});

test('the audit log names a muter’s number only if Slack knows whose it is', async () => {
  const { mutes, world, audited } = stage();
  for (const number of ['01712345678', '01812345678'])
    await mutes.begin(
      'T1',
      request(world, { groups: ['g'], called: 'Disk', by: { kind: 'number', number } }),
      number,
    );
  expect(audited).toMatchObject([
    { what: 'muted', of: 'groups', name: 'Disk', fromPhone: true, by: 'URAFIQ' },
    { what: 'muted', of: 'groups', name: 'Disk', fromPhone: true, by: null },
  ]);
  expect(JSON.stringify(audited)).not.toMatch(/01[78]12345678/);
});

/** Each person, as Slack and the rules know them. */
const PEOPLE = {
  manager: { admin: true, guest: false },
  member: { admin: false, guest: false },
  guest: { admin: false, guest: true },
  'guest who was texted': { admin: false, guest: true, phone: '01712345678' },
} as const;
type Role = keyof typeof PEOPLE;

const post = { hook: 'ops', post: 1, upTo: 9 };

function servicesFor(role: Role, mutes: unknown[] = []) {
  const facts = {
    deactivated: false,
    otherTeam: false,
    phone: null,
    zone: null,
    name: null,
    ...PEOPLE[role],
  };
  const answer = async () => ({ kind: 'known', facts });
  return {
    people: { facts: answer, freshFacts: answer, admins: async () => [] },
    settings: { of: async () => ({ guests: false, otherTeams: false, managers: [] }) },
    userGroups: { members: async () => ({ kind: 'known', userIds: [] }) },
    hooksAndPages: {
      list: async () => [{ id: 'ops', recipients: [], escalation: null, routed: new Map() }],
    },
    responding: { find: async () => [{ numbers: ['01712345678'], intents: [] }] },
    history: { outcome: async () => null },
    mutes: { look: async () => ({ mutes, firing: [{ incident: { id: 7, hook: 'ops', group: 'g' } }] }) },
  } as never;
}
const user = { workspace: 'T1', userId: 'UME' };

test.each<[string, Partial<MuteDraft['what']>, Partial<MuteDraft['time']>, readonly Role[]]>([
  [
    'this incident for 8 hours',
    { kind: 'groups' },
    { hours: 8 },
    ['manager', 'member', 'guest who was texted'],
  ],
  ['this incident until a time', { kind: 'groups' }, { hours: null, until: 1 }, ['manager']],
  ['the hook for an hour', { kind: 'hook', hook: 'ops' }, { hours: 1 }, ['manager']],
  ['labels in the hook', { kind: 'labels', hook: 'ops' }, { hours: 1 }, ['manager']],
  ['labels in all hooks', { kind: 'labels', hook: '*' }, { hours: 1 }, ['manager']],
])('who may mute %s', async (_name, target, time, may) => {
  const draft: MuteDraft = {
    what: { kind: 'groups', hook: '', typed: '', labels: [], ...target },
    time: { hours: null, until: null, ...time },
    reason: '',
  };
  for (const role of Object.keys(PEOPLE) as Role[]) {
    const problem = await draftMuter(servicesFor(role), user, { subject: post, draft });
    expect(problem === null, role).toBe(may.includes(role));
    // Without a post there is no incident to respond to.
    const unbound = await draftMuter(servicesFor(role), user, { subject: null, draft });
    expect(unbound === null, `${role}, from the list`).toBe(role === 'manager');
  }
});

const mute = { id: 'm', hook: 'ops', groups: ['g'], called: '', labels: [], reason: '', covered: {} };
test.each<[string, object, readonly Role[]]>([
  ['of an incident, for 8 hours', { until: 8 * HOUR }, ['manager', 'member', 'guest who was texted']],
  ['of an incident, for longer', { until: 8 * HOUR + 1 }, ['manager']],
  ['of a hook', { groups: null, until: HOUR }, ['manager']],
  ['of all hooks', { hook: null, groups: null, until: HOUR }, ['manager']],
  ['of their own', { groups: null, until: HOUR, by: person('UME') }, Object.keys(PEOPLE) as Role[]],
])('who may end a mute %s', async (_name, fields, may) => {
  const ownMute = { ...mute, by: MINE, since: 0, until: 0, ...fields };
  for (const role of Object.keys(PEOPLE) as Role[]) {
    expect((await muteEnder(servicesFor(role, [ownMute]), user, 'm')) === null, role).toBe(
      may.includes(role),
    );
    const isShown = mayEnd(ownMute, 'UME', role === 'manager');
    if (role === 'member') expect(isShown, 'the button').toBe(may.includes(role));
  }
});

test('without room for a mute, the page says so in place of its buttons', () => {
  const words = wordingIn('en');
  const reader = [{ kind: 'number', number: '01712345678' }] as const;
  const situation = {
    language: 'en',
    incidents: [],
    reader,
    names: new Map(),
    texted: [],
    timelines: [],
  } as const;
  const can = { take: false, extend: false, give_back: true, mute: true, unmute: false };
  const page = (isFull: boolean): string =>
    alertPageOf({ ...situation, incidents: [], texted: [], timelines: [], can, isFull }, false, {
      words,
      reader,
      names: new Map(),
      wall: at => at,
    }).body.source;
  expect(page(false)).toContain('value="mute_8"');
  expect(page(true)).not.toContain('mute_8');
  expect(page(true)).toContain('Someone has to end one in Slack first');
});
