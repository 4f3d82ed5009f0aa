import type { DatabaseSync } from 'node:sqlite';
import { dayOf } from '../time.ts';
import { reading } from './database.ts';

/** What somebody did in the dashboard or by a command, for which the service's owner may have to account. */
export interface AuditEntry {
  at: number;
  /** The e-mail address of whoever did it; null: a command, a program, or the service itself. */
  by: string | null;
  action: AuditAction;
  /** Null: it isn't about an account. */
  accountId: number | null;
  /** A name, a reason; never a secret. */
  about: string | null;
}

export type AuditAction =
  | 'account made'
  | 'account opened'
  | 'account suspended'
  | 'account activated'
  | 'balance changed'
  | 'credit back impossible'
  | 'terms changed'
  | 'key made'
  | 'key revoked'
  | 'user made'
  | 'user removed'
  | 'link made'
  | 'password chosen'
  | 'second factor on'
  | 'second factor off';

/** The audit log of one database. Entries are only ever added. */
export function createAuditLog(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO audit_log (at, by, action, account_id, about) VALUES (:at, :by, :action, :accountId, :about)',
  );
  const columns = 'at, by, action, account_id AS accountId, about';
  const read = (sql: string) => reading<AuditEntry>(database, sql);
  const newest = read(`SELECT ${columns} FROM audit_log ORDER BY id DESC LIMIT ?`);
  const ofAccount = read(`SELECT ${columns} FROM audit_log WHERE account_id = ? ORDER BY id DESC LIMIT ?`);

  return {
    add: (entry: AuditEntry) => void insert.run({ ...entry }),
    /** The latest of an account, or of all, newest first. */
    list: (limit: number, accountId?: number) =>
      accountId === undefined ? newest.all(limit) : ofAccount.all(accountId, limit),
  };
}

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

/** The account id in `refusal_days` for refusals without an account. */
const NOBODY = 0;

/** The refusals of one database: each is kept for a day, their counts by day and code for ever. */
export function createRefusals(database: DatabaseSync) {
  const insert = database.prepare(
    `INSERT INTO refusals (account_id, api_key_id, code, number, address, at, times)
     VALUES (:accountId, :apiKeyId, :code, :number, :address, :at, :times)`,
  );
  const upsert = database.prepare(
    `INSERT INTO refusal_days (account_id, day, code, times) VALUES (?, ?, ?, ?)
     ON CONFLICT (account_id, day, code) DO UPDATE SET times = times + excluded.times`,
  );
  const newest = reading<Refusal>(
    database,
    `SELECT account_id AS accountId, api_key_id AS apiKeyId, code, number, address, at, times FROM refusals
     WHERE account_id IS ? AND at >= ? ORDER BY id DESC LIMIT ?`,
  );
  const sums = reading<{ code: string; times: number }>(
    database,
    `SELECT code, sum(times) AS times FROM refusal_days WHERE account_id = ? AND day >= ?
     GROUP BY code ORDER BY times DESC, code`,
  );
  const expire = database.prepare(
    'DELETE FROM refusals WHERE id IN (SELECT id FROM refusals WHERE at < ? LIMIT ?)',
  );

  return {
    add(refusal: Refusal): void {
      insert.run({ ...refusal });
      const { accountId, code, at, times } = refusal;
      upsert.run(accountId ?? NOBODY, dayOf(at), code, times);
    },
    /** The latest of an account (null: of no account), newest first. */
    list: (accountId: number | null, since: number, limit: number) => newest.all(accountId, since, limit),
    /** How many there were of each code since a day. */
    byCode: (accountId: number | null, fromDay: number) => sums.all(accountId ?? NOBODY, fromDay),
    /** Forgets at most `limit` of those before then; returns how many. */
    sweep: (before: number, limit: number) => Number(expire.run(before, limit).changes),
  };
}
