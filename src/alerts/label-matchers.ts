import type { LabelMatcher } from './policy/incidents/state.ts';

/*
 * Labels as people type them: `team = db and env != prod`. A value in quotes is read unchanged. There are no patterns, because a mute
 * that covers more than intended suppresses texts.
 */

/** The most labels of a mute, because each is compared with each alert. */
const MAX_LABELS = 10;
/** The most characters of a label's name and value. Longer labels of alerts aren't stored. */
export const MAX_LABEL_CHARACTERS = 200;

/** `part`: the piece that can't be read, as typed. */
export type LabelsProblem =
  | { kind: 'missing' }
  /** It isn't `name = value`. */
  | { kind: 'unclear'; part: string }
  | { kind: 'pattern'; part: string }
  | { kind: 'too_many'; limit: number }
  | { kind: 'too_long'; limit: number };

type ParsedLabels = { ok: true; labels: LabelMatcher[] } | { ok: false; problem: LabelsProblem };

const MATCHER = /^([^\s=!~"]+)\s*(==|=~|!~|!=|=)\s*(?:"([^"]*)"|(\S.*))$/su;
/** Phones and word processors replace plain quotation marks by these. */
const QUOTES = /[“”„«»]/g;

export const plainQuotes = (typed: string): string => typed.replaceAll(QUOTES, '"');

/** True for a value with a wildcard outside quotes. */
export const hasPattern = (value: string): boolean => !value.startsWith('"') && value.includes('*');

export function parseLabels(typed: string): ParsedLabels {
  const wrong = (problem: LabelsProblem): ParsedLabels => ({ ok: false, problem });
  const input = plainQuotes(typed).trim();
  if (input === '') return wrong({ kind: 'missing' });
  const labels: LabelMatcher[] = [];
  for (const part of labelParts(input)) {
    const [, name = '', sign = '', quoted, plain = ''] = MATCHER.exec(part) ?? [];
    const value = quoted ?? plain;
    if (sign === '=~' || sign === '!~' || (quoted === undefined && hasPattern(value)))
      return wrong({ kind: 'pattern', part });
    if (name === '' || value.includes('"')) return wrong({ kind: 'unclear', part: part || input });
    if (name.length + value.length > MAX_LABEL_CHARACTERS)
      return wrong({ kind: 'too_long', limit: MAX_LABEL_CHARACTERS });
    labels.push({ name, isEqual: sign !== '!=', value });
    if (labels.length > MAX_LABELS) return wrong({ kind: 'too_many', limit: MAX_LABELS });
  }
  return { ok: true, labels };
}

/** Splits at each "and" outside quotes. */
export function labelParts(typed: string): string[] {
  const parts = [''];
  for (const [index, piece] of typed.split('"').entries()) {
    const isQuoted = index % 2 === 1;
    const [first = '', ...next] = isQuoted ? [`"${piece}"`] : piece.split(/\s(?:and|এবং)(?=\s|$)/iu);
    parts.push(`${parts.pop()}${first}`, ...next);
  }
  return parts.map(part => part.trim());
}

/** The inverse of `parseLabels`. */
export const labelsAsTyped = (labels: readonly LabelMatcher[]): string =>
  labels
    .map(({ name, isEqual, value }) => `${name} ${isEqual ? '=' : '!='} ${shownValue(value)}`)
    .join(' and ');

/** A value as it is read again: in quotes if it must be. */
export function shownValue(value: string): string {
  const isPlain = value !== '' && value.trim() === value && !/[*"]|\s(?:and|এবং)(?:\s|$)/iu.test(value);
  return isPlain ? value : `"${value}"`;
}
