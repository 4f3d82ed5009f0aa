import { createHash } from 'node:crypto';
import { z } from 'zod';
import { abridged, cut } from '../../kit/slack-text.ts';
import type { Alert } from '../alert.ts';
import type { Sender } from '../sender.ts';

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
