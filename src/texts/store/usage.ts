import { z } from 'zod';
import { type Credits, type Price, toMillionths } from '../../kit/credits.ts';
import { dayOf, monthOf } from '../../kit/day.ts';
import { isStoredNumber, type LocalNumber } from '../../kit/number.ts';
import { indexedAt, type Row, removeListed, type Table, type Tx, table } from '../../kit/store/store.ts';
import type { Intent } from '../intent.ts';
import { NO_USE, type Usage } from '../limits.ts';
import type { Needed, PlannedText, TextRecord } from './model.ts';

/** A month, and some days to look back at it. Senders' months stay until the next one has passed. */
const USAGE_KEPT_DAYS = 40;

const sumsShape = {
  texts: z.int(),
  /** Credits charged, in millionths. */
  millionths: z.int(),
  /** Parts whose cost is unknown so far. */
  open: z.int(),
};
const sumsSchema = z.object(sumsShape);

const usageSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** The day in Bangladesh on which the texts were planned. */
  day: z.int(),
  ...sumsShape,
  /** The same by source: see `sourceName`. */
  sources: z.record(z.string(), sumsSchema),
  /** The last balance that the service gave on this day. */
  balance: z.custom<Credits>(value => typeof value === 'string').optional(),
  /** Texts that had room, and how many of them left in time: see promptness.ts. */
  withRoom: z.int(),
  prompt: z.int(),
});
export type UsageRecord = Readonly<z.infer<typeof usageSchema>>;

/** A workspace's texts of a day. */
export const USAGE = table('usage', usageSchema, ({ workspace, day }) => ({
  byWorkspace: indexedAt(day, workspace),
}));

const senderUsageSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** See `monthOf`. */
  month: z.int(),
  /** A user id, `workflow`, `hook` or `rota`. */
  owner: z.string(),
  ...sumsShape,
  /** The newest day with texts, and its part of the sums: a sender's limits are for a day. */
  day: z.int(),
  today: sumsSchema,
});
export type SenderUsageRecord = Readonly<z.infer<typeof senderUsageSchema>>;

/** A sender's texts of a month. */
export const SENDER_USAGE = table('sender_usage', senderUsageSchema, ({ workspace, month, texts }) => ({
  byWorkspace: indexedAt(month, workspace),
  /** So that those who send most are found among thousands. */
  byTexts: texts > 0 && indexedAt(texts, workspace, String(month)),
}));

export const usageId = (workspace: string, day: number): string => `${workspace} ${day}`;
const senderUsageId = (workspace: string, month: number, owner: string): string =>
  `${workspace} ${month} ${owner}`;

const workspaceSchema = z.object({
  id: z.string(),
  /** The last cost that the service gave. */
  lastPrice: z
    .object({ cost: z.custom<Credits>(value => typeof value === 'string'), parts: z.int() })
    .nullable(),
  /** When a low balance was last reported; null if the balance has been higher since. */
  warnedAt: z.int().nullable(),
  /** The last texts, to detect duplicates: see recent-texts.ts. */
  recentTexts: z.string(),
  /** Numbers that the service refused in their last texts: see failing-numbers.ts. */
  failing: z
    .array(z.object({ number: z.custom<LocalNumber>(isStoredNumber), times: z.int(), at: z.int() }))
    .optional(),
});
export type WorkspaceRecord = Readonly<z.infer<typeof workspaceSchema>>;

/** All workspaces that ever had an intent. */
export const WORKSPACES = table('workspace', workspaceSchema, () => ({ all: indexedAt(0) }));

/** Returns an empty record if there is none or it can't be read, because the workspace can do without its data. */
export const loadWorkspace = (tx: Tx, id: string): WorkspaceRecord =>
  tx.readable(WORKSPACES, [id])[0] ?? { id, lastPrice: null, warnedAt: null, recentTexts: '' };

