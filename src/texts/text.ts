/*
 * Glossary: one word for each thing, in the code, its comments and the docs.
 *
 * Asking
 * intent              what a person or a feature asked to send, stored before Slack is acknowledged
 * idempotency key     makes two deliveries the same intent; the second is a duplicate and changes nothing
 * recipient           who an intent names: a number, teammate, user group, name, contact, group or rota
 * expansion           what a recipient stands for at the moment of sending: numbers, users to look up, or a problem
 * facts               what Slack says about a user (admin, guest, team, phone): cached, live or unavailable
 * policy              the pure rules that decide whether and what is sent
 * plan                the result of planning an intent: texts or a refusal, and who is left out
 *
 * Sending
 * text                one SMS to one number; the only thing that is claimed and sent
 * part                one of the segments that a text is sent and charged as
 * claim               one process's right to send one text once; ends in a settlement or a release
 * settlement          the outcome of a claimed request: sent, refused or uncertain
 * release             the end of a claim without a request; the text returns to its queue
 * uncertain           the state of a text that may or may not have gone out; only a person may send it again
 * by word             of a sent text: a person said that it arrived; its log id and cost are unknown
 * story               what happened to a text, with times and reasons, for people
 * key                 the workspace's API key of the SMS service; pace and holds are kept under its fingerprint
 * pace                our own throttle of a key, in slots (requests of the last minute)
 * hold                the service refused the key, so its queue stops
 * trial               after a hold is released: one request at a time until the service accepts one
 *
 * Reporting
 * report              news for Slack, kept until Slack has it; a receipt is the report of a sent text
 * shared report       one report for all texts of an intent
 *
 * Storing
 * outbox              the store of intents, texts and reports
 * carried             of an intent: stored in its only text instead of a record of its own
 * inbox               a durable queue of events for one worker, with the state built from them
 * transaction         an atomic, synchronous function of a `Tx` that reads, decides and puts; run again on conflict
 * index               a table's entries in order of a score, one index for each scope; entries follow from the records
 * reservation         a record that makes a value, such as a number, unique in a workspace
 * quarantine          where unreadable records wait for an operator, so that they don't block others
 * lease               a process's right to work on a record until a given time
 * reap                to end the claims and leases of dead processes
 * erasure             deleting everything stored about a person; meanwhile their number is being erased
 * workspace deletion  what is deleted once the grace period after an uninstall is over
 *
 * In Slack
 * listener            a function registered with Bolt: command, button, view, options, shortcut, event
 * press               a click or a submission with side effects, queued before the ack
 * handler             what a press runs, in any process, once permission is confirmed
 * permission          a function that returns why a user may not do something, or null
 * problem             an expected failure as a value, worded in every language
 * form metadata       what Slack keeps for a form in `private_metadata`
 * extension           what a feature adds to those it depends on
 * fair scheduler      runs long work in slices, so that one workspace doesn't delay the others
 *
 * People, broadcasts and schedules
 * do-not-text list    numbers marked "never text" by a manager or through a stop link; alerts may be exempt
 * row                 one recipient of a broadcast, with the text they get or why they get none
 * feed                to turn a broadcast's next rows into texts, some dozens at a time
 * override            a stand-in for part of a person's turn in a rota
 * hand-over           the moment when a rota's next turn begins
 * swap                an offer of a turn in a rota to another person, who has to accept it
 * run                 one occurrence of a schedule
 *
 * Alerts
 * incident            one occurrence of an alert group, which a responder acknowledges, gives back or resolves
 * repeat interval     how long after a text a call about the same alert is only a repeat; then it may become a reminder
 * delivery status     the state of a text to a number: on its way, sent, uncertain, unsent or expired
 * mute                a rule by which alerts of a hook, a group or with some labels text nobody until a given time
 * blocked             no text can go at all (no key, a held key, no credits): steps don't count down
 * escalation policy   steps, minutes, rounds and severities under a name; a hook uses one or has its own
 * route               a hook's rule that sends alerts with a label to a policy
 * change number       counts an incident's changes; a responder who was told of a change knows all earlier ones
 * capacity            how many alerts a workspace can track at once, and which of them give way to new ones
 * standing post       a post that is edited while its subject changes
 */

