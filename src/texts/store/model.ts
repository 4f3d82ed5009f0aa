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

/* What goes into the outbox and comes out of it. */

/** A record, for `Tx.load`. */
export type Needed = readonly [{ readonly name: string }, string];

/** A text to be made, as resolving planned it. */
export type PlannedText = {
  number: LocalNumber;
  message: string;
  parts: number;
  priority: Priority;
  expiresAt: number;
  /** It goes although the number is marked as never to be texted: an alert, where an admin allows it. */
  ignoreDoNotText?: boolean;
  /** Whose number it is by their Slack profile: a user id. */
  teammate?: string;
};

/** The result of resolving an intent. */
export type Plan =
  | {
      kind: 'texts';
      fingerprint: string;
      texts: PlannedText[];
      /** Ask first if somebody has sent the same text to the same number since this time; null: don't ask. */
      askIfSince: number | null;
      /** The limits for the day's texts, these included; null: none. */
      limits: Limits | null;
      /** When promotional texts may go; absent: at any time. */
      hours?: Hours;
      /** Who gets no text, and why. */
      omitted: Omitted[];
      /** Not everybody's number is known yet: these texts go, and the intent is looked at again at this time. */
      retryAt: number | null;
      /** The person is asked first, whatever was sent before: about whom they mean, or what several texts cost. */
      asksFirst?: boolean;
    }
  | { kind: 'refused'; problem: Problem; omitted: Omitted[] };

/** The result of an intent so far, as a whole. */
export type IntentOutcome = {
  /** None of it is left to be resolved, waits or is being sent. An uncertain text may still be corrected. */
  settled: boolean;
  /** Why it was refused, or what was still missing. */
  problem: Problem | null;
  omitted: Omitted[];
  /** In the order they were planned. */
  texts: Text[];
  /** Ids of those texts that can't be read: we can't say what became of them. */
  unreadable: string[];
  /** Ids of uncertain texts that somebody sent once more. */
  sentAgain: string[];
};

export type PlanResult = 'planned' | 'asked' | 'refused' | 'stale';

/** The result of accepting. */
export type Accepted = Exclude<PlanResult, 'stale'> | 'duplicate';

/** The right to send one text once. `id` is new for each claim, so a late answer finds its own claim. */
export type Claim = {
  id: string;
  text: Text;
  /** Who sends it, for the day's use. */
  actor: string;
  claimedAt: number;
};

/** How a claim ended. Refused with a code that holds the key, the text waits again (see src/texts/store/key.ts). */
export type Settlement =
  | { kind: 'sent'; logId: string | null; cost: Credits | null; balance: Credits | null }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'uncertain'; why: UncertainReason };

/** Why a claim is given back unsent, and when the text may be claimed again. */
export type ClaimRelease = {
  notBefore: number;
  /** Null: nobody needs to be told (the claim only came too late). */
  why: WaitReason | null;
  /** The request reached the service and was counted there, so its slot stays taken for a minute. */
  counted: boolean;
  /** If the text was called uncertain meanwhile, it is refused with this instead: it was definitely not sent, and isn't retried. */
  ifUncertain: Problem;
  /** After a 429: nothing on this key before `until`, and one text a second until `slowUntil`. */
  backOff: { until: number; slowUntil: number } | null;
};

/** What `/sms log` shows of a text. `isResent`: uncertain, and somebody sent it once more. */
export type HistoryEntry = Text & { actor: string; isResent: boolean };

const leaseSchema = z.object({ owner: z.string(), since: z.int() });
/** Which process works on a record, and since when: see reap.ts. */
export type Lease = Readonly<z.infer<typeof leaseSchema>>;

/* In these records what is absent is null, false, or none. */

/** What becomes of an intent. */
const outcomeShape = {
  /** Posts made through its answer address. */
  posts: z.int().optional(),
  /** Why it was refused; or who was left out. */
  problem: problemSchema.optional(),
  omitted: z.array(omittedSchema).optional(),
  /** The post that shows a person's outcome. */
  outcomePost: standingPostSchema.optional(),
};

