import { InputError } from '../input-error.ts';
import { type Credits, formatCredits, MAX_CREDITS } from '../money.ts';
import { dayOf, startOfDay } from '../time.ts';
import { existing, type Sql, withCredits } from './database.ts';

export type LedgerKind = 'opening' | 'top-up' | 'correction' | 'send' | 'credit back';

/** Entries never change. */
export interface LedgerEntry {
  id: number;
  accountId: number;
  kind: LedgerKind;
  /** Added to the balance; a negative amount deducts. */
  amount: Credits;
  /** The balance after this change. */
  balance: Credits;
  /** Milliseconds since the epoch. */
  at: number;
  /** The text concerned. Each text is charged once and credited back at most once. */
  logId: number | null;
  /** The user's reason. */
  note: string | null;
  /** The user's e-mail address; null for the service itself and for commands. */
  by: string | null;
}

export type LedgerChange = Pick<LedgerEntry, 'kind' | 'amount' | 'at'> &
  Partial<Pick<LedgerEntry, 'logId' | 'note' | 'by'>>;

/** An entry with facts about its text. */
export type LedgerLine = LedgerEntry & { number: string | null; parts: number | null; state: string | null };

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
  // The sum of many amounts may have more digits than a number holds.
  const days = sql.rows(row => withCredits<LedgerDay>(row, 'amount'));

  return {
    /**
     * Changes a balance and stores the reason. Call it inside a transaction. Throws an InputError if there is no such
     * account, or if the balance would fall below zero or exceed the largest amount.
     */
    add(accountId: number, { kind, amount, at, ...details }: LedgerChange): LedgerEntry {
      const account = balances.first`SELECT balance FROM accounts WHERE id = ${accountId}`;
      const { balance: current } = existing(account, `account ${accountId}`);
      const balance = current + amount;
      if (balance < 0n)
        throw new InputError(`The account has only ${formatCredits(current)} credits.`, { kind: 'balance' });
      if (balance > MAX_CREDITS) {
        const max = formatCredits(MAX_CREDITS);
        throw new InputError(`An account can hold at most ${max} credits.`, { kind: 'balance' });
      }
      const { logId = null, note = null, by = null } = details;
      const entry = { accountId, kind, amount, balance, at, logId, note, by };
      const id = sql.insert('ledger', entry);
      sql.run`INSERT INTO ledger_days (accountId, day, kind, entries, amount)
        VALUES (${accountId}, ${dayOf(at)}, ${kind}, 1, ${amount})
        ON CONFLICT (accountId, day, kind) DO UPDATE SET entries = entries + 1, amount = amount + excluded.amount`;
      sql.run`UPDATE accounts SET balance = ${balance} WHERE id = ${accountId}`;
      return { id, ...entry };
    },
    /** Oldest first. */
    list: (accountId: number) =>
      entries.all`SELECT * FROM ledger WHERE accountId = ${accountId} ORDER BY at, id`,
    /** Changes other than sends, newest first. */
    notSends: (accountId: number, limit: number) =>
      entries.all`SELECT * FROM ledger WHERE accountId = ${accountId} AND kind <> 'send'
        ORDER BY id DESC LIMIT ${limit}`,
    /** All changes by one text, oldest first. */
    ofText: (logId: number) =>
      entries.all`SELECT * FROM ledger WHERE logId = ${logId}`.sort((a, b) => a.id - b.id),
    days: (accountId: number, fromDay: number, toDay: number) =>
      days.all`SELECT day, kind, entries, CAST(amount AS TEXT) AS amount FROM ledger_days
        WHERE accountId = ${accountId} AND day >= ${fromDay} AND day <= ${toDay} ORDER BY day`,
    /** The opening balance of a day: the sum of all changes before it. */
    before: (accountId: number, day: number): Credits =>
      days.first`SELECT CAST(coalesce(sum(amount), 0) AS TEXT) AS amount FROM ledger_days
        WHERE accountId = ${accountId} AND day < ${day}`?.amount ?? 0n,
    /** Changes from `fromDay` to `toDay`, oldest first: those after the entry `after`, up to the id `upTo`. */
    lines(
      accountId: number,
      within: { fromDay: number; toDay: number; after: { at: number; id: number } | undefined; upTo: number },
      limit: number,
    ): LedgerLine[] {
      // With two lower bounds, SQLite would start at the lower one and read on from there.
      const { at, id } = within.after ?? { at: startOfDay(within.fromDay), id: 0 };
      return lines.all`SELECT l.*, number, parts, state FROM ledger l LEFT JOIN log_entries e ON e.logId = l.logId
        WHERE l.accountId = ${accountId} AND (at, id) > (${at}, ${id}) AND at < ${startOfDay(within.toDay + 1)}
          AND +id <= ${within.upTo} ORDER BY at, id LIMIT ${limit}`;
    },
    /** The newest entry's id, across all accounts. */
    last: () => ids.first`SELECT coalesce(max(id), 0) AS id FROM ledger`?.id ?? 0,
  };
}
