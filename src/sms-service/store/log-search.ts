import type { DatabaseSync } from 'node:sqlite';
import { startOfDay } from '../days.ts';
import type { EntryState } from '../delivery/states.ts';
import { asEntry, type LogEntry } from './log.ts';
import { asProgress, type Progress } from './submissions.ts';

/** What is looked for in an account's log; all of it has to fit. */
export interface LogQuery {
  /** Eleven local digits. */
  number?: string | undefined;
  state?: EntryState | undefined;
  /** A day of days.ts. */
  day?: number | undefined;
  /** Only those before this one, where the page before ended. */
  before?: { sentAt: number; logId: number } | undefined;
}

/** An accepted text and how far it is. */
export type LogLine = LogEntry & Progress;

const SELECT_LINES = `SELECT id AS logId, account_id AS accountId, api_key_id AS apiKeyId, number, message, parts, cost,
  balance, sent_at AS sentAt, state, submitted_at, ended_at, route, reason FROM log_entries`;

/** Reads an account's log in pages. Each is found by an index, wherever it is in however long a log. */
export interface LogSearch {
  /** The newest that fit, newest first. */
  page(accountId: number, query: LogQuery, limit: number): LogLine[];
  /** One entry, if it is this account's. */
  entry(accountId: number, logId: number): LogLine | null;
  /**
   * Empties at most `limit` messages of an account that were accepted before a moment and don't wait for a route, and
   * says how many.
   */
  forgetTexts(accountId: number, before: number, limit: number): number;
}

/** The statement and the values for a query: which conditions there are decides which index is used. */
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
  // One upper bound only: of two, SQLite would look for the wider one and read on from there.
  const { sentAt, logId } = query.before ?? { sentAt: endOf(query.day), logId: 0 };
  add('(sent_at, id) < (?, ?)', sentAt, logId);
  const sql = `${SELECT_LINES} INDEXED BY ${indexFor(query)} WHERE ${conditions.join(' AND ')} ORDER BY sent_at DESC, id DESC LIMIT ?`;
  return { sql, values: [...values, limit] };
}

export function createLogSearch(database: DatabaseSync): LogSearch {
  const select = database.prepare(`${SELECT_LINES} WHERE id = ? AND account_id = ?`);
  const forget = database.prepare(
    `UPDATE log_entries SET message = '' WHERE id IN (
       SELECT id FROM log_entries INDEXED BY log_with_text WHERE account_id = ? AND sent_at < ? AND message <> ''
         AND id NOT IN (SELECT log_id FROM queue) LIMIT ?)`,
  );

  return {
    page(accountId, query, limit) {
      const { sql, values } = pageStatement(accountId, query, limit);
      return database
        .prepare(sql)
        .all(...values)
        .map(asLine);
    },
    entry(accountId, logId) {
      const row = select.get(logId, accountId);
      return row === undefined ? null : asLine(row);
    },
    forgetTexts: (accountId, before, limit) => Number(forget.run(accountId, before, limit).changes),
  };
}

/** The narrowest: without its name, SQLite may take the day's for a number that is seldom in it. */
function indexFor({ number, state }: LogQuery): string {
  if (number !== undefined) return 'log_by_number';
  return state === undefined ? 'log_by_time' : 'log_by_state';
}

/** The first moment that a search no longer looks at. */
function endOf(day: number | undefined): number {
  return day === undefined ? Number.MAX_SAFE_INTEGER : startOfDay(day + 1);
}

function asLine(row: Record<string, unknown>): LogLine {
  return { ...asEntry(row), ...asProgress(row) };
}
