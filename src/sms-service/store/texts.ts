import type { DatabaseSync } from 'node:sqlite';
import type { EntryState } from '../delivery/rules.ts';
import type { Credits } from '../money.ts';
import { startOfDay } from '../time.ts';
import { existing, reading, withCredits } from './database.ts';

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

/** How far a text is. Times are milliseconds since the epoch, null for what hasn't happened. */
export interface Progress {
  state: EntryState;
  submittedAt: number | null;
  /** When it became delivered, failed or unknown. */
  endedAt: number | null;
  /** The route that has it, or had it last. */
  route: string | null;
  /** Why it failed, is unknown, or is waiting. */
  reason: string | null;
}

/** An accepted text and how far it is. */
export type LogLine = LogEntry & Progress;

/** What to look for in an account's log; all of it must match. */
export interface LogQuery {
  /** Eleven local digits. */
  number?: string | undefined;
  state?: EntryState | undefined;
  /** A day as in time.ts. */
  day?: number | undefined;
  /** Only texts before this one, where the previous page ended. */
  before?: { sentAt: number; logId: number } | undefined;
}

const ENTRY = `id AS logId, account_id AS accountId, api_key_id AS apiKeyId, number, message, parts, cost, balance,
  sent_at AS sentAt`;
const PROGRESS = 'state, submitted_at AS submittedAt, ended_at AS endedAt, route, reason';
const SELECT_ENTRIES = `SELECT ${ENTRY} FROM log_entries`;
const SELECT_LINES = `SELECT ${ENTRY}, ${PROGRESS} FROM log_entries`;

/** The statement and the values for a query; its conditions decide which index is used. */
export function pageStatement(accountId: number, query: LogQuery, limit: number) {
  const conditions = ['account_id = ?'];
  const values: (string | number)[] = [accountId];
  const add = (condition: string, ...more: (string | number)[]) => {
    conditions.push(condition);
    values.push(...more);
  };
  if (query.number !== undefined) add('number = ?', query.number);
  if (query.state !== undefined) add('state = ?', query.state);
  if (query.day !== undefined) add('sent_at >= ?', startOfDay(query.day));
  // Only one upper bound: given two, SQLite would start at the wider one and read on from there.
  const end = query.day === undefined ? Number.MAX_SAFE_INTEGER : startOfDay(query.day + 1);
  const { sentAt, logId } = query.before ?? { sentAt: end, logId: 0 };
  add('(sent_at, id) < (?, ?)', sentAt, logId);
  const sql = `${SELECT_LINES} INDEXED BY ${indexFor(query)} WHERE ${conditions.join(' AND ')} ORDER BY sent_at DESC, id DESC LIMIT ?`;
  return { sql, values: [...values, limit] };
}

/** The narrowest index: unless we name it, SQLite may use the day's for a number that rarely occurs in it. */
function indexFor({ number, state }: LogQuery): string {
  if (number !== undefined) return 'log_by_number';
  return state === undefined ? 'log_by_time' : 'log_by_state';
}

/** The log of one database. Each page of it is found by an index, at any place in a log of any length. */
export function createLog(database: DatabaseSync) {
  const insert = database.prepare(
    `INSERT INTO log_entries (account_id, api_key_id, number, message, parts, cost, balance, sent_at)
     VALUES (:accountId, :apiKeyId, :number, :message, :parts, :cost, :balance, :sentAt)`,
  );
  const entries = (sql: string) =>
    reading(database, sql, row => withCredits<LogEntry>(row, 'cost', 'balance'));
  const lines = (sql: string) => reading(database, sql, row => withCredits<LogLine>(row, 'cost', 'balance'));
  const one = entries(`${SELECT_ENTRIES} WHERE id = ?`);
  const all = entries(`${SELECT_ENTRIES} ORDER BY id`);
  const ofAccount = entries(`${SELECT_ENTRIES} WHERE account_id = ? ORDER BY id`);
  const line = lines(`${SELECT_LINES} WHERE id = ? AND account_id = ?`);
  const selectProgress = reading<Progress>(database, `SELECT ${PROGRESS} FROM log_entries WHERE id = ?`);
  const updateProgress = database.prepare(
    `UPDATE log_entries SET state = :state, submitted_at = :submittedAt, ended_at = :endedAt, route = :route,
       reason = :reason WHERE id = :logId`,
  );
  const forget = database.prepare(
    `UPDATE log_entries SET message = '' WHERE id IN (
       SELECT id FROM log_entries INDEXED BY log_with_text WHERE account_id = ? AND sent_at < ? AND message <> ''
         AND id NOT IN (SELECT log_id FROM queue) LIMIT ?)`,
  );

  return {
    /** Writes an entry and returns its id. */
    add: (entry: Omit<LogEntry, 'logId'>) => Number(insert.run({ ...entry }).lastInsertRowid),
    get: (logId: number) => existing(one.one(logId), `text ${logId}`),
    /** Every entry of an account, or of all accounts, oldest first, read one by one. */
    each: (accountId?: number) => (accountId === undefined ? all.each() : ofAccount.each(accountId)),
    /** The newest that match, newest first. */
    page(accountId: number, query: LogQuery, limit: number): LogLine[] {
      const { sql, values } = pageStatement(accountId, query, limit);
      return lines(sql).all(...values);
    },
    /** One entry, if it belongs to this account. */
    line: (accountId: number, logId: number) => line.one(logId, accountId),
    progress: (logId: number) => existing(selectProgress.one(logId), `text ${logId}`),
    setProgress: (logId: number, progress: Progress) => void updateProgress.run({ logId, ...progress }),
    /**
     * Empties at most `limit` messages of an account that were accepted before then and aren't waiting for a route;
     * returns how many.
     */
    forgetTexts: (accountId: number, before: number, limit: number) =>
      Number(forget.run(accountId, before, limit).changes),
  };
}
