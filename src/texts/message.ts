import { type LocalNumber, maskNumber } from '../kit/number.ts';
import type { Problem } from '../kit/problem.ts';
import type { Intent } from './intent.ts';
import { hasStop, type Pieces, parsePlaceholders, placeholdersIn } from './parse/placeholders.ts';
import { type IsField, readTyped } from './parse/typed-placeholders.ts';
import { countParts, MAX_CHARACTERS } from './parts.ts';

/*
 * What is right and wrong with a message, for all forms and commands: how its braces are read, what it says to each person, and
 * whether that can be sent. Pure; `sending/messages.ts` looks up what this takes.
 */

/** A message, and how its braces are read. */
export type WrittenMessage = Pick<Intent, 'message' | 'template' | 'typed'>;

/** What reading a message takes. */
export type BraceRules = {
  /** Whether a typed placeholder of that key is filled. */
  isField: IsField;
  /** Whether a link to stop texts would lead here. */
  linksWork: boolean;
};

/** Reads a message, or says why nobody can be sent it: a template is broken, or its link would lead nowhere. */
export function readMessage(
  { message, template, typed }: WrittenMessage,
  { isField, linksWork }: BraceRules,
): { ok: true; pieces: Pieces } | { ok: false; problem: Problem } {
  if (!template) return { ok: true, pieces: typed ? readTyped(message, isField) : [message] };
  const read = parsePlaceholders(message);
  if (!read.ok)
    return { ok: false, problem: { kind: 'TEMPLATE_BROKEN', fault: read.fault.kind, near: read.fault.near } };
  if (hasStop(read.pieces) && !linksWork) return { ok: false, problem: { kind: 'STOP_LINK_IMPOSSIBLE' } };
  return { ok: true, pieces: read.pieces };
}

/** Whether it says the same to everybody. */
export const isSame = (pieces: Pieces): boolean => placeholdersIn(pieces).length === 0;

/** Why a message can't be sent whoever it is for; null: as far as that goes, it can. */
export function messageProblem(written: WrittenMessage, reading: BraceRules): Problem | null {
  const read = readMessage(written, reading);
  if (!read.ok) return read.problem;
  return isSame(read.pieces) ? lengthProblem([read.pieces.join('').trim()]) : null;
}

/** Why texts can’t go out as long as they are: the longest one’s fault; null: they can. */
export function lengthProblem(messages: readonly string[]): Problem | null {
  if (messages.includes('')) return { kind: 'MESSAGE_EMPTY' };
  // It has no more code points than code units, so most aren't counted.
  const long = messages.filter(({ length }) => length > MAX_CHARACTERS);
  const characters = Math.max(0, ...long.map(message => countParts(message).characters));
  return characters > MAX_CHARACTERS ? { kind: 'MESSAGE_TOO_LONG', characters, limit: MAX_CHARACTERS } : null;
}

/** Somebody for whom a message needs something that we don't know. `name`: empty if that isn't known either. */
export type Lacking = { number: LocalNumber; name: string; missing: string[]; isContact: boolean };

/** What a message says to each of some people. */
export type Rendered = {
  /** By number, in the order asked. */
  texts: ReadonlyMap<LocalNumber, string>;
  /** People for whom it gives no text. */
  lacking: Lacking[];
};

/** The same, and why it can't be sent; null: nothing is in its way. `pieces`: none if it can't be read. */
export type CheckedMessage = Rendered & { pieces: Pieces; problem: Problem | null };

/**
 * Judges a message to some people.
 *
 * @param links `kept`: its links to stop texts work from now on; `sample`: they only have the right length
 */
export type CheckMessage = (
  workspace: string,
  written: WrittenMessage,
  numbers: readonly LocalNumber[],
  links: 'kept' | 'sample',
) => Promise<CheckedMessage>;

/** How many people with missing values are named. */
const NAMED = 5;

/** Why nothing may go out while something isn't known about these people. */
export function missingProblem(lacking: readonly Lacking[]): Problem {
  return {
    kind: lacking.some(({ isContact }) => isContact) ? 'PLACEHOLDER_MISSING' : 'PLACEHOLDER_NO_CONTACT',
    columns: [...new Set(lacking.flatMap(({ missing }) => missing))],
    people: lacking.slice(0, NAMED).map(({ name, number }) => name || maskNumber(number)),
    more: Math.max(0, lacking.length - NAMED),
  };
}

/** What texts come to together, and the longest of them; null: there are none. */
export function sumOfTexts(texts: Iterable<string>): { longest: string; parts: number } | null {
  let longest: { text: string; units: number } | null = null;
  let all = 0;
  for (const text of texts) {
    const { parts, units } = countParts(text);
    all += parts;
    const size = parts * 10_000 + units;
    if (longest === null || size > longest.units) longest = { text, units: size };
  }
  return longest && { longest: longest.text, parts: all };
}
