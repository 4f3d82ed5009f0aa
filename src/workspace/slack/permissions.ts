import type { Permission } from '../../kit/slack/listener.ts';
import type { Services, UserRef } from '../../kit/slack/services.ts';
import { leaderProblem, roleNow } from '../roles.ts';

/** Uses facts at most five minutes old, without calls to Slack. */
export function withCachedFacts(services: Services): Services {
  const { people } = services;
  const unavailable = async () => ({ kind: 'unavailable' as const, retryAt: 0 });
  const facts: typeof people.facts = async (workspace, userId) => {
    const cached = await people.remembered(workspace, userId);
    return cached ? { kind: 'known', facts: cached } : unavailable();
  };
  return {
    ...services,
    people: { ...people, facts, freshFacts: facts, admins: async () => [] },
    userGroups: { members: unavailable },
  };
}

/**
 * Like `withCachedFacts`, but uses older facts where `withLiveOrStaleFacts` accepts them. For checks that can't wait for
 * Slack.
 */
function withStaleFacts(services: Services): Services {
  const offline = withCachedFacts(services);
  const facts: typeof offline.people.facts = async (workspace, userId) => {
    const cached = await services.people.lastKnown(workspace, userId);
    return cached ? { kind: 'known', facts: cached } : { kind: 'unavailable', retryAt: 0 };
  };
  return { ...offline, people: { ...offline.people, facts } };
}

/** Uses facts at most five minutes old, otherwise asks Slack. Older facts count only with `withLiveOrStaleFacts`. */
export function withCachedOrLiveFacts(services: Services): Services {
  const { people } = services;
  const freshFacts: typeof people.facts = async (workspace, userId) => {
    const cached = await people.remembered(workspace, userId);
    return cached ? { kind: 'known', facts: cached } : people.freshFacts(workspace, userId);
  };
  return { ...services, people: { ...people, freshFacts } };
}

/** Asks Slack about this user, even where `withLiveOrStaleFacts` would accept older facts. */
function withLiveFacts(services: Services, user: Pick<UserRef, 'userId'>): Services {
  const { people } = services;
  const facts: typeof people.facts = (workspace, userId) =>
    (userId === user.userId ? people.freshFacts : people.facts)(workspace, userId);
  return { ...services, people: { ...people, facts } };
}

/** Accepts facts up to a day old while Slack is unavailable. Not for keys, settings or permissions. */
export function withLiveOrStaleFacts<Parts extends Pick<Services, 'people'>>(parts: Parts): Parts {
  const { people } = parts;
  return { ...parts, people: { ...people, freshFacts: people.facts } };
}

export const PERMISSION_FACTS: Services['permissionFacts'] = {
  withCachedFacts,
  withCachedOrLiveFacts,
  withStaleFacts,
  withLiveFacts,
};

/* The permissions that several listeners share. */

/** For things that concern only the user, such as their language. */
export const anybody: Permission = async () => null;

/** Workspace admins and owners, as Slack says now: for keys. */
export const admin: Permission = async (services, { workspace, userId }) => {
  const role = await roleNow(services, workspace, userId);
  if (typeof role === 'object') return role;
  return role === 'admin' ? null : { kind: 'ADMINS_ONLY', admins: await services.people.admins(workspace) };
};

/** Admins and managers. */
export const manager: Permission = (services, { workspace, userId }) =>
  leaderProblem(services, workspace, userId);
