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

/* A hook's own texts: in words of its own, or by a template of the workspace. Both name an alert's fields. */

/** Null if the standard text of the hook's language applies. */
export type OwnTexts = { firing: string | null; resolved: string | null };

export const MAX_OWN_TEXT = 2000;

type OwnTextProblem =
  /** `{{name}}`, which other programs use. */
  | { kind: 'double_braces' }
  | { kind: 'unknown_name'; name: string }
  /** `{` without `}`, or without a name. */
  | { kind: 'unclosed' }
  | { kind: 'too_long' };

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

/**
 * The names in a placeholder that no field has. An unquoted fallback that looks like a name counts as a misspelt one, because it would be
 * texted unchanged.
 */
function unknownIn({ name, key, alternatives }: ReturnType<typeof placeholdersIn>[number]): string[] {
  if (!isAlertField(key)) return [name];
  const text =
    alternatives.find(({ key: fallback }) => fallback !== null && !isAlertField(fallback))?.text ?? '';
  return /["|._]/.test(text) ? [text.split('|')[0] ?? text] : [];
}

/** The fields that a hook's own texts name; none for a text that can't be read. */
export const fieldsIn = (texts: OwnTexts): string[] =>
  [texts.firing, texts.resolved].flatMap(source => {
    const read = source === null ? null : readOwnText(source);
    return read?.ok ? keysIn(read.pieces) : [];
  });

const keysIn = (pieces: Pieces): string[] =>
  placeholdersIn(pieces).flatMap(({ key, alternatives }) => [
    key,
    ...alternatives.flatMap(({ key: fallback }) =>
      fallback !== null && isAlertField(fallback) ? fallback : [],
    ),
  ]);

/** Words with placeholders for an alert's fields. */
export type OwnWords = {
  /** The fields that they name. */
  names: readonly string[];
  /** Fills in an alert's values, empty if the alert has none, and adds the texts around them. */
  fill(valueFor: FieldValues['valueFor'], around: { before: string; after: string }): string;
  /** True if every recipient can get a text. @param ending follows each text */
  suits(filled: string, ending: string): boolean;
  /** Used even if the text has to be cut. */
  always: boolean;
};

/** Own texts are checked on saving. A broken one is texted unchanged. */
export function byOwnText(source: string): OwnWords {
  const read = readOwnText(source);
  const pieces = read.ok ? read.pieces : [source];
  return {
    names: keysIn(pieces),
    fill(valueFor, { before, after }) {
      const parts = pieces.map(piece => {
        const filled = fillIn([piece], valueFor, isAlertField);
        return filled.ok ? filled.text : '';
      });
      // An empty field leaves no gap.
      const text = parts.join('').replace(/[^\S\n]+/g, ' ');
      return joined(before + text.trim(), after);
    },
    suits: () => true,
    always: true,
  };
}

/** The filled text is still a template: its remaining placeholders are for each recipient's values. */
export const byTemplate = (pieces: Pieces): OwnWords => ({
  names: keysIn(pieces),
  fill: (valueFor, { before, after }) =>
    `${escapeBraces(before)}${fillSome(pieces, { has: isPlainField, valueFor })}${escapeBraces(after)}`,
  suits: suitsEverybody,
  always: false,
});

/** After a whole sentence, `after` begins without its semicolon. */
export const joined = (text: string, after: string): string =>
  text + (/[.!?।…]$/.test(text) ? after.replace(/^;/, '') : after);

/** The text for a recipient without any values; null if the template needs one. */
export function forAnybody(filled: string): string | null {
  const read = parsePlaceholders(filled);
  const text = read.ok ? fillIn(read.pieces, () => null) : null;
  return text?.ok ? text.text : null;
}

/** A template for a hook's texts, or why it can't word them. An alert must not fail because a recipient has no value for a placeholder. */
type AlertTemplate =
  | { ok: true; pieces: Pieces }
  | { ok: false; why: 'broken' | 'stop' }
  | { ok: false; why: 'needs'; columns: string[] };

/** A contact's longest value. */
const MAX_VALUE_CHARACTERS = 200;

/** Reads a template for a hook's texts. It may name an alert's fields, and a contact's values if they have a fallback. */
export function readAlertTemplate(text: string): AlertTemplate {
  const read = parsePlaceholders(text);
  if (!read.ok) return { ok: false, why: 'broken' };
  const { pieces } = read;
  if (hasStop(pieces)) return { ok: false, why: 'stop' };
  const isField = (key: string): boolean => isPlainField(key) || key === NAME_KEY;
  const needs = placeholdersIn(pieces).filter(
    placeholder =>
      [placeholder, ...placeholder.alternatives].some(({ key }) => key !== null && !isPlainField(key)) &&
      !hasFallback(placeholder, isField),
  );
  return needs.length > 0
    ? { ok: false, why: 'needs', columns: [...new Set(needs.map(({ name }) => name))] }
    : { ok: true, pieces };
}

/** True if a text fits with the longest values, and isn't empty without any. */
function suitsEverybody(filled: string, ending: string): boolean {
  const read = parsePlaceholders(filled);
  if (!read.ok) return false;
  const longest = fillIn(read.pieces, () => 'x'.repeat(MAX_VALUE_CHARACTERS));
  const shortest = forAnybody(filled);
  if (!longest.ok || shortest === null) return false;
  return [...longest.text, ...ending].length <= MAX_CHARACTERS && shortest.trim() !== '';
}
