import type { Credits } from '../../domain/credits.ts';
import type { Intent } from '../../domain/intent.ts';
import type { Limits } from '../../domain/limits.ts';
import type { LocalNumber } from '../../domain/number.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Omitted } from '../../domain/recipient.ts';
import type { Priority, Text, UncertainReason, WaitReason } from '../../domain/text.ts';

/* What goes into the outbox and comes out of it. */

/** A text that is to be, as resolving planned it. */
export type PlannedText = {
  number: LocalNumber;
  message: string;
  parts: number;
  priority: Priority;
  expiresAt: number;
};

/** What resolving made of an intent. */
export type Plan =
  | {
      kind: 'texts';
      fingerprint: string;
      texts: PlannedText[];
      /** Ask first when somebody texted the same to the same number since this time; null: do not ask. */
      askIfSince: number | null;
      /** What the day's texts may come to with these; null: as much as one likes. */
      limits: Limits | null;
      /** Who gets no text, and why. */
      omitted: Omitted[];
      /** Not everybody's number is known yet: these texts go, and the intent is looked at again then. */
      again: number | null;
    }
  | { kind: 'refused'; problem: Problem; omitted: Omitted[] };

/** What became of an intent so far, as a whole. */
export type IntentOutcome = {
  /** Nothing of it is to be resolved, waits or is being sent. A text that is uncertain may still be corrected. */
  settled: boolean;
  /** Why it was refused, or what was still open of it. */
  problem: Problem | null;
  omitted: Omitted[];
  /** In the order they were planned. */
  texts: Text[];
  /** Ids of those of its texts that can't be read: what became of them can't be said here. */
  unreadable: string[];
};

export type PlanResult = 'planned' | 'asked' | 'refused' | 'stale';

/** What accepting came to. */
export type Accepted = Exclude<PlanResult, 'stale'> | 'known';

/** The right to send one text once. `id` is new with each claim, so a late answer finds its own. */
export type Claim = { id: string; text: Text; claimedAt: number };

/** How a claim ended. */
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
  /** Called uncertain meanwhile, the text is refused with this instead: it surely was not sent, and does not go by itself. */
  ifUncertain: Problem;
  /** After a 429: nothing on this key before this time, and one a second until `slowUntil`. */
  backOff: { until: number; slowUntil: number } | null;
};

/** What `/sms log` shows of a text. */
export type HistoryEntry = Text & { actor: string };

export type ReportKind =
  | 'refusal'
  | 'question'
  | 'waiting'
  | 'result'
  | 'sent_again'
  | 'held'
  | 'balance_low'
  | 'set_aside'
  | 'outcome';

/** Something to tell Slack, with all that is needed to word it as things stand now. */
export type Report = {
  id: string;
  kind: ReportKind;
  intent: Intent;
  /** Null for reports about an intent that became no text. */
  text: Text | null;
  /** Why it was refused (refusal), or what can't be read of it (set_aside). */
  problem: Problem | null;
  /** Why the text waits, and until when if that is known (waiting). */
  waiting: { why: WaitReason; until: number | null } | null;
  /** The earlier text that makes this one look like a double (question). */
  earlier: { at: number; actor: string } | null;
  /** Whom it is for, where that is not who asked (balance_low). */
  reader: string | null;
  /** Who asked to be told of this outcome (see `follow`); null: it is for whoever the intent's source answers to. */
  follower: string | null;
  /** How often delivering it has failed. */
  attempts: number;
  /** Posts already made through the intent's `response_url`. */
  posts: number;
  createdAt: number;
};
