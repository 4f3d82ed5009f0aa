import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Alert } from '../../domain/alert.ts';
import { cut } from '../../domain/cut.ts';

/** A repeated call within this time is a redelivery (or the other one of a pair): it is answered, and changes nothing. */
const REDELIVERY_MS = 10 * 60_000;
/** A key that the sender chose is remembered this long. */
export const KEY_MS = 8 * 24 * 3_600_000;

/** What makes two calls the same. */
export type Sameness = {
  identity: string;
  /** Differs where the same identity comes with something else to say; null: that does not matter. */
  digest: string | null;
  forMs: number;
  /** An identity that this call ends: after a resolve, the same key may fire again. */
  ends: string | null;
};

/** A call as its sender wrote it, in our words. */
export type HookPayload = {
  group: string;
  alerts: Alert[];
  leftOut: number;
  single: boolean;
  /** Whom the sender wants told instead of the hook's recipients, as written; null: it does not say. */
  to: string | null;
  /** Null: every such call is a new one. */
  sameness: Sameness | null;
};

/** What can't be read: the field by its path, and one sentence. */
export type PayloadProblem = { field: string | null; error: string };

export type ReadPayload = { ok: true; payload: HookPayload } | { ok: false; problem: PayloadProblem };

const NAME_CHARACTERS = 120;

export const fields = z.record(z.string(), z.string());
export const time = z
  .string()
  .refine(value => !Number.isNaN(Date.parse(value)), 'should be a time like 2026-11-21T09:00:00Z');
/** Each is read by itself, since there may be thousands. */
export const someAlerts = z.array(z.unknown()).min(1, 'should hold at least one alert');
export const status = z.enum(['firing', 'resolved'], 'should be "firing" or "resolved"');

export function digestOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** What two peers of a pair, and every redelivery, say alike. */
export function samenessOfGroup(group: string, alerts: readonly Alert[]): Sameness {
  const each = alerts.map(({ fingerprint, status, startsAt }) => `${fingerprint} ${status} ${startsAt}`);
  return {
    identity: digestOf('group', group, ...each.sort()),
    digest: null,
    forMs: REDELIVERY_MS,
    ends: null,
  };
}

/** One line, as long as a name may be. */
export function nameFrom(...candidates: (string | undefined)[]): string {
  const [name = ''] = candidates.map(candidate => oneLine(candidate ?? '')).filter(Boolean);
  return cut(name, NAME_CHARACTERS);
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * The first thing that is wrong, by its field, in one sentence.
 *
 * @param at where what was read stands in the body
 */
export function problemFrom(error: z.ZodError, at: readonly PropertyKey[] = []): PayloadProblem {
  const [issue] = error.issues;
  const path = [...at, ...(issue?.path ?? [])];
  const field = path.length > 0 ? pathOf(path) : null;
  const words = issue && WRITTEN_BY_US.test(issue.message) ? issue.message : wordsOf(issue);
  return { field, error: `${field ?? 'The body'} ${words}.` };
}

const WRITTEN_BY_US = /^(should|is|needs|has)\b/;

function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code !== 'invalid_type') return 'has a value that is not expected here';
  const kind = { record: 'an object of texts', array: 'a list', string: 'a text', int: 'a whole number' };
  return `should be ${kind[issue.expected as keyof typeof kind] ?? `of type ${issue.expected}`}`;
}

/** `alerts[0].labels.team` */
function pathOf(path: readonly PropertyKey[]): string {
  const written = path.map(step => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');
  return cut(written.replace(/^\./, ''), 200);
}
