import { hash } from 'node:crypto';
import type { Tx } from '../../kit/store/store.ts';
import { type Intent, isUnattended } from '../intent.ts';
import { type PlannedText, TEXTS, type TextRecord } from './model.ts';
import { loadWorkspace, WORKSPACES, type WorkspaceRecord } from './usage.ts';

/*
 * Duplicate detection: a workspace's last texts, oldest first, one on a line: its duplicate key, when it was asked for, and
 * its id. They are part of the workspace's record, so that of two senders who ask for the same text at once, one sees the
 * other's.
 */

/** If the same text went to the same number within this time, the sender is asked first. */
export const DUPLICATE_WINDOW_MS = 2 * 60_000;
/** Longer than any plan looks back. */
const RECENT_TEXTS_MS = 10 * 60_000;
/**
 * Limits the record, which each new text rewrites. A key sends fewer in `RECENT_TEXTS_MS`, and so do a few texts to many
 * people.
 */
const MAX_RECENT = 1000;

type RecentText = { key: string; at: number; id: string };

/** Equal for a workspace's texts with the same number and message; reveals neither. */
const duplicateKeyOf = (
  workspace: string,
  { number, message }: Pick<PlannedText, 'number' | 'message'>,
): string => hash('sha256', `${workspace}\0${number}\0${message}`, 'base64url').slice(0, 12);

const recentIn = ({ recentTexts }: WorkspaceRecord): RecentText[] =>
  recentTexts.split('\n').flatMap(line => {
    const [key = '', at = '', id] = line.split(' ');
    return id === undefined ? [] : { key, at: Number.parseInt(at, 36), id };
  });

const withRecent = (workspace: WorkspaceRecord, recent: readonly RecentText[]): WorkspaceRecord => ({
  ...workspace,
  recentTexts: recent.map(({ key, at, id }) => `${key} ${at.toString(36)} ${id}`).join('\n'),
});

/**
 * The workspace's newest text since `since` that one of these would duplicate; null if there is none. A text that surely didn't
 * go out makes no duplicate.
 */
export function duplicatedSince(
  tx: Tx,
  id: string,
  texts: readonly Pick<PlannedText, 'number' | 'message'>[],
  since: number,
): TextRecord | null {
  const keys = new Set(texts.map(text => duplicateKeyOf(id, text)));
  const workspace = loadWorkspace(tx, id);
  // Skips parsing the lines in nearly all cases.
  if (![...keys].some(key => workspace.recentTexts.includes(key))) return null;
  const recent = recentIn(workspace);
  const ids = recent.flatMap(text => (text.at >= since && keys.has(text.key) ? text.id : []));
  const same = tx.readable(TEXTS, ids.reverse());
  return same.find(({ state }) => state !== 'refused' && state !== 'cancelled') ?? null;
}

/**
 * Makes an intent's new texts count for `duplicatedSince`, except texts that a feature sends by itself with another
 * priority than `people`.
 */
export function rememberForDuplicates(
  tx: Tx,
  intent: Intent,
  texts: readonly TextRecord[],
  now: number,
): void {
  const counted = texts.filter(({ priority }) => priority === 'people' || !isUnattended(intent));
  if (counted.length === 0) return;
  const workspace = loadWorkspace(tx, intent.workspace);
  const added = counted.map(text => ({
    key: duplicateKeyOf(workspace.id, text),
    at: text.createdAt,
    id: text.id,
  }));
  const recent = recentIn(workspace).filter(({ at }) => at > now - RECENT_TEXTS_MS);
  tx.put(WORKSPACES, withRecent(workspace, [...recent, ...added].slice(-MAX_RECENT)));
}

export function dropRecent(tx: Tx, id: string, isStillRecent: (text: RecentText) => boolean): void {
  const [workspace] = tx.readable(WORKSPACES, [id]);
  const recent = workspace ? recentIn(workspace) : [];
  const remaining = recent.filter(isStillRecent);
  if (workspace && remaining.length < recent.length) tx.put(WORKSPACES, withRecent(workspace, remaining));
}
