import type { KnownPeople, NeverText } from '../contacts/never-text.ts';
import type { LocalNumber } from '../kit/number.ts';
import type { Problem } from '../kit/problem.ts';
import type { BroadcastAsk } from '../texts/ask-many.ts';
import { countParts, lengthProblem } from '../texts/parts.ts';
import { parsePlaceholders } from '../texts/placeholders.ts';
import { judgeNumber } from '../texts/sending/decide.ts';
import { type Fill, missingProblem } from '../texts/sending/messages.ts';
import type { Settings } from '../workspace/settings.ts';
import type { BroadcastRow } from './broadcast.ts';
import type { Person } from './people.ts';

/** How many rows are made and stored at once; others get their turn in between. */
export const ROWS_TOGETHER = 25;

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

export function createMakeRows(parts: {
  never: Pick<NeverText, 'withContacts'>;
  settings: { of(workspace: string): Promise<Settings> };
}): MakeRows {
  const { settings } = parts;
  return async (workspace, people, wordFor) => {
    const numbers = people.flatMap(({ number }) => number ?? []);
    const [{ contacts, never }, rules] = await Promise.all([
      parts.never.withContacts(workspace, numbers),
      settings.of(workspace),
    ]);
    const judged = new Map(numbers.map(number => [number, judgeNumber(number, never.has(number), rules)]));
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

function leftOut(
  who: BroadcastRow['who'],
  name: string,
  number: LocalNumber | null,
  problem: Problem,
): BroadcastRow {
  return { who, name, number, message: null, parts: 0, problem };
}

/** Words a broadcast for each of its people; or why it can't be worded for anybody. */
export function wordingOf(
  { message, isTemplate }: Pick<BroadcastAsk, 'message' | 'isTemplate'>,
  workspace: string,
  fill: Fill,
): WordFor | Problem {
  const text = message.trim();
  if (!isTemplate) return async numbers => new Map(numbers.map(number => [number, { message: text }]));
  const read = parsePlaceholders(text);
  if (!read.ok) return { kind: 'TEMPLATE_BROKEN', fault: read.fault.kind, near: read.fault.near };
  return async (numbers, contacts) => {
    const { texts, lacking } = await fill(workspace, read.pieces, numbers, contacts, 'kept');
    const worded = new Map<LocalNumber, { message: string } | { problem: Problem }>();
    for (const [number, message] of texts) worded.set(number, { message });
    for (const one of lacking) worded.set(one.number, { problem: missingProblem([one]) });
    return worded;
  };
}
