import { z } from 'zod';
import { type PolicyRef, policyRefSchema } from '../escalations/policy.ts';
import { fold } from '../kit/name-matching.ts';
import { hasPattern, labelParts, MAX_LABEL_CHARACTERS, plainQuotes, shownValue } from './label-matchers.ts';

/*
 * Which policy an alert goes by, decided by its labels: `team = db, web and env = prod → DB`. The first route that fits counts; an alert
 * that fits none goes to the hook's own people. There are no patterns, because a route that fits more than intended calls the wrong people.
 */

/** The most routes of a hook. */
export const MAX_ROUTES = 20;
/** The most labels of a route, and the most values of a label. */
const MAX_ROUTE_LABELS = 10;
const MAX_VALUES = 20;

const text = z.string().min(1).max(MAX_LABEL_CHARACTERS);
export const labelRouteSchema = z.object({
  /** An alert must have each of these labels, with one of its values. */
  labels: z
    .array(z.object({ name: text, values: z.array(text).min(1).max(MAX_VALUES) }))
    .min(1)
    .max(MAX_ROUTE_LABELS),
  policy: policyRefSchema,
});
export type LabelRoute = z.infer<typeof labelRouteSchema>;

/** The policy of the first route that fits an alert's labels; null if none does. */
export function routedTo(
  routes: readonly LabelRoute[],
  labels: Readonly<Record<string, string>>,
): PolicyRef | null {
  const fits = ({ labels: all }: LabelRoute): boolean =>
    all.every(({ name, values }) => Object.hasOwn(labels, name) && values.includes(labels[name] ?? ''));
  return routes.find(fits)?.policy ?? null;
}

/** `part`: what can't be read, as typed. */
type LineProblem =
  | { kind: 'no_arrow' | 'no_policy' }
  | { kind: 'unclear' | 'pattern' | 'unknown_policy' | 'too_long'; part: string };
/** `line`: counted from 1, as typed. */
export type RouteProblem = (LineProblem | { kind: 'too_many'; limit: number }) & { line: number };

const ARROW = /->|=>|→|⇒|⟶/u;
const LABEL =
  /^([^\s=!~",]+)\s*(?:(==|=~|!~|!=|=)\s*(?:one\s+of\s+)?|(?<!\S)(?:is\s+)?one\s+of\s+)(\S.*)$/isu;

/**
 * Reads routes, one a line.
 *
 * @param policies found by their names, in any spelling
 */
export function parseRoutes(
  typed: string,
  policies: readonly PolicyRef[],
): { routes: LabelRoute[]; problem: RouteProblem | null } {
  const routes: LabelRoute[] = [];
  for (const [index, written] of typed.split('\n').entries()) {
    if (written.trim() === '') continue;
    const read = parseRoute(plainQuotes(written).trim(), policies);
    if ('kind' in read) return { routes, problem: { ...read, line: index + 1 } };
    if (routes.length === MAX_ROUTES)
      return { routes, problem: { kind: 'too_many', limit: MAX_ROUTES, line: index + 1 } };
    routes.push(read);
  }
  return { routes, problem: null };
}

function parseRoute(line: string, policies: readonly PolicyRef[]): LabelRoute | LineProblem {
  const [labelled = '', ...rest] = outsideQuotes(line, ARROW);
  if (rest.length === 0) return { kind: 'no_arrow' };
  const name = rest.join('→').trim();
  if (name === '') return { kind: 'no_policy' };
  const labels: LabelRoute['labels'] = [];
  for (const part of labelParts(labelled)) {
    const [, label = '', sign = '=', listed = ''] = LABEL.exec(part) ?? [];
    if (sign !== '=' && sign !== '==') return { kind: 'pattern', part };
    const values = outsideQuotes(listed.replace(/^\((.*)\)$/su, '$1'), /[,،]/u).map(value => value.trim());
    if (values.some(hasPattern)) return { kind: 'pattern', part };
    const plain = values.map(value => value.replace(/^"(.*)"$/su, '$1'));
    if (label === '' || plain.some(value => value === '' || value.includes('"')))
      return { kind: 'unclear', part: part || line };
    const isLong = plain.some(value => label.length + value.length > MAX_LABEL_CHARACTERS);
    if (isLong || plain.length > MAX_VALUES) return { kind: 'too_long', part };
    labels.push({ name: label, values: [...new Set(plain)] });
  }
  if (labels.length > MAX_ROUTE_LABELS) return { kind: 'too_long', part: labelled };
  const policy = policies.find(({ label }) => fold(label) === fold(name.replace(/^"(.*)"$/su, '$1')));
  return policy ? { labels, policy } : { kind: 'unknown_policy', part: name };
}

/** Splits at each match outside quotes. */
function outsideQuotes(typed: string, at: RegExp): string[] {
  const parts = [''];
  for (const [index, piece] of typed.split('"').entries()) {
    const isQuoted = index % 2 === 1;
    const [first = '', ...next] = isQuoted ? [`"${piece}"`] : piece.split(at);
    parts.push(`${parts.pop()}${first}`, ...next);
  }
  return parts;
}

/** The inverse of `parseRoutes`. */
export const routesAsTyped = (routes: readonly LabelRoute[]): string =>
  routes
    .map(({ labels, policy }) => {
      const all = labels.map(({ name, values }) => `${name} = ${values.map(listedValue).join(', ')}`);
      return `${all.join(' and ')} → ${policy.label}`;
    })
    .join('\n');

/** A value as it is read again: in quotes if it has a comma or an arrow. */
const listedValue = (value: string): string =>
  /[,،()]/u.test(value) || ARROW.test(value) ? `"${value}"` : shownValue(value);
