import type { Clock } from '../../kit/clock.ts';
import { createKeyedLimiter } from '../../kit/fair-scheduler.ts';
import type { LocalNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { SlackUnavailable } from '../../kit/slack/web-api.ts';
import type { People, UserGroups } from '../../workspace/people.ts';
import type { Settings, SettingsOf } from '../../workspace/settings.ts';
import { MAX_RECIPIENTS, type Omitted, type Recipient, recipientKeyOf } from '../recipient.ts';
import type { DoNotTextLookup, NameLookup } from '../recipient-directory.ts';
import {
  createRecipientExpander,
  type Expansion,
  type LookUp,
  type ResolvedRecipient,
} from './expand-recipient.ts';
import { areNumbers, type FoundNumbers, numberProblem } from './send-policy.ts';

/** The most questions about one workspace's recipients that are open with Slack at once. */
const LOOKUP_CONCURRENCY = 4;
/**
 * A look-up ends after this time. People who are unknown by then count as unavailable, and are looked up again after
 * `RETRY_MS`.
 */
const LOOKUP_TIMEOUT_MS = 3000;
const RETRY_MS = 1000;

export type FindRecipients = (workspace: string, to: readonly Recipient[]) => Promise<FoundNumbers>;

/** Each person that recipients stand for, in the order they were named: a number, a problem, or unavailable. */
export type FindPeople = (
  workspace: string,
  to: readonly Recipient[],
) => Promise<{ people: ResolvedRecipient[]; tooMany: Problem | null }>;

/** Like `FindRecipients`, separately for each recipient. */
export type FindEach = (workspace: string, to: readonly Recipient[]) => Promise<FoundNumbers[]>;

/**
 * Looks recipients up at the time of sending: expand-recipient.ts says what each stands for. Counts people before asking
 * Slack about any, and asks only a few questions at once for each workspace, so that one workspace's recipients never delay
 * another's.
 */
export function createFindRecipients(deps: {
  people: Pick<People, 'facts' | 'remembered'>;
  groups: UserGroups;
  nameLookup: NameLookup;
  clock: Clock;
  max?: number;
}): { find: FindRecipients; findEach: FindEach; findPeople: FindPeople } {
  const { clock, max = MAX_RECIPIENTS } = deps;
  const expander = createRecipientExpander(deps);
  const turns = createKeyedLimiter(LOOKUP_CONCURRENCY);

  /** Looks up each list of recipients on its own. */
  async function lookUp(
    workspace: string,
    recipientLists: readonly (readonly Recipient[])[],
  ): Promise<{ people: ResolvedRecipient[]; tooMany: Problem | null }[]> {
    const late = Promise.withResolvers<SlackUnavailable>();
    let isLate = false;
    const cancelTimer = clock.after(LOOKUP_TIMEOUT_MS, () => {
      isLate = true;
      late.resolve({ kind: 'unavailable', retryAt: clock.now() + RETRY_MS });
    });
    const ask: LookUp = {
      slack(question) {
        const answer = turns(workspace, async () => (isLate ? late.promise : question()));
        return Promise.race([answer, late.promise]);
      },
    };
    try {
      const expansion = await Promise.all(
        recipientLists.map(async to =>
          (await Promise.all(to.map(recipient => expander.expand(workspace, recipient, ask)))).flat(),
        ),
      );
      const withinLimit = expansion.filter(all => peopleAmong(all) <= max).flat();
      const teammates = new Map(
        withinLimit.flatMap(item =>
          item.kind === 'teammate' ? [[item.recipient.userId, item.recipient]] : [],
        ),
      );
      const answers = new Map<string, ResolvedRecipient>();
      await withConcurrency([...teammates], async ([userId, teammate]) => {
        answers.set(userId, await expander.resolveTeammate(workspace, teammate, ask));
      });
      return expansion.map(all =>
        within(
          all,
          all.flatMap(item => resolvedIn(item, answers)),
        ),
      );
    } finally {
      cancelTimer();
    }
  }

  /** Returns no people if the recipients exceed the limit. */
  function within(
    expansion: readonly Expansion[],
    people: ResolvedRecipient[],
  ): { people: ResolvedRecipient[]; tooMany: Problem | null } {
    const count = peopleAmong(expansion);
    if (count <= max) return { people, tooMany: null };
    return { people: [], tooMany: { kind: 'RECIPIENTS_TOO_MANY', count, limit: max } };
  }

  async function findPeople(workspace: string, to: readonly Recipient[]): ReturnType<FindPeople> {
    if (areNumbers(to)) {
      const people = to.map(recipient => ({ recipient, ...recipient }));
      return within(people, people);
    }
    const [result] = await lookUp(workspace, [to]);
    if (!result) throw new RangeError('One list has one result');
    return result;
  }

  return {
    findPeople,
    find: async (workspace, to) => foundNumbersOf(await findPeople(workspace, to)),
    async findEach(workspace, to) {
      const recipientLists = to.map(recipient => [recipient]);
      return (await lookUp(workspace, recipientLists)).map(foundNumbersOf);
    },
  };
}

async function withConcurrency<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const remaining = items.values();
  const worker = async (): Promise<void> => {
    for (const item of remaining) await work(item);
  };
  await Promise.all(Array.from({ length: LOOKUP_CONCURRENCY }, worker));
}

