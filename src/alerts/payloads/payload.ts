import { createHash } from 'node:crypto';
import { z } from 'zod';
import { abridged, cut } from '../../kit/slack-text.ts';
import { type Alert, LINKS, type SenderLink, severityOf } from '../alert.ts';
import type { Sender } from '../calls.ts';

/** A call repeated within this time is a redelivery (or the other one of a pair): we answer it, and change nothing. */
export const REDELIVERY_MS = 10 * 60_000;
/** How long we remember a key that the sender chose, or that names one moment for good. */
export const KEY_MS = 8 * 24 * 3_600_000;

/** What makes two calls the same. */
export type Sameness = {
  identity: string;
  /** Tells calls with the same identity but different content apart; null: the content doesn't matter. */
  digest: string | null;
  forMs: number;
  /** An identity that this call ends: after a resolve, the same key may fire again. */
  ends: string | null;
};

/** A call from its sender, in our terms. */
export type HookPayload = {
  group: string;
  alerts: Alert[];
  leftOut: number;
  single: boolean;
  test: boolean;
  /** Whom the sender wants told instead of the hook's recipients, as written; null: not given. */
  to: string | null;
  /** Null: every such call is new. */
  sameness: Sameness | null;
};

/** What we can't read: the path of the field, and one sentence. */
export type PayloadProblem = {
  field: string | null;
  error: string;
  /** Some names in a body that wasn't recognised, as far as they may be shown. */
  seen?: string[];
};

/** What a body of a known kind says. */
export type CallReading =
  | { kind: 'read'; payload: HookPayload }
  /** It is about nothing that fires or is over; one sentence says why. */
  | { kind: 'nothing'; why: string; subscription?: { topic: string; url: string } }
  | { kind: 'wrong'; problem: PayloadProblem };

/** `sender` null: nobody whom we know sends that. */
export type ReadPayload = CallReading & { sender: Sender | null };

/** What a call says beside its body. */
export type CallAbout = {
  /** The header of that name; null: none. */
  idempotencyKey: string | null;
  /** Identifies an alert that came without a key. */
  callId: string;
};

/** How the calls of one program are recognised and read. */
export type SenderReader = {
  sender: Sender;
  /** Whether a body has this program's shape, right or wrong in its fields. */
  fits: (body: object) => boolean;
  read: (body: object, about: CallAbout) => CallReading;
};

const NAME_CHARACTERS = 120;

/** What a program may leave out, or write as null. */
export const optional = z.string().nullish();
/** The same, where it may write a number. */
export const asText = z.coerce.string().nullish();
export const severityWord = z
  .string()
  .refine(word => severityOf(word) !== null, 'should be critical, error, warning or info');
export const nothing = (why: string): CallReading => ({ kind: 'nothing', why });

export const fields = z.record(z.string(), z.string());
export const time = z
  .string()
  .refine(value => !Number.isNaN(Date.parse(value)), 'should be a time like 2026-11-21T09:00:00Z');
/** Each alert is read separately, since there may be thousands. */
export const someAlerts = z.array(z.unknown()).min(1, 'should hold at least one alert');
export const status = z.enum(['firing', 'resolved'], 'should be "firing" or "resolved"');

export function digestOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** What both senders of a pair, and every redelivery, have in common. */
export function samenessOfGroup(group: string, alerts: readonly Alert[]): Sameness {
  const each = alerts.map(({ fingerprint, status, startsAt }) => `${fingerprint} ${status} ${startsAt}`);
  return {
    identity: digestOf('group', group, ...each.sort()),
    digest: null,
    forMs: REDELIVERY_MS,
    ends: null,
  };
}

/** One line, no longer than a name may be. */
export function nameFrom(...candidates: (string | undefined)[]): string {
  const [name = ''] = candidates.map(candidate => oneLine(candidate ?? '')).filter(Boolean);
  return abridged(name, NAME_CHARACTERS);
}

/** Without control characters, too: each would take six where it is stored. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

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

const PLACE_CHARACTERS = 120;

/** Pieces of a place in one line, each once; addresses of pages without what they all begin with. */
export function placeFrom(...pieces: (string | null | undefined)[]): string {
  const said = pieces.map(piece =>
    oneLine(piece ?? '')
      .replace(/^https?:\/\//i, '')
      .replace(/(?<=.)\/$/, ''),
  );
  return abridged([...new Set(said.filter(Boolean))].join(', '), PLACE_CHARACTERS);
}

/** Longer addresses are left out: half an address leads nowhere. */
const MAX_CHARACTERS = 700;

type Address = string | null | undefined;
/** What a sender gave as links: of each kind one, or several of which the first address counts. */
export type GivenLinks = { [What in SenderLink['what']]?: Address | readonly Address[] };

/** The links that a sender gave, as far as they are addresses that a browser may open. */
export function linksFrom(given: GivenLinks): SenderLink[] {
  return LINKS.flatMap(what => {
    const url = [given[what] ?? []].flat().find(one => typeof one === 'string' && isAddress(one.trim()));
    return url ? [{ what, url: url.trim() }] : [];
  });
}

/** Whether it is a whole address of a page, without spaces or what Slack would read as its own marks. */
function isAddress(url: string): boolean {
  return url.length <= MAX_CHARACTERS && /^https?:\/\/[^\s<>|"\\]{3,}$/i.test(url) && URL.canParse(url);
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
