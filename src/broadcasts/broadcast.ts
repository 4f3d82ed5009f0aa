import { z } from 'zod';
import { isStoredNumber, type LocalNumber } from '../kit/number.ts';
import { problemSchema } from '../kit/problem.ts';
import { recipientSchema } from '../texts/recipient.ts';

/*
 * A broadcast texts many people, one by one. Everything is fixed before its author says yes: who gets a text and what each
 * of them reads (its rows), and who gets none, and why. From then on a row becomes one text at most.
 */

/** The most recipients (groups, contacts, teammates, typed numbers …) that are named for one. */
export const MAX_NAMED = 500;

/** `promotional`: the regulator has rules for it (see docs/broadcasts.md). */
export const BROADCAST_KINDS = ['service', 'promotional'] as const;
export type BroadcastKind = (typeof BROADCAST_KINDS)[number];

/**
 * What is asked for: also what a schedule keeps, since who is in a group is looked up when it runs. A field of the form that
 * isn't here yet comes here, into `slack/form.ts` and into the words.
 */
export const requestSchema = z.object({
  to: z.array(recipientSchema).min(1).max(MAX_NAMED),
  message: z.string(),
  /** The message is a template: its placeholders are filled for each recipient. */
  isTemplate: z.boolean(),
  kind: z.enum(BROADCAST_KINDS),
  /** Where its post is. */
  channel: z.string(),
  /** A user id. */
  by: z.string(),
});
export type BroadcastRequest = z.infer<typeof requestSchema>;

/** For so long somebody may approve one, or its author decide about it; then it comes to nothing. */
export const APPROVAL_MS = 24 * 3_600_000;

/**
 * - `gathering`: its rows are being fixed; nothing is sent, and nothing will be if that doesn't finish
 * - `review`: its author looks at what it comes to
 * - `approval`: a second person does
 * - `running`, `paused`: its rows become texts; or don't, for now
 * - `ended`: no further row becomes a text. Texts that are being sent then still end
 * - `dropped`: it never began: its author let it be, it was rejected, or nobody approved it in time
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
 * Why a broadcast is paused. `person`: somebody pressed Pause. `hours`: promotional texts don't go now; it goes on by
 * itself. The others say that something needs a look: the SMS service holds the key (`credits`, `key`, `suspended`) or
 * hasn't been reached for five minutes (`unreachable`), a limit of the admins is spent (`limit`: on a broadcast; `day`: in a day, and it
 * goes on by itself), or many rows went wrong
 * (`refusals`: 10 in a row; `many_refusals`: a tenth of the last 100; `uncertain`: 5 in a row). `unlinked`: the workspace
 * has no key any more.
 */
export const PAUSE_REASONS = [
  'person',
  'hours',
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
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** How many of its rows are where, and what was charged. */
export const countsSchema = z.object({
  /** Rows without a text: nobody to text, or not to be texted. */
  leftOut: z.int(),
  /** Texts that wait for their turn or are being sent. Of the rows that wait, the others haven't become texts yet. */
  open: z.int(),
  sent: z.int(),
  refused: z.int(),
  uncertain: z.int(),
  /** Texts that were cancelled, and rows that never became one. */
  cancelled: z.int(),
  /** What the service charged, in millionths of a credit; and for how many sent texts it named no cost. */
  millionths: z.int(),
  costless: z.int(),
});
export type BroadcastCounts = z.infer<typeof countsSchema>;

/** What its rows come to: fixed with them. */
export const sizeSchema = z.object({
  /** With and without a text. */
  rows: z.int(),
  /** Rows with a text. */
  texts: z.int(),
  /** Parts of all texts. */
  parts: z.int(),
  /** How many people get a text of so many parts: `{"1": 1650, "2": 350}`. */
  byParts: z.record(z.string(), z.int()),
  /** How many are left out, by the kind of the problem. */
  leftOut: z.record(z.string(), z.int()),
  /** Rows that are shown as examples: the longest text and the first three. */
  longest: z.string().nullable(),
  samples: z.array(z.object({ number: z.custom<LocalNumber>(isStoredNumber), message: z.string() })).max(3),
});
export type BroadcastSize = z.infer<typeof sizeSchema>;

/** What became of a row. `waiting`: also those that are being sent. */
export type RowState = 'sent' | 'refused' | 'uncertain' | 'left_out' | 'waiting' | 'cancelled';

/** One recipient of a broadcast. `message` null: there is no text for them, because of `problem`. */
export const rowSchema = z.object({
  who: recipientSchema,
  /** As people know them; empty if nobody said. */
  name: z.string(),
  number: z.custom<LocalNumber>(isStoredNumber).nullable(),
  message: z.string().nullable(),
  parts: z.int(),
  problem: problemSchema.nullable(),
});
export type BroadcastRow = z.infer<typeof rowSchema>;

/** How many were sent, or are being sent, or may have been. */
export function wentOf({ sent, uncertain, open }: BroadcastCounts): number {
  return sent + uncertain + open;
}

/** Rows that are not decided yet: neither texted, nor left out, nor cancelled. */
export function waitingOf({ rows, counts }: { rows: number; counts: BroadcastCounts }): number {
  const { leftOut, sent, refused, uncertain, cancelled } = counts;
  return rows - leftOut - sent - refused - uncertain - cancelled;
}
