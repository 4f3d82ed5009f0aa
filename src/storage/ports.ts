import type { z } from 'zod';
import type { AuditEntry } from '../domain/audit.ts';
import type { Credits, PastCost } from '../domain/credits.ts';
import type { Intent } from '../domain/intent.ts';
import type { Limits, Usage } from '../domain/limits.ts';
import type { LocalNumber } from '../domain/number.ts';
import type { HoldingCode, Problem } from '../domain/problem.ts';
import type { Omitted } from '../domain/recipient.ts';
import type { Lane, Text, TextState, UncertainReason, WaitReason } from '../domain/text.ts';

/*
 * What storage promises. Both engines keep it, under one contract suite (test/contracts). Every operation is
 * one atomic step, or says that it is several, and is on disk when its promise resolves. Times are epoch milliseconds and come from outside.
 */

/** A text that is to be, as resolving planned it. */
export type PlannedText = {
  number: LocalNumber;
  message: string;
  parts: number;
  lane: Lane;
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
export type Outcome = {
  /** Nothing of it is to be resolved, waits or is being sent. A text that is uncertain may still be corrected. */
  settled: boolean;
  /** Why it was refused, or what was still open of it. */
  problem: Problem | null;
  omitted: Omitted[];
  /** In the order they were planned. */
  texts: Text[];
};

export type Planned = 'planned' | 'asked' | 'refused' | 'stale';

/** The right to send one text once. `id` is new with each claim, so a late answer finds its own. */
export type Claim = { id: string; text: Text; claimedAt: number };

/** How a claim ended. */
export type Settlement =
  | { kind: 'sent'; logId: string | null; cost: Credits | null; balance: Credits | null }
  | { kind: 'refused'; problem: Problem; hold: HoldingCode | null }
  | { kind: 'uncertain'; why: UncertainReason };

/** Why a claim is given back unsent, and when the text may be claimed again. */
export type Release = {
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
  | 'outcome';

/** Something to tell Slack, with all that is needed to word it as things stand now. */
export type Report = {
  id: number;
  kind: ReportKind;
  intent: Intent;
  /** Null for reports about an intent that became no text. */
  text: Text | null;
  /** Why it was refused (refusal). */
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

/** A month, and some days more for what is still asked of the last one. */
export const USAGE_KEPT_DAYS = 40;

/** Intents, texts, pace and reports: all that must never be lost or done twice. */
export type Outbox = {
  /** Writes an intent down. `known`: its identity was there already, and nothing changed. */
  add(intent: Intent, leaseUntil: number): Promise<'added' | 'known'>;
  /** Unresolved intents that are due, leased until `leaseUntil` so that one resolver works on each. */
  leaseOpen(now: number, leaseUntil: number, limit: number): Promise<Intent[]>;
  /** When an open intent is due next; null: there is none. */
  nextOpen(): Promise<number | null>;
  /** Facts are missing: look again at `until`. The first time, the person is told why it waits. */
  postpone(intentId: string, until: number, why: WaitReason, now: number): Promise<void>;
  /**
   * Turns an open intent into texts, a question or a refusal. `stale`: it was no longer open. An intent never has two
   * texts to one number: where a plan repeats what an earlier one of the intent has (see `again`), it adds nothing.
   * What would go over a limit is refused whole: of plans that race for the last text of a day, one gets it.
   */
  plan(intentId: string, plan: Plan, now: number): Promise<Planned>;

  /**
   * Claims the most urgent due texts of keys that have room, a slot each, the keys in turn. Fewer than `limit`:
   * there is no more to do now.
   */
  claim(now: number, limit: number): Promise<Claim[]>;
  /** Takes a slot for a request that is no text (the linking probe); false when the minute is used up. */
  takeSlot(fingerprint: string, now: number): Promise<string | null>;
  /** The reply to a slot's request came at `now`: the slot frees a minute later. */
  freeSlot(slotId: string, now: number): Promise<void>;
  /** Records how a claim ended; also corrects a text that was called uncertain meanwhile. */
  settle(claim: Claim, settlement: Settlement, now: number): Promise<void>;
  /** Gives a claim back unsent. */
  release(claim: Claim, release: Release, now: number): Promise<void>;
  /** `too_late`: it was no longer waiting. `unknown`: no such text in this workspace. */
  cancel(workspace: string, textId: string, now: number): Promise<'cancelled' | 'too_late' | 'unknown'>;
  /** Lets a held key send again: one request at a time, until the service takes a text. */
  reopen(fingerprint: string, now: number): Promise<void>;
  /** The workspace's waiting texts go with another key from now on. Many of them, in several steps. */
  moveWaiting(workspace: string, fingerprint: string, now: number): Promise<void>;
  /** Refuses all that waits in a workspace since `now` or longer; returns how many texts. Many of them, in several steps. */
  refuseWaiting(workspace: string, problem: Problem, now: number): Promise<number>;
  /** Refuses what has waited too long; returns how many. */
  expire(now: number): Promise<number>;
  /** Makes a waiting report for each person's text that can't go now and has not been told so. */
  tellWaiting(now: number): Promise<number>;
  /**
   * Where the key's balance is below `below`, makes a balance_low report for each reader; not again for a workspace
   * until the balance was seen higher, or a day has passed. Returns whether it did. For the intent of a text just sent.
   */
  warnLow(
    intent: Pick<Intent, 'id' | 'workspace'>,
    low: { fingerprint: string; below: Credits; readers: string[] },
    now: number,
  ): Promise<boolean>;
  /** Texts found in `sending` whose owner is gone become uncertain, and its leases end; returns how many texts. */
  reap(now: number): Promise<number>;
  /** When claiming, expiring or telling has something to do next; null: not before something new comes. */
  nextDue(): Promise<number | null>;

  /**
   * Has `follower` told of an unattended intent's outcome: as soon as it is settled, else at `deadline` as it then
   * stands. Once for each follower, until that report is closed.
   */
  follow(workspace: string, intentId: string, follower: string, deadline: number, now: number): Promise<void>;
  /**
   * Due reports, leased until `leaseUntil` so that one reporter works on each. An unattended intent has no report for
   * each text, but an `outcome` when it is settled, and again when an uncertain text of it is corrected.
   */
  leaseReports(now: number, leaseUntil: number, limit: number): Promise<Report[]>;
  /** Slack has it (or never will). `posted`: a post of the `response_url` was used up. */
  closeReport(report: Report, posted: boolean, now: number): Promise<void>;
  retryReport(report: Report, notBefore: number): Promise<void>;
  nextReport(): Promise<number | null>;

  text(workspace: string, textId: string): Promise<Text | null>;
  intent(workspace: string, intentId: string): Promise<Intent | null>;
  /** The intent that an identity belongs to; null: none, or what it asked is gone after the retention time. */
  intentBy(workspace: string, identity: string): Promise<Intent | null>;
  /** Null: no such intent in this workspace, or it is gone after the retention time. */
  outcome(workspace: string, intentId: string): Promise<Outcome | null>;
  /** The newest texts of a workspace, or of one of its people. */
  history(workspace: string, actor: string | null, limit: number): Promise<HistoryEntry[]>;
  /** The balance after the last send with a key, and when that was: there is no balance call. */
  balance(fingerprint: string): Promise<{ balance: Credits; at: number } | null>;
  /**
   * What a part costs this workspace, as the last text whose cost the service told: `cost` for `parts` parts. Null
   * while none is known. For estimates (`expectedCost`): the service names no price beforehand. It is one look-up,
   * however long the history is, and outlives the texts themselves.
   */
  costPerPart(workspace: string): Promise<PastCost | null>;
  /**
   * What was texted in the day of `at`, in a workspace or by one of its people: counted as it happens, so it costs the
   * same however long the history is. Kept for USAGE_KEPT_DAYS.
   */
  usage(workspace: string, actor: string | null, at: number): Promise<Usage>;
  /** The same for each who texted, over all days from that of `from` to that of `to`; in no order. */
  usageByActor(workspace: string, from: number, to: number): Promise<(Usage & { actor: string })[]>;
  /** Why a key is held, if it is, and how many of the workspace's texts wait. */
  waiting(workspace: string, fingerprint: string): Promise<{ held: HoldingCode | null; texts: number }>;
  /** Texts by state, for metrics. */
  counts(): Promise<Partial<Record<TextState, number>>>;
  /** The workspaces that have intents, in no order. */
  workspaces(): Promise<string[]>;
  /**
   * Removes at most `limit` of a workspace's texts from before `textsBefore`, as many intents' words, and as many
   * identities from before `identitiesBefore`; returns how many in all. What waits or was not told yet stays.
   */
  sweep(
    workspace: string,
    before: { textsBefore: number; identitiesBefore: number },
    limit: number,
  ): Promise<number>;
};

/** Small documents: linked keys, settings, facts. Each belongs to a workspace; there is no way to read across. */
export type Documents = {
  /** Undefined: none. Stored data that does not fit the schema throws: it is a bug or a newer version. */
  get<T>(workspace: string, key: string, schema: z.ZodType<T>): Promise<T | undefined>;
  set(workspace: string, key: string, value: unknown, ttlMs?: number): Promise<void>;
  /**
   * Changes a document that has no time to live, or makes it: of two changes at the same time the later one builds on
   * the other, so `change` may be called more than once. Returns the document as it is then.
   */
  update<T>(
    workspace: string,
    key: string,
    schema: z.ZodType<T>,
    change: (current: T | undefined) => T,
  ): Promise<T>;
  delete(workspace: string, key: string): Promise<void>;
  /** The keys of all documents of a workspace, in no order. */
  keys(workspace: string): Promise<string[]>;
};

/** For the operator's commands, which see all workspaces; no surface has it. */
export type EveryWorkspace = {
  /** The workspaces that have a document of this key, in no order. */
  documentsCalled(key: string): AsyncIterable<string>;
  /**
   * Puts what `change` makes of a document in its place, unless somebody else changed it meanwhile: then `change`
   * is asked again. False when there is none, or when `change` returns undefined.
   */
  change(workspace: string, key: string, change: (value: unknown) => unknown): Promise<boolean>;
};

/** Workspaces that the app left. What they have here goes some time later, unless the app comes back. */
export type Departures = {
  /** All that belongs to the workspace is to go at `at`. Said again, the earlier time counts. */
  leave(workspace: string, at: number): Promise<void>;
  /** The app is there again: nothing goes. */
  stay(workspace: string): Promise<void>;
  /**
   * Removes at most about `limit` things (texts, intents, reports, documents) of a workspace whose time has come;
   * returns how many. A workspace that has nothing left is forgotten itself.
   */
  forget(now: number, limit: number): Promise<number>;
};

/** Of a balance that stays low, readers are told again after so long. */
export const WARN_AGAIN_MS = 24 * 3_600_000;

/** So many entries are kept of a workspace's audit trail; older ones leave as new ones come. */
export const AUDIT_KEPT = 1000;

/** Who changed what in a workspace. */
export type Audit = {
  record(workspace: string, entry: AuditEntry): Promise<void>;
  /** The newest entries, newest first. */
  list(workspace: string, limit: number): Promise<AuditEntry[]>;
};

/** Whose mail: the alerts of a workspace (`name` empty), or the posts about a hook's (`name` its id). */
export type Mailbox = { kind: 'alerts' | 'posts'; workspace: string; name: string };

/** What makes two letters the same in a workspace. */
export type LetterIdentity = {
  identity: string;
  /** Differs where the same identity comes with something else to say; null: that does not matter. */
  digest: string | null;
  forMs: number;
  /** An identity that is free again from now on; null: none. */
  ends: string | null;
};

/** A mailbox with its letters, oldest first, for whoever has leased it. */
export type Mail = { box: Mailbox; version: number; state: string | null; letters: string[] };

/** What whoever leased a mailbox made of its letters. */
export type MailCommit = {
  state: string;
  /** When it is to be looked at again without a new letter; null: not before one comes. */
  dueAt: number | null;
  intents: Intent[];
  /** To other mailboxes. */
  letters: { box: Mailbox; body: string }[];
};

/**
 * Durable states that are changed by letters and by time: one process at a time looks at a mailbox, and what follows
 * (its new state, intents, letters to others) is written as one step, or not at all.
 */
export type Mailboxes = {
  /**
   * Puts a letter in, once for an identity. `known`: that was there, and nothing changed; `conflict`: it was there with
   * another digest. `id`: of the letter that was there first.
   */
  put(
    letter: { id: string; box: Mailbox; body: string; sameness: LetterIdentity | null },
    now: number,
  ): Promise<{ kind: 'added' | 'known' | 'conflict'; id: string }>;
  /** Due mailboxes of a kind, each with its first letters, leased until `leaseUntil`. */
  lease(kind: Mailbox['kind'], now: number, leaseUntil: number, limit: number): Promise<Mail[]>;
  /** Ends a lease: takes the leased letters out and writes what follows. False: somebody else did, and nothing is written. */
  commit(mail: Mail, next: MailCommit, now: number): Promise<boolean>;
  nextDue(kind: Mailbox['kind']): Promise<number | null>;
  /** Forgets at most `limit` identities whose time is over, where the store does not do so by itself. */
  sweep(now: number, limit: number): Promise<number>;
};

export type Storage = {
  outbox: Outbox;
  mailboxes: Mailboxes;
  documents: Documents;
  everyWorkspace: EveryWorkspace;
  departures: Departures;
  audit: Audit;
  /** The time that all who share the store go by, in epoch milliseconds. */
  now(): number;
  /** Calls `listener` when another process may have left something to do here. */
  onNews(listener: () => void): void;
  /** How often to look for what a process that is gone left behind, in milliseconds; null: at start is enough. */
  reapEveryMs: number | null;
  /** Rejects when the store can't be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
};
