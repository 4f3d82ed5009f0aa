import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { DoNotTextList, KnownPeople } from '../contacts/do-not-text.ts';
import type { Clock } from '../kit/clock.ts';
import type { LocalNumber } from '../kit/number.ts';
import type { Problem } from '../kit/problem.ts';
import { lengthProblem, missingProblem, readMessage } from '../texts/message.ts';
import { countParts } from '../texts/parts.ts';
import { mayBeMany, type Recipient, recipientKeyOf } from '../texts/recipient.ts';
import type { FindPeople } from '../texts/sending/find-recipients.ts';
import type { Fill } from '../texts/sending/messages.ts';
import { numberProblem } from '../texts/sending/send-policy.ts';
import type { StopLinks } from '../texts/text-links.ts';
import { MAX_ROWS, type Settings } from '../workspace/settings.ts';
import type { BroadcastRequest, BroadcastRow } from './broadcast.ts';
import { leftOut } from './left-out.ts';
import { failure } from './problem.ts';
import type { Broadcast } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/** How many recipients are looked up at once, if none of them may be a crowd. */
const TOGETHER = 50;
/** How long Slack has to say who everybody is. Whoever isn't known by then is left out. */
const LOOKUP_TIMEOUT_MS = 3 * 60_000;

/** Somebody a broadcast is for: with a number, or without one, and why. */
type Person = { who: Recipient; number: LocalNumber } | { who: Recipient; number: null; problem: Problem };

/**
 * Everybody that recipients stand for, in the order they were named: each number once (the first one counts), and each of
 * those without a number. As long as Slack is silent about some, asks again.
 *
 * @returns a problem if they are more than a broadcast may have
 */
type FindAll = (workspace: string, to: readonly Recipient[]) => Promise<Person[] | Problem>;

