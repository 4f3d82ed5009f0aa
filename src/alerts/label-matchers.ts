import type { LabelMatcher } from './policy/incidents/state.ts';

/*
 * Labels as people type them: `team = db and env != prod`. A value in quotes is taken as it is. There are no patterns, since a mute
 * that covers more than was meant leaves somebody untexted.
 */

/** Each is compared with each alert. */
const MAX_LABELS = 10;
/** Alerts keep no longer ones. */
const MAX_LABEL = 200;

/** Why labels can't be read. `part`: where, as it was typed. */
export type LabelsProblem =
  | { kind: 'missing' }
  /** It isn't `name = value`. */
  | { kind: 'unclear'; part: string }
  | { kind: 'pattern'; part: string }
  | { kind: 'too_many'; limit: number }
  | { kind: 'too_long'; limit: number };

type ParsedLabels = { ok: true; labels: LabelMatcher[] } | { ok: false; problem: LabelsProblem };

const MATCHER = /^([^\s=!~"]+)\s*(==|=~|!~|!=|=)\s*(?:"([^"]*)"|(\S.*))$/su;
/** What phones and word processors make of quotation marks. */
const QUOTES = /[“”„«»]/g;

/** Reads labels as somebody typed them, joined by "and". */
export function parseLabels(typed: string): ParsedLabels {
  const wrong = (problem: LabelsProblem): ParsedLabels => ({ ok: false, problem });
  const given = typed.replaceAll(QUOTES, '"').trim();
  if (given === '') return wrong({ kind: 'missing' });
  const labels: LabelMatcher[] = [];
  for (const part of partsOf(given)) {
    const [, name = '', sign = '', quoted, plain = ''] = MATCHER.exec(part) ?? [];
    const value = quoted ?? plain;
    if (sign === '=~' || sign === '!~' || (quoted === undefined && value.includes('*')))
      return wrong({ kind: 'pattern', part });
    if (name === '' || value.includes('"')) return wrong({ kind: 'unclear', part: part || given });
    if (name.length + value.length > MAX_LABEL) return wrong({ kind: 'too_long', limit: MAX_LABEL });
    labels.push({ name, isEqual: sign !== '!=', value });
    if (labels.length > MAX_LABELS) return wrong({ kind: 'too_many', limit: MAX_LABELS });
  }
  return { ok: true, labels };
}

/** What stands between one "and" and the next, but for those in quotes. */
function partsOf(typed: string): string[] {
  const parts = [''];
  for (const [index, piece] of typed.split('"').entries()) {
    const isQuoted = index % 2 === 1;
    const [first = '', ...others] = isQuoted ? [`"${piece}"`] : piece.split(/\s(?:and|এবং)(?=\s|$)/iu);
    parts.push(`${parts.pop()}${first}`, ...others);
  }
  return parts.map(part => part.trim());
}

/** As somebody would type them. */
export const labelsAsTyped = (labels: readonly LabelMatcher[]): string =>
  labels.map(({ name, isEqual, value }) => `${name} ${isEqual ? '=' : '!='} ${shown(value)}`).join(' and ');

function shown(value: string): string {
  const isPlain = value !== '' && value.trim() === value && !/[*"]|\s(?:and|এবং)(?:\s|$)/iu.test(value);
  return isPlain ? value : `"${value}"`;
}
