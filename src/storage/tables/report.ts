import { z } from 'zod';
import { HOLDING_CODES, problemSchema } from '../../domain/problem.ts';
import { WAIT_REASONS } from '../../domain/text.ts';
import type { Table } from '../records.ts';

const REPORT_KINDS = [
  'refusal',
  'question',
  'waiting',
  'result',
  'sent_again',
  'held',
  'balance_low',
  'set_aside',
  'outcome',
] as const;

const reportSchema = z.object({
  id: z.string(),
  kind: z.enum(REPORT_KINDS),
  intentId: z.string(),
  textId: z.string().nullable(),
  problem: problemSchema.nullable(),
  waiting: z
    .object({ why: z.enum([...WAIT_REASONS, ...HOLDING_CODES]), until: z.number().nullable() })
    .nullable(),
  earlier: z.object({ at: z.number(), actor: z.string() }).nullable(),
  follower: z.string().nullable(),
  reader: z.string().nullable(),
  dueAt: z.int(),
  /** Who is delivering it now; in that case `dueAt` is when their lease ends. */
  leasedBy: z.string().nullable(),
  attempts: z.int(),
  /** What it is about has changed while it was being delivered. */
  stale: z.boolean(),
  createdAt: z.int(),
});
export type ReportRecord = Readonly<z.infer<typeof reportSchema>>;

/** The id of a report. It contains its intent's id, so that we know whose it is even if it can't be read. */
export const reportId = (name: string, intentId: string): string => `${name}.${intentId}`;
/** The one outcome of a person's texts to several people. */
export const outcomeId = (intentId: string): string => reportId('outcome', intentId);
export const intentIdOfReport = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

export const REPORT_LISTS = {
  due: 'reports.due',
  leased: 'reports.leased',
  ofIntent: (intentId: string): string => `reports.of ${intentId}`,
};

/** What to tell Slack, until Slack has it. */
export const REPORTS: Table<ReportRecord> = {
  name: 'report',
  schema: reportSchema,
  workspaceOf: () => null,
  places: ({ intentId, dueAt, leasedBy, createdAt }) => [
    { list: REPORT_LISTS.due, score: dueAt },
    { list: REPORT_LISTS.ofIntent(intentId), score: createdAt },
    ...(leasedBy === null ? [] : [{ list: REPORT_LISTS.leased, score: dueAt }]),
  ],
};
