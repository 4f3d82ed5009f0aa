import type { DatabaseSync } from 'node:sqlite';
import { startOfDay } from '../days.ts';
import type { EntryState } from '../delivery/states.ts';
import { asEntry, type LogEntry } from './log.ts';
import { asProgress, type Progress } from './submissions.ts';

/** What to look for in an account's log; all of it must match. */
export interface LogQuery {
  /** Eleven local digits. */
  number?: string | undefined;
  state?: EntryState | undefined;
  /** A day as in days.ts. */
  day?: number | undefined;
  /** Only texts before this one, where the previous page ended. */
  before?: { sentAt: number; logId: number } | undefined;
}

/** An accepted text and how far it is. */
export type LogLine = LogEntry & Progress;

const SELECT_LINES = `SELECT id AS logId, account_id AS accountId, api_key_id AS apiKeyId, number, message, parts, cost,
  balance, sent_at AS sentAt, state, submitted_at, ended_at, route, reason FROM log_entries`;

/** Reads an account's log in pages. Each is found by an index, at any place in a log of any length. */
export interface LogSearch {
  /** The newest that match, newest first. */
  page(accountId: number, query: LogQuery, limit: number): LogLine[];
  /** One entry, if it belongs to this account. */
  entry(accountId: number, logId: number): LogLine | null;
  /**
   * Empties at most `limit` messages of an account that were accepted before then and aren't waiting for a route;
   * returns how many.
   */
  forgetTexts(accountId: number, before: number, limit: number): number;
}

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

/** The narrowest index: unless we name it, SQLite may use the day's for a number that rarely occurs in it. */
function indexFor({ number, state }: LogQuery): string {
  if (number !== undefined) return 'log_by_number';
  return state === undefined ? 'log_by_time' : 'log_by_state';
}

/** The first time after the search. */
function endOf(day: number | undefined): number {
  return day === undefined ? Number.MAX_SAFE_INTEGER : startOfDay(day + 1);
}

function asLine(row: Record<string, unknown>): LogLine {
  return { ...asEntry(row), ...asProgress(row) };
}
