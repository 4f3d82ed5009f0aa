import type { LocalNumber } from '../../domain/number.ts';
import { type ForgettingRecord, LEAVING } from '../tables/forgetting.ts';
import type { Transaction } from '../transaction.ts';

/** The numbers that a workspace is forgetting right now: nothing that was asked for before may wait for them any more. */
export function leavingOf(tx: Transaction, workspace: string): ReadonlySet<LocalNumber> {
  const leaving = tx.get(LEAVING, workspace);
  return new Set(leaving?.jobs.map(({ number }) => number));
}

export function beginLeaving(tx: Transaction, { id, workspace, number }: ForgettingRecord): void {
  const leaving = tx.get(LEAVING, workspace) ?? { id: workspace, jobs: [] };
  tx.put(LEAVING, { ...leaving, jobs: [...leaving.jobs, { id, number }] });
}

/** Nothing is left of somebody that their number would be needed for. */
export function endLeaving(tx: Transaction, { id, workspace }: ForgettingRecord): void {
  const leaving = tx.get(LEAVING, workspace);
  const jobs = leaving?.jobs.filter(job => job.id !== id) ?? [];
  if (jobs.length > 0) tx.put(LEAVING, { id: workspace, jobs });
  else if (leaving) tx.delete(LEAVING, workspace);
}
