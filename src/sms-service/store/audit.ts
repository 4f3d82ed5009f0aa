import { dayOf } from '../time.ts';
import type { Sql } from './database.ts';

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
  | 'text settled'
  | 'key made'
  | 'key revoked'
  | 'user made'
  | 'user removed'
  | 'link made'
  | 'password chosen'
  | 'second factor on'
  | 'second factor off'
  | 'recovery code used';

/** The audit log of one database. Entries are only ever added. */
export function createAuditLog(sql: Sql) {
  const entries = sql.rows<AuditEntry>();
  return {
    add: (entry: AuditEntry) => sql.insert('audit_log', entry),
    /** The latest of an account, or of all, newest first. */
    list: (limit: number, accountId?: number) =>
      accountId === undefined
        ? entries.all`SELECT * FROM audit_log ORDER BY id DESC LIMIT ${limit}`
        : entries.all`SELECT * FROM audit_log WHERE accountId = ${accountId} ORDER BY id DESC LIMIT ${limit}`,
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
export function createRefusals(sql: Sql) {
  const refusals = sql.rows<Refusal>();
  const counts = sql.rows<{ code: string; times: number }>();

  return {
    add(refusal: Refusal): void {
      sql.insert('refusals', refusal);
      const { accountId, code, at, times } = refusal;
      sql.run`INSERT INTO refusal_days (accountId, day, code, times)
        VALUES (${accountId ?? NOBODY}, ${dayOf(at)}, ${code}, ${times})
        ON CONFLICT (accountId, day, code) DO UPDATE SET times = times + excluded.times`;
    },
    /** The latest of an account (null: of no account), newest first. */
    list: (accountId: number | null, since: number, limit: number) =>
      refusals.all`SELECT * FROM refusals
        WHERE accountId IS ${accountId} AND at >= ${since} ORDER BY id DESC LIMIT ${limit}`,
    /** How many there were of each code since a day. */
    byCode: (accountId: number | null, fromDay: number) =>
      counts.all`SELECT code, sum(times) AS times FROM refusal_days
        WHERE accountId = ${accountId ?? NOBODY} AND day >= ${fromDay} GROUP BY code ORDER BY times DESC, code`,
    /** Forgets at most `limit` of those before then; returns how many. */
    sweep: (before: number, limit: number) =>
      sql.run`DELETE FROM refusals WHERE id IN (SELECT id FROM refusals WHERE at < ${before} LIMIT ${limit})`,
  };
}
