import type { DatabaseSync } from 'node:sqlite';
import type { Ending } from '../delivery/states.ts';

/** Receipts for messages whose ids no answer has given us yet. */
export interface EarlyReceipts {
  /** Keeps it; a later one for the same message replaces it. */
  keep(
    route: string,
    messageId: string,
    receipt: { ending: Ending; reason: string | null },
    now: number,
  ): void;
  /** Removes and returns the one for a message, if there is one. */
  take(route: string, messageId: string): { ending: Ending; reason: string | null } | null;
  /** Forgets those that came before then. */
  forgetBefore(at: number): void;
}

export function createEarlyReceipts(database: DatabaseSync): EarlyReceipts {
  const insert = database.prepare(
    `INSERT INTO early_receipts (route, message_id, outcome, reason, at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (route, message_id) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason,
       at = excluded.at`,
  );
  const remove = database.prepare(
    'DELETE FROM early_receipts WHERE route = ? AND message_id = ? RETURNING outcome, reason',
  );
  const forget = database.prepare('DELETE FROM early_receipts WHERE at < ?');

  return {
    keep: (route, messageId, { ending, reason }, now) =>
      void insert.run(route, messageId, ending, reason, now),
    take(route, messageId) {
      const row = remove.get(route, messageId) as { outcome: Ending; reason: string | null } | undefined;
      return row === undefined ? null : { ending: row.outcome, reason: row.reason };
    },
    forgetBefore: at => void forget.run(at),
  };
}
