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

/** How many questions about a workspace's recipients may be open at Slack at once. */
const AT_ONCE = 4;
/** The longest a look-up takes: people not known by then count as silent, and we ask again after the same time. */
const LOOKUP_TIMEOUT_MS = 3000;
const AGAIN_MS = 1000;

export type FindRecipients = (workspace: string, to: readonly Recipient[]) => Promise<FoundNumbers>;

/** Each person that recipients stand for, in the order they were named: a number, why there is none, or Slack's silence. */
export type FindPeople = (
  workspace: string,
  to: readonly Recipient[],
) => Promise<{ people: ResolvedRecipient[]; tooMany: Problem | null }>;

/** The same as `FindRecipients`, separately for each recipient. */
export type FindEach = (workspace: string, to: readonly Recipient[]) => Promise<FoundNumbers[]>;

/**
 * Looks recipients up at the time of sending: teammates by the phone in their profile, user groups by who is in them,
 * names by the contact or group that has them, and those that were chosen by who they are now.
 * It counts them before it asks about anybody, and asks Slack only a few questions at once for each workspace, so that one
 * workspace's recipients never hold up another's.
 */
export function createFindRecipients(deps: {
  people: Pick<People, 'facts' | 'remembered'>;
  groups: UserGroups;
  whom: NameLookup;
  clock: Clock;
  most?: number;
}): { find: FindRecipients; findEach: FindEach; findPeople: FindPeople } {
  const { clock, most = MAX_RECIPIENTS } = deps;
  const meanings = createRecipientExpander(deps);
  const turns = createKeyedLimiter(AT_ONCE);

  /** Looks up each of `asked`, which may be several recipients together. */
  async function lookUp(
    workspace: string,
    asked: readonly (readonly Recipient[])[],
  ): Promise<{ people: ResolvedRecipient[]; tooMany: Problem | null }[]> {
    const late = Promise.withResolvers<SlackUnavailable>();
    let isLate = false;
    const cancelTimer = clock.after(LOOKUP_TIMEOUT_MS, () => {
      isLate = true;
      late.resolve({ kind: 'unavailable', retryAt: clock.now() + AGAIN_MS });
    });
    const ask: LookUp = {
      slack(question) {
        const answer = turns(workspace, async () => (isLate ? late.promise : question()));
        return Promise.race([answer, late.promise]);
      },
    };
    try {
      const expansion = await Promise.all(
        asked.map(async to => (await Promise.all(to.map(who => meanings.of(workspace, who, ask)))).flat()),
      );
      const few = expansion.filter(all => peopleAmong(all) <= most).flat();
      const wanted = new Map(
        few.flatMap(one => (one.kind === 'teammate' ? [[one.who.userId, one.who]] : [])),
      );
      const answers = new Map<string, ResolvedRecipient>();
      await fewAtOnce([...wanted], async ([userId, who]) => {
        answers.set(userId, await meanings.person(workspace, who, ask));
      });
      return expansion.map(all =>
        within(
          all,
          all.flatMap(one => answered(one, answers)),
        ),
      );
    } finally {
      cancelTimer();
    }
  }

  /** Nobody, if those meant are too many. */
  function within(
    expansion: readonly Expansion[],
    people: ResolvedRecipient[],
  ): { people: ResolvedRecipient[]; tooMany: Problem | null } {
    const count = peopleAmong(expansion);
    if (count <= most) return { people, tooMany: null };
    return { people: [], tooMany: { kind: 'RECIPIENTS_TOO_MANY', count, limit: most } };
  }

  async function findPeople(workspace: string, to: readonly Recipient[]): ReturnType<FindPeople> {
    if (areNumbers(to)) {
      const people = to.map(who => ({ who, ...who }));
      return within(people, people);
    }
    const [found] = await lookUp(workspace, [to]);
    if (!found) throw new RangeError('One was asked for');
    return found;
  }

  return {
    findPeople,
    find: async (workspace, to) => foundAmong(await findPeople(workspace, to)),
    async findEach(workspace, to) {
      const asked = to.map(who => [who]);
      return (await lookUp(workspace, asked)).map(foundAmong);
    },
  };
}

