import type { LocalNumber } from '../kit/number.ts';
import type { FindPeople } from '../texts/sending/recipients.ts';
import { type Hook, recipientsOf } from './hooks.ts';

/** Who in Slack a hook texts at one of these numbers, right now: by their user ids. */
export type FindPaged = (
  workspace: string,
  hook: Hook,
  numbers: ReadonlySet<LocalNumber>,
) => Promise<string[]>;

export function createFindPaged(findPeople: FindPeople): FindPaged {
  return async (workspace, hook, numbers) => {
    const asked = await Promise.all(recipientsOf(hook).map(who => findPeople(workspace, [who])));
    const people = asked.flatMap(found => found.people);
    const found = people.flatMap(one =>
      one.kind === 'number' && one.who.kind === 'teammate' && numbers.has(one.number) ? one.who.userId : [],
    );
    return [...new Set(found)];
  };
}
