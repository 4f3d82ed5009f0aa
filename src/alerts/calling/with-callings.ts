import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { fromKey } from '../alert.ts';
import type { RecipientLookup } from '../policy/events.ts';
import { type CalledPerson, callIn } from './called-person.ts';
import { type Calling, DEFAULT_CALLING } from './calling.ts';

/** How a workspace's people are called. `chosen`: by user id; `users`: user ids by the numbers in Slack's profiles. */
export type WorkspaceCallings = {
  chosen: ReadonlyMap<string, Calling>;
  users: ReadonlyMap<string, string>;
  requiresText: boolean;
};

/** Problems of teammates who can still be messaged. */
const REACHED_IN_SLACK: ReadonlySet<string> = new Set(['TEAMMATE_WITHOUT_NUMBER', 'TEAMMATE_NUMBER_INVALID']);

/** Look-ups in which the people who chose how they are called are apart. */
export function* withCallings(
  lookups: ReadonlyMap<string, RecipientLookup>,
  callings: WorkspaceCallings,
): CooperativeTask<Map<string, RecipientLookup>> {
  const called = new Map<string, RecipientLookup>();
  for (const [key, lookup] of lookups) {
    const which = callIn(key);
    // A text in place of a message goes to the number itself.
    if (which === 'text') called.set(key, lookup);
    else
      called.set(
        key,
        which === 0 ? withFirstCalls(lookup, callings) : furtherCall(key, which, lookup, callings),
      );
    yield;
  }
  return called;
}

function withFirstCalls(
  { numbers, omitted, silent }: RecipientLookup,
  { chosen, users, requiresText }: WorkspaceCallings,
): RecipientLookup {
  const personOf = (
    userId: string | undefined,
    at: Pick<CalledPerson, 'number' | 'problem'>,
  ): CalledPerson | null => {
    const calling = userId === undefined ? undefined : chosen.get(userId);
    return userId !== undefined && calling ? { userId, ...at, calling, requiresText, place: 0 } : null;
  };
  const texted = numbers.map(number => ({
    number,
    person: personOf(users.get(number), { number, problem: null }),
  }));
  const problems = omitted.map(entry => {
    const recipient = fromKey(entry.recipient);
    const isInSlack = recipient.kind === 'teammate' && REACHED_IN_SLACK.has(entry.problem.kind);
    const at = { number: null, problem: entry.problem };
    return { entry, person: isInSlack ? personOf(recipient.userId, at) : null };
  });
  return {
    numbers: texted.flatMap(({ number, person }) => (person ? [] : number)),
    called: [...texted, ...problems].flatMap(({ person }) => person ?? []),
    omitted: problems.flatMap(({ entry, person }) => (person ? [] : entry)),
    silent,
  };
}

/** A further call of one teammate. It isn't made if they no longer choose one. */
function furtherCall(
  key: string,
  place: number,
  { numbers, omitted, silent }: RecipientLookup,
  { chosen, requiresText }: WorkspaceCallings,
): RecipientLookup {
  const recipient = fromKey(key);
  const isGone = omitted.some(({ problem }) => !REACHED_IN_SLACK.has(problem.kind));
  if (recipient.kind !== 'teammate' || isGone || silent.length > 0)
    return { numbers: [], called: [], omitted: [], silent };
  const { userId } = recipient;
  const person = {
    userId,
    number: numbers[0] ?? null,
    problem: null,
    calling: chosen.get(userId) ?? DEFAULT_CALLING,
    requiresText,
    place,
  };
  return { numbers: [], called: [person], omitted: [], silent };
}