export function ensureWorkspace(tx: Tx, id: string): void {
  const { records, unreadable } = tx.tryRead(WORKSPACES, [id]);
  for (const { why } of unreadable) tx.note({ kind: 'workspace', id, why });
  if (records.length === 0) tx.put(WORKSPACES, loadWorkspace(tx, id));
}

/** Stands for the whole workspace, instead of one sender. */
export const WHOLE_WORKSPACE = '';

/** A source's name in a day's sums: a person's way, or the feature that sends. */
export const sourceName = (intent: Pick<Intent, 'source'>): string =>
  typeof intent.source === 'string' ? intent.source : intent.source.feature;

type Planned = Pick<TextRecord, 'workspace' | 'madeAt' | 'actor'>;

/** The records that count a text: on the day it was planned, for the workspace and for its sender. */
export const usageOf = ({ workspace, madeAt, actor }: Planned): Needed[] => [
  [USAGE, usageId(workspace, dayOf(madeAt))],
  [SENDER_USAGE, senderUsageId(workspace, monthOf(madeAt), actor)],
];

const onlySums = ({ texts, millionths, open }: Usage): Usage => ({ texts, millionths, open });

/**
 * The usage of a sender, or of the whole workspace, on the day of `at`; without texts if there is no record, or none that can be
 * read: what is lost then are sums, and nobody is kept from being texted.
 */
export function loadUsage(tx: Tx, workspace: string, at: number, owner: string): Usage {
  const day = dayOf(at);
  if (owner === WHOLE_WORKSPACE) return onlySums(tx.readable(USAGE, [usageId(workspace, day)])[0] ?? NO_USE);
  const [sender] = tx.readable(SENDER_USAGE, [senderUsageId(workspace, monthOf(at), owner)]);
  return sender && sender.day >= day ? sender.today : NO_USE;
}

/** Counts new texts. Deletes old records as new ones are made, more than are added. */
export function addUsage(
  tx: Tx,
  intent: Pick<Intent, 'workspace' | 'actor' | 'source'>,
  added: readonly { parts: number }[],
  at: number,
): void {
  const { workspace, actor: owner } = intent;
  const [day, month] = [dayOf(at), monthOf(at)];
  const { texts, parts } = sumOf(added);
  const change = { texts, millionths: 0, open: parts };
  tx.load(usageOf({ workspace, actor: owner, madeAt: at }));
  const ofDay = readOrNote(tx, USAGE, usageId(workspace, day));
  if (!ofDay) dropBefore(tx, USAGE, USAGE.index('byWorkspace', workspace), day - USAGE_KEPT_DAYS);
  tx.put(USAGE, withUse(ofDay ?? noUse(workspace, day), change, sourceName(intent)));
  const id = senderUsageId(workspace, month, owner);
  const ofSender = readOrNote(tx, SENDER_USAGE, id, SENDER_USAGE.index('byTexts', workspace, String(month)));
  if (!ofSender) dropBefore(tx, SENDER_USAGE, SENDER_USAGE.index('byWorkspace', workspace), month - 1);
  const current = ofSender ?? { id, workspace, month, owner, ...NO_USE, day, today: NO_USE };
  // A process whose clock is behind counts for the day that another has begun.
  const today = current.day >= day ? current : { ...current, day, today: NO_USE };
  tx.put(SENDER_USAGE, withSenderUse(today, change, today.day));
}

/** More senders than a workspace has in a month. */
const MAX_SENDERS = 10_000;

/**
 * The record, or null; of an unreadable one, the operator is told, and its sums begin anew.
 *
 * @param counted an index by what the record counts, in which the unreadable one has an entry
 */
function readOrNote<R extends Row>(tx: Tx, table: Table<R>, id: string, counted?: string): R | null {
  const { records, unreadable } = tx.tryRead(table, [id]);
  for (const { why } of unreadable) {
    tx.note({ kind: table.name, id, why });
    const entries = counted ? tx.list({ index: counted, limit: MAX_SENDERS }) : [];
    for (const entry of entries) if (counted && entry.id === id) tx.removeEntry(counted, entry);
  }
  return records[0] ?? null;
}

