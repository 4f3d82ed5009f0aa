import type { DatabaseSync } from 'node:sqlite';
import { dayOf } from '../days.ts';
import { Mistake } from '../mistake.ts';
import { type Credits, formatCredits, MAX_CREDITS } from '../money.ts';

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

/** The only way to change a balance, which is the sum of its account's entries. */
export interface Ledger {
  /**
   * Changes a balance and records why; call it inside a transaction. Returns the entry. Throws a Mistake if there is no
   * such account, or if the balance would fall below zero or rise above the largest amount.
   */
  add(accountId: number, change: LedgerChange): LedgerEntry;
  /** Whether a text has an entry of this kind. */
  has(logId: number, kind: LedgerKind): boolean;
  /** Every entry of an account, oldest first. */
  list(accountId: number): LedgerEntry[];
}

export function createLedger(database: DatabaseSync): Ledger {
  const read = database.prepare('SELECT balance FROM accounts WHERE id = ?');
  const write = database.prepare('UPDATE accounts SET balance = ? WHERE id = ?');
  const insert = database.prepare(
    `INSERT INTO ledger (account_id, kind, amount, balance, at, log_id, note, by)
     VALUES (:accountId, :kind, :amount, :balance, :at, :logId, :note, :by)`,
  );
  const count = database.prepare(
    `INSERT INTO ledger_days (account_id, day, kind, entries, amount) VALUES (?, ?, ?, 1, ?)
     ON CONFLICT (account_id, day, kind) DO UPDATE SET entries = entries + 1, amount = amount + excluded.amount`,
  );
  const find = database.prepare('SELECT 1 FROM ledger WHERE log_id = ? AND kind = ?');
  const ofAccount = database.prepare(`${SELECT_LEDGER} WHERE account_id = ? ORDER BY at, id`);

  return {
    add(accountId, { kind, amount, at, ...about }) {
      const before = read.get(accountId)?.balance as bigint | undefined;
      if (before === undefined) throw new Mistake(`There is no account ${accountId}.`, { kind: 'not-found' });
      const balance = before + amount;
      if (balance < 0n)
        throw new Mistake(`The account has only ${formatCredits(before)} credits.`, { kind: 'balance' });
      if (balance > MAX_CREDITS) {
        throw new Mistake(`An account can hold at most ${formatCredits(MAX_CREDITS)} credits.`, {
          kind: 'balance',
        });
      }
      const { logId = null, note = null, by = null } = about;
      const entry = { accountId, kind, amount, balance, at, logId, note, by };
      const id = Number(insert.run(entry).lastInsertRowid);
      count.run(accountId, dayOf(at), kind, amount);
      write.run(balance, accountId);
      return { id, ...entry };
    },
    has: (logId, kind) => find.get(logId, kind) !== undefined,
    list: accountId => ofAccount.all(accountId).map(asLedgerEntry),
  };
}

export const SELECT_LEDGER = `SELECT id, account_id AS accountId, kind, amount, balance, at, log_id AS logId, note, by FROM ledger`;

export function asLedgerEntry(row: Record<string, unknown>): LedgerEntry {
  return {
    id: Number(row.id),
    accountId: Number(row.accountId),
    kind: row.kind as LedgerKind,
    amount: row.amount as bigint,
    balance: row.balance as bigint,
    at: Number(row.at),
    logId: row.logId === null ? null : Number(row.logId),
    note: row.note === null ? null : String(row.note),
    by: row.by === null ? null : String(row.by),
  };
}
