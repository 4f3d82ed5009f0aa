import { abridged, cut } from '../kit/slack-text.ts';
import {
  escapeBraces,
  fillIn,
  fillSome,
  hasStop,
  type Pieces,
  parsePlaceholders,
} from '../texts/parse/placeholders.ts';
import { MAX_CHARACTERS } from '../texts/parts.ts';
import type { AlertFacts } from './alert.ts';

/*
 * How a hook's own texts are written: patterns, and templates of the workspace.
 *
 * A pattern is text containing `{{ name }}`, where alternatives may follow in case the name is empty (`{{
 * annotations.summary or labels.alertname }}`). There is nothing else: no code, no loops, no way out.
 */

/** What a pattern may name, beside `labels.…` and `annotations.…`. */
const PATTERN_NAMES = [
  'alert',
  'place',
  'summary',
  'severity',
  'status',
  'count',
  'more',
  'hook',
  'title',
  'message',
  'value',
] as const;
type PlainName = (typeof PATTERN_NAMES)[number];
export type PatternName = PlainName | `labels.${string}` | `annotations.${string}`;

/** A text as it is, or names of which the first non-empty one is used. */
type Piece = string | readonly PatternName[];
export type Pattern = readonly Piece[];

/** What a hook's texts look like; null: the default of its language. */
export type Patterns = { firing: string | null; resolved: string | null };

/** Longer than any pattern needs to be. */
const MAX_PATTERN = 2000;

type PatternProblem =
  | { kind: 'unknown_name'; name: string }
  /** `{{` without `}}`. */
  | { kind: 'unclosed' }
  | { kind: 'too_long' };

/** Parses a pattern, in one pass. */
export function parsePattern(
  source: string,
): { ok: true; pattern: Pattern } | { ok: false; problem: PatternProblem } {
  if (source.length > MAX_PATTERN) return { ok: false, problem: { kind: 'too_long' } };
  const pattern: Piece[] = [];
  let at = 0;
  for (;;) {
    const open = source.indexOf('{{', at);
    if (open < 0) break;
    const close = source.indexOf('}}', open + 2);
    if (close < 0) return { ok: false, problem: { kind: 'unclosed' } };
    const words = source
      .slice(open + 2, close)
      .split(/\s/)
      .filter(word => word !== '');
    const strange = words.find(isOutOfPlace) ?? (words.length % 2 === 0 ? (words.at(-1) ?? '') : undefined);
    if (strange !== undefined) return { ok: false, problem: { kind: 'unknown_name', name: strange } };
    pattern.push(source.slice(at, open), words.filter(isName));
    at = close + 2;
  }
  pattern.push(source.slice(at));
  return { ok: true, pattern };
}

/** The names in a pattern; none if there is no pattern, or if it can't be parsed. */
function namesIn(source: string | null): PatternName[] {
  const parsed = parsePattern(source ?? '');
  return parsed.ok ? parsed.pattern.flatMap(piece => (typeof piece === 'string' ? [] : piece)) : [];
}

/** Words of a hook's own, into which it is filled in what an alert says. */
export type OwnWords = {
  /** The names of what an alert says in them. */
  names: readonly string[];
  /** With what an alert says, and what else is said around that. What the alert doesn't say is empty. */
  fill(valueFor: (name: PatternName) => string, around: { before: string; after: string }): string;
  /** Whether a text can be made of it for everybody. @param ending what each text ends in */
  suits(filled: string, ending: string): boolean;
  /** They are said whatever comes, if need be cut. */
  always: boolean;
};

/** Patterns were checked when they were saved; if one is broken all the same, the text shows it as it is. */
export function byPattern(source: string): OwnWords {
  const parsed = parsePattern(source);
  const pattern = parsed.ok ? parsed.pattern : [source];
  return {
    names: namesIn(source),
    fill: (valueFor, { before, after }) => joined(before + renderPattern(pattern, valueFor), after),
    suits: () => true,
    always: true,
  };
}

