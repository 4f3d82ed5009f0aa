import { z } from 'zod';
import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { abridged, cut } from '../../kit/slack-text.ts';
import { type Alert, severityOf } from '../alert.ts';
import type { Sender } from '../calls.ts';
import { readable } from './lengths.ts';
import type { CallAbout, CallReading, HookPayload, PayloadProblem, SenderReader } from './payload.ts';

/* Schemas of what senders write, and what is wrong with a body, in a sentence for whoever sent it. */

/** An id, which some programs write as a number and some as a text. */
export const id = z.union([z.string().min(1), z.number()], 'should be an id').transform(String);

/** What people call a thing, and where it is. */
export const name = z.string().transform(text => readable('name', text));
/** A name that has to be there. */
export const someName = z
  .string()
  .min(1, 'should not be empty')
  .transform(text => readable('name', text));
export const words = z.string().transform(text => readable('words', text));
/** What a program may leave out, or write as null. */
export const optional = words.nullish();
/** The same, where it may write a number. */
export const asText = z.coerce
  .string()
  .transform(text => readable('words', text))
  .nullish();
export const severityWord = z
  .string()
  .refine(word => severityOf(word) !== null, 'should be critical, error, warning or info');
/** Labels or annotations. */
export const fields = z.preprocess(
  someFields,
  z.record(
    z.string().transform(text => readable('label', text)),
    words,
  ),
);
export const time = z
  .string()
  .refine(value => !Number.isNaN(Date.parse(value)), 'should be a time like 2026-11-21T09:00:00Z');
/** What an alert lists, such as its projects. */
export const listOf = <Schema extends z.ZodType>(one: Schema) =>
  z.preprocess(given => (Array.isArray(given) ? given.slice(0, MAX_FIELDS) : given), z.array(one));
/** Each alert is read separately, since there may be thousands. */
export const someAlerts = z.array(z.unknown()).min(1, 'should hold at least one alert');
export const status = z.enum(['firing', 'resolved'], 'should be "firing" or "resolved"');

/**
 * The first fault found: its field, and one sentence.
 *
 * @param at the path in the body of what was read
 */
export function problemFrom(error: z.ZodError, at: readonly PropertyKey[] = []): PayloadProblem {
  const [issue] = error.issues;
  const path = [...at, ...(issue?.path ?? [])];
  const field = path.length > 0 ? pathOf(path) : null;
  const words = issue && WRITTEN_BY_US.test(issue.message) ? issue.message : wordsOf(issue);
  return { field, error: `${field ?? 'The body'} ${words}.` };
}

/** Reads a body by its schema, or says what is wrong with it. */
export function readBy<Sent>(
  schema: z.ZodType<Sent>,
  body: unknown,
  read: (sent: Sent) => CallReading,
): CallReading {
  const { data, error } = schema.safeParse(body);
  return error ? { kind: 'wrong', problem: problemFrom(error) } : read(data);
}

/** How the calls of a program are read that bring many alerts, each by itself. */
export type GroupReader<Body, Sent> = {
  sender: Sender;
  schema: z.ZodType<Body & { alerts: unknown[] }>;
  shape: z.ZodType<Sent>;
  alertFrom: (body: Body) => (sent: Sent) => Alert;
  payload: (body: Body, alerts: Alert[]) => CooperativeTask<HookPayload>;
};

/** How the calls of a program are read that have one schema. */
export const bySchema = <Sent>({
  schema,
  read,
  ...sender
}: Pick<SenderReader, 'sender' | 'fits'> & {
  schema: z.ZodType<Sent>;
  read: (sent: Sent, about: CallAbout, body: object) => CallReading;
}): SenderReader => ({
  ...sender,
  read: (body, about) => readBy(schema, body, sent => read(sent, about, body)),
});

const WRITTEN_BY_US = /^(should|is|needs|has)\b/;

function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code !== 'invalid_type') return 'has a value that is not expected here';
  const kind = {
    record: 'an object of texts',
    object: 'an object',
    array: 'a list',
    string: 'a text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
  };
  return `should be ${kind[issue.expected as keyof typeof kind] ?? `of type ${issue.expected}`}`;
}

/** `alerts[0].labels.team` */
function pathOf(path: readonly PropertyKey[]): string {
  const written = path.map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return cut(written.replace(/^\./, ''), 200);
}

/** How much of what was seen is said. */
const NAMES = 5;
const SEEN_CHARACTERS = 24;

/** What a body has that nobody whom we know sends, and what would have been understood. */
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
  if (Array.isArray(body)) return 'is a list';
  if (body === null) return 'is null';
  if (typeof body !== 'object') return `is a ${typeof body === 'string' ? 'text' : typeof body}`;
  const names = topLevelNames(body);
  if (names.length === 0) return 'is an empty object';
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

/** No alert has nearly as many labels, or lists as much; what is beyond isn't read. */
const MAX_FIELDS = 300;

function someFields(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  return Object.fromEntries(Object.entries(given).slice(0, MAX_FIELDS));
}
