import { hash } from 'node:crypto';
import type { Tx } from '../../kit/store/store.ts';
import type { PlannedText, TextRecord } from './model.ts';
import { loadWorkspace, WORKSPACES, type WorkspaceRecord } from './usage.ts';

/*
 * A workspace's last texts, for the question about the same text: a line each, oldest first, with what is equal for the same
 * number and message, when it was asked for, and its id. They are part of the workspace's record, so that of two who ask for
 * the same text at once, one sees the other's.
 */

/** A little longer than the question looks back. */
const DUPLICATE_WINDOW_MS = 10 * 60_000;
/** Each text that is asked for writes all of them. More than a key sends in that time, and than a few texts to many people are. */
const MAX_RECENT = 1000;

type RecentText = { key: string; at: number; id: string };

/** Equal for a workspace's texts with the same number and message, without revealing either. */
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

/** The workspace's texts since then with the number and message of one of these, newest first. */
export function sameTextsSince(
  tx: Tx,
  id: string,
  texts: readonly Pick<PlannedText, 'number' | 'message'>[],
  since: number,
): string[] {
  const keys = new Set(texts.map(text => duplicateKeyOf(id, text)));
  const workspace = loadWorkspace(tx, id);
  // Nearly always nothing is the same: then the lines needn't be taken apart.
  if (![...keys].some(key => workspace.recentTexts.includes(key))) return [];
  const recent = recentIn(workspace);
  return recent.flatMap(text => (text.at >= since && keys.has(text.key) ? text.id : [])).reverse();
}

/** Who sends one of these texts to the same number soon is asked first. All are of one workspace. */
export function rememberForDuplicates(tx: Tx, texts: readonly TextRecord[], now: number): void {
  const [first] = texts;
  if (!first) return;
  const workspace = loadWorkspace(tx, first.workspace);
  const added = texts.map(text => ({
    key: duplicateKeyOf(workspace.id, text),
    at: text.createdAt,
    id: text.id,
  }));
  const recent = recentIn(workspace).filter(({ at }) => at > now - DUPLICATE_WINDOW_MS);
  tx.put(WORKSPACES, withRecent(workspace, [...recent, ...added].slice(-MAX_RECENT)));
}

/** Drops those that `isKept` refuses. */
export function dropRecent(tx: Tx, id: string, isKept: (text: RecentText) => boolean): void {
  const [workspace] = tx.readable(WORKSPACES, [id]);
  const recent = workspace ? recentIn(workspace) : [];
  const kept = recent.filter(isKept);
  if (workspace && kept.length < recent.length) tx.put(WORKSPACES, withRecent(workspace, kept));
}
