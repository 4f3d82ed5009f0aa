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
import { type SignOff, signedText, signOffIn } from '../texts/sign-off.ts';
import type { StopLinks } from '../texts/text-links.ts';
import { MAX_ROWS, type Settings } from '../workspace/settings.ts';
import type { BroadcastRequest, BroadcastRow } from './broadcast.ts';
import { leftOut } from './left-out.ts';
import { failure } from './problem.ts';
import type { Broadcast } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/** Recipients that are looked up at once, except groups, which are looked up one by one. */
const LOOKUP_BATCH = 50;
/** Time limit for looking people up in Slack. People who are still unknown are left out. */
const LOOKUP_TIMEOUT_MS = 3 * 60_000;

/** A person whom a broadcast should text. `problem`: why there is no number. */
type Person =
  | { recipient: Recipient; number: LocalNumber }
  | { recipient: Recipient; number: null; problem: Problem };

/**
 * Expands recipients to people, in the order they were named: each number once, under the first recipient that has
 * it, and all people without a number. Asks Slack again while it is unavailable.
 *
 * @returns a problem if there are more than a broadcast may have
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
    for (let pending = to; pending.length > 0; ) {
      const unknown = new Map<string, Recipient>();
      let retryAt = until;
      for (const some of lookupBatches(pending)) {
        const { people, tooMany } = await findPeople(workspace, some);
        if (tooMany) return tooMany;
        for (const result of people) {
          if (result.kind === 'unavailable') {
            unknown.set(recipientKeyOf(result.recipient), result.recipient);
            retryAt = Math.min(retryAt, result.retryAt);
          } else {
            const person: Person =
              result.kind === 'number'
                ? { recipient: result.recipient, number: result.number }
                : without(result.recipient, result.problem);
            const key = recipientKeyOf(
              person.number === null ? person.recipient : { kind: 'number', number: person.number },
            );
            if (!all.has(key)) all.set(key, person);
          }
        }
        if (all.size > MAX_ROWS) return { kind: 'RECIPIENTS_TOO_MANY', count: all.size, limit: MAX_ROWS };
        await endOfTurn();
      }
      pending = [...unknown.values()];
      if (pending.length > 0 && retryAt >= until) {
        for (const [key, recipient] of unknown) all.set(key, without(recipient, { kind: 'EXPIRED' }));
        break;
      }
      if (pending.length > 0) await sleepUntil(clock, retryAt);
    }
    return [...all.values()];
  };
}

const without = (recipient: Recipient, problem: Problem): Person => ({
  recipient,
  number: null,
  problem,
});

/** Each group alone, other recipients together. */
function* lookupBatches(to: readonly Recipient[]): Generator<Recipient[]> {
  let some: Recipient[] = [];
  for (const recipient of to) {
    const isCrowd = mayBeMany(recipient);
    if (some.length > 0 && (isCrowd || some.length === LOOKUP_BATCH)) {
      yield some;
      some = [];
    }
    if (isCrowd) yield [recipient];
    else some.push(recipient);
  }
  if (some.length > 0) yield some;
}

function sleepUntil(clock: Pick<Clock, 'now' | 'after'>, at: number): Promise<void> {
  return new Promise(resolve => clock.after(Math.max(1, at - clock.now()), resolve));
}

/** Rows that are made and stored together. Other work runs in between. */
const ROWS_PER_BATCH = 25;

/**
 * Makes the rows of these people, at most `ROWS_PER_BATCH`: the text, or why they are left out. A person who can't be texted, or
 * has no value for a placeholder, doesn't stop the others.
 */
export type MakeRows = (
  workspace: string,
  people: readonly Person[],
  wordFor: WordFor,
) => Promise<BroadcastRow[]>;

/** Words the text for each number. `contacts`: the contacts that have the numbers. */
type WordFor = (numbers: readonly LocalNumber[], contacts: KnownPeople['contacts']) => Promise<WordedRows>;

