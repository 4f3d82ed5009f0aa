import { z } from 'zod';
import type { Intent } from '../domain/intent.ts';
import { HOLDING_CODES, type Problem, problemSchema } from '../domain/problem.ts';
import { omittedSchema } from '../domain/recipient.ts';
import { type Text, WAIT_REASONS } from '../domain/text.ts';
import type { Outcome, Plan, Report } from './ports.ts';
import { readEach } from './reading.ts';
import { toIntent, toOutline, toText } from './rows.ts';

/* What both engines read back of reports and outcomes, as `rows.ts` does. */

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
  kind: z.enum([
    'refusal',
    'question',
    'waiting',
    'result',
    'sent_again',
    'held',
    'balance_low',
    'set_aside',
    'outcome',
  ]),
  detail: z.string(),
  attempts: z.int(),
  created_at: z.int(),
  posts: z.int(),
});

/** What these say names the recipients. */
const NAMING = new Set<Report['kind']>(['question', 'waiting']);

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
  const [whole] = readEach([row], read).values;
  return {
    id,
    kind,
    intent: whole ?? (NAMING.has(kind) ? read(row) : toOutline(row)),
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

const LASTING = new Set(['queued', 'sending']);

/**
 * `row`: the intent (`id`, `state`, `conclusion`); `texts`: its texts' rows in the order they were planned.
 *
 * @param read reads a text's row, where it is not stored as `toText` reads it
 */
export function toOutcome<Row extends Record<string, unknown>>(
  row: Record<string, unknown>,
  texts: readonly Row[],
  read: (row: Row) => Text = toText,
): Outcome {
  const { values, unreadable } = readEach(texts, read);
  const [concluded] = readEach([String(row.conclusion ?? '{}')], json =>
    conclusionSchema.parse(JSON.parse(json)),
  ).values;
  return {
    settled: row.state !== 'open' && !texts.some(({ state }) => LASTING.has(String(state))),
    ...(concluded ?? { problem: { kind: 'RESULT_UNREADABLE', id: String(row.id) }, omitted: [] }),
    texts: values,
    unreadable: unreadable.map(({ row: { id } }) => String(id)),
  };
}