const carriedSchema = z.object({
  /** Absent: as the text says. */
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
  /** It is alone, and carries its intent. Absent: that has a record of its own. */
  carried: carriedSchema.optional(),
  /** Of a broadcast: whether it goes nowhere for now. Absent: it belongs to none. */
  parked: z.boolean().optional(),
  /** Whether the person knows that it waits. */
  waitReported: z.boolean().optional(),
  /** The intent that sent this uncertain text once more. */
  resentBy: z.string().optional(),
  /** The claim by which it is being sent, or was. */
  claim: z.string().optional(),
  /** Who is sending it, or telling Slack of its end. */
  lease: leaseSchema.optional(),
  /** Slack has yet to be told how it ended. `isStale`: since somebody began to, it has ended otherwise. */
  report: z.object({ at: z.int(), dueAt: z.int(), attempts: z.int(), isStale: z.boolean() }).optional(),
});
export type TextRecord = Readonly<z.infer<typeof textRecordSchema>>;

const PENDING: readonly TextState[] = ['queued', 'sending'];
/** Whether a text is still waiting or being sent. */
export const isPending = ({ state }: Pick<TextRecord, 'state'>): boolean => PENDING.includes(state);

/** Whether it is reported together with all texts of its intent. One that is for one person only is always alone. */
export const isReportShared = ({ carried }: Pick<TextRecord, 'carried'>): boolean =>
  !carried || sharesReport(carried.intent);

/** The id of a text. It begins with its intent's id, so that we know whose it is even if it can't be read. */
export const textId = (intentId: string, ordinal: number): string =>
  `${intentId}.${String(ordinal).padStart(5, '0')}`;
/** Of a broadcast's text: its row's index. */
export const rowOfText = (id: string): number => Number(id.slice(id.lastIndexOf('.') + 1));
export const intentIdOfText = (id: string): string => id.split('.', 1)[0] ?? id;

export const TEXTS = table('text', textRecordSchema, text => {
  const { workspace, actor, state, createdAt, parked, carried } = text;
  const waits = state === 'queued';
  const goes = waits && parked !== true;
  return {
    /** A key's waiting texts of one priority, by when they may go. */
    queue: goes && indexedAt(text.notBefore, text.fingerprint, text.priority),
    /** Waiting texts, by when they become too old. */
    expiry: goes && indexedAt(text.expiresAt),
    /** People's waiting texts that the person doesn't know about yet, by age. */
    unreported: waits && text.priority === 'people' && !text.waitReported && indexedAt(createdAt),
    /** A workspace's waiting texts, by age. */
    waiting: waits && indexedAt(createdAt, workspace),
    /** A workspace's waiting texts, by number. */
    waitingByNumber: waits && indexedAt(Number(text.number), workspace),
    /** A broadcast's waiting texts, parked or not. */
    byBroadcast: waits && parked !== undefined && indexedAt(createdAt, text.intentId),
    /** Those that a process is sending or telling of, by since when. */
    leased: text.lease !== undefined && indexedAt(text.lease.since),
    /** Those whose end Slack has to be told, if nobody is at it, by when. */
    due: text.report !== undefined && !text.lease && indexedAt(text.report.dueAt),
    /** Those of an intent with a record of its own, in the order they were planned. */
    byIntent: !carried && indexedAt(createdAt, text.intentId),
    /** A workspace's texts that carry their intents, by the age of these. */
    withIntent: carried !== undefined && indexedAt(carried.intent.acceptedAt, workspace),
    /** All texts of a workspace, by age. */
    byWorkspace: indexedAt(createdAt, workspace),
    /** All texts of one of its people, by age. */
    byActor: indexedAt(createdAt, workspace, actor),
  };
});

/** A text in the form in which those who send and show it get it. */
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
    settledAt = null,
    logId = null,
    cost = null,
    balance = null,
    problem = null,
    uncertain = null,
    ignoreDoNotText = false,
    ...text
  } = record;
  return { ...text, settledAt, logId, cost, balance, problem, uncertain, ignoreDoNotText };
}

const intentRecordSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  intent: intentSchema.refine(isAddressed, { path: ['to'] }),
  state: z.enum(['open', 'planned', 'asked', 'refused']),
  /** When to look at an open one (again). */
  dueAt: z.int(),
  /** Who is resolving it now; in that case `dueAt` is when their lease ends. */
  leasedBy: z.string().nullable(),
  /** Whether the person knows that it waits for facts. */
  waitReported: z.boolean().optional(),
  /** How many of its texts are waiting or being sent, if they are reported together. */
  pending: z.int(),
  createdAt: z.int(),
  ...outcomeShape,
});
export type IntentRecord = Readonly<z.infer<typeof intentRecordSchema>>;

