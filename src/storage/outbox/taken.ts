import { TAKEN } from '../tables/taken.ts';
import type { Transaction } from '../transaction.ts';

/** Something that only one can have, and who. */
export type Taking = { what: string; by: string };

/**
 * Writes who has what from now on: first what somebody has no longer, then what somebody takes.
 *
 * @throws Error if another one has it: whoever decides this asks before
 */
export function passOn(
  tx: Transaction,
  workspace: string,
  { leaves, comes }: { leaves: readonly Taking[]; comes: readonly Taking[] },
): void {
  tx.getAll(TAKEN, [...new Set([...leaves, ...comes].map(({ what }) => what))]);
  for (const { what, by } of leaves) {
    if (tx.get(TAKEN, what)?.by === by) tx.delete(TAKEN, what);
  }
  for (const { what: id, by } of comes) {
    const holder = tx.get(TAKEN, id)?.by ?? by;
    if (holder !== by) throw new Error(`${by} can't have what ${holder} has`);
    tx.put(TAKEN, { id, workspace, by });
  }
}
