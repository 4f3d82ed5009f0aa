import { z } from 'zod';
import { isStoredNumber, type LocalNumber } from '../../kit/number.ts';
import { type Tx, table } from '../../kit/store/store.ts';

const leavingSchema = z.object({
  id: z.string(),
  jobs: z.array(z.object({ id: z.string(), number: z.custom<LocalNumber>(isStoredNumber) })),
});

/**
 * Whom a workspace is forgetting right now, by its id. Whoever makes a text wait that was asked for before reads this: if somebody is
 * forgotten meanwhile, their commit is refused, and they see it.
 */
export const LEAVING = table('leaving', leavingSchema, () => ({}));

/** The numbers that a workspace is forgetting right now: nothing that was asked for before may wait for them any more. */
export function leavingOf(tx: Tx, workspace: string): ReadonlySet<LocalNumber> {
  const leaving = tx.get(LEAVING, workspace);
  return new Set(leaving?.jobs.map(({ number }) => number));
}

export function beginLeaving(
  tx: Tx,
  { id, workspace, number }: { id: string; workspace: string; number: LocalNumber },
): void {
  const leaving = tx.get(LEAVING, workspace) ?? { id: workspace, jobs: [] };
  tx.put(LEAVING, { ...leaving, jobs: [...leaving.jobs, { id, number }] });
}

/** Nothing is left of somebody that their number would be needed for. */
export function endLeaving(tx: Tx, { id, workspace }: { id: string; workspace: string }): void {
  const leaving = tx.get(LEAVING, workspace);
  const jobs = leaving?.jobs.filter(job => job.id !== id) ?? [];
  if (jobs.length > 0) tx.put(LEAVING, { id: workspace, jobs });
  else if (leaving) tx.delete(LEAVING, workspace);
}
