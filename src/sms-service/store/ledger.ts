import { InputError } from '../input-error.ts';
import { type Credits, formatCredits, MAX_CREDITS } from '../money.ts';
import { dayOf, startOfDay } from '../time.ts';
import { existing, type Sql, withCredits } from './database.ts';

/** What changed a balance. */
export type LedgerKind = 'opening' | 'top-up' | 'correction' | 'send' | 'credit back';

/** A recorded change; it never changes again. */
export interface LedgerEntry {
  id: number;
  accountId: number;
  kind: LedgerKind;
  /** Added to the balance; a negative amount deducts. */
  amount: Credits;
  /** The balance right after it. */
  balance: Credits;
  /** Milliseconds since the epoch. */
  at: number;
  /** The text it is about: each is charged once and credited back at most once. */
  logId: number | null;
  /** Why, in the words of whoever did it. */
  note: string | null;
  /** Who did it: a user's e-mail address; null for the service itself and for commands. */
  by: string | null;
}

/** A change to be recorded. */
export type LedgerChange = Pick<LedgerEntry, 'kind' | 'amount' | 'at'> &
  Partial<Pick<LedgerEntry, 'logId' | 'note' | 'by'>>;

/** An entry, with what is known about its text. */
export type LedgerLine = LedgerEntry & { number: string | null; parts: number | null; state: string | null };

/** The sum of one kind of change on one day. */
export interface LedgerDay {
  day: number;
  kind: LedgerKind;
  entries: number;
  amount: Credits;
}

/** The only way to change a balance, which is the sum of its account's entries. */
export function createLedger(sql: Sql) {
  const balances = sql.rows(row => withCredits<{ balance: Credits }>(row, 'balance'));
  const entries = sql.rows(row => withCredits<LedgerEntry>(row, 'amount', 'balance'));
  const lines = sql.rows(row => withCredits<LedgerLine>(row, 'amount', 'balance'));
  const ids = sql.rows<{ id: number }>();
  // A sum of many amounts may have more digits than a number holds.
  const days = sql.rows(row => withCredits<LedgerDay>(row, 'amount'));

  return {
    /**
     * Changes a balance and records why; call it inside a transaction. Returns the entry. Throws an InputError if there is
     * no such account, or if the balance would fall below zero or rise above the largest amount.
     */
    add(accountId: number, { kind, amount, at, ...about }: LedgerChange): LedgerEntry {
      const account = balances.one`SELECT balance FROM accounts WHERE id = ${accountId}`;
      const { balance: had } = existing(account, `account ${accountId}`);
      const balance = had + amount;
      if (balance < 0n)
        throw new InputError(`The account has only ${formatCredits(had)} credits.`, { kind: 'balance' });
      if (balance > MAX_CREDITS) {
        const most = formatCredits(MAX_CREDITS);
        throw new InputError(`An account can hold at most ${most} credits.`, { kind: 'balance' });
      }
      const { logId = null, note = null, by = null } = about;
      const entry = { accountId, kind, amount, balance, at, logId, note, by };
      const id = sql.insert('ledger', entry);
      sql.run`INSERT INTO ledger_days (accountId, day, kind, entries, amount)
        VALUES (${accountId}, ${dayOf(at)}, ${kind}, 1, ${amount})
        ON CONFLICT (accountId, day, kind) DO UPDATE SET entries = entries + 1, amount = amount + excluded.amount`;
      sql.run`UPDATE accounts SET balance = ${balance} WHERE id = ${accountId}`;
      return { id, ...entry };
    },
    /** Every entry of an account, oldest first. */
    list: (accountId: number) =>
      entries.all`SELECT * FROM ledger WHERE accountId = ${accountId} ORDER BY at, id`,
    /** The newest changes other than sends, newest first. */
    notSends: (accountId: number, limit: number) =>
      entries.all`SELECT * FROM ledger WHERE accountId = ${accountId} AND kind <> 'send'
        ORDER BY id DESC LIMIT ${limit}`,
    /** Every change that one text caused, oldest first. */
    ofText: (logId: number) =>
      entries.all`SELECT * FROM ledger WHERE logId = ${logId}`.sort((a, b) => a.id - b.id),
    days: (accountId: number, fromDay: number, toDay: number) =>
      days.all`SELECT day, kind, entries, CAST(amount AS TEXT) AS amount FROM ledger_days
        WHERE accountId = ${accountId} AND day >= ${fromDay} AND day <= ${toDay} ORDER BY day`,
    /** The sum of all changes before a day: its opening balance. */
    before: (accountId: number, day: number): Credits =>
      days.one`SELECT CAST(coalesce(sum(amount), 0) AS TEXT) AS amount FROM ledger_days
        WHERE accountId = ${accountId} AND day < ${day}`?.amount ?? 0n,
    /** Changes from one day to another, oldest first, after an entry and up to the one with an id. */
    lines(
      accountId: number,
      within: { fromDay: number; toDay: number; after: { at: number; id: number } | undefined; upTo: number },
      limit: number,
    ): LedgerLine[] {
      // Only one lower bound: given two, SQLite would start at the wider one and read on from there.
      const { at, id } = within.after ?? { at: startOfDay(within.fromDay), id: 0 };
      return lines.all`SELECT l.*, number, parts, state FROM ledger l LEFT JOIN log_entries e ON e.logId = l.logId
        WHERE l.accountId = ${accountId} AND (at, id) > (${at}, ${id}) AND at < ${startOfDay(within.toDay + 1)}
          AND +id <= ${within.upTo} ORDER BY at, id LIMIT ${limit}`;
    },
    /** The newest entry's id, across all accounts. */
    last: () => ids.one`SELECT coalesce(max(id), 0) AS id FROM ledger`?.id ?? 0,
  };
}
