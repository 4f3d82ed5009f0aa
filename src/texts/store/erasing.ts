import { z } from 'zod';
import { isStoredNumber, type LocalNumber } from '../../kit/number.ts';
import { type Tx, table } from '../../kit/store/store.ts';

const erasingSchema = z.object({
  id: z.string(),
  jobs: z.array(z.object({ id: z.string(), number: z.custom<LocalNumber>(isStoredNumber) })),
});

/**
 * Numbers being erased, one record per workspace. Every transaction that queues a text for an earlier request reads it, so a
 * concurrent erasure makes that transaction run again.
 */
export const ERASING = table('erasing', erasingSchema, () => ({}));

/** The numbers that a workspace is erasing: no text for an earlier request may be queued to them. */
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

/** Unmarks a number once nothing about its person is stored. */
export function unmarkErasing(tx: Tx, { id, workspace }: { id: string; workspace: string }): void {
  const erasing = tx.get(ERASING, workspace);
  const jobs = erasing?.jobs.filter(job => job.id !== id) ?? [];
  if (jobs.length > 0) tx.put(ERASING, { id: workspace, jobs });
  else if (erasing) tx.delete(ERASING, workspace);
}
