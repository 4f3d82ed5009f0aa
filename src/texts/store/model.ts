import { z } from 'zod';
import type { Credits } from '../../kit/credits.ts';
import type { Hours } from '../../kit/day.ts';
import type { LocalNumber } from '../../kit/number.ts';
import { HOLDING_CODES, type Problem, problemSchema } from '../../kit/problem.ts';
import { type StandingPost, standingPostSchema } from '../../kit/slack/standing-post.ts';
import { indexedAt, type Row, type Table, type Tx, table } from '../../kit/store/store.ts';
import { type Intent, intentSchema, isAddressed, sharesReport } from '../intent.ts';
import type { Limits } from '../limits.ts';
import { type Omitted, omittedSchema } from '../recipient.ts';
import type { SignOff } from '../sign-off.ts';
import {
  type Priority,
  type Text,
  type TextState,
  textEndSchema,
  textSchema,
  type UncertainReason,
  WAIT_REASONS,
  type WaitReason,
} from '../text.ts';
import { storySchema } from './story-events.ts';

/* The records of the outbox, and the types of its inputs and results. */

export type Needed = readonly [{ readonly name: string }, string];

/** A text as planned. */
export type PlannedText = {
  number: LocalNumber;
  message: string;
  parts: number;
  priority: Priority;
  expiresAt: number;
  /** The text ignores the do-not-text list: an alert, where an admin allows it. */
  ignoreDoNotText?: boolean;
  /** The user id of the teammate whose Slack profile gave the number. */
  teammate?: string;
};

/** The result of planning an intent. */
export type Plan =
  | {
      kind: 'texts';
      fingerprint: string;
      texts: PlannedText[];
      /** Ask first if a duplicate was sent since this time; null: don't ask. */
      askIfSentSince: number | null;
      /** The day's limits, which include these texts; null if there are none. */
      limits: Limits | null;
      hours?: Hours;
      /** Recipients who get no text, and why. */
      omitted: Omitted[];
      /**
       * When the intent is planned again, because some numbers are still unknown; these texts go meanwhile. Null: complete.
       */
      retryAt: number | null;
      /** The sign-off that the texts were worded with. */
      signOff?: SignOff;
      /** How long the sender may take the texts back before they go out. Absent: they may go at once. */
      undoMs?: number;
      /** Ask first in any case: which recipient is meant, or whether several texts may cost this much. */
      asksFirst?: boolean;
    }
  | { kind: 'refused'; problem: Problem; omitted: Omitted[] };

/** The outcome of an intent so far. */
export type IntentOutcome = {
  /** The intent isn't open, and none of its texts wait or are being sent. An uncertain text may still be corrected. */
  settled: boolean;
  /** Why the intent was refused or cancelled; null if it wasn't. */
  problem: Problem | null;
  omitted: Omitted[];
  texts: Text[];
  /** Ids of unreadable texts, whose outcome is unknown. */
  unreadable: string[];
  /** Ids of uncertain texts that were resent. */
  sentAgain: string[];
};

export type PlanResult = 'planned' | 'asked' | 'refused' | 'stale';

export type Accepted = Exclude<PlanResult, 'stale'> | 'duplicate';

/** One process's right to send one text once. Each claim has a new id, so a late answer finds its own claim. */
export type Claim = {
  id: string;
  text: Text;
  /** The sender, for the day's usage. */
  actor: string;
  claimedAt: number;
};

/** The outcome of a claimed request. A text refused with a code that holds the key is queued again (see key.ts). */
export type Settlement =
  | { kind: 'sent'; logId: string | null; cost: Credits | null; balance: Credits | null }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'uncertain'; why: UncertainReason };

/** The end of a claim without a request that may have sent the text. */
export type ClaimRelease = {
  notBefore: number;
  /** The reason to report; null if there is none (the claim only came too late). */
  why: WaitReason | null;
  /** The service counted the request, so its slot stays taken for a minute. */
  counted: boolean;
  /** Refuses a text that became uncertain meanwhile: it was certainly not sent, and isn't retried. */
  ifUncertain: Problem;
  /** After a 429: claims of this key resume at `until`, one text a second until `slowUntil`. */
  backOff: { until: number; slowUntil: number } | null;
  /** When the request's first byte left, if it did. */
  leftAt?: number | null;
};

