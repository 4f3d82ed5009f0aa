import { type LocalNumber, maskNumber } from '../kit/number.ts';
import type { Problem } from '../kit/problem.ts';
import type { Intent } from './intent.ts';
import {
  hasStop,
  type Pieces,
  parsePlaceholders,
  placeholdersIn,
  SIGN_OFF_KEY,
} from './parse/placeholders.ts';
import { type IsField, readTyped } from './parse/typed-placeholders.ts';
import { countParts, MAX_CHARACTERS } from './parts.ts';
import { NO_SIGN_OFF, type SignedHow, type SignOff, withSignOff } from './sign-off.ts';

/*
 * Checks of a message, for all forms and commands: how its braces are read, what it says to each person, and whether that
 * can be sent. Pure; sending/messages.ts looks up the values.
 */

/** A message, and how its braces are read. */
export type WrittenMessage = Pick<Intent, 'message' | 'template' | 'typed' | 'signOff'>;

export type BraceRules = {
  /** True if a typed placeholder with this key is filled. */
  isField: IsField;
  /** True if a stop link would lead to this app. */
  linksWork: boolean;
};

/** Reads a message, with its sign-off; a problem if its template is broken or its stop link would lead nowhere. */
export function readMessage(
  { message, template, typed, signOff = NO_SIGN_OFF }: WrittenMessage,
  { isField, linksWork }: BraceRules,
): { ok: true; pieces: Pieces; signed: SignedHow } | { ok: false; problem: Problem } {
  // Without a sign-off, its typed placeholder stays as it was typed, unless a field has that name.
  const isFilled: IsField = key => isField(key) || (key === SIGN_OFF_KEY && signOff.line !== '');
  if (!template) {
    const pieces = typed ? readTyped(message, isFilled) : [message];
    return { ok: true, ...withSignOff(pieces, signOff) };
  }
  const read = parsePlaceholders(message);
  if (!read.ok)
    return { ok: false, problem: { kind: 'TEMPLATE_BROKEN', fault: read.fault.kind, near: read.fault.near } };
  if (hasStop(read.pieces) && !linksWork) return { ok: false, problem: { kind: 'STOP_LINK_IMPOSSIBLE' } };
  return { ok: true, ...withSignOff(read.pieces, signOff) };
}

/** True if the message is the same for everybody. */
export const isSame = (pieces: Pieces): boolean => placeholdersIn(pieces).length === 0;

/** Why a message can't be sent to anybody; null if it can, as far as that is known without recipients. */
export function messageProblem(written: WrittenMessage, reading: BraceRules): Problem | null {
  const read = readMessage(written, reading);
  if (!read.ok) return read.problem;
  return isSame(read.pieces)
    ? lengthProblem([read.pieces.join('').trim()], read.signed === 'not' ? undefined : written.signOff)
    : null;
}

/**
 * The problem of an empty or the longest text; null if all lengths are fine.
 *
 * @param signOff the texts' sign-off, which counts; absent if they have none
 */
export function lengthProblem(messages: readonly string[], signOff?: SignOff): Problem | null {
  if (messages.includes('')) return { kind: 'MESSAGE_EMPTY' };
  // Only counts code points where there are too many code units, because a text never has more code points.
  const tooLong = messages.filter(({ length }) => length > MAX_CHARACTERS);
  const characters = Math.max(0, ...tooLong.map(message => countParts(message).characters));
  if (characters <= MAX_CHARACTERS) return null;
  const long = { kind: 'MESSAGE_TOO_LONG' as const, characters, limit: MAX_CHARACTERS };
  return signOff === undefined ? long : { ...long, signOff: [...signOff.line].length };
}

/** A person for whom values of the message are missing. `name`: empty if it is unknown. */
export type MissingValues = { number: LocalNumber; name: string; missing: string[]; isContact: boolean };

/** A message rendered for some people. */
export type Rendered = {
  /** By number, in the order in which the numbers were given. */
  texts: ReadonlyMap<LocalNumber, string>;
  /** People without a text. */
  lacking: MissingValues[];
};

/** `problem`: null if the message can be sent. `pieces`: empty if it can't be read. */
export type CheckedMessage = Rendered & { pieces: Pieces; signed: SignedHow; problem: Problem | null };

/**
 * Checks a message to some people.
 *
 * @param links `kept`: its stop links work from now on; `sample`: they only have the right length
 */
export type CheckMessage = (
  workspace: string,
  written: WrittenMessage,
  numbers: readonly LocalNumber[],
  links: 'kept' | 'sample',
) => Promise<CheckedMessage>;

const MAX_NAMED = 5;

/** The problem of missing values. Names the first people who lack one. */
export function missingProblem(lacking: readonly MissingValues[]): Problem {
  return {
    kind: lacking.some(({ isContact }) => isContact) ? 'PLACEHOLDER_MISSING' : 'PLACEHOLDER_NO_CONTACT',
    columns: [...new Set(lacking.flatMap(({ missing }) => missing))],
    people: lacking.slice(0, MAX_NAMED).map(({ name, number }) => name || maskNumber(number)),
    more: Math.max(0, lacking.length - MAX_NAMED),
  };
}

/** The parts of all texts, and the longest text; null if there are no texts. */
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
