import type { EntryState } from '../delivery/rules.ts';
import type { Credits } from '../money.ts';
import { startOfDay } from '../time.ts';
import { existing, type Sql, withCredits } from './database.ts';

export interface LogEntry {
  /** The `log_id` of the API's answer. */
  logId: number;
  accountId: number;
  apiKeyId: number;
  /** Eleven local digits, whatever form was posted. */
  number: string;
  /** As posted; empty once the account's terms no longer keep it. */
  message: string;
  parts: number;
  cost: Credits;
  /** The balance after this charge. */
  balance: Credits;
  /** Milliseconds since the epoch. */
  sentAt: number;
}

/** Times are milliseconds since the epoch; null for a state that wasn't reached. */
export interface Progress {
  state: EntryState;
  submittedAt: number | null;
  /** The time at which the text became delivered, failed or unknown. */
  endedAt: number | null;
  /** The route that has the text, or had it last; null if none had it. */
  route: string | null;
  /** Why the text failed, is unknown or waits; null if there is no reason. */
  reason: string | null;
}

export type LogLine = LogEntry & Progress;

/** A search in an account's log; all conditions must match. */
export interface LogQuery {
  /** Eleven local digits. */
  number?: string | undefined;
  state?: EntryState | undefined;
  /** A day as in time.ts. */
  day?: number | undefined;
  /** Only texts before this one, which ended the previous page. */
  before?: { sentAt: number; logId: number } | undefined;
}

/** The statement for a search. Its conditions decide which index is used. */
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
  // With two upper bounds, SQLite would start at the higher one and read on from there.
  const end = query.day === undefined ? Number.MAX_SAFE_INTEGER : startOfDay(query.day + 1);
  const { sentAt, logId } = query.before ?? { sentAt: end, logId: 0 };
  add('(sentAt, logId) < (?, ?)', sentAt, logId);
  const sql = `SELECT * FROM log_entries INDEXED BY ${indexFor(query)} WHERE ${conditions.join(' AND ')} ORDER BY sentAt DESC, logId DESC LIMIT ?`;
  return { sql, values: [...values, limit] };
}

/** The narrowest index. Unless we name it, SQLite may use the time index to find a rare number. */
function indexFor({ number, state }: LogQuery): string {
  if (number !== undefined) return 'log_by_number';
  return state === undefined ? 'log_by_time' : 'log_by_state';
}

/** Every page is found by an index, however long the log is. */
export function createLog(sql: Sql) {
  const lines = sql.rows(row => withCredits<LogLine>(row, 'cost', 'balance'));
  const entries = sql.rows(({ state, submittedAt, endedAt, route, reason, ...entry }) =>
    withCredits<LogEntry>(entry, 'cost', 'balance'),
  );
  const progress = sql.rows<Progress>();

  return {
    /** Inserts an entry and returns its id. */
    add: (entry: Omit<LogEntry, 'logId'>) => sql.insert('log_entries', entry),
    get: (logId: number) =>
      existing(entries.first`SELECT * FROM log_entries WHERE logId = ${logId}`, `text ${logId}`),
    /** The entries of an account, or of all accounts, oldest first, one by one. */
    each: (accountId?: number) =>
      accountId === undefined
        ? entries.each`SELECT * FROM log_entries ORDER BY logId`
        : entries.each`SELECT * FROM log_entries WHERE accountId = ${accountId} ORDER BY logId`,
    /** Matching entries, newest first. */
    page(accountId: number, query: LogQuery, limit: number): LogLine[] {
      const statement = pageStatement(accountId, query, limit);
      return lines.allOf(statement.sql, statement.values);
    },
    /** The entry with its progress; null unless it belongs to this account. */
    line: (accountId: number, logId: number) =>
      lines.first`SELECT * FROM log_entries WHERE logId = ${logId} AND accountId = ${accountId}`,
    progress(logId: number): Progress {
      const current = progress.first`SELECT state, submittedAt, endedAt, route, reason FROM log_entries
        WHERE logId = ${logId}`;
      return existing(current, `text ${logId}`);
    },
    setProgress: (logId: number, { state, submittedAt, endedAt, route, reason }: Progress) =>
      sql.run`UPDATE log_entries SET state = ${state}, submittedAt = ${submittedAt}, endedAt = ${endedAt},
        route = ${route}, reason = ${reason} WHERE logId = ${logId}`,
    /**
     * Empties at most `limit` messages of an account that were accepted before `before` and aren't waiting for a route.
     * Returns their number.
     */
    forgetTexts: (accountId: number, before: number, limit: number) =>
      sql.run`UPDATE log_entries SET message = '' WHERE logId IN (
        SELECT logId FROM log_entries INDEXED BY log_with_text
        WHERE accountId = ${accountId} AND sentAt < ${before} AND message <> ''
          AND logId NOT IN (SELECT logId FROM queue) LIMIT ${limit})`,
  };
}