/** The text for each number, or why it gets none. */
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
    const problems = new Map(
      numbers.map(number => [number, numberProblem(number, doNotText.has(number), rules)]),
    );
    const toWord = numbers.filter(number => !problems.get(number));
    const worded = await wordFor(toWord, contacts);
    return people.map(person => {
      const { recipient, number } = person;
      if (number === null) return leftOut(recipient, '', null, person.problem);
      const name = contacts.get(number)?.name ?? '';
      const problem = problems.get(number);
      if (problem) return leftOut(recipient, name, number, problem);
      const wording = worded.get(number) ?? { problem: { kind: 'UNEXPECTED' } as const };
      if ('problem' in wording) return leftOut(recipient, name, number, wording.problem);
      const { message } = wording;
      const tooLong = lengthProblem([message]);
      if (tooLong) return leftOut(recipient, name, number, tooLong);
      return { recipient, name, number, message, parts: countParts(message).parts, problem: null };
    });
  };
}

/** Returns a function that words the broadcast for each person, or the problem that prevents all texts. */
function wordingOf(
  { message, isTemplate }: Pick<BroadcastRequest, 'message' | 'isTemplate'>,
  workspace: string,
  { fill, linksWork, signOff }: { fill: Fill; linksWork: boolean; signOff: SignOff },
): WordFor | Problem {
  if (!isTemplate) {
    const text = signedText(message.trim(), signOff);
    return async numbers => new Map(numbers.map(number => [number, { message: text }]));
  }
  const written = { message: message.trim(), template: true as const, signOff };
  const read = readMessage(written, { isField: () => false, linksWork });
  if (!read.ok) return read.problem;
  return async (numbers, contacts) => {
    const { texts, lacking } = await fill(workspace, read.pieces, numbers, contacts, 'kept');
    const worded = new Map<LocalNumber, { message: string } | { problem: Problem }>();
    for (const [number, message] of texts) worded.set(number, { message });
    for (const missing of lacking) worded.set(missing.number, { problem: missingProblem([missing]) });
    return worded;
  };
}

/** The waiting author sees new progress at most this often. */
const TELL_MS = 1000;

export type Gathered = { ok: true; broadcast: Broadcast } | { ok: false; problem: Problem };
type Progress = (done: number, all: number) => void;

/** Rows as they are made, at most `ROWS_PER_BATCH` at a time, and their total. */
export type RowSource = { all: number; rows: AsyncIterable<BroadcastRow[]> };

/** Makes and stores the rows of an opened broadcast, in small steps. Drops the broadcast if that fails. */
export async function fixRows(
  { broadcasts, clock }: { broadcasts: Broadcasts; clock: Clock },
  { id, workspace, request }: Broadcast,
  source: RowSource | Problem,
  onProgress?: Progress,
): Promise<Gathered> {
  if ('kind' in source) {
    await broadcasts.drop(workspace, id, 'author', { by: request.by, now: clock.now() });
    return { ok: false, problem: source };
  }
  const gone: Gathered = { ok: false, problem: failure('BROADCAST_GONE') };
  let done = 0;
  let toldAt = clock.now();
  for await (const rows of source.rows) {
    // Null if the author discarded the broadcast meanwhile.
    const broadcast = await broadcasts.addRows(id, rows);
    done += rows.length;
    // If the store has lost rows, their people would silently get no text.
    if (broadcast?.size.rows !== done) return gone;
    if (clock.now() - toldAt >= TELL_MS) {
      toldAt = clock.now();
      onProgress?.(done, source.all);
    }
    await endOfTurn();
  }
  const broadcast = await broadcasts.gathered(id);
  return broadcast ? { ok: true, broadcast } : gone;
}

/** Makes the rows for the recipients of a broadcast. */
export type RowsFor = (opened: Pick<Broadcast, 'workspace' | 'request'>) => Promise<RowSource | Problem>;

export function createRowsFor(deps: {
  findAll: FindAll;
  makeRows: MakeRows;
  fill: Fill;
  stopLinks: Pick<StopLinks, 'isPossible'>;
  settings: { of(workspace: string): Promise<Settings> };
}): RowsFor {
  const { findAll, makeRows, fill, stopLinks, settings } = deps;
  return async ({ workspace, request }) => {
    const signOff = signOffIn(await settings.of(workspace));
    const wording = wordingOf(request, workspace, { fill, linksWork: stopLinks.isPossible(), signOff });
    if ('kind' in wording) return wording;
    const people = await findAll(workspace, request.to);
    if ('kind' in people) return people;
    const rows = async function* (): AsyncGenerator<BroadcastRow[]> {
      for (const some of inBatches(people)) yield await makeRows(workspace, some, wording);
    };
    return { all: people.length, rows: rows() };
  };
}

export function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += ROWS_PER_BATCH) yield all.slice(from, from + ROWS_PER_BATCH);
}
