import type { DatabaseSync } from 'node:sqlite';
import { startOfDay } from '../days.ts';
import type { Credits } from '../money.ts';
import { asLedgerEntry, type LedgerEntry, type LedgerKind, SELECT_LEDGER } from './ledger.ts';

/** The sum of one kind of change on one day. */
export interface LedgerDay {
  day: number;
  kind: LedgerKind;
  entries: number;
  amount: Credits;
}

/** A change to a balance, with what is known about its text. */
export type LedgerLine = LedgerEntry & {
  number: string | null;
  parts: number | null;
  state: string | null;
};

/** Where a page ended. */
export interface LedgerPlace {
  at: number;
  id: number;
}

/** Reads an account's ledger in pages and by days. */
export interface LedgerPages {
  days(accountId: number, fromDay: number, toDay: number): LedgerDay[];
  /** The sum of all changes before a day: its opening balance. */
  before(accountId: number, day: number): Credits;
  /** Changes between two times, oldest first, after a place and up to an entry. */
  lines(
    accountId: number,
    within: { fromDay: number; toDay: number; after?: LedgerPlace; upTo: number },
    limit: number,
  ): LedgerLine[];
  /** Changes other than sends, newest first. */
  notSends(accountId: number, limit: number): LedgerEntry[];
  /** Every change that one text caused. */
  ofText(logId: number): LedgerEntry[];
  /** The newest entry's id, across all accounts. */
  last(): number;
}

export function createLedgerPages(database: DatabaseSync): LedgerPages {
  const days = database.prepare(
    'SELECT day, kind, entries, amount FROM ledger_days WHERE account_id = ? AND day >= ? AND day <= ? ORDER BY day',
  );
  const before = database.prepare(
    'SELECT coalesce(sum(amount), 0) AS amount FROM ledger_days WHERE account_id = ? AND day < ?',
  );
  const lines = database.prepare(
    `SELECT l.id, l.account_id AS accountId, kind, amount, l.balance, at, log_id AS logId, note, by, number, parts, state
     FROM ledger l LEFT JOIN log_entries e ON e.id = l.log_id
     WHERE l.account_id = :accountId AND (at, l.id) > (:afterAt, :afterId) AND at < :to AND +l.id <= :upTo
     ORDER BY at, l.id LIMIT :limit`,
  );
  const notSends = database.prepare(
    `${SELECT_LEDGER} WHERE account_id = ? AND kind <> 'send' ORDER BY id DESC LIMIT ?`,
  );
  const ofText = database.prepare(`${SELECT_LEDGER} WHERE log_id = ?`);
  const last = database.prepare('SELECT coalesce(max(id), 0) AS id FROM ledger');

  return {
    days: (accountId, fromDay, toDay) =>
      days.all(accountId, fromDay, toDay).map(row => ({
        day: Number(row.day),
        kind: row.kind as LedgerKind,
        entries: Number(row.entries),
        amount: row.amount as bigint,
      })),
    before: (accountId, day) => before.get(accountId, day)?.amount as bigint,
    lines(accountId, { fromDay, toDay, after, upTo }, limit) {
      // Only one lower bound: given two, SQLite would start at the wider one and read on from there.
      const { at, id } = after ?? { at: startOfDay(fromDay), id: 0 };
      const within = { afterAt: at, afterId: id, to: startOfDay(toDay + 1), upTo };
      return lines.all({ accountId, ...within, limit }).map(row => ({
        ...asLedgerEntry(row),
        number: row.number === null ? null : String(row.number),
        parts: row.parts === null ? null : Number(row.parts),
        state: row.state === null ? null : String(row.state),
      }));
    },
    notSends: (accountId, limit) => notSends.all(accountId, limit).map(asLedgerEntry),
    ofText: logId =>
      ofText
        .all(logId)
        .map(asLedgerEntry)
        .sort((a, b) => a.id - b.id),
    last: () => Number(last.get()?.id),
  };
}
