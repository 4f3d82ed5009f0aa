import type { Clock } from '../domain/clock.ts';
import type { LocalNumber } from '../domain/number.ts';
import type { Problem } from '../domain/problem.ts';
import { keyOf, MAX_RECIPIENTS, type Omitted, type Recipient } from '../domain/recipient.ts';
import { createTurns } from '../domain/turns.ts';
import type { People, Silent, UserGroups } from '../workspaces/people.ts';
import type { Whom } from '../workspaces/whom.ts';
import { createMeanings, type LookUp, type Meaning, type Meant } from './meant.ts';

/** How many questions about a workspace's recipients may be open at Slack at once. */
const AT_ONCE = 4;
/** The longest a look-up takes: people not known by then count as silent, and we ask again after the same time. */
const PATIENCE_MS = 3000;
const AGAIN_MS = 1000;

/** The numbers of some recipients: each once, in the order they were named. */
export type FoundNumbers = {
  numbers: LocalNumber[];
  /** Who can't be texted, and why. */
  omitted: Omitted[];
  /** Slack doesn't say now; it may later. */
  silent: Recipient[];
  /** When it makes sense to ask about some of the silent ones again (epoch ms); null: nobody is silent. */
  again: number | null;
  /** Together they are more people than `MAX_RECIPIENTS`, so nobody was looked up; otherwise null. */
  tooMany: Problem | null;
};

export type FindRecipients = (workspace: string, to: readonly Recipient[]) => Promise<FoundNumbers>;

/** The same, separately for each recipient. */
export type FindEach = (workspace: string, to: readonly Recipient[]) => Promise<FoundNumbers[]>;

/**
 * Looks recipients up at the time of sending: teammates by the phone in their profile, user groups by who is in them,
 * names by the contact or group that has them, and those that were chosen by who they are now.
 * It counts them before it asks about anybody, and asks Slack only a few questions at once for each workspace, so that one
 * workspace's recipients never hold up another's.
 */
export function createFindRecipients(parts: {
  people: Pick<People, 'facts' | 'remembered'>;
  groups: UserGroups;
  whom: Pick<Whom, 'means' | 'chosen'>;
  clock: Clock;
}): { find: FindRecipients; findEach: FindEach } {
  const { clock } = parts;
  const meanings = createMeanings(parts);
  const turns = createTurns(AT_ONCE);

  /** Looks up each of `asked`, which may be several recipients together. */
  async function lookUp(
    workspace: string,
    asked: readonly (readonly Recipient[])[],
  ): Promise<FoundNumbers[]> {
    const late = Promise.withResolvers<Silent>();
    let isLate = false;
    const callOff = clock.after(PATIENCE_MS, () => {
      isLate = true;
      late.resolve({ kind: 'silent', again: clock.now() + AGAIN_MS });
    });
    const ask: LookUp = {
      slack(question) {
        const answer = turns(workspace, async () => (isLate ? late.promise : question()));
        return Promise.race([answer, late.promise]);
      },
    };
    try {
      const meant = await Promise.all(
        asked.map(async to => (await Promise.all(to.map(who => meanings.of(workspace, who, ask)))).flat()),
      );
      const few = meant.filter(all => peopleAmong(all) <= MAX_RECIPIENTS).flat();
      const wanted = new Map(
        few.flatMap(one => (one.kind === 'teammate' ? [[one.who.userId, one.who]] : [])),
      );
      const answers = new Map<string, Meaning>();
      await fewAtOnce([...wanted], async ([userId, who]) => {
        answers.set(userId, await meanings.person(workspace, who, ask));
      });
      return meant.map(all => foundAmong(all, answers));
    } finally {
      callOff();
    }
  }

  return {
    async find(workspace, to) {
      const [found] = await lookUp(workspace, [to]);
      if (!found) throw new RangeError('One was asked for');
      return found;
    },
    findEach: (workspace, to) =>
      lookUp(
        workspace,
        to.map(who => [who]),
      ),
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

function peopleAmong(meant: readonly Meant[]): number {
  const people = meant.flatMap(one => {
    if (one.kind === 'number') return one.number;
    return one.kind === 'teammate' ? one.who.userId : [];
  });
  const more = meant.map(one => (one.kind === 'more' ? one.count : 0));
  return more.reduce((sum, count) => sum + count, new Set(people).size);
}

/** @param answers about the teammates, by user id; none about those who were too many */
function foundAmong(meant: readonly Meant[], answers: ReadonlyMap<string, Meaning>): FoundNumbers {
  const count = peopleAmong(meant);
  const tooMany: Problem | null =
    count > MAX_RECIPIENTS ? { kind: 'RECIPIENTS_TOO_MANY', count, limit: MAX_RECIPIENTS } : null;
  const numbers = new Set<LocalNumber>();
  const omitted = new Map<string, Omitted>();
  const silent = new Map<string, Recipient>();
  let again: number | null = null;
  for (const one of tooMany === null ? meant : []) {
    const answer = one.kind === 'teammate' ? answers.get(one.who.userId) : one;
    if (answer?.kind === 'number') numbers.add(answer.number);
    else if (answer?.kind === 'problem') {
      omitted.set(keyOf(answer.who), { who: answer.who, problem: answer.problem });
    } else if (answer?.kind === 'silent') {
      silent.set(keyOf(answer.who), answer.who);
      again = Math.min(again ?? answer.again, answer.again);
    }
  }
  return {
    numbers: [...numbers],
    omitted: [...omitted.values()],
    silent: [...silent.values()],
    again,
    tooMany,
  };
}
