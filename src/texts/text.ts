/*
 * Glossary: one word for each thing.
 *
 * Asking
 * intent      what a person, a workflow or an alert asked for, stored before Slack gets its answer
 * identity    makes two deliveries the same intent: Slack's trigger id, a caller's dedup key …
 * surface     a place in Slack (or a hook) where intents come in
 * hook        a workspace's address that programs send alerts to
 * recipient   who an intent is for: a number, a teammate, a user group, a name; an intent may have several
 * unattended  describes an intent without a person behind it: a workflow's, a hook's, a rota's
 * contact     what a workspace keeps about a number: whose it is, and whether it must never be texted
 * group       a named set of contacts; Slack's own groups are user groups
 * rota        who takes turns being on call, for a shift each; at a hand-over the next one comes on, and an override puts
 *             somebody else in for a time
 * template    a named text with placeholders, which are filled for each recipient; a hook's own texts are patterns
 * placeholder what stands in a template for what differs from one recipient to the next
 * stop link   a link in a text by which whoever gets it is texted no more
 * directory   the names and numbers of contacts and groups, for searches
 * facts       what Slack knows about a person: admin, guest, team, phone
 * plan        the result of resolving an intent: texts or a refusal, and who was left out and why
 *
 * Sending to many
 * broadcast   the same or a similar text to many people, one by one; everything about it is fixed before its author says yes
 * row         one recipient of a broadcast, with the text they get; or why they get none
 * feed        to make texts of the next rows, so that only some dozens of a broadcast's texts wait at a time
 * parked      describes a waiting text that goes nowhere, because its broadcast is paused
 * tally       how many of a broadcast's rows are sent, refused …, counted in the step in which that happens
 *
 * Sending
 * text        one SMS to one number; only texts are claimed and sent
 * number      a Bangladesh mobile number in its local form, eleven digits
 * part        one of the segments that a text is sent (and charged) as
 * priority    how urgent a text is: alerts go before people, people before bulk
 * workspace   a Slack team (T…); everything stored belongs to one
 * linked key  the API key of the SMS service that an admin linked to a workspace
 * fingerprint SHA-256 of the service's address and the key. Rate limits and holds belong to it: the service counts per
 *             key, and two workspaces may share one
 * pace        how fast a key is used: the rules that stay below the service's sixty requests a minute
 * slot        one of the requests that a key may make in a minute
 * claim       one process' right to send one text, once. It ends in a settlement, or is released unsent
 * settlement  how a claim ended: sent, refused, or uncertain (nobody knows whether the text went out); a refusal that holds
 *             the key lets the text wait again
 * hold        the service refused a key: the text that met it and those behind it wait until an admin or a manager releases it, on trial
 *
 * Reporting
 * outcome     the result of an intent as a whole: its texts, and who was left out and why
 * report      something to tell Slack about an intent or a text, kept until Slack has it
 * receipt     the report of a sent text: number, parts, cost, balance, log id
 *
 * Storing
 * engine      a database that stores it all: SQLite, Redis. It knows nothing about texts
 * record      what is stored under a table and an id: an intent, a text, a key, a report …
 * list        ids of records in order of a score, such as a key's queue; its table says which lists it is in
 * step        reads records and lists, decides by a rule, and puts records: atomic, and on disk when it is done
 * rule        a pure function that decides: takes records and what happened, returns records
 * inbox       events that wait for one worker, and the state it builds from them: a workspace's alerts, a hook's posts
 * event       something that came into an inbox: a call to a hook, news for a channel
 * lease       one process' right to work on an intent, a report or an inbox until a given time
 * quarantined   describes a record that can't be read: nothing happens to it until an operator says so
 * document    a small value under a workspace and a key, such as its settings
 */

import { z } from 'zod';
import type { Credits } from '../kit/credits.ts';
import { isStoredNumber, type LocalNumber } from '../kit/number.ts';
import { type HoldingCode, problemSchema } from '../kit/problem.ts';

/** Most urgent first. */
export const PRIORITIES = ['alert', 'people', 'bulk'] as const;
export type Priority = (typeof PRIORITIES)[number];

/**
 * `queued → sending → sent | refused | uncertain`; `sending → queued` if it surely wasn't sent; `queued → cancelled | refused`;
 * late: `uncertain → sent | refused`.
 */
export const TEXT_STATES = ['queued', 'sending', 'sent', 'refused', 'uncertain', 'cancelled'] as const;
export type TextState = (typeof TEXT_STATES)[number];

/** Why nobody knows whether a text went out. */
export const UNCERTAIN_REASONS = [
  'timeout',
  'connection',
  'status',
  'redirect',
  'unreadable',
  'interrupted',
] as const;
export type UncertainReason = (typeof UNCERTAIN_REASONS)[number];

/**
 * Why a text waits: our own rate limit, earlier requests without an answer, the service's limit, a store that came back and
 * may have forgotten what was sent last, no connection to the service, Slack not
 * answering, or a held key.
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

const credits = z.custom<Credits>(value => typeof value === 'string').nullable();

/** A schema, because texts are stored and checked when they are read back. */
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
  /** The same moment as a time of day: for what people read, and for the day it counts in. */
  madeAt: z.int(),
  notBefore: z.int(),
  /** When the text is refused if it is still waiting, so that nobody gets a text from yesterday. */
  expiresAt: z.int(),
  /** It goes although its number is marked as never to be texted: an alert, where an admin allows it. */
  ignoreDoNotText: z.boolean(),
  /** Of a promotional broadcast, it goes by day only. Absent: at any time. */
  promotional: z.literal(true).optional(),
  settledAt: z.int().nullable(),
  logId: z.string().nullable(),
  cost: credits,
  balance: credits,
  problem: problemSchema.nullable(),
  uncertain: z.enum(UNCERTAIN_REASONS).nullable(),
});
export type Text = Readonly<z.infer<typeof textSchema>>;

/** How long a text may wait, by priority, in milliseconds. Downtime counts. */
export const MAX_WAIT_MS: Record<Priority, number> = {
  alert: 30 * 60_000,
  people: 15 * 60_000,
  bulk: 24 * 3_600_000,
};