import { z } from 'zod';
import type { Credits } from '../kit/credits.ts';
import { isStoredNumber, type LocalNumber } from '../kit/number.ts';
import { type HoldingCode, problemSchema } from '../kit/problem.ts';

/** Most urgent first. */
export const PRIORITIES = ['alert', 'people', 'bulk'] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * `queued → sending → sent | refused | uncertain`; `sending → queued` if it surely wasn't sent; `queued → cancelled |
 * refused`; late: `uncertain → sent | refused`; by a person's word: `uncertain → sent`, which a late answer still corrects.
 */
export const TEXT_STATES = ['queued', 'sending', 'sent', 'refused', 'uncertain', 'cancelled'] as const;
export type TextState = (typeof TEXT_STATES)[number];

/** Why it is unknown whether a text went out. */
export const UNCERTAIN_REASONS = [
  'timeout',
  'connection',
  'status',
  'redirect',
  'unreadable',
  'interrupted',
  'restored',
] as const;
export type UncertainReason = (typeof UNCERTAIN_REASONS)[number];

/**
 * Why a text waits: our own pace, earlier requests without an answer, the service's limit, a store that came back and may
 * have lost the last requests, no connection to the service, Slack unavailable, an unreadable key, or a held key.
 */
export const WAIT_REASONS = [
  'PACE',
  'UNANSWERED',
  'RATE_LIMITED',
  'STORE_RESTARTED',
  'UNREACHABLE',
  'SLACK_UNAVAILABLE',
  'KEY_UNREADABLE',
] as const;
export type WaitReason = (typeof WAIT_REASONS)[number] | HoldingCode;

const credits = z.custom<Credits>(value => typeof value === 'string');

/** A schema, because stored texts are checked when read. */
export const textSchema = z.object({
  id: z.string(),
  intentId: z.string(),
  workspace: z.string(),
  fingerprint: z.string(),
  priority: z.enum(PRIORITIES),
  number: z.custom<LocalNumber>(isStoredNumber),
  message: z.string(),
  parts: z.int(),
  state: z.enum(TEXT_STATES),
  createdAt: z.int(),
  /** The moment of `createdAt` as a time of day, for people and for the day's usage. */
  madeAt: z.int(),
  notBefore: z.int(),
  /** Its sender may take it back until then; it isn't claimed before. */
  undoUntil: z.int().optional(),
  /** A text that still waits at this time is refused, so that nobody gets yesterday's text. */
  expiresAt: z.int(),
  /** The text belongs to a promotional broadcast, so it goes out only in the promotional hours. */
  promotional: z.literal(true).optional(),
  /** The user id of the teammate whose Slack profile gave the number. */
  teammate: z.string().optional(),
  /** When it was asked for, if it had room: see store/promptness.ts. */
  askedWithRoomAt: z.int().optional(),
  /** When its first request began to leave, whatever became of that. */
  leftAt: z.int().optional(),
});

/** The end of a text. Each value is missing until it is known. */
export const textEndSchema = z.object({
  settledAt: z.int(),
  logId: z.string(),
  cost: credits,
  balance: credits,
  problem: problemSchema,
  uncertain: z.enum(UNCERTAIN_REASONS),
  /** A person (a user id) said that an uncertain text arrived, so it counts as sent, without log id and cost. */
  byWord: z.object({ by: z.string(), at: z.int() }),
});
type TextEnd = z.infer<typeof textEndSchema>;

export type Text = Readonly<
  z.infer<typeof textSchema> & { [Known in keyof TextEnd]: TextEnd[Known] | null } & {
    /** The text ignores the do-not-text list: an alert, where an admin allows it. */
    ignoreDoNotText: boolean;
  }
>;

/** For so long a sender may take back what they sent from the form or by `/sms`, where a workspace wants that. */
export const UNDO_MS = 10_000;

/** The longest wait by priority, in milliseconds. Downtime counts. */
export const MAX_WAIT_MS: Record<Priority, number> = {
  alert: 30 * 60_000,
  people: 15 * 60_000,
  bulk: 24 * 3_600_000,
};
