/*
 * The language of patterns: text containing `{{ name }}`, where alternatives may follow in case the name is empty (`{{
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
export type PlainName = (typeof PATTERN_NAMES)[number];
export type PatternName = PlainName | `labels.${string}` | `annotations.${string}`;

/** A text as it is, or names of which the first non-empty one is used. */
type Piece = string | readonly PatternName[];
export type Pattern = readonly Piece[];

/** What a hook's texts look like; null: the default of its language. */
export type Patterns = { firing: string | null; resolved: string | null };

/** Longer than any pattern needs to be. */
const MAX_PATTERN = 2000;

export type PatternProblem =
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
export function namesIn(source: string | null): PatternName[] {
  const parsed = parsePattern(source ?? '');
  return parsed.ok ? parsed.pattern.flatMap(piece => (typeof piece === 'string' ? [] : piece)) : [];
}

/** Fills a pattern. What is missing is empty. Outer spaces are removed, and several in a row become one. */
export function renderPattern(pattern: Pattern, lookUp: (name: PatternName) => string): string {
  const filled = pattern.map(piece =>
    typeof piece === 'string' ? piece : (piece.map(lookUp).find(value => value !== '') ?? ''),
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

export function isPlainName(name: string): name is PlainName {
  return (PATTERN_NAMES as readonly string[]).includes(name);
}
