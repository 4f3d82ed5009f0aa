import { z } from 'zod';
import { abridged, cut } from '../../kit/slack-text.ts';
import { readable } from './lengths.ts';
import type { PayloadProblem } from './payload.ts';

/* Schemas for fields, and sentences about bad bodies. A value of the wrong type counts as missing, so the other fields can be read. */

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
const textOf = (kind: 'name' | 'words') =>
  z
    .unknown()
    .optional()
    .transform(value => readable(kind, asText(value)).trim());

/** A name or a place; empty if missing. */
export const name = textOf('name');
/** A name or an id without which the body is wrong. */
export const someName = name.refine(text => text !== '', 'should not be empty');
/** Sentences, values, addresses; empty if missing. */
export const words = textOf('words');
/** In epoch milliseconds; null if missing, or before 2000, because some programs write such a time in place of a missing one. */
export const time = words.transform(text => {
  const at = Date.parse(text);
  return at > Date.UTC(2000, 0) ? at : null;
});
export const count = z
  .unknown()
  .optional()
  .transform(value => Math.min(1_000_000_000, Math.max(0, Math.floor(Number(value) || 0))));
/** The items of a list that fit the shape, from the first hundred. */
export const listOf = <Sent>(shape: z.ZodType<Sent>) =>
  z
    .unknown()
    .optional()
    .transform(value =>
      (Array.isArray(value) ? value.slice(0, 100) : []).flatMap(item => {
        const { data } = shape.safeParse(item);
        return data === undefined ? [] : [data];
      }),
    );
/** Far more labels than a real alert has; further ones aren't read. */
const MAX_FIELDS = 300;

/** The values of an object by their names, without inner objects and lists. */
export const fields = z
  .unknown()
  .optional()
  .transform(value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    const each = Object.entries(value)
      .slice(0, MAX_FIELDS)
      .flatMap(([key, field]) =>
        field === null || typeof field === 'object'
          ? []
          : [[readable('label', key), readable('words', asText(field))]],
      );
    return Object.fromEntries(each) as Record<string, string>;
  });

/** The first problem: its field, and one sentence. */
export function problemFrom(error: z.ZodError): PayloadProblem {
  const [issue] = error.issues;
  const field = issue && issue.path.length > 0 ? pathOf(issue.path) : null;
  const message =
    issue && /^(should|is|needs|has)\b/.test(issue.message)
      ? issue.message
      : 'has a value that is not expected here';
  return { field, error: `${field ?? 'The body'} ${message}.` };
}

/** A path such as `alerts[0].labels.team`. */
function pathOf(path: readonly PropertyKey[]): string {
  const steps = path.map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return cut(steps.replace(/^\./, ''), 200);
}

const MAX_NAMES = 5;
const NAME_CHARACTERS = 24;

/** The problem of a body without words: its sentence lists the body's names, and examples of names that we read. */
export function unknownBody(body: unknown): PayloadProblem {
  return {
    field: null,
    ...(typeof body === 'object' && body !== null && !Array.isArray(body)
      ? { seen: topLevelNames(body) }
      : {}),
    error: `The body ${seenIn(body)}: nothing that could be texted, such as a "title" or a "message".`,
  };
}

function seenIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return 'is a single value';
  const names = topLevelNames(body);
  if (Array.isArray(body) || names.length === 0) return 'is empty';
  const more = Object.keys(body).length - names.length;
  return `has ${names.map(name => `"${name}"`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function topLevelNames(body: object): string[] {
  return Object.keys(body)
    .slice(0, MAX_NAMES)
    .map(name => nameSeen(name));
}

/** A name or a path in a body, made harmless to show and store: short, without signs and long numbers. */
export function nameSeen(name: string, characters = NAME_CHARACTERS): string {
  return abridged(name.replace(/[^\p{L}\p{M}\p{N}_.[\] -]+/gu, '?').replace(/\p{Nd}{5,}/gu, '…'), characters);
}
