import type { EntryState } from '../delivery/rules.ts';
import type { Credits } from '../money.ts';
import { startOfDay } from '../time.ts';
import { existing, type Sql, withCredits } from './database.ts';

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

/** The statement and the values for a query; its conditions decide which index is used. */
export function pageStatement(accountId: number, query: LogQuery, limit: number) {
  const conditions = ['accountId = ?'];
  const values: (string | number)[] = [accountId];
  const add = (condition: string, ...more: (string | number)[]) => {
    conditions.push(condition);
    values.push(...more);
  };
  if (query.number !== undefined) add('number = ?', query.number);
  if (query.state !== undefined) add('state = ?', query.state);
  if (query.day !== undefined) add('sentAt >= ?', startOfDay(query.day));
  // Only one upper bound: given two, SQLite would start at the wider one and read on from there.
  const end = query.day === undefined ? Number.MAX_SAFE_INTEGER : startOfDay(query.day + 1);
  const { sentAt, logId } = query.before ?? { sentAt: end, logId: 0 };
  add('(sentAt, logId) < (?, ?)', sentAt, logId);
  const sql = `SELECT * FROM log_entries INDEXED BY ${indexFor(query)} WHERE ${conditions.join(' AND ')} ORDER BY sentAt DESC, logId DESC LIMIT ?`;
  return { sql, values: [...values, limit] };
}

/** The narrowest index: unless we name it, SQLite may use the day's for a number that rarely occurs in it. */
function indexFor({ number, state }: LogQuery): string {
  if (number !== undefined) return 'log_by_number';
  return state === undefined ? 'log_by_time' : 'log_by_state';
}

/** The log of one database. Each page of it is found by an index, at any place in a log of any length. */
export function createLog(sql: Sql) {
  const lines = sql.rows(row => withCredits<LogLine>(row, 'cost', 'balance'));
  const entries = sql.rows(({ state, submittedAt, endedAt, route, reason, ...entry }) =>
    withCredits<LogEntry>(entry, 'cost', 'balance'),
  );
  const progress = sql.rows<Progress>();

  return {
    /** Writes an entry and returns its id. */
    add: (entry: Omit<LogEntry, 'logId'>) => sql.insert('log_entries', entry),
    get: (logId: number) =>
      existing(entries.one`SELECT * FROM log_entries WHERE logId = ${logId}`, `text ${logId}`),
    /** Every entry of an account, or of all accounts, oldest first, read one by one. */
    each: (accountId?: number) =>
      accountId === undefined
        ? entries.each`SELECT * FROM log_entries ORDER BY logId`
        : entries.each`SELECT * FROM log_entries WHERE accountId = ${accountId} ORDER BY logId`,
    /** The newest that match, newest first. */
    page(accountId: number, query: LogQuery, limit: number): LogLine[] {
      const statement = pageStatement(accountId, query, limit);
      return lines.allOf(statement.sql, statement.values);
    },
    /** One entry, if it belongs to this account. */
    line: (accountId: number, logId: number) =>
      lines.one`SELECT * FROM log_entries WHERE logId = ${logId} AND accountId = ${accountId}`,
    progress(logId: number): Progress {
      const found = progress.one`SELECT state, submittedAt, endedAt, route, reason FROM log_entries
        WHERE logId = ${logId}`;
      return existing(found, `text ${logId}`);
    },
    setProgress: (logId: number, { state, submittedAt, endedAt, route, reason }: Progress) =>
      sql.run`UPDATE log_entries SET state = ${state}, submittedAt = ${submittedAt}, endedAt = ${endedAt},
        route = ${route}, reason = ${reason} WHERE logId = ${logId}`,
    /**
     * Empties at most `limit` messages of an account that were accepted before then and aren't waiting for a route;
     * returns how many.
     */
    forgetTexts: (accountId: number, before: number, limit: number) =>
      sql.run`UPDATE log_entries SET message = '' WHERE logId IN (
        SELECT logId FROM log_entries INDEXED BY log_with_text
        WHERE accountId = ${accountId} AND sentAt < ${before} AND message <> ''
          AND logId NOT IN (SELECT logId FROM queue) LIMIT ${limit})`,
  };
}
