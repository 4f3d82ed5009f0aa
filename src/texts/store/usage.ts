import { z } from 'zod';
import { type Credits, type Price, toMillionths } from '../../kit/credits.ts';
import { dayOf } from '../../kit/day.ts';
import { indexedAt, type Tx, table } from '../../kit/store/store.ts';
import type { Usage } from '../limits.ts';
import type { PlannedText, TextRecord } from './model.ts';

const usageSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** The day in Bangladesh on which the texts were planned. */
  day: z.int(),
  /** A user id, `workflow` or `hook`; empty: the whole workspace. */
  who: z.string(),
  texts: z.int(),
  /** Credits charged. */
  millionths: z.int(),
  /** Parts whose cost we don't know (yet). */
  open: z.int(),
});
export type UsageRecord = Readonly<z.infer<typeof usageSchema>>;

/** What was texted in a day. */
export const USAGE = table('usage', usageSchema, ({ workspace, day }) => ({
  /** A workspace's, by day. */
  byWorkspace: indexedAt(day, workspace),
}));

export const usageId = (workspace: string, at: number, who: string): string =>
  `${workspace} ${dayOf(at)} ${who}`;

const workspaceSchema = z.object({
  id: z.string(),
  /** From the last text whose cost the service gave. */
  lastPrice: z
    .object({ cost: z.custom<Credits>(value => typeof value === 'string'), parts: z.int() })
    .nullable(),
  /** When a low balance was last reported; null: it has been higher since. */
  warnedAt: z.int().nullable(),
  /** Its last texts, for the question about the same text: see recent-texts.ts. */
  recentTexts: z.string(),
});
export type WorkspaceRecord = Readonly<z.infer<typeof workspaceSchema>>;

/** The workspaces that have ever asked for something. */
export const WORKSPACES = table('workspace', workspaceSchema, () => ({ all: indexedAt(0) }));

/** A workspace's record; an empty one if there is none or it can't be read, since all of it may be lost. */
export const loadWorkspace = (tx: Tx, id: string): WorkspaceRecord =>
  tx.readable(WORKSPACES, [id])[0] ?? { id, lastPrice: null, warnedAt: null, recentTexts: '' };

/** Puts an empty record if there is none that can be read. */
export function ensureWorkspace(tx: Tx, id: string): void {
  const { records, unreadable } = tx.tryRead(WORKSPACES, [id]);
  for (const { why } of unreadable) tx.note({ kind: 'workspace', id, why });
  if (records.length === 0) tx.put(WORKSPACES, loadWorkspace(tx, id));
}

/* What a day's use is. */

/** Stands for the whole workspace, instead of a person. */
export const EVERYBODY = '';

/** A text counts on the day it was planned: for its sender, and for the workspace. */
export function usageIdsOf({ workspace, madeAt, actor }: Pick<TextRecord, 'workspace' | 'madeAt' | 'actor'>) {
  return [usageId(workspace, madeAt, actor), usageId(workspace, madeAt, EVERYBODY)];
}

export function unused(workspace: string, at: number, who: string): UsageRecord {
  return {
    id: usageId(workspace, at, who),
    workspace,
    day: dayOf(at),
    who,
    texts: 0,
    millionths: 0,
    open: 0,
  };
}

/** Adds up use. However much a service says that it charged, the sum is a number. */
export function plus(one: Usage, other: Usage): Usage {
  return {
    texts: one.texts + other.texts,
    millionths: Math.min(one.millionths + other.millionths, Number.MAX_SAFE_INTEGER),
    open: one.open + other.open,
  };
}

/** `more`: what is added or removed. */
export const used = (usage: UsageRecord, more: Usage): UsageRecord => ({ ...usage, ...plus(usage, more) });

export function sumOf(texts: readonly Pick<PlannedText, 'parts'>[]): { texts: number; parts: number } {
  return { texts: texts.length, parts: texts.reduce((sum, { parts }) => sum + parts, 0) };
}

/** How a text that became `after` changes its day's use; null if it doesn't. */
export function useOfChange(before: TextRecord, after: TextRecord): Usage | null {
  const counts = ({ state }: TextRecord): boolean => state !== 'refused' && state !== 'cancelled';
  if (counts(before) && !counts(after)) return { texts: -1, millionths: 0, open: -before.parts };
  if (!counts(before) && counts(after)) return { texts: 1, millionths: 0, open: before.parts };
  if (before.cost === null && after.cost !== null) {
    return { texts: 0, millionths: toMillionths(after.cost), open: -before.parts };
  }
  return null;
}

/** A workspace, with what a part cost last; itself if it still costs the same. */
export function withLastPrice(workspace: WorkspaceRecord, lastPrice: Price): WorkspaceRecord {
  const isNews =
    workspace.lastPrice?.cost !== lastPrice.cost || workspace.lastPrice.parts !== lastPrice.parts;
  return isNews ? { ...workspace, lastPrice } : workspace;
}
