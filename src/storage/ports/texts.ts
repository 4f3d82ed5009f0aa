import type { Credits } from '../../domain/credits.ts';
import type { Intent } from '../../domain/intent.ts';
import type { Limits } from '../../domain/limits.ts';
import type { LocalNumber } from '../../domain/number.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Hours } from '../../domain/promotional-hours.ts';
import type { Omitted } from '../../domain/recipient.ts';
import type { Priority, Text, UncertainReason, WaitReason } from '../../domain/text.ts';

/* What goes into the outbox and comes out of it. */

/** A text to be made, as resolving planned it. */
export type PlannedText = {
  number: LocalNumber;
  message: string;
  parts: number;
  priority: Priority;
  expiresAt: number;
  /** It goes although the number is marked as never to be texted: an alert, where an admin allows it. */
  despiteNever?: boolean;
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
      again: number | null;
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

/** The post in Slack that shows a person's outcome, which changes in place, and a digest of what it shows. */
export type ShownAt = { channel: string; ts: string; shows: string };

export type PlanResult = 'planned' | 'asked' | 'refused' | 'stale';

/** The result of accepting. */
export type Accepted = Exclude<PlanResult, 'stale'> | 'known';

/** The right to send one text once. `id` is new for each claim, so a late answer finds its own claim. */
export type Claim = { id: string; text: Text; claimedAt: number };

/** How a claim ended. Refused with a code that holds the key, the text waits again (see src/storage/rules/hold.ts). */
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

/** Something to tell Slack, with everything needed to word it as things are now. */
export type Report = {
  id: string;
  kind: ReportKind;
  intent: Intent;
  /** Null in reports about an intent that became no text. */
  text: Text | null;
  /** Why it was refused (refusal), or what can't be read (set_aside). */
  problem: Problem | null;
  /** Why the text waits, and until when if that is known (waiting). */
  waiting: { why: WaitReason; until: number | null } | null;
  /** The earlier text that makes this one look like a repeat (question); null: something else is asked. */
  earlier: { at: number; actor: string } | null;
  /** Who it is for, if that isn't whoever asked (balance_low). */
  reader: string | null;
  /** Who asked to be told of this outcome (see `follow`); null: it is for whoever the intent's source reports to. */
  follower: string | null;
  /** How often delivering it has failed. */
  attempts: number;
  /** Posts already made through the intent's `response_url`. */
  posts: number;
  /** Where a person's outcome is shown; null: nowhere yet. */
  shown: ShownAt | null;
  createdAt: number;
};