/** A text in a list. `isResent`: uncertain, and sent again. */
export type HistoryEntry = Text & { actor: string; isResent: boolean; isOfBroadcast: boolean };

const leaseSchema = z.object({ owner: z.string(), since: z.int() });
/** Which process works on a text, and since when: see reap.ts. */
export type Lease = Readonly<z.infer<typeof leaseSchema>>;

/* In these records an absent field means null, false, or none. */

const outcomeShape = {
  /** The number of posts made through the intent's `response_url`. */
  posts: z.int().optional(),
  /** Why the intent was refused or cancelled. */
  problem: problemSchema.optional(),
  omitted: z.array(omittedSchema).optional(),
  outcomePost: standingPostSchema.optional(),
};

const carriedSchema = z.object({
  /** `message` is absent if it is the text's. */
  intent: intentSchema
    .omit({ id: true, workspace: true, actor: true })
    .extend({ message: z.string().optional() })
    .refine(isAddressed, { path: ['to'] }),
  ...outcomeShape,
});

const textRecordSchema = textSchema.extend({
  ...textEndSchema.partial().shape,
  ignoreDoNotText: z.literal(true).optional(),
  actor: z.string(),
  /** The intent of a single text. Absent: the intent has a record of its own. */
  carried: carriedSchema.optional(),
  /** True while the text's broadcast is paused. Absent: the text belongs to no broadcast. */
  parked: z.boolean().optional(),
  /** The person was told that the text waits. */
  waitReported: z.boolean().optional(),
  /** The intent that resent this uncertain text. */
  resentBy: z.string().optional(),
  /** The current or last claim. */
  claim: z.string().optional(),
  /** The process that sends it, or reports its end. */
  lease: leaseSchema.optional(),
  /** See story-events.ts. */
  story: storySchema.optional(),
  /** When the last report of its end was posted, and where. Only for a text with a report of its own. */
  reported: z.object({ at: z.int(), channel: z.string() }).optional(),
  /** The end has yet to be reported. `isStale`: it changed while it was being reported. */
  report: z.object({ at: z.int(), dueAt: z.int(), attempts: z.int(), isStale: z.boolean() }).optional(),
});
export type TextRecord = Readonly<z.infer<typeof textRecordSchema>>;

const PENDING: readonly TextState[] = ['queued', 'sending'];
/** True if nobody but a person has said whether the text was sent: only the service's late answer would be certain. */
export const isUnconfirmed = ({ state, byWord }: Pick<TextRecord, 'state' | 'byWord'>): boolean =>
  state === 'uncertain' || byWord !== undefined;

/** Queued or sending. */
export const isPending = ({ state }: Pick<TextRecord, 'state'>): boolean => PENDING.includes(state);

/** True while a person may send it again. */
const isUncertain = ({ state, resentBy }: Pick<TextRecord, 'state' | 'resentBy'>): boolean =>
  state === 'uncertain' && resentBy === undefined;

/** True if the text has no report of its own. Only a text that carries its intent can have one. */
export const isReportShared = ({ carried }: Pick<TextRecord, 'carried'>): boolean =>
  !carried || sharesReport(carried.intent);

/** Begins with the intent's id, so an unreadable text can be assigned to its intent. */
export const textId = (intentId: string, ordinal: number): string =>
  `${intentId}.${String(ordinal).padStart(5, '0')}`;
/** The index of the broadcast's row that a text is for. */
export const rowOfText = (id: string): number => Number(id.slice(id.lastIndexOf('.') + 1));
export const intentIdOfText = (id: string): string => id.split('.', 1)[0] ?? id;

/** From when a text's wait counts: what can be undone waits because its sender may press “Undo”. */
export const unreportedFrom = ({
  createdAt,
  undoUntil,
}: Pick<TextRecord, 'createdAt' | 'undoUntil'>): number => undoUntil ?? createdAt;