function peopleAmong(expansion: readonly Expansion[]): number {
  const people = expansion.flatMap(item => {
    if (item.kind === 'number') return item.number;
    return item.kind === 'teammate' ? item.recipient.userId : [];
  });
  const more = expansion.map(item => (item.kind === 'more' ? item.count : 0));
  return more.reduce((sum, count) => sum + count, new Set(people).size);
}

function resolvedIn(item: Expansion, answers: ReadonlyMap<string, ResolvedRecipient>): ResolvedRecipient[] {
  if (item.kind === 'more') return [];
  const answer = item.kind === 'teammate' ? answers.get(item.recipient.userId) : item;
  return answer ? [answer] : [];
}

function foundNumbersOf({ people, tooMany }: Awaited<ReturnType<FindPeople>>): FoundNumbers {
  const numbers = new Set<LocalNumber>();
  const teammates = new Map<LocalNumber, string>();
  const omitted = new Map<string, Omitted>();
  const unavailable = new Map<string, Recipient>();
  let retryAt: number | null = null;
  for (const person of people) {
    if (person.kind === 'number') {
      numbers.add(person.number);
      if (person.recipient.kind === 'teammate') teammates.set(person.number, person.recipient.userId);
    } else if (person.kind === 'problem')
      omitted.set(recipientKeyOf(person.recipient), { recipient: person.recipient, problem: person.problem });
    else {
      unavailable.set(recipientKeyOf(person.recipient), person.recipient);
      retryAt = Math.min(retryAt ?? person.retryAt, person.retryAt);
    }
  }
  return {
    numbers: [...numbers],
    teammates,
    omitted: [...omitted.values()],
    unavailable: [...unavailable.values()],
    retryAt,
    tooMany,
  };
}

/**
 * Numbers that are texted although they are on the do-not-text list. `retryAt`: when to ask again whether others are exempt;
 * null if the list is complete.
 */
export type ExemptNumbers = { numbers: ReadonlySet<LocalNumber>; retryAt: number | null };

export const NOBODY_EXEMPT: ExemptNumbers = { numbers: new Set(), retryAt: null };

/**
 * The recipients who would get a text now, and who is left out and why. Applies the workspace's rules and its do-not-text
 * list. For sending, and for previews.
 *
 * @param reading the workspace's settings, if they are being read already
 */
export type Reach = (
  workspace: string,
  to: readonly Recipient[],
  exempt?: ExemptNumbers,
  reading?: Promise<Settings>,
) => Promise<FoundNumbers>;

export function createReach(deps: {
  find: FindRecipients;
  doNotText: DoNotTextLookup;
  settings: SettingsOf;
}): Reach {
  const { find, doNotText, settings } = deps;
  return async (workspace, to, exempt = NOBODY_EXEMPT, reading = settings.of(workspace)) => {
    const withMarks = async (recipients: FoundNumbers) =>
      [recipients, await doNotText.of(workspace, recipients.numbers)] as const;
    const [[recipients, notToText], rules] = await Promise.all([
      find(workspace, to).then(withMarks),
      reading,
    ]);
    return withoutUntextable(recipients, number => notToText.has(number), exempt, rules);
  };
}

/**
 * Moves numbers that may not be texted to `omitted`, or to `unavailable` if they may still turn out to be exempt.
 *
 * @param isMarked true if the number is on the do-not-text list
 */
export function withoutUntextable(
  recipients: FoundNumbers,
  isMarked: (number: LocalNumber) => boolean,
  exempt: ExemptNumbers,
  rules: Settings,
): FoundNumbers {
  const [omitted, unavailable] = [[...recipients.omitted], [...recipients.unavailable]];
  let { retryAt } = recipients;
  const numbers: LocalNumber[] = [];
  for (const number of recipients.numbers) {
    const problem = numberProblem(number, isMarked(number) && !exempt.numbers.has(number), rules);
    const recipient = { kind: 'number', number } as const;
    if (!problem) numbers.push(number);
    else if (problem.kind === 'NEVER_TEXT' && exempt.retryAt !== null) {
      unavailable.push(recipient);
      retryAt = Math.min(retryAt ?? exempt.retryAt, exempt.retryAt);
    } else omitted.push({ recipient, problem });
  }
  return { ...recipients, numbers, omitted, unavailable, retryAt };
}
