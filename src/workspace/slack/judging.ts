import type { Services } from '../../kit/slack/services.ts';

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

/** The same, or what Slack says now. Older facts count only where they do while Slack is silent: see `leniently`. */
export function askingSlack(services: Services): Services {
  const { people } = services;
  const freshFacts: typeof people.facts = async (workspace, userId) => {
    const known = await people.remembered(workspace, userId);
    return known ? { kind: 'known', facts: known } : people.freshFacts(workspace, userId);
  };
  return { ...services, people: { ...people, freshFacts } };
}

/** For what is no matter of keys, settings and rights: while Slack is silent, facts count that are up to a day old. */
export function leniently<Parts extends Pick<Services, 'people'>>(parts: Parts): Parts {
  const { people } = parts;
  return { ...parts, people: { ...people, freshFacts: people.facts } };
}

/** How whoever does something is judged: by what is known of them, or by what Slack says. */
export const JUDGING: Services['judging'] = { byMemory, askingSlack };