/** Does `work` for each of `items`, only as many at once as there may be questions, so that others get a turn in between. */
async function fewAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const hand = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, hand));
}

function peopleAmong(expansion: readonly Expansion[]): number {
  const people = expansion.flatMap(one => {
    if (one.kind === 'number') return one.number;
    return one.kind === 'teammate' ? one.who.userId : [];
  });
  const more = expansion.map(one => (one.kind === 'more' ? one.count : 0));
  return more.reduce((sum, count) => sum + count, new Set(people).size);
}

/** @param answers about the teammates, by user id */
function answered(one: Expansion, answers: ReadonlyMap<string, ResolvedRecipient>): ResolvedRecipient[] {
  if (one.kind === 'more') return [];
  const answer = one.kind === 'teammate' ? answers.get(one.who.userId) : one;
  return answer ? [answer] : [];
}

function foundAmong({ people, tooMany }: Awaited<ReturnType<FindPeople>>): FoundNumbers {
  const numbers = new Set<LocalNumber>();
  const teammates = new Map<LocalNumber, string>();
  const omitted = new Map<string, Omitted>();
  const silent = new Map<string, Recipient>();
  let retryAt: number | null = null;
  for (const one of people) {
    if (one.kind === 'number') {
      numbers.add(one.number);
      if (one.who.kind === 'teammate') teammates.set(one.number, one.who.userId);
    } else if (one.kind === 'problem')
      omitted.set(recipientKeyOf(one.who), { who: one.who, problem: one.problem });
    else {
      silent.set(recipientKeyOf(one.who), one.who);
      retryAt = Math.min(retryAt ?? one.retryAt, one.retryAt);
    }
  }
  return {
    numbers: [...numbers],
    teammates,
    omitted: [...omitted.values()],
    unavailable: [...silent.values()],
    retryAt,
    tooMany,
  };
}

/**
 * Numbers that are texted although they are marked as never to be texted. `retryAt`: when to ask once more whether others are
 * among them; null: that is all of them.
 */
export type ExemptNumbers = { numbers: ReadonlySet<LocalNumber>; retryAt: number | null };

export const NOBODY_EXEMPT: ExemptNumbers = { numbers: new Set(), retryAt: null };

/**
 * Who would get a text if it were sent now, and who is left out and why: also by the workspace's rules, and because
 * they must never be texted. For sending, and wherever recipients are counted first.
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
    const marked = async (found: FoundNumbers) =>
      [found, await doNotText.of(workspace, found.numbers)] as const;
    const [[found, notToText], rules] = await Promise.all([find(workspace, to).then(marked), reading]);
    return withoutUntextable(found, number => notToText.has(number), exempt, rules);
  };
}

/**
 * The same without those who can't be texted, whoever sends.
 *
 * @param isMarked whether a number is marked "never text"
 */
export function withoutUntextable(
  found: FoundNumbers,
  isMarked: (number: LocalNumber) => boolean,
  exempt: ExemptNumbers,
  rules: Settings,
): FoundNumbers {
  const [omitted, unavailable] = [[...found.omitted], [...found.unavailable]];
  let { retryAt } = found;
  const numbers: LocalNumber[] = [];
  for (const number of found.numbers) {
    const problem = numberProblem(number, isMarked(number) && !exempt.numbers.has(number), rules);
    const who = { kind: 'number', number } as const;
    if (!problem) numbers.push(number);
    else if (problem.kind === 'NEVER_TEXT' && exempt.retryAt !== null) {
      unavailable.push(who);
      retryAt = Math.min(retryAt ?? exempt.retryAt, exempt.retryAt);
    } else omitted.push({ who, problem });
  }
  return { ...found, numbers, omitted, unavailable, retryAt };
}
