import { z } from 'zod';
import { isStoredNumber, type LocalNumber } from '../kit/number.ts';
import { problemSchema } from '../kit/problem.ts';
import { recipientSchema } from '../texts/recipient.ts';

/*
 * A broadcast texts many people, one by one. Before its author confirms, everything is fixed: its rows say who gets which text,
 * and who gets none and why. Afterwards each row becomes at most one text.
 */

/** Limit for the recipients (groups, contacts, teammates, typed numbers …) that a broadcast names. */
export const MAX_NAMED = 500;

/** `promotional`: the regulator restricts these, see docs/broadcasts.md. */
export const BROADCAST_KINDS = ['service', 'promotional'] as const;
export type BroadcastKind = (typeof BROADCAST_KINDS)[number];

/**
 * The author's request. A schedule stores it, too, and looks up a group's members at each run. A new field of the form goes
 * here, into `slack/form.ts` and into the words.
 */
export const requestSchema = z.object({
  to: z.array(recipientSchema).min(1).max(MAX_NAMED),
  message: z.string(),
  /** The message's placeholders are filled for each recipient. */
  isTemplate: z.boolean(),
  kind: z.enum(BROADCAST_KINDS),
  /** The channel of the progress post. */
  channel: z.string(),
  /** The author's user id. */
  by: z.string(),
});
export type BroadcastRequest = z.infer<typeof requestSchema>;

/** Time limit for the author's or an approver's decision. After that the broadcast is dropped. A schedule's run has its own. */
export const APPROVAL_MS = 24 * 3_600_000;

/**
 * - `gathering`: its rows are being fixed. If gathering fails, it sends nothing
 * - `review`: its author reads the estimate
 * - `approval`: a second person reads it
 * - `running`: its rows become texts
 * - `paused`: its rows become no texts, for now
 * - `ended`: no further row becomes a text. Texts that are being sent still end
 * - `dropped`: it never started: its author discarded it, an approver rejected it, or the decision didn't come in
 *   time
 */
export const BROADCAST_STATES = [
  'gathering',
  'review',
  'approval',
  'running',
  'paused',
  'ended',
  'dropped',
] as const;
export type BroadcastState = (typeof BROADCAST_STATES)[number];

/**
 * Why a broadcast is paused.
 * - `person`: a person pressed Pause
 * - `hours`: promotional texts may not go at this hour; it resumes by itself
 * - `early`: a schedule's run that was approved before its time; it begins by itself
 * - `credits`, `key`, `suspended`: the key is held, because the SMS service refused it; `key` also if we can't read
 *   it
 * - `unreachable`: the SMS service hasn't been reached for five minutes; it resumes by itself
 * - `limit`: it has used up the admins' limit for a broadcast, or its cost can't be checked against a limit
 * - `day`: a limit for the day is used up; it resumes by itself the next morning
 * - `refusals`: the last 10 texts were refused; `many_refusals`: 10 of the last 100 were
 * - `uncertain`: the last 5 texts are uncertain
 * - `unlinked`: the workspace no longer has a key
 * - `restored`: it is from a backup, and may have gone on since that was made
 */
export const PAUSE_REASONS = [
  'person',
  'hours',
  'early',
  'credits',
  'key',
  'suspended',
  'unreachable',
  'limit',
  'day',
  'refusals',
  'many_refusals',
  'uncertain',
  'unlinked',
  'restored',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Counts of rows by outcome, and the cost so far. */
export const countsSchema = z.object({
  /** Rows that get no text, for example because they have no number or must not be texted. */
  leftOut: z.int(),
  /** Texts that are queued or being sent. Waiting rows without a text aren't counted here. */
  open: z.int(),
  sent: z.int(),
  /** Uncertain texts that a person marked as sent. */
  byWord: z.int(),
  refused: z.int(),
  uncertain: z.int(),
  /** Cancelled texts, and rows that never became one. */
  cancelled: z.int(),
  /** The cost that the service charged, in millionths of a credit, and the number of sent texts for which it gave none. */
  millionths: z.int(),
  costless: z.int(),
});
export type BroadcastCounts = z.infer<typeof countsSchema>;

/** A summary of the rows, fixed together with the rows. */
export const sizeSchema = z.object({
  /** All rows, with and without a text. */
  rows: z.int(),
  texts: z.int(),
  parts: z.int(),
  /** The number of people for each number of parts: `{"1": 1650, "2": 350}`. */
  byParts: z.record(z.string(), z.int()),
  /** The number of rows left out for each kind of problem. */
  leftOut: z.record(z.string(), z.int()),
  /** Examples for the review: the longest text, and the first three rows. */
  longest: z.string().nullable(),
  samples: z.array(z.object({ number: z.custom<LocalNumber>(isStoredNumber), message: z.string() })).max(3),
});
export type BroadcastSize = z.infer<typeof sizeSchema>;

/** The outcome of a row. `waiting` includes rows whose text is being sent. */
export type BroadcastRowState =
  | 'sent'
  | 'by_word'
  | 'refused'
  | 'uncertain'
  | 'left_out'
  | 'waiting'
  | 'cancelled';

/** One recipient of a broadcast. `message`: null if they get no text, because of `problem`. */
export const rowSchema = z.object({
  recipient: recipientSchema,
  /** The recipient's name; empty if unknown. */
  name: z.string(),
  number: z.custom<LocalNumber>(isStoredNumber).nullable(),
  message: z.string().nullable(),
  parts: z.int(),
  problem: problemSchema.nullable(),
});
export type BroadcastRow = z.infer<typeof rowSchema>;

/** The number of texts that were sent, may have been sent, or are queued or being sent. */
export function wentOf({ sent, byWord, uncertain, open }: BroadcastCounts): number {
  return sent + byWord + uncertain + open;
}

/** The number of rows that have no outcome yet. */
export function waitingOf({ rows, counts }: { rows: number; counts: BroadcastCounts }): number {
  const { leftOut, sent, byWord, refused, uncertain, cancelled } = counts;
  return rows - leftOut - sent - byWord - refused - uncertain - cancelled;
}
