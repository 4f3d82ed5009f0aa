import type { DatabaseSync } from 'node:sqlite';
import { Mistake } from '../mistake.ts';
import { type Credits, formatCredits, MAX_CREDITS } from '../money.ts';
import { dayOf, startOfDay } from '../time.ts';
import { existing, reading, withCredits } from './database.ts';

/** What changed a balance. */
export type LedgerKind = 'opening' | 'top-up' | 'correction' | 'send' | 'credit back';

/** A change to be recorded. */
export interface LedgerChange {
  kind: LedgerKind;
  /** Added to the balance; a negative amount deducts. */
  amount: Credits;
  /** Milliseconds since the epoch. */
  at: number;
  /** The text it is about: each is charged once and credited back at most once. */
  logId?: number;
  /** Why, in the words of whoever did it. */
  note?: string;
  /** Who did it: a user's e-mail address; absent for the service itself and for commands. */
  by?: string;
}

/** A recorded change; it never changes again. */
export interface LedgerEntry {
  id: number;
  accountId: number;
  kind: LedgerKind;
  amount: Credits;
  /** The balance right after it. */
  balance: Credits;
  at: number;
  logId: number | null;
  note: string | null;
  by: string | null;
}

/** An entry, with what is known about its text. */
export type LedgerLine = LedgerEntry & { number: string | null; parts: number | null; state: string | null };

/** The sum of one kind of change on one day. */
export interface LedgerDay {
  day: number;
  kind: LedgerKind;
  entries: number;
  amount: Credits;
}

const SELECT = `SELECT id, account_id AS accountId, kind, amount, balance, at, log_id AS logId, note, by FROM ledger`;

/** The only way to change a balance, which is the sum of its account's entries. */
export function createLedger(database: DatabaseSync) {
  const read = reading(database, 'SELECT balance FROM accounts WHERE id = ?', row =>
    withCredits<{ balance: Credits }>(row, 'balance'),
  );
  const write = database.prepare('UPDATE accounts SET balance = ? WHERE id = ?');
  const insert = database.prepare(
    `INSERT INTO ledger (account_id, kind, amount, balance, at, log_id, note, by)
     VALUES (:accountId, :kind, :amount, :balance, :at, :logId, :note, :by)`,
  );
  const count = database.prepare(
    `INSERT INTO ledger_days (account_id, day, kind, entries, amount) VALUES (?, ?, ?, 1, ?)
     ON CONFLICT (account_id, day, kind) DO UPDATE SET entries = entries + 1, amount = amount + excluded.amount`,
  );
  const entries = (sql: string) =>
    reading(database, sql, row => withCredits<LedgerEntry>(row, 'amount', 'balance'));
  const ofAccount = entries(`${SELECT} WHERE account_id = ? ORDER BY at, id`);
  // A sum of many amounts may have more digits than a number holds.
  const days = reading(
    database,
    `SELECT day, kind, entries, CAST(amount AS TEXT) AS amount FROM ledger_days
     WHERE account_id = ? AND day >= ? AND day <= ? ORDER BY day`,
    row => withCredits<LedgerDay>(row, 'amount'),
  );
  const before = reading(
    database,
    `SELECT CAST(coalesce(sum(amount), 0) AS TEXT) AS amount FROM ledger_days WHERE account_id = ? AND day < ?`,
    row => withCredits<Pick<LedgerDay, 'amount'>>(row, 'amount'),
  );
  const lines = reading(
    database,
    `SELECT l.id, l.account_id AS accountId, kind, amount, l.balance, at, log_id AS logId, note, by, number, parts, state
     FROM ledger l LEFT JOIN log_entries e ON e.id = l.log_id
     WHERE l.account_id = :accountId AND (at, l.id) > (:afterAt, :afterId) AND at < :to AND +l.id <= :upTo
     ORDER BY at, l.id LIMIT :limit`,
    row => withCredits<LedgerLine>(row, 'amount', 'balance'),
  );
  const notSends = entries(`${SELECT} WHERE account_id = ? AND kind <> 'send' ORDER BY id DESC LIMIT ?`);
  const ofText = entries(`${SELECT} WHERE log_id = ?`);
  const last = database.prepare('SELECT coalesce(max(id), 0) AS id FROM ledger');

  return {
    /**
     * Changes a balance and records why; call it inside a transaction. Returns the entry. Throws a Mistake if there is
     * no such account, or if the balance would fall below zero or rise above the largest amount.
     */
    add(accountId: number, { kind, amount, at, ...about }: LedgerChange): LedgerEntry {
      const { balance: had } = existing(read.one(accountId), `account ${accountId}`);
      const balance = had + amount;
      if (balance < 0n)
        throw new Mistake(`The account has only ${formatCredits(had)} credits.`, { kind: 'balance' });
      if (balance > MAX_CREDITS) {
        const most = formatCredits(MAX_CREDITS);
        throw new Mistake(`An account can hold at most ${most} credits.`, { kind: 'balance' });
      }
      const { logId = null, note = null, by = null } = about;
      const entry = { accountId, kind, amount, balance, at, logId, note, by };
      const id = Number(insert.run(entry).lastInsertRowid);
      count.run(accountId, dayOf(at), kind, amount);
      write.run(balance, accountId);
      return { id, ...entry };
    },
    /** Every entry of an account, oldest first. */
    list: (accountId: number) => ofAccount.all(accountId),
    /** The newest changes other than sends, newest first. */
    notSends: (accountId: number, limit: number) => notSends.all(accountId, limit),
    /** Every change that one text caused, oldest first. */
    ofText: (logId: number) => ofText.all(logId).sort((a, b) => a.id - b.id),
    days: (accountId: number, fromDay: number, toDay: number) => days.all(accountId, fromDay, toDay),
    /** The sum of all changes before a day: its opening balance. */
    before: (accountId: number, day: number): Credits => before.one(accountId, day)?.amount ?? 0n,
    /** Changes from one day to another, oldest first, after an entry and up to the one with an id. */
    lines(
      accountId: number,
      within: { fromDay: number; toDay: number; after: { at: number; id: number } | undefined; upTo: number },
      limit: number,
    ): LedgerLine[] {
      // Only one lower bound: given two, SQLite would start at the wider one and read on from there.
      const { at: afterAt, id: afterId } = within.after ?? { at: startOfDay(within.fromDay), id: 0 };
      const { upTo, toDay } = within;
      return lines.all({ accountId, afterAt, afterId, to: startOfDay(toDay + 1), upTo, limit });
    },
    /** The newest entry's id, across all accounts. */
    last: () => Number(last.get()?.id),
  };
}