/** A template, filled in, is a template still: for what is known of each recipient. */
export const byTemplate = (pieces: Pieces): OwnWords => ({
  names: pieces.flatMap(piece => (typeof piece === 'string' ? [] : piece.key)),
  fill(valueFor, { before, after }) {
    const filled = pieces.map(piece => {
      if (typeof piece === 'string' || !isPlainName(piece.key)) return piece;
      return valueFor(piece.key) || piece.fallback || '';
    });
    return `${escapeBraces(before)}${fillSome(filled, () => null)}${escapeBraces(after)}`;
  },
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

/** Outer spaces are removed, and several in a row become one. */
function renderPattern(pattern: Pattern, valueFor: (name: PatternName) => string): string {
  const filled = pattern.map(piece =>
    typeof piece === 'string' ? piece : (piece.map(valueFor).find(value => value !== '') ?? ''),
  );
  return filled
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}

/** Names and `or` alternate. */
function isOutOfPlace(word: string, index: number): boolean {
  return index % 2 === 0 ? !isName(word) : word !== 'or';
}

function isName(name: string): name is PatternName {
  if (isPlainName(name)) return true;
  return /^(labels|annotations)\.[^\s{}]+$/.test(name);
}

function isPlainName(name: string): name is PlainName {
  return (PATTERN_NAMES as readonly string[]).includes(name);
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
  const needs = pieces.flatMap(piece =>
    typeof piece === 'string' || piece.fallback !== null || isPlainName(piece.key) ? [] : piece.name,
  );
  return needs.length > 0 ? { ok: false, why: 'needs', columns: [...new Set(needs)] } : { ok: true, pieces };
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

/** Twice what a text can hold. */
const MAX_KEPT = 3200;
/** What a post shows of a summary or a description; a text by default has room for less. */
const MAX_SUMMARY = 600;

/**
 * Keeps only the facts about an alert that a hook's texts can use: what its templates name, and what the default texts
 * need. Many alerts may be waiting, for example for the end of quiet hours, and we store each.
 *
 * @param template the template that words them; nobody knows now what it will say by then
 */
export function keeping(
  templates: Patterns,
  template: string | null = null,
): (facts: AlertFacts) => AlertFacts {
  const named = new Set<PatternName>([templates.firing, templates.resolved].flatMap(namesIn));
  if (template !== null) for (const name of ['message', 'title', 'value'] as const) named.add(name);
  const labels = new Set(fieldsAmong(named, 'labels'));
  const annotations = new Set(fieldsAmong(named, 'annotations'));

  return facts => {
    const kept = createRoom(MAX_KEPT);
    const ifNamed = (name: 'title' | 'value' | 'message'): string =>
      named.has(name) ? kept(facts[name]) : '';
    // The main content comes first; everything else shares the room that is left.
    const composed = facts.composed ? kept(facts.message) : '';
    return {
      summary: abridged(kept(facts.summary), MAX_SUMMARY),
      description: abridged(kept(facts.description), MAX_SUMMARY),
      links: facts.links,
      labels: some(facts.labels, labels, kept),
      annotations: some(facts.annotations, annotations, kept),
      title: ifNamed('title'),
      value: ifNamed('value'),
      message: facts.composed ? composed : ifNamed('message'),
      composed: facts.composed,
    };
  };
}

function fieldsAmong(names: ReadonlySet<string>, of: 'labels' | 'annotations'): string[] {
  return [...names].flatMap(name => (name.startsWith(`${of}.`) ? name.slice(of.length + 1) : []));
}

/** Texts that share this many characters: each is cut to what the ones before it left. */
function createRoom(characters: number): (text: string) => string {
  let left = characters;
  return text => {
    const kept = cut(text, left);
    left -= kept.length;
    return kept;
  };
}

function some(
  fields: Record<string, string>,
  names: ReadonlySet<string>,
  kept: (text: string) => string,
): Record<string, string> {
  const there = [...names].filter(name => Object.hasOwn(fields, name) && fields[name] !== '');
  return Object.fromEntries(there.map(name => [name, kept(fields[name] ?? '')]));
}
