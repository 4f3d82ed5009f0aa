import type { Permission } from '../../kit/slack/listener.ts';
import type { Services, UserRef } from '../../kit/slack/services.ts';
import { leaderProblem, roleNow } from '../roles.ts';

/** What Slack said in the last five minutes, and nothing else: it takes no look over the network. */
export function withCachedFacts(services: Services): Services {
  const { people } = services;
  const silent = async () => ({ kind: 'unavailable' as const, retryAt: 0 });
  const facts: typeof people.facts = async (workspace, userId) => {
    const known = await people.remembered(workspace, userId);
    return known ? { kind: 'known', facts: known } : silent();
  };
  return {
    ...services,
    people: { ...people, facts, freshFacts: facts, admins: async () => [] },
    userGroups: { members: silent },
  };
}

/** The same, and where older facts count while Slack is silent, these: for what doesn't wait until it answers. */
function withStaleFacts(services: Services): Services {
  const offline = withCachedFacts(services);
  const facts: typeof offline.people.facts = async (workspace, userId) => {
    const known = await services.people.lastKnown(workspace, userId);
    return known ? { kind: 'known', facts: known } : { kind: 'unavailable', retryAt: 0 };
  };
  return { ...offline, people: { ...offline.people, facts } };
}

/** What Slack said in the last five minutes, or what it says now. Older facts count only where they do while Slack is silent: see `withLiveOrStaleFacts`. */
export function withCachedOrLiveFacts(services: Services): Services {
  const { people } = services;
  const freshFacts: typeof people.facts = async (workspace, userId) => {
    const known = await people.remembered(workspace, userId);
    return known ? { kind: 'known', facts: known } : people.freshFacts(workspace, userId);
  };
  return { ...services, people: { ...people, freshFacts } };
}

/** What Slack says now of whoever is judged, also where older facts would do for the right: see `withLiveOrStaleFacts`. */
function withLiveFacts(services: Services, { userId: judged }: Pick<UserRef, 'userId'>): Services {
  const { people } = services;
  const facts: typeof people.facts = (workspace, userId) =>
    (userId === judged ? people.freshFacts : people.facts)(workspace, userId);
  return { ...services, people: { ...people, facts } };
}

/** For what is no matter of keys, settings and rights: while Slack is silent, facts count that are up to a day old. */
export function withLiveOrStaleFacts<Parts extends Pick<Services, 'people'>>(parts: Parts): Parts {
  const { people } = parts;
  return { ...parts, people: { ...people, freshFacts: people.facts } };
}

/** How whoever does something is judged: by what is known of them, or by what Slack says. */
export const PERMISSION_FACTS: Services['permissionFacts'] = {
  withCachedFacts,
  withCachedOrLiveFacts,
  withStaleFacts,
  withLiveFacts,
};

/* The rights that several surfaces share. */

/** What is only about themselves, such as their language. */
export const anybody: Permission = async () => null;

/** Workspace admins and owners, as Slack says now: for keys. */
export const admin: Permission = async (services, { workspace, userId }) => {
  const role = await roleNow(services, workspace, userId);
  if (typeof role === 'object') return role;
  return role === 'admin' ? null : { kind: 'ADMINS_ONLY', admins: await services.people.admins(workspace) };
};

/** Admins, and the managers they chose. */
export const manager: Permission = (services, { workspace, userId }) =>
  leaderProblem(services, workspace, userId);