/** Counts a change of a text that was counted before. `source`: null if its intent can't be read. */
export function changeUsage(tx: Tx, text: Planned, change: Usage, source: string | null): void {
  const { workspace, madeAt, actor } = text;
  const day = dayOf(madeAt);
  tx.load(usageOf(text));
  // Leaves out deleted records, and unreadable ones: they mustn't keep a text's end from being recorded.
  for (const usage of tx.readable(USAGE, [usageId(workspace, day)]))
    tx.put(USAGE, withUse(usage, change, source));
  for (const usage of tx.readable(SENDER_USAGE, [senderUsageId(workspace, monthOf(madeAt), actor)]))
    tx.put(SENDER_USAGE, withSenderUse(usage, change, day));
}

/** Keeps a balance with the day of `at`, on which the service gave it. */
export function keepBalance(tx: Tx, workspace: string, balance: Credits, at: number): void {
  const day = dayOf(at);
  const { records, missing } = tx.tryRead(USAGE, [usageId(workspace, day)]);
  const usage = records[0] ?? (missing.length > 0 ? noUse(workspace, day) : null);
  if (usage) tx.put(USAGE, { ...usage, balance });
}

function noUse(workspace: string, day: number): UsageRecord {
  return { id: usageId(workspace, day), workspace, day, ...NO_USE, sources: {}, withRoom: 0, prompt: 0 };
}

/** Limits the step that begins a day or a sender's month. */
const MAX_DROPPED = 20;

function dropBefore(tx: Tx, table: Parameters<typeof removeListed>[1], index: string, score: number): void {
  removeListed(tx, table, { index, to: score - 1 }, MAX_DROPPED);
}

/** Adds two usages. Caps the cost, whatever the service says it charged, so that it stays an exact integer. */
export function plus(one: Usage, other: Usage): Usage {
  return {
    texts: one.texts + other.texts,
    millionths: Math.min(one.millionths + other.millionths, Number.MAX_SAFE_INTEGER),
    open: one.open + other.open,
  };
}

/** `change` may be negative. */
function withUse(usage: UsageRecord, change: Usage, source: string | null): UsageRecord {
  const all = { ...usage, ...plus(usage, change) };
  if (source === null) return all;
  return { ...all, sources: { ...usage.sources, [source]: plus(usage.sources[source] ?? NO_USE, change) } };
}

/** @param day the day that the change is of: only that of the newest one changes what counts for its limits */
const withSenderUse = (usage: SenderUsageRecord, change: Usage, day: number): SenderUsageRecord => ({
  ...usage,
  ...plus(usage, change),
  today: usage.day === day ? plus(usage.today, change) : usage.today,
});

export function sumOf(texts: readonly Pick<PlannedText, 'parts'>[]): { texts: number; parts: number } {
  return { texts: texts.length, parts: texts.reduce((sum, { parts }) => sum + parts, 0) };
}

/** The change of a day's usage by a text's change; null if there is none. */
export function usageChange(before: TextRecord, after: TextRecord): Usage | null {
  const counts = ({ state }: TextRecord): boolean => state !== 'refused' && state !== 'cancelled';
  if (counts(before) && !counts(after)) return { texts: -1, millionths: 0, open: -before.parts };
  if (!counts(before) && counts(after)) return { texts: 1, millionths: 0, open: before.parts };
  if (before.cost === undefined && after.cost !== undefined) {
    return { texts: 0, millionths: toMillionths(after.cost), open: -before.parts };
  }
  return null;
}

/** Returns the same record if the price hasn't changed. */
export function withLastPrice(workspace: WorkspaceRecord, lastPrice: Price): WorkspaceRecord {
  const isChanged =
    workspace.lastPrice?.cost !== lastPrice.cost || workspace.lastPrice.parts !== lastPrice.parts;
  return isChanged ? { ...workspace, lastPrice } : workspace;
}
