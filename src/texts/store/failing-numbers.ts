import type { LocalNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { Tx } from '../../kit/store/store.ts';
import type { TextRecord } from './model.ts';
import { WORKSPACES, type WorkspaceRecord } from './usage.ts';

/*
 * Numbers that the SMS service refuses, and how often in a row. They are part of the workspace's record, which the end of every text reads
 * anyway: a text that is sent to another number costs nothing more.
 */

/** Limits the record. The number that failed longest ago gives way. */
const MAX_FAILING = 100;

/** True if the service refused a text because of its number. */
const isNumberRefused = (problem: Problem | null | undefined): boolean =>
  problem?.kind === 'SERVICE_REFUSED' && problem.code === 'INVALID_NUMBER';

/** The workspace after a text has ended; the same record if nothing changes. */
export function withFailing(
  workspace: WorkspaceRecord,
  { state, problem, number }: Pick<TextRecord, 'state' | 'problem' | 'number'>,
  now: number,
): WorkspaceRecord {
  const { failing = [] } = workspace;
  const before = failing.find(entry => entry.number === number);
  const remaining = failing.filter(entry => entry !== before);
  if (state === 'sent') return before ? { ...workspace, failing: remaining } : workspace;
  if (state !== 'refused' || !isNumberRefused(problem)) return workspace;
  const entry = { number, times: (before?.times ?? 0) + 1, at: now };
  return { ...workspace, failing: [...remaining, entry].slice(-MAX_FAILING) };
}

/** Drops numbers that have failed before a moment, or that are erased. */
export function dropFailing(
  tx: Tx,
  id: string,
  isDropped: (entry: { number: LocalNumber; at: number }) => boolean,
): void {
  const [workspace] = tx.readable(WORKSPACES, [id]);
  const remaining = workspace?.failing?.filter(entry => !isDropped(entry));
  if (workspace && remaining && remaining.length < (workspace.failing?.length ?? 0))
    tx.put(WORKSPACES, { ...workspace, failing: remaining });
}