export const TEXTS = table('text', textRecordSchema, text => {
  const { workspace, actor, state, createdAt, parked, carried } = text;
  const waits = state === 'queued';
  const goes = waits && parked !== true;
  return {
    /** A key's waiting texts of one priority, by when they may be claimed. */
    queue: goes && indexedAt(text.notBefore, text.fingerprint, text.priority),
    /** Waiting texts, by when they expire. */
    expiry: goes && indexedAt(text.expiresAt),
    /** People's waiting texts whose wait isn't reported, by age, or by when they can no longer be undone. */
    unreported: waits && text.priority === 'people' && !text.waitReported && indexedAt(unreportedFrom(text)),
    /** A workspace's waiting texts, by age. */
    waiting: waits && indexedAt(createdAt, workspace),
    /** A workspace's waiting texts, by number. */
    waitingByNumber: waits && indexedAt(Number(text.number), workspace),
    /** A broadcast's waiting texts, parked or not. */
    byBroadcast: waits && parked !== undefined && indexedAt(createdAt, text.intentId),
    /** Texts that a process sends or reports, by the start of its lease. */
    leased: text.lease !== undefined && indexedAt(text.lease.since),
    /** Texts whose end has to be reported and that no process reports yet, by when the report is due. */
    due: text.report !== undefined && !text.lease && indexedAt(text.report.dueAt),
    /** Texts of an intent with a record of its own, in the order they were planned. */
    byIntent: !carried && indexedAt(createdAt, text.intentId),
    /** A workspace's texts that carry their intents, by the intents' age. */
    withIntent: carried !== undefined && indexedAt(carried.intent.acceptedAt, workspace),
    /** A workspace's, and a sender's, texts of which nobody knows whether they arrived and that weren't sent again, by age. */
    uncertain: isUncertain(text) && indexedAt(createdAt, workspace),
    uncertainOf: isUncertain(text) && indexedAt(createdAt, workspace, actor),
    /** All texts of a workspace, by age. */
    byWorkspace: indexedAt(createdAt, workspace),
    /** All texts of one sender, by age. */
    byActor: indexedAt(createdAt, workspace, actor),
  };
});

/** The part of a record that senders and posts use. */
export function toText(record: TextRecord): Text {
  const {
    actor: _actor,
    carried: _carried,
    waitReported: _waitReported,
    resentBy: _resentBy,
    claim: _claim,
    lease: _lease,
    report: _report,
    parked: _parked,
    story: _story,
    reported: _reported,
    settledAt = null,
    logId = null,
    cost = null,
    balance = null,
    problem = null,
    uncertain = null,
    byWord = null,
    ignoreDoNotText = false,
    ...text
  } = record;
  return { ...text, settledAt, logId, cost, balance, problem, uncertain, byWord, ignoreDoNotText };
}

const intentRecordSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  intent: intentSchema.refine(isAddressed, { path: ['to'] }),
  state: z.enum(['open', 'planned', 'asked', 'refused']),
  /** When to plan an open intent (again). */
  dueAt: z.int(),
  /** The process that resolves it; then `dueAt` is when its lease ends. */
  leasedBy: z.string().nullable(),
  /** The person was told that it waits for facts. */
  waitReported: z.boolean().optional(),
  /** The number of pending texts of an intent with a shared report. */
  pending: z.int(),
  createdAt: z.int(),
  ...outcomeShape,
});
export type IntentRecord = Readonly<z.infer<typeof intentRecordSchema>>;

export const INTENTS = table('intent', intentRecordSchema, intent => ({
  byWorkspace: indexedAt(intent.createdAt, intent.workspace),
  /** Open intents, by when they are due. */
  open: intent.state === 'open' && indexedAt(intent.dueAt),
  /** Open intents that a process is resolving. */
  leased: intent.state === 'open' && intent.leasedBy !== null && indexedAt(intent.dueAt),
}));

const idempotencyKeySchema = z.object({ id: z.string(), workspace: z.string(), createdAt: z.int() });

/**
 * Ids whose deliveries are duplicates although no readable intent has them: the intent was deleted or is unreadable, or the
 * delivery made a schedule.
 */
