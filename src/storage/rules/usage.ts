import { type PastCost, toMillionths } from '../../domain/credits.ts';
import { dayOf } from '../../domain/day.ts';
import type { Usage } from '../../domain/limits.ts';
import type { PlannedText } from '../ports.ts';
import type { TextRecord } from '../tables/text.ts';
import { type UsageRecord, usageId, type WorkspaceRecord } from '../tables/usage.ts';

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
export function withPast(workspace: WorkspaceRecord, past: PastCost): WorkspaceRecord {
  const isNews = workspace.past?.cost !== past.cost || workspace.past.parts !== past.parts;
  return isNews ? { ...workspace, past } : workspace;
}
