import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Clock } from '../kit/clock.ts';
import type { LocalNumber } from '../kit/number.ts';
import type { Problem } from '../kit/problem.ts';
import { keyOf, type Recipient } from '../texts/recipient.ts';
import type { FindPeople } from '../texts/sending/recipients.ts';
import { MAX_ROWS } from '../workspace/settings.ts';

/** How many recipients are looked up at once, if none of them may be a crowd. */
const TOGETHER = 50;
/** How long Slack has to say who everybody is. Whoever isn't known by then is left out. */
const PATIENCE_MS = 3 * 60_000;

/** Somebody a broadcast is for: with a number, or without one, and why. */
export type Person =
  | { who: Recipient; number: LocalNumber }
  | { who: Recipient; number: null; problem: Problem };

/**
 * Everybody that recipients stand for, in the order they were named: each number once (the first one counts), and each of
 * those without a number. As long as Slack is silent about some, asks again.
 *
 * @returns a problem if they are more than a broadcast may have
 */
export type FindAll = (workspace: string, to: readonly Recipient[]) => Promise<Person[] | Problem>;

export function createFindAll({
  findPeople,
  clock,
}: {
  findPeople: FindPeople;
  clock: Pick<Clock, 'now' | 'after'>;
}): FindAll {
  return async (workspace, to) => {
    const until = clock.now() + PATIENCE_MS;
    const all = new Map<string, Person>();
    for (let asked = to; asked.length > 0; ) {
      const silent = new Map<string, Recipient>();
      let again = until;
      for (const some of portions(asked)) {
        const { people, tooMany } = await findPeople(workspace, some);
        if (tooMany) return tooMany;
        for (const one of people) {
          if (one.kind === 'silent') {
            silent.set(keyOf(one.who), one.who);
            again = Math.min(again, one.again);
          } else {
            const person = one.kind === 'number' ? numbered(one) : without(one.who, one.problem);
            const key = keyOf(
              person.number === null ? person.who : { kind: 'number', number: person.number },
            );
            if (!all.has(key)) all.set(key, person);
          }
        }
        if (all.size > MAX_ROWS) return { kind: 'RECIPIENTS_TOO_MANY', count: all.size, limit: MAX_ROWS };
        await endOfTurn();
      }
      asked = [...silent.values()];
      if (asked.length > 0 && again >= until) {
        for (const [key, who] of silent) all.set(key, without(who, { kind: 'EXPIRED' }));
        break;
      }
      if (asked.length > 0) await passed(clock, again);
    }
    return [...all.values()];
  };
}

const numbered = ({ who, number }: { who: Recipient; number: LocalNumber }): Person => ({ who, number });
const without = (who: Recipient, problem: Problem): Person => ({ who, number: null, problem });

/** Each crowd by itself, and others some at a time. */
function* portions(to: readonly Recipient[]): Generator<Recipient[]> {
  let some: Recipient[] = [];
  for (const who of to) {
    const isCrowd = who.kind === 'group' || who.kind === 'usergroup' || who.kind === 'named';
    if (some.length > 0 && (isCrowd || some.length === TOGETHER)) {
      yield some;
      some = [];
    }
    if (isCrowd) yield [who];
    else some.push(who);
  }
  if (some.length > 0) yield some;
}

function passed(clock: Pick<Clock, 'now' | 'after'>, at: number): Promise<void> {
  return new Promise(resolve => clock.after(Math.max(1, at - clock.now()), resolve));
}
