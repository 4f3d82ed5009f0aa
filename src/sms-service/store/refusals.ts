import type { DatabaseSync } from 'node:sqlite';
import { dayOf } from '../days.ts';

/** Refused requests to send: identical ones at the same time are one row. Nothing secret is in it. */
export interface Refusal {
  /** Null if the posted key belongs to no account. */
  accountId: number | null;
  apiKeyId: number | null;
  code: string;
  /** Eleven local digits; null if no valid number was posted. */
  number: string | null;
  /** The network address that it came from. */
  address: string;
  at: number;
  /** How many there were. */
  times: number;
}

/** The refusals of one database: each is kept for a day, their counts by day and code for ever. */
export interface Refusals {
  add(refusal: Refusal): void;
  /** The latest of an account (null: of no account), newest first. */
  list(accountId: number | null, since: number, limit: number): (Refusal & { id: number })[];
  /** How many there were of each code since a day. */
  byCode(accountId: number | null, fromDay: number): { code: string; times: number }[];
  /** Forgets at most `limit` of those before then; returns how many. */
  sweep(before: number, limit: number): number;
}

/** The account id in `refusal_days` for refusals without an account. */
const NOBODY = 0;

export function createRefusals(database: DatabaseSync): Refusals {
  const insert = database.prepare(
    `INSERT INTO refusals (account_id, api_key_id, code, number, address, at, times)
     VALUES (:accountId, :apiKeyId, :code, :number, :address, :at, :times)`,
  );
  const upsert = database.prepare(
    `INSERT INTO refusal_days (account_id, day, code, times) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, day, code) DO UPDATE SET times = times + excluded.times`,
  );
  const newest = database.prepare(
    `SELECT id, account_id AS accountId, api_key_id AS apiKeyId, code, number, address, at, times FROM refusals
     WHERE account_id IS ? AND at >= ? ORDER BY id DESC LIMIT ?`,
  );
  const sums = database.prepare(
    `SELECT code, sum(times) AS times FROM refusal_days WHERE account_id = ? AND day >= ?
     GROUP BY code ORDER BY times DESC, code`,
  );
  const expire = database.prepare(
    'DELETE FROM refusals WHERE id IN (SELECT id FROM refusals WHERE at < ? LIMIT ?)',
  );

  return {
    add(refusal) {
      insert.run({ ...refusal });
      const { accountId, code, at, times } = refusal;
      upsert.run(accountId ?? NOBODY, dayOf(at), code, times);
    },
    list: (accountId, since, limit) =>
      newest.all(accountId, since, limit).map(row => ({
        id: Number(row.id),
        accountId: row.accountId === null ? null : Number(row.accountId),
        apiKeyId: row.apiKeyId === null ? null : Number(row.apiKeyId),
        code: String(row.code),
        number: row.number === null ? null : String(row.number),
        address: String(row.address),
        at: Number(row.at),
        times: Number(row.times),
      })),
    byCode: (accountId, fromDay) =>
      sums.all(accountId ?? NOBODY, fromDay).map(row => ({
        code: String(row.code),
        times: Number(row.times),
      })),
    sweep: (before, limit) => Number(expire.run(before, limit).changes),
  };
}
