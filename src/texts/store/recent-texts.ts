import { hash } from 'node:crypto';
import type { Tx } from '../../kit/store/store.ts';
import type { PlannedText, TextRecord } from './model.ts';
import { loadWorkspace, WORKSPACES, type WorkspaceRecord } from './usage.ts';

/*
 * Duplicate detection: a workspace's last texts, oldest first, one on a line: its duplicate key, when it was asked for, and
 * its id. They are part of the workspace's record, so that of two senders who ask for the same text at once, one sees the
 * other's.
 */

/** Longer than any plan looks back. */
const RECENT_TEXTS_MS = 10 * 60_000;
/** Each new text writes all of them. More than a key sends in that time, and than a few texts to many people are. */
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

/** Ids of the workspace's texts since then that duplicate one of these, newest first. */
export function sameTextsSince(
  tx: Tx,
  id: string,
  texts: readonly Pick<PlannedText, 'number' | 'message'>[],
  since: number,
): string[] {
  const keys = new Set(texts.map(text => duplicateKeyOf(id, text)));
  const workspace = loadWorkspace(tx, id);
  // Skips parsing the lines in nearly all cases.
  if (![...keys].some(key => workspace.recentTexts.includes(key))) return [];
  const recent = recentIn(workspace);
  return recent.flatMap(text => (text.at >= since && keys.has(text.key) ? text.id : [])).reverse();
}

/** Makes these texts, all of one workspace, count for `sameTextsSince`. */
export function rememberForDuplicates(tx: Tx, texts: readonly TextRecord[], now: number): void {
  const [first] = texts;
  if (!first) return;
  const workspace = loadWorkspace(tx, first.workspace);
  const added = texts.map(text => ({
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
