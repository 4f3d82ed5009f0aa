import { expect, test } from 'vitest';
import { responderProblem } from '../../../src/alerts/permissions.ts';
import type { PersonFacts } from '../../../src/workspace/people.ts';

/* Who may act on a hook's alerts in Slack although the workspace's rules exclude them otherwise. */

const GUEST: PersonFacts = {
  deactivated: false,
  admin: false,
  guest: true,
  otherTeam: false,
  phone: '+880 1712-345678',
  zone: null,
  name: null,
};
const teammate = { kind: 'teammate', userId: 'UGUEST', label: '' } as const;
const rota = { kind: 'named', name: 'Servers' } as const;
const usergroup = { kind: 'usergroup', id: 'S1', label: '' } as const;

/**
 * @param texts the outcome of each intent's text, sent to the number in the guest's profile unless it names
 * another
 */
function rightsOf({
  facts = GUEST,
  hook = {},
  texts = [],
  members = [],
  rules = {},
}: {
  facts?: PersonFacts;
  hook?: Record<string, unknown>;
  texts?: { state: string; number?: string; post?: number; policy?: string }[];
  members?: string[];
  rules?: { guests?: boolean; otherTeams?: boolean };
}) {
  const postTexts = texts.map(({ state, number = '01712345678', post = 7, policy = null }, index) => ({
    post,
    policy,
    intent: `I${index}`,
    outcome: { texts: [{ state, number }] },
  }));
  const services: Parameters<typeof responderProblem>[0] = {
    people: { facts: async () => ({ kind: 'known', facts }) },
    userGroups: { members: async () => ({ kind: 'known', userIds: members }) },
    settings: { of: async () => ({ guests: false, otherTeams: false, ...rules }) } as never,
    hooksAndPages: {
      list: async () => [{ id: 'H1', recipients: [rota], escalation: null, routed: new Map(), ...hook }],
    } as never,
    responding: {
      find: async (_workspace, which) =>
        postTexts.flatMap(({ post, policy, intent }) =>
          'post' in which && which.post === post ? [{ numbers: [], intents: [intent], policy }] : [],
        ) as never,
    },
    history: {
      outcome: async (_workspace, id) => postTexts.find(({ intent }) => intent === id)?.outcome as never,
    },
  };
  return responderProblem(services, {
    workspace: 'T1',
    userId: 'UGUEST',
    hook: 'H1',
    which: { post: 7, upTo: 7 },
  });
}

const NOT_YOURS = { feature: 'alerts', kind: 'ALERTS_NOT_YOURS', data: {} };

test.each(['sending', 'sent', 'uncertain'])('a person who was texted may, by any way in: %s', async state => {
  expect(await rightsOf({ texts: [{ state: 'refused' }, { state }] })).toBeNull();
});

test.each([
  ['nobody was texted', []],
  ['somebody else was', [{ state: 'sent', number: '01812345678' }]],
  ['their text was refused', [{ state: 'refused' }]],
  ['their text was cancelled', [{ state: 'cancelled' }]],
  ['their text still waits', [{ state: 'queued' }]],
  ['they were texted about something else', [{ state: 'sent', post: 8 }]],
])('nobody else gains rights: %s', async (_, texts) => {
  expect(await rightsOf({ texts })).toEqual(NOT_YOURS);
});

test('everybody else may; guests and people of other workspaces only where they may send', async () => {
  const external = { ...GUEST, guest: false, otherTeam: true };
  expect(await rightsOf({ facts: { ...GUEST, guest: false } })).toBeNull();
  expect(await rightsOf({ rules: { otherTeams: true } })).toEqual(NOT_YOURS);
  expect(await rightsOf({ rules: { guests: true } })).toBeNull();
  expect(await rightsOf({ facts: external, rules: { guests: true } })).toEqual(NOT_YOURS);
  expect(await rightsOf({ facts: external, rules: { otherTeams: true } })).toBeNull();
});

test('a profile with no number, or half of one, matches nobody', async () => {
  for (const phone of [null, '', '0171234567']) {
    expect(await rightsOf({ facts: { ...GUEST, phone }, texts: [{ state: 'sent' }] })).toEqual(NOT_YOURS);
  }
});

test('the hook’s recipients may before any text went, in every step, and so may members of its user groups', async () => {
  expect(await rightsOf({ hook: { recipients: [teammate] } })).toBeNull();
  expect(await rightsOf({ hook: { escalation: { steps: [{ to: [teammate] }] } } })).toBeNull();
  expect(
    await rightsOf({ hook: { escalation: { steps: [{ to: [usergroup] }] } }, members: ['UGUEST'] }),
  ).toBeNull();
  expect(await rightsOf({ hook: { escalation: { steps: [{ to: [usergroup] }] } }, members: ['U2'] })).toEqual(
    NOT_YOURS,
  );
});

test('a deactivated person may not, even if their number was texted', async () => {
  const facts = { ...GUEST, deactivated: true };
  expect(await rightsOf({ facts, hook: { recipients: [teammate] }, texts: [{ state: 'sent' }] })).toEqual({
    kind: 'NOT_SHOWN',
  });
});

test('somebody whom the policy of one route names acts on the alerts that go by it, and on no others', async () => {
  const routed = new Map([['P1', { recipients: [teammate], escalation: null }]]);
  const elsewhere = { state: 'refused', number: '01812345678' };
  expect(await rightsOf({ hook: { routed }, texts: [{ ...elsewhere, policy: 'P1' }] })).toBeNull();
  expect(await rightsOf({ hook: { routed }, texts: [elsewhere] })).toEqual(NOT_YOURS);
  expect(await rightsOf({ hook: { routed } }), 'the incidents are forgotten').toBeNull();
});
