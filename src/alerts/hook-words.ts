import {
  escapeBraces,
  type FieldValues,
  fillIn,
  fillSome,
  hasFallback,
  hasStop,
  NAME_KEY,
  type Pieces,
  parsePlaceholders,
  placeholdersIn,
} from '../texts/parse/placeholders.ts';
import { MAX_CHARACTERS } from '../texts/parts.ts';
import { isAlertField, isPlainField } from './alert-fields.ts';

/* How a hook's own texts are written: in words of its own, or by a template of the workspace. Both name an alert's fields. */

/** What a hook's texts say; null: the standard text of its language. */
export type OwnTexts = { firing: string | null; resolved: string | null };

/** Longer than any own text needs to be. */
export const MAX_OWN_TEXT = 2000;

type OwnTextProblem =
  /** Another program's way of naming a field. */
  | { kind: 'double_braces' }
  | { kind: 'unknown_name'; name: string }
  /** `{` without `}`, or without a name. */
  | { kind: 'unclosed' }
  | { kind: 'too_long' };

/** Reads a hook's own text. */
export function readOwnText(
  source: string,
): { ok: true; pieces: Pieces } | { ok: false; problem: OwnTextProblem } {
  const wrong = (problem: OwnTextProblem) => ({ ok: false as const, problem });
  if (source.length > MAX_OWN_TEXT) return wrong({ kind: 'too_long' });
  if (/\{\{[^{}]*\}\}/.test(source)) return wrong({ kind: 'double_braces' });
  const read = parsePlaceholders(source);
  if (!read.ok)
    return wrong(
      read.fault.kind === 'name_too_long'
        ? { kind: 'unknown_name', name: read.fault.near.slice(1) }
        : { kind: 'unclosed' },
    );
  const unknown = placeholdersIn(read.pieces).flatMap(unknownIn);
  return unknown[0] === undefined ? read : wrong({ kind: 'unknown_name', name: unknown[0] });
}

/** Names that no field has. Words without quotes that look like one are a misspelt name: they would go out as they are. */
function unknownIn({ name, key, alternatives }: ReturnType<typeof placeholdersIn>[number]): string[] {
  if (!isAlertField(key)) return [name];
  const text = alternatives.find(one => one.key !== null && !isAlertField(one.key))?.text ?? '';
  return /["|._]/.test(text) ? [text.split('|')[0] ?? text] : [];
}

/** The fields that a hook's own texts name; none where a text can't be read. */
export const fieldsIn = (texts: OwnTexts): string[] =>
  [texts.firing, texts.resolved].flatMap(source => {
    const read = source === null ? null : readOwnText(source);
    return read?.ok ? keysIn(read.pieces) : [];
  });

const keysIn = (pieces: Pieces): string[] =>
  placeholdersIn(pieces).flatMap(({ key, alternatives }) => [
    key,
    ...alternatives.flatMap(one => (one.key !== null && isAlertField(one.key) ? one.key : [])),
  ]);

/** Words of a hook's own, into which it is filled in what an alert says. */
export type OwnWords = {
  /** The fields that they name. */
  names: readonly string[];
  /** With what an alert says, and what else is said around that. What the alert doesn't say is empty. */
  fill(valueFor: FieldValues['valueFor'], around: { before: string; after: string }): string;
  /** Whether a text can be made of it for everybody. @param ending what each text ends in */
  suits(filled: string, ending: string): boolean;
  /** They are said whatever comes, if need be cut. */
  always: boolean;
};

/** Own texts were checked when they were saved; if one is broken all the same, it goes out as it is. */
export function byOwnText(source: string): OwnWords {
  const read = readOwnText(source);
  const pieces = read.ok ? read.pieces : [source];
  return {
    names: keysIn(pieces),
    fill(valueFor, { before, after }) {
      const said = pieces.map(piece => {
        const filled = fillIn([piece], valueFor, isAlertField);
        return filled.ok ? filled.text : '';
      });
      // Where something isn't said, there is no gap.
      const text = said.join('').replace(/[^\S\n]+/g, ' ');
      return joined(before + text.trim(), after);
    },
    suits: () => true,
    always: true,
  };
}

/** A template, filled in, is a template still: for what is known of each recipient. */
export const byTemplate = (pieces: Pieces): OwnWords => ({
  names: keysIn(pieces),
  fill: (valueFor, { before, after }) =>
    `${escapeBraces(before)}${fillSome(pieces, { has: isPlainField, valueFor })}${escapeBraces(after)}`,
  suits: suitsEverybody,
  always: false,
});

/** After a whole sentence, another begins. */
export const joined = (text: string, after: string): string =>
  text + (/[.!?।…]$/.test(text) ? after.replace(/^;/, '') : after);

/** The text of a filled template for somebody of whom nothing is known; null: there can be none. */
export function forAnybody(filled: string): string | null {
  const read = parsePlaceholders(filled);
  const text = read.ok ? fillIn(read.pieces, () => null) : null;
  return text?.ok ? text.text : null;
}

/** A template that words a hook's texts; or why one can't: an alert must never fail for what isn't known of a recipient. */
type AlertTemplate =
  | { ok: true; pieces: Pieces }
  | { ok: false; why: 'broken' | 'stop' }
  | { ok: false; why: 'needs'; columns: string[] };

/** The longest that a value of a contact is. */
const LONGEST_VALUE = 200;

/** Reads a template for texts about alerts: those may name what an alert has, and of a contact what has a fallback. */
export function readAlertTemplate(text: string): AlertTemplate {
  const read = parsePlaceholders(text);
  if (!read.ok) return { ok: false, why: 'broken' };
  const { pieces } = read;
  if (hasStop(pieces)) return { ok: false, why: 'stop' };
  const isField = (key: string): boolean => isPlainField(key) || key === NAME_KEY;
  const needs = placeholdersIn(pieces).filter(
    one =>
      [one, ...one.alternatives].some(({ key }) => key !== null && !isPlainField(key)) &&
      !hasFallback(one, isField),
  );
  return needs.length > 0
    ? { ok: false, why: 'needs', columns: [...new Set(needs.map(({ name }) => name))] }
    : { ok: true, pieces };
}

/**
 * Whether a text can be made of a filled template for everybody: not too long, whatever is known of them, and not empty.
 *
 * @param ending what each text ends in
 */
function suitsEverybody(filled: string, ending: string): boolean {
  const read = parsePlaceholders(filled);
  if (!read.ok) return false;
  const longest = fillIn(read.pieces, () => 'x'.repeat(LONGEST_VALUE));
  const shortest = forAnybody(filled);
  if (!longest.ok || shortest === null) return false;
  return [...longest.text, ...ending].length <= MAX_CHARACTERS && shortest.trim() !== '';
}