export const IDEMPOTENCY_KEYS = table(
  'idempotency_key',
  idempotencyKeySchema,
  ({ workspace, createdAt }) => ({
    byWorkspace: indexedAt(createdAt, workspace),
  }),
);

/** Any of these records makes a delivery a duplicate. */
const deliveredAt = (id: string) =>
  [
    [INTENTS, id],
    [TEXTS, textId(id, 0)],
    [IDEMPOTENCY_KEYS, id],
  ] as const;

/** Returns the records to load for `isDuplicate`, and tells the store that most likely none exists. */
export function expectNew(tx: Tx, id: string): Needed[] {
  const places = deliveredAt(id);
  for (const [table, where] of places) tx.expectNone(table, where);
  return [...places];
}

/** True if an intent with this id was ever stored, even if it was deleted since. */
export const isDuplicate = (tx: Tx, id: string): boolean =>
  deliveredAt(id).some(([table, where]) => !isMissing<Row>(tx, table, where));

export const isMissing = <R extends Row>(tx: Tx, table: Table<R>, id: string): boolean =>
  tx.tryRead(table, [id]).missing.length > 0;

/** Makes further deliveries with this id duplicates, even without the intent. */
export function keepId(
  tx: Tx,
  { id, workspace, createdAt }: Pick<IntentRecord, 'id' | 'workspace' | 'createdAt'>,
): void {
  if (isMissing(tx, IDEMPOTENCY_KEYS, id)) tx.insert(IDEMPOTENCY_KEYS, { id, workspace, createdAt });
}

const reportSchema = z.object({
  id: z.string(),
  kind: z.enum([
    'refusal',
    'question',
    'waiting',
    'undo',
    'sent_again',
    'held',
    'balance_low',
    'quarantined',
    'outcome',
  ]),
  intentId: z.string(),
  /** Null in reports about a whole intent. */
  textId: z.string().nullable(),
  /** Why the text was refused (refusal), or what can't be read (quarantined). */
  problem: problemSchema.nullable(),
  /** Why the text waits, and until when if known (waiting). */
  waiting: z
    .object({ why: z.enum([...WAIT_REASONS, ...HOLDING_CODES]), until: z.number().nullable() })
    .nullable(),
  /** The earlier text that makes this one look like a duplicate (question); null if something else is asked. */
  earlier: z.object({ at: z.number(), actor: z.string() }).nullable(),
  /**
   * The follower (see `follow`) who gets this outcome; null: the report goes where the intent's source reports.
   */
  follower: z.string().nullable(),
  /** The reader, if not the intent's sender (balance_low). */
  reader: z.string().nullable(),
  dueAt: z.int(),
  /** The process that delivers it; then `dueAt` is when its lease ends. */
  leasedBy: z.string().nullable(),
  /** Failed deliveries. */
  attempts: z.int(),
  /** Its subject changed while it was being delivered. */
  stale: z.boolean(),
  createdAt: z.int(),
});
export type ReportRecord = Readonly<z.infer<typeof reportSchema>>;

/** A report with everything needed to word it. `result`: how a text ended, under the text's id. */
export type Report = Omit<ReportRecord, 'kind' | 'intentId' | 'textId' | 'dueAt' | 'leasedBy' | 'stale'> & {
  kind: ReportRecord['kind'] | 'result';
  intent: Intent;
  text: Text | null;
  posts: number;
  /** Null until a person's outcome is posted. */
  outcomePost: StandingPost | null;
};

/** Ends with the intent's id, so an unreadable report can be assigned to its intent. */
export const reportId = (name: string, intentId: string): string => `${name}.${intentId}`;
/** The one outcome report of a person's texts to several people. */
export const outcomeId = (intentId: string): string => reportId('outcome', intentId);
export const intentIdOfReport = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

/** Everything Slack has yet to be told, except how single texts ended: their own records say that. */
export const REPORTS = table('report', reportSchema, ({ intentId, dueAt, leasedBy, createdAt }) => ({
  due: indexedAt(dueAt),
  leased: leasedBy !== null && indexedAt(dueAt),
  byIntent: indexedAt(createdAt, intentId),
}));
