import { z } from 'zod';
import { type AuditEntry, auditEntrySchema } from '../domain/audit.ts';
import type { Credits } from '../domain/credits.ts';
import { type Intent, intentSchema } from '../domain/intent.ts';
import { isLocalNumber, type LocalNumber } from '../domain/number.ts';
import { HOLDING_CODES, type Problem, problemSchema } from '../domain/problem.ts';
import { omittedSchema } from '../domain/recipient.ts';
import { LANES, type Lane, TEXT_STATES, type Text, UNCERTAIN_REASONS, WAIT_REASONS } from '../domain/text.ts';
import type { Outcome, Plan, Report } from './ports.ts';

/* What both engines read back, by the names it is stored under, checked when read: a damaged or foreign row is an error here, not a surprise later. */

const textRow = z.object({
  id: z.string(),
  intent_id: z.string(),
  workspace: z.string(),
  fingerprint: z.string(),
  lane: z.int().min(0).max(2),
  number: z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value)),
  message: z.string(),
  parts: z.int(),
  state: z.enum(TEXT_STATES),
  created_at: z.int(),
  not_before: z.int(),
  expires_at: z.int(),
  settled_at: z.int().nullable(),
  log_id: z.string().nullable(),
  cost: z.custom<Credits | null>(value => value === null || typeof value === 'string'),
  balance: z.custom<Credits | null>(value => value === null || typeof value === 'string'),
  problem: z.string().nullable(),
  uncertain: z.enum(UNCERTAIN_REASONS).nullable(),
});

/** What `toText` reads of a row. */
export const TEXT_COLUMNS = Object.keys(textRow.shape);

export function toText(row: unknown): Text {
  const read = textRow.parse(row);
  return {
    id: read.id,
    intentId: read.intent_id,
    workspace: read.workspace,
    fingerprint: read.fingerprint,
    lane: laneOf(read.lane),
    number: read.number,
    message: read.message,
    parts: read.parts,
    state: read.state,
    createdAt: read.created_at,
    notBefore: read.not_before,
    expiresAt: read.expires_at,
    settledAt: read.settled_at,
    logId: read.log_id,
    cost: read.cost,
    balance: read.balance,
    problem: read.problem === null ? null : problemSchema.parse(JSON.parse(read.problem)),
    uncertain: read.uncertain,
  };
}

const intentRow = z.object({ body: z.string() });

export function toIntent(row: unknown): Intent {
  return intentSchema.parse(JSON.parse(intentRow.parse(row).body));
}

/** An intent as it is stored: checked, because one that can't be read back would be in the way of others for good. */
export function fromIntent(intent: Intent): string {
  return JSON.stringify(intentSchema.parse(intent));
}

export function toAuditEntry(stored: unknown): AuditEntry {
  return auditEntrySchema.parse(JSON.parse(z.string().parse(stored)));
}

export const laneNumber = (lane: Lane): number => LANES.indexOf(lane);

export function laneOf(number: number): Lane {
  const lane = LANES[number];
  if (!lane) throw new RangeError(`No lane has number ${number}`);
  return lane;
}

/** What a report says beside the intent and text it is about. Stored as JSON. */
const detailSchema = z.object({
  problem: problemSchema.nullable().default(null),
  waiting: z
    .object({ why: z.enum([...WAIT_REASONS, ...HOLDING_CODES]), until: z.number().nullable() })
    .nullable()
    .default(null),
  earlier: z.object({ at: z.number(), actor: z.string() }).nullable().default(null),
  follower: z.string().nullable().default(null),
  reader: z.string().nullable().default(null),
});
export type ReportDetail = z.input<typeof detailSchema>;

const reportRow = z.object({
  id: z.int(),
  kind: z.enum(['refusal', 'question', 'waiting', 'result', 'sent_again', 'held', 'balance_low', 'outcome']),
  detail: z.string(),
  attempts: z.int(),
  created_at: z.int(),
  posts: z.int(),
});

/**
 * `row`: the report and its intent (`body`, `posts`); `text`: the row of the text it is about, if there is one.
 *
 * @param read reads the intent, where it may be known already
 */
export function toReport(
  row: Record<string, unknown>,
  text: Record<string, unknown> | null | undefined,
  read: (row: Record<string, unknown>) => Intent = toIntent,
): Report {
  const { id, kind, detail, attempts, created_at, posts } = reportRow.parse(row);
  return {
    id,
    kind,
    intent: read(row),
    text: text ? toText(text) : null,
    ...detailSchema.parse(JSON.parse(detail)),
    attempts,
    posts,
    createdAt: created_at,
  };
}

const conclusionSchema = z.object({
  problem: problemSchema.nullable().default(null),
  omitted: z.array(omittedSchema).default([]),
});

/** What is kept of a plan beside its texts, as JSON: why it was refused if it was, and who was left out. */
export function conclusionOf({ omitted }: Plan, problem: Problem | null): string {
  return JSON.stringify({ omitted, problem });
}

const LASTING = new Set<Text['state']>(['queued', 'sending']);

/** `row`: the intent (`state`, `conclusion`); `texts`: its texts' rows in the order they were planned. */
export function toOutcome(row: Record<string, unknown>, texts: readonly unknown[]): Outcome {
  const concluded = typeof row.conclusion === 'string' ? JSON.parse(row.conclusion) : {};
  const read = texts.map(toText);
  return {
    settled: row.state !== 'open' && !read.some(text => LASTING.has(text.state)),
    ...conclusionSchema.parse(concluded),
    texts: read,
  };
}
