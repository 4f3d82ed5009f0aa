import type { Services, Who } from '../../kit/slack/services.ts';
import type { Right } from '../../kit/slack/surface.ts';
import { leaderProblem, roleNow } from '../roles.ts';

/** What Slack said in the last five minutes, and nothing else: it takes no look over the network. */
export function byMemory(services: Services): Services {
  const { people } = services;
  const silent = async () => ({ kind: 'silent' as const, again: 0 });
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
  const offline = byMemory(services);
  const facts: typeof offline.people.facts = async (workspace, userId) => {
    const known = await services.people.lastKnown(workspace, userId);
    return known ? { kind: 'known', facts: known } : { kind: 'silent', again: 0 };
  };
  return { ...offline, people: { ...offline.people, facts } };
}

/** What Slack said in the last five minutes, or what it says now. Older facts count only where they do while Slack is silent: see `leniently`. */
export function askingSlack(services: Services): Services {
  const { people } = services;
  const freshFacts: typeof people.facts = async (workspace, userId) => {
    const known = await people.remembered(workspace, userId);
    return known ? { kind: 'known', facts: known } : people.freshFacts(workspace, userId);
  };
  return { ...services, people: { ...people, freshFacts } };
}

/** What Slack says now of whoever is judged, also where older facts would do for the right: see `leniently`. */
function withLiveFacts(services: Services, { userId: judged }: Pick<Who, 'userId'>): Services {
  const { people } = services;
  const facts: typeof people.facts = (workspace, userId) =>
    (userId === judged ? people.freshFacts : people.facts)(workspace, userId);
  return { ...services, people: { ...people, facts } };
}

/** For what is no matter of keys, settings and rights: while Slack is silent, facts count that are up to a day old. */
export function leniently<Parts extends Pick<Services, 'people'>>(parts: Parts): Parts {
  const { people } = parts;
  return { ...parts, people: { ...people, freshFacts: people.facts } };
}

/** How whoever does something is judged: by what is known of them, or by what Slack says. */
export const JUDGING: Services['judging'] = { byMemory, askingSlack, withStaleFacts, withLiveFacts };

/* The rights that several surfaces share. */

/** What is only about themselves, such as their language. */
export const anybody: Right = async () => null;

/** Workspace admins and owners, as Slack says now: for keys. */
export const admin: Right = async (services, { workspace, userId }) => {
  const role = await roleNow(services, workspace, userId);
  if (typeof role === 'object') return role;
  return role === 'admin' ? null : { kind: 'ADMINS_ONLY', admins: await services.people.admins(workspace) };
};

/** Admins, and the managers they chose. */
export const manager: Right = (services, { workspace, userId }) => leaderProblem(services, workspace, userId);
