import type { BroadcastAsk, BroadcastRow } from '../domain/broadcast.ts';
import type { LocalNumber } from '../domain/number.ts';
import { countParts } from '../domain/parts.ts';
import { type Pieces, parsePlaceholders } from '../domain/placeholders.ts';
import type { Problem } from '../domain/problem.ts';
import { lengthProblem, missingProblem } from '../sending/messages.ts';
import { judgeNumber } from '../sending/policy.ts';
import type { Render } from '../sending/rendering.ts';
import type { NeverText } from '../workspaces/never-text.ts';
import type { Settings } from '../workspaces/settings.ts';
import type { Whom } from '../workspaces/whom.ts';
import type { Person } from './people.ts';

/** How many rows are made and stored at once; others get their turn in between. */
export const ROWS_TOGETHER = 20;

/**
 * The rows of these people, at most `ROWS_TOGETHER`: what each of them reads, or why they are left out. One who can't be
 * texted, or of whom a placeholder's value isn't known, doesn't stop the others.
 */
export type MakeRows = (
  workspace: string,
  people: readonly Person[],
  message: (numbers: readonly LocalNumber[]) => Promise<WordedRows>,
) => Promise<BroadcastRow[]>;

/** What each of some numbers reads, or why nothing. */
export type WordedRows = ReadonlyMap<LocalNumber, { message: string } | { problem: Problem }>;

export function createMakeRows(parts: {
  never: Pick<NeverText, 'of'>;
  whom: Pick<Whom, 'namesOf'>;
  settings: { of(workspace: string): Promise<Settings> };
}): MakeRows {
  const { never, whom, settings } = parts;
  return async (workspace, people, wordFor) => {
    const numbers = people.flatMap(({ number }) => number ?? []);
    const [marked, names, rules] = await Promise.all([
      never.of(workspace, numbers),
      whom.namesOf(workspace, numbers),
      settings.of(workspace),
    ]);
    const judged = new Map(numbers.map(number => [number, judgeNumber(number, marked.has(number), rules)]));
    const worded = await wordFor(numbers.filter(number => !judged.get(number)));
    return people.map(person => {
      const { who, number } = person;
      if (number === null) return leftOut(who, '', null, person.problem);
      const name = names.get(number) ?? '';
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
  render: Render,
): ((numbers: readonly LocalNumber[]) => Promise<WordedRows>) | Problem {
  const text = message.trim();
  if (!isTemplate) return async numbers => new Map(numbers.map(number => [number, { message: text }]));
  const read = parsePlaceholders(text);
  if (!read.ok) return { kind: 'TEMPLATE_BROKEN', fault: read.fault.kind, near: read.fault.near };
  return numbers => filled(read.pieces, workspace, render, numbers);
}

async function filled(
  pieces: Pieces,
  workspace: string,
  render: Render,
  numbers: readonly LocalNumber[],
): Promise<WordedRows> {
  const { texts, lacking } = await render(workspace, pieces, numbers, 'kept');
  const worded = new Map<LocalNumber, { message: string } | { problem: Problem }>();
  for (const [number, message] of texts) worded.set(number, { message });
  for (const one of lacking) worded.set(one.number, { problem: missingProblem([one]) });
  return worded;
}