export const INTENTS = table('intent', intentRecordSchema, intent => ({
  /** All of a workspace's, by age. */
  byWorkspace: indexedAt(intent.createdAt, intent.workspace),
  /** Those that are not resolved yet, by when they are due. */
  open: intent.state === 'open' && indexedAt(intent.dueAt),
  /** Those that somebody is resolving. */
  leased: intent.state === 'open' && intent.leasedBy !== null && indexedAt(intent.dueAt),
}));

const idempotencyKeySchema = z.object({ id: z.string(), workspace: z.string(), createdAt: z.int() });

/** Ids whose deliveries are duplicates although there is no such intent: it was deleted, it can't be read, or a schedule was made. */
export const IDEMPOTENCY_KEYS = table(
  'idempotency_key',
  idempotencyKeySchema,
  ({ workspace, createdAt }) => ({
    byWorkspace: indexedAt(createdAt, workspace),
  }),
);

/** Where an intent may be, or may have been. */
const deliveredAt = (id: string) =>
  [
    [INTENTS, id],
    [TEXTS, textId(id, 0)],
    [IDEMPOTENCY_KEYS, id],
  ] as const;

/** What is read to know whether an intent was written down before. Most weren't. */
export function expectNew(tx: Tx, id: string): Needed[] {
  const places = deliveredAt(id);
  for (const [table, where] of places) tx.expectNone(table, where);
  return [...places];
}

/** Whether an intent with this id was written down before, whatever is left of it. */
export const isDuplicate = (tx: Tx, id: string): boolean =>
  deliveredAt(id).some(([table, where]) => !isMissing<Row>(tx, table, where));

export const isMissing = <R extends Row>(tx: Tx, table: Table<R>, id: string): boolean =>
  tx.tryRead(table, [id]).missing.length > 0;

/** From now on this id is a duplicate by itself. */
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
    'sent_again',
    'held',
    'balance_low',
    'quarantined',
    'outcome',
  ]),
  intentId: z.string(),
  /** Null in reports about an intent that became no text. */
  textId: z.string().nullable(),
  /** Why it was refused (refusal), or what can't be read (quarantined). */
  problem: problemSchema.nullable(),
  /** Why the text waits, and until when if that is known (waiting). */
  waiting: z
    .object({ why: z.enum([...WAIT_REASONS, ...HOLDING_CODES]), until: z.number().nullable() })
    .nullable(),
  /** The earlier text that makes this one look like a repeat (question); null: something else is asked. */
  earlier: z.object({ at: z.number(), actor: z.string() }).nullable(),
  /** Who asked to be told of this outcome (see `follow`); null: it is for whoever the intent's source reports to. */
  follower: z.string().nullable(),
  /** Who it is for, if that isn't whoever asked (balance_low). */
  reader: z.string().nullable(),
  dueAt: z.int(),
  /** Who is delivering it now; in that case `dueAt` is when their lease ends. */
  leasedBy: z.string().nullable(),
  /** How often delivering it has failed. */
  attempts: z.int(),
  /** What it is about has changed while it was being delivered. */
  stale: z.boolean(),
  createdAt: z.int(),
});
export type ReportRecord = Readonly<z.infer<typeof reportSchema>>;

/** Something to tell Slack, with everything needed to word it as things are now. `result`: how a text ended, under the text's id. */
export type Report = Omit<ReportRecord, 'kind' | 'intentId' | 'textId' | 'dueAt' | 'leasedBy' | 'stale'> & {
  kind: ReportRecord['kind'] | 'result';
  intent: Intent;
  text: Text | null;
  /** Posts already made through the intent's `response_url`. */
  posts: number;
  /** Where a person's outcome is shown; null: nowhere yet. */
  outcomePost: StandingPost | null;
};

/** The id of a report. It contains its intent's id, so that we know whose it is even if it can't be read. */
export const reportId = (name: string, intentId: string): string => `${name}.${intentId}`;
/** The one outcome of a person's texts to several people. */
export const outcomeId = (intentId: string): string => reportId('outcome', intentId);
export const intentIdOfReport = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

/** What to tell Slack, until Slack has it; but how a text of its own ended, its record says itself. */
export const REPORTS = table('report', reportSchema, ({ intentId, dueAt, leasedBy, createdAt }) => ({
  due: indexedAt(dueAt),
  leased: leasedBy !== null && indexedAt(dueAt),
  byIntent: indexedAt(createdAt, intentId),
}));
