import { MAX_CHARACTERS } from '../texts/parts.ts';
import {
  escapeBraces,
  fillIn,
  fillSome,
  hasStop,
  type Pieces,
  parsePlaceholders,
} from '../texts/placeholders.ts';
import { isPlainName, type PlainName } from './pattern.ts';

/** A template that words a hook's texts; or why one can't: an alert must never fail for what isn't known of a recipient. */
export type AlertTemplate =
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
  const needs = pieces.flatMap(piece =>
    typeof piece === 'string' || piece.fallback !== null || isPlainName(piece.key) ? [] : piece.name,
  );
  return needs.length > 0 ? { ok: false, why: 'needs', columns: [...new Set(needs)] } : { ok: true, pieces };
}

/**
 * A template with what an alert says filled in: still a template, for what is known of each recipient. What the alert doesn't
 * say is empty, if there is no fallback.
 */
export function fillAlert(
  pieces: Pieces,
  valueFor: (name: PlainName) => string,
  around: { before: string; after: string },
): string {
  const filled = pieces.map(piece => {
    if (typeof piece === 'string' || !isPlainName(piece.key)) return piece;
    return valueFor(piece.key) || piece.fallback || '';
  });
  const { before, after } = around;
  const text = fillSome(filled, () => null);
  return `${escapeBraces(before)}${text}${escapeBraces(after)}`;
}

/**
 * Whether a text can be made of a filled template for everybody: not too long, whatever is known of them, and not empty.
 *
 * @param ending what each text ends in
 */
export function suitsEverybody(filled: string, ending: string): boolean {
  const read = parsePlaceholders(filled);
  if (!read.ok) return false;
  const longest = fillIn(read.pieces, () => 'x'.repeat(LONGEST_VALUE));
  const shortest = fillIn(read.pieces, () => null);
  if (!longest.ok || !shortest.ok) return false;
  return [...longest.text, ...ending].length <= MAX_CHARACTERS && shortest.text.trim() !== '';
}
