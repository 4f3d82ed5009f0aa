import { z } from 'zod';
import { isStoredNumber, type LocalNumber } from '../../kit/number.ts';
import { type Tx, table } from '../../kit/store/store.ts';

const erasingSchema = z.object({
  id: z.string(),
  jobs: z.array(z.object({ id: z.string(), number: z.custom<LocalNumber>(isStoredNumber) })),
});

/**
 * Whom a workspace is forgetting right now, by its id. Whoever makes a text wait that was asked for before reads this: if somebody is
 * forgotten meanwhile, their commit is refused, and they see it.
 */
export const ERASING = table('erasing', erasingSchema, () => ({}));

/** The numbers that a workspace is forgetting right now: nothing that was asked for before may wait for them any more. */
export function numbersBeingErased(tx: Tx, workspace: string): ReadonlySet<LocalNumber> {
  const erasing = tx.get(ERASING, workspace);
  return new Set(erasing?.jobs.map(({ number }) => number));
}

export function markErasing(
  tx: Tx,
  { id, workspace, number }: { id: string; workspace: string; number: LocalNumber },
): void {
  const erasing = tx.get(ERASING, workspace) ?? { id: workspace, jobs: [] };
  tx.put(ERASING, { ...erasing, jobs: [...erasing.jobs, { id, number }] });
}

/** Nothing is left of somebody that their number would be needed for. */
export function unmarkErasing(tx: Tx, { id, workspace }: { id: string; workspace: string }): void {
  const erasing = tx.get(ERASING, workspace);
  const jobs = erasing?.jobs.filter(job => job.id !== id) ?? [];
  if (jobs.length > 0) tx.put(ERASING, { id: workspace, jobs });
  else if (erasing) tx.delete(ERASING, workspace);
}
