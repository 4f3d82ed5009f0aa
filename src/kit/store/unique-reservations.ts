import { createHash } from 'node:crypto';
import { z } from 'zod';
import { indexedAt, type Tx, table } from './store.ts';

const reservationSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** The id of the record that holds the value. */
  by: z.string(),
  /** For a number: its contact must not be texted. Stored here, so that sending needs no further look-up. */
  doNotText: z.boolean(),
});

/**
 * Makes a value, such as a number, unique in a workspace, and finds its holder. Concurrent reservations write the same record, so
 * one of them conflicts.
 */
export const RESERVATIONS = table('reservation', reservationSchema, ({ workspace }) => ({
  byWorkspace: indexedAt(0, workspace),
}));

/** The id of a reservation. The value is hashed, so that no key of the store shows a number or a name. */
export const reservationId = (kind: string, workspace: string, value: string): string =>
  `${kind} ${workspace} ${createHash('sha256').update(`${workspace}\0${value}`).digest('base64url')}`;

/** `what`: the reservation's id; `by`: its holder's id. */
export type Reservation = { what: string; by: string; doNotText?: boolean };

/**
 * Releases the reservations in `leaves`, then makes those in `comes`.
 *
 * @throws Error if another record holds one of them; callers check that before
 */
export function reassign(
  tx: Tx,
  workspace: string,
  { leaves, comes }: { leaves: readonly Reservation[]; comes: readonly Reservation[] },
): void {
  tx.many(RESERVATIONS, [...new Set([...leaves, ...comes].map(({ what: id }) => id))]);
  for (const { what: id, by } of leaves) {
    if (tx.get(RESERVATIONS, id)?.by === by) tx.delete(RESERVATIONS, id);
  }
  for (const { what: id, by, doNotText = false } of comes) {
    const holder = tx.get(RESERVATIONS, id)?.by ?? by;
    if (holder !== by) throw new Error(`${by} can't have what ${holder} has`);
    tx.put(RESERVATIONS, { id, workspace, by, doNotText });
  }
}
