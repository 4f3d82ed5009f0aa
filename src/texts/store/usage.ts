import { z } from 'zod';
import { type Credits, type Price, toMillionths } from '../../kit/credits.ts';
import { dayOf } from '../../kit/day.ts';
import { isStoredNumber, type LocalNumber } from '../../kit/number.ts';
import { indexedAt, type Tx, table } from '../../kit/store/store.ts';
import type { Usage } from '../limits.ts';
import type { PlannedText, TextRecord } from './model.ts';

const usageSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** The day in Bangladesh on which the texts were planned. */
  day: z.int(),
  /** A user id, `workflow`, `hook` or `rota`; `WHOLE_WORKSPACE` for the sum of all senders. */
  owner: z.string(),
  texts: z.int(),
  /** Credits charged, in millionths. */
  millionths: z.int(),
  /** Parts whose cost is unknown so far. */
  open: z.int(),
});
export type UsageRecord = Readonly<z.infer<typeof usageSchema>>;

/** A day's texts, of one sender or the whole workspace. */
export const USAGE = table('usage', usageSchema, ({ workspace, day }) => ({
  byWorkspace: indexedAt(day, workspace),
}));

export const usageId = (workspace: string, at: number, owner: string): string =>
  `${workspace} ${dayOf(at)} ${owner}`;

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

/** Owner of the usage of the whole workspace, instead of one sender. */
export const WHOLE_WORKSPACE = '';

/** A text counts on the day it was planned, for its sender and for the workspace. */
export function usageIdsOf({ workspace, madeAt, actor }: Pick<TextRecord, 'workspace' | 'madeAt' | 'actor'>) {
  return [usageId(workspace, madeAt, actor), usageId(workspace, madeAt, WHOLE_WORKSPACE)];
}

export function noUsage(workspace: string, at: number, owner: string): UsageRecord {
  return {
    id: usageId(workspace, at, owner),
    workspace,
    day: dayOf(at),
    owner,
    texts: 0,
    millionths: 0,
    open: 0,
  };
}

/** The usage of a sender, or of the whole workspace, on the day of `at`; without texts if there is no record. */
export const loadUsage = (tx: Tx, workspace: string, at: number, owner: string): UsageRecord =>
  tx.get(USAGE, usageId(workspace, at, owner)) ?? noUsage(workspace, at, owner);

/** Adds two usages. Caps the cost, whatever the service says it charged, so that it stays an exact integer. */
export function plus(one: Usage, other: Usage): Usage {
  return {
    texts: one.texts + other.texts,
    millionths: Math.min(one.millionths + other.millionths, Number.MAX_SAFE_INTEGER),
    open: one.open + other.open,
  };
}

/** `change` may be negative. */
export const withUsage = (usage: UsageRecord, change: Usage): UsageRecord => ({
  ...usage,
  ...plus(usage, change),
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
