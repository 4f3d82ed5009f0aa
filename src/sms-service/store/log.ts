import type { DatabaseSync } from 'node:sqlite';
import type { Credits } from '../money.ts';

/** One accepted send. */
export interface LogEntry {
  /** The `log_id` of the answer. */
  logId: number;
  accountId: number;
  apiKeyId: number;
  /** Eleven local digits, whatever form was posted. */
  number: string;
  /** Exactly as posted; empty once the account's terms no longer keep it. */
  message: string;
  parts: number;
  cost: Credits;
  /** The balance right after this charge. */
  balance: Credits;
  /** Milliseconds since the epoch. */
  sentAt: number;
}

/** The log of one database. */
export interface Log {
  /** Writes an entry and returns its id. */
  add(entry: Omit<LogEntry, 'logId'>): number;
  /** The entry; it must exist. */
  get(logId: number): LogEntry;
  /** Every entry of an account, or of all accounts, oldest first, read one by one. */
  each(accountId?: number): Iterable<LogEntry>;
}

const SELECT_ENTRIES = `SELECT id AS logId, account_id AS accountId, api_key_id AS apiKeyId, number, message,
    parts, cost, balance, sent_at AS sentAt FROM log_entries`;

export function createLog(database: DatabaseSync): Log {
  const insert = database.prepare(
    `INSERT INTO log_entries (account_id, api_key_id, number, message, parts, cost, balance, sent_at)
     VALUES (:accountId, :apiKeyId, :number, :message, :parts, :cost, :balance, :sentAt)`,
  );
  const one = database.prepare(`${SELECT_ENTRIES} WHERE id = ?`);
  const all = database.prepare(`${SELECT_ENTRIES} ORDER BY id`);
  const ofAccount = database.prepare(`${SELECT_ENTRIES} WHERE account_id = ? ORDER BY id`);

  return {
    add: entry => Number(insert.run({ ...entry }).lastInsertRowid),
    get: logId => asEntry(one.get(logId) as Record<string, unknown>),
    *each(accountId) {
      for (const row of accountId === undefined ? all.iterate() : ofAccount.iterate(accountId))
        yield asEntry(row);
    },
  };
}

export function asEntry(row: Record<string, unknown>): LogEntry {
  return {
    logId: Number(row.logId),
    accountId: Number(row.accountId),
    apiKeyId: Number(row.apiKeyId),
    number: String(row.number),
    message: String(row.message),
    parts: Number(row.parts),
    cost: row.cost as bigint,
    balance: row.balance as bigint,
    sentAt: Number(row.sentAt),
  };
}
