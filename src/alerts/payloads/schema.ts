import { z } from 'zod';
import { abridged, cut } from '../../kit/slack-text.ts';
import { readable } from './lengths.ts';
import type { PayloadProblem } from './payload.ts';

/* What senders write, as what it is: no odd value keeps the others from being read. And what is wrong with a body, in a sentence. */

const written = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
const textOf = (kind: 'name' | 'words') =>
  z
    .unknown()
    .optional()
    .transform(value => readable(kind, written(value)).trim());

/** What people call a thing, and where it is; empty: not said. */
export const name = textOf('name');
/** A name or an id that has to be there. */
export const someName = name.refine(text => text !== '', 'should not be empty');
/** Sentences, values, addresses; empty: not said. */
export const words = textOf('words');
/** In epoch milliseconds; null: not said, or long before there were such programs, as programs write that have none. */
export const time = words.transform(text => {
  const at = Date.parse(text);
  return at > Date.UTC(2000, 0) ? at : null;
});
export const count = z
  .unknown()
  .optional()
  .transform(value => Math.min(1_000_000_000, Math.max(0, Math.floor(Number(value) || 0))));
/** Those of a list that are objects. */
export const listOf = <Sent>(shape: z.ZodType<Sent>) =>
  z
    .unknown()
    .optional()
    .transform(value =>
      (Array.isArray(value) ? value.slice(0, 100) : []).flatMap(one => {
        const { data } = shape.safeParse(one);
        return data === undefined ? [] : [data];
      }),
    );
/** No alert has nearly as many labels; those beyond aren't read. */
const MAX_FIELDS = 300;

/** Values by their names; what isn't one value is left out. */
export const fields = z
  .unknown()
  .optional()
  .transform(value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
    const each = Object.entries(value)
      .slice(0, MAX_FIELDS)
      .flatMap(([key, one]) =>
        one === null || typeof one === 'object'
          ? []
          : [[readable('label', key), readable('words', written(one))]],
      );
    return Object.fromEntries(each) as Record<string, string>;
  });

/** The first fault found: its field, and one sentence. */
export function problemFrom(error: z.ZodError): PayloadProblem {
  const [issue] = error.issues;
  const field = issue && issue.path.length > 0 ? pathOf(issue.path) : null;
  const said =
    issue && /^(should|is|needs|has)\b/.test(issue.message)
      ? issue.message
      : 'has a value that is not expected here';
  return { field, error: `${field ?? 'The body'} ${said}.` };
}

/** `alerts[0].labels.team` */
function pathOf(path: readonly PropertyKey[]): string {
  const steps = path.map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return cut(steps.replace(/^\./, ''), 200);
}

/** How much of what was seen is said. */
const NAMES = 5;
const SEEN_CHARACTERS = 24;

/** What a body has in which there are no words, and what would have been understood. */
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

/** Some of a body's own names, made harmless: short, of letters, and no long numbers. */
function topLevelNames(body: object): string[] {
  return Object.keys(body)
    .slice(0, NAMES)
    .map(name => nameSeen(name));
}

/** A name or a path in a body, which may hold anything, as far as it may be shown and kept. */
export function nameSeen(name: string, characters = SEEN_CHARACTERS): string {
  return abridged(name.replace(/[^\p{L}\p{M}\p{N}_.[\] -]+/gu, '?').replace(/\p{Nd}{5,}/gu, '…'), characters);
}