export function createFindAll({
  findPeople,
  clock,
}: {
  findPeople: FindPeople;
  clock: Pick<Clock, 'now' | 'after'>;
}): FindAll {
  return async (workspace, to) => {
    const until = clock.now() + LOOKUP_TIMEOUT_MS;
    const all = new Map<string, Person>();
    for (let asked = to; asked.length > 0; ) {
      const silent = new Map<string, Recipient>();
      let again = until;
      for (const some of portions(asked)) {
        const { people, tooMany } = await findPeople(workspace, some);
        if (tooMany) return tooMany;
        for (const one of people) {
          if (one.kind === 'unavailable') {
            silent.set(recipientKeyOf(one.who), one.who);
            again = Math.min(again, one.retryAt);
          } else {
            const person = one.kind === 'number' ? numbered(one) : without(one.who, one.problem);
            const key = recipientKeyOf(
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
    const isCrowd = mayBeMany(who);
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

/** How many rows are made and stored at once; others get their turn in between. */
const ROWS_TOGETHER = 25;

/**
 * The rows of these people, at most `ROWS_TOGETHER`: what each of them reads, or why they are left out. One who can't be
 * texted, or of whom a placeholder's value isn't known, doesn't stop the others.
 */
export type MakeRows = (
  workspace: string,
  people: readonly Person[],
  wordFor: WordFor,
) => Promise<BroadcastRow[]>;

/** What each of these numbers reads, given the contacts that have them. */
type WordFor = (numbers: readonly LocalNumber[], contacts: KnownPeople['contacts']) => Promise<WordedRows>;

/** What each of some numbers reads, or why nothing. */
export type WordedRows = ReadonlyMap<LocalNumber, { message: string } | { problem: Problem }>;

export function createMakeRows(deps: {
  doNotText: Pick<DoNotTextList, 'withContacts'>;
  settings: { of(workspace: string): Promise<Settings> };
}): MakeRows {
  const { settings } = deps;
  return async (workspace, people, wordFor) => {
    const numbers = people.flatMap(({ number }) => number ?? []);
    const [{ contacts, doNotText }, rules] = await Promise.all([
      deps.doNotText.withContacts(workspace, numbers),
      settings.of(workspace),
    ]);
    const judged = new Map(
      numbers.map(number => [number, numberProblem(number, doNotText.has(number), rules)]),
    );
    const toWord = numbers.filter(number => !judged.get(number));
    const worded = await wordFor(toWord, contacts);
    return people.map(person => {
      const { who, number } = person;
      if (number === null) return leftOut(who, '', null, person.problem);
      const name = contacts.get(number)?.name ?? '';
      const problem = judged.get(number);
      if (problem) return leftOut(who, name, number, problem);
      const its = worded.get(number) ?? { problem: { kind: 'UNEXPECTED' } as const };
      if ('problem' in its) return leftOut(who, name, number, its.problem);
      const { message } = its;
      const wrong = lengthProblem([message]);
      if (wrong) return leftOut(who, name, number, wrong);
      return { who, name, number, message, parts: countParts(message).parts, problem: null };
    });
  };
}

/** Words a broadcast for each of its people; or why it can't be worded for anybody. */
function wordingOf(
  { message, isTemplate }: Pick<BroadcastRequest, 'message' | 'isTemplate'>,
  workspace: string,
  { fill, linksWork }: { fill: Fill; linksWork: boolean },
): WordFor | Problem {
  const text = message.trim();
  if (!isTemplate) return async numbers => new Map(numbers.map(number => [number, { message: text }]));
  const read = readMessage({ message: text, template: true }, { isField: () => false, linksWork });
  if (!read.ok) return read.problem;
  return async (numbers, contacts) => {
    const { texts, lacking } = await fill(workspace, read.pieces, numbers, contacts, 'kept');
    const worded = new Map<LocalNumber, { message: string } | { problem: Problem }>();
    for (const [number, message] of texts) worded.set(number, { message });
    for (const one of lacking) worded.set(one.number, { problem: missingProblem([one]) });
    return worded;
  };
}

/** How often somebody who waits is told how far it is. */
const TELL_MS = 1000;

export type Gathered = { ok: true; broadcast: Broadcast } | { ok: false; problem: Problem };
type Progress = (done: number, all: number) => void;

/** Rows as they are made, at most `ROWS_TOGETHER` at a time, and how many there are in all. */
export type RowSource = { all: number; rows: AsyncIterable<BroadcastRow[]> };

/**
 * Fixes the rows of a broadcast that was opened, by small steps. If it can't, nothing of it is left but a broadcast that
 * never began.
 */
export async function fixRows(
  { broadcasts, clock }: { broadcasts: Broadcasts; clock: Clock },
  { id, workspace, request }: Broadcast,
  source: RowSource | Problem,
  onProgress?: Progress,
): Promise<Gathered> {
  if ('kind' in source) {
    await broadcasts.drop(workspace, id, 'author', { by: request.by, now: clock.now(), wall: clock.wall() });
    return { ok: false, problem: source };
  }
  const gone: Gathered = { ok: false, problem: failure('BROADCAST_GONE') };
  let done = 0;
  let toldAt = clock.now();
  for await (const rows of source.rows) {
    // Somebody who let it be meanwhile needs no rows.
    const one = await broadcasts.addRows(id, rows);
    done += rows.length;
    // Nor if the store has forgotten some, and would leave those out.
    if (one?.size.rows !== done) return gone;
    if (clock.now() - toldAt >= TELL_MS) {
      toldAt = clock.now();
      onProgress?.(done, source.all);
    }
    await endOfTurn();
  }
  const broadcast = await broadcasts.gathered(id);
  return broadcast ? { ok: true, broadcast } : gone;
}

/** Who is asked for, and what each of them reads. */
export type RowsFor = (opened: Pick<Broadcast, 'workspace' | 'request'>) => Promise<RowSource | Problem>;

export function createRowsFor(deps: {
  findAll: FindAll;
  makeRows: MakeRows;
  fill: Fill;
  stopLinks: Pick<StopLinks, 'isPossible'>;
}): RowsFor {
  const { findAll, makeRows, fill, stopLinks } = deps;
  return async ({ workspace, request }) => {
    const wording = wordingOf(request, workspace, { fill, linksWork: stopLinks.isPossible() });
    if ('kind' in wording) return wording;
    const people = await findAll(workspace, request.to);
    if ('kind' in people) return people;
    const rows = async function* (): AsyncGenerator<BroadcastRow[]> {
      for (const some of inPortions(people)) yield await makeRows(workspace, some, wording);
    };
    return { all: people.length, rows: rows() };
  };
}

export function* inPortions<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += ROWS_TOGETHER) yield all.slice(from, from + ROWS_TOGETHER);
}
