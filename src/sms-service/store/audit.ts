import { dayOf } from '../time.ts';
import type { Sql } from './database.ts';

/** An action in the dashboard or by a command that the service's owner may have to account for. */
export interface AuditEntry {
  at: number;
  /** The user's e-mail address; null for a command, a program, or the service itself. */
  by: string | null;
  action: AuditAction;
  /** Null if no account is concerned. */
  accountId: number | null;
  /** A name or a reason; never a secret. */
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

/** The audit log, whose entries are never changed or deleted. */
export function createAuditLog(sql: Sql) {
  const entries = sql.rows<AuditEntry>();
  return {
    add: (entry: AuditEntry) => sql.insert('audit_log', entry),
    /** Newest first, of an account or of all. */
    list: (limit: number, accountId?: number) =>
      accountId === undefined
        ? entries.all`SELECT * FROM audit_log ORDER BY id DESC LIMIT ${limit}`
        : entries.all`SELECT * FROM audit_log WHERE accountId = ${accountId} ORDER BY id DESC LIMIT ${limit}`,
  };
}

/** Refused requests to send. Identical requests between two writes share a row, which holds no secret. */
export interface Refusal {
  /** Null for an unknown key. */
  accountId: number | null;
  apiKeyId: number | null;
  code: string;
  /** Eleven local digits; null if no valid number was posted. */
  number: string | null;
  /** The caller's network address. */
  address: string;
  at: number;
  /** The number of requests. */
  times: number;
}

/** The account id in `refusal_days` for refusals without an account. */
const NO_ACCOUNT = 0;

/** Refusals are kept for a day, their counts by day and code indefinitely. */
export function createRefusals(sql: Sql) {
  const refusals = sql.rows<Refusal>();
  const counts = sql.rows<{ code: string; times: number }>();

  return {
    add(refusal: Refusal): void {
      sql.insert('refusals', refusal);
      const { accountId, code, at, times } = refusal;
      sql.run`INSERT INTO refusal_days (accountId, day, code, times)
        VALUES (${accountId ?? NO_ACCOUNT}, ${dayOf(at)}, ${code}, ${times})
        ON CONFLICT (accountId, day, code) DO UPDATE SET times = times + excluded.times`;
    },
    /** Newest first. `accountId` null: requests without a known key. */
    list: (accountId: number | null, since: number, limit: number) =>
      refusals.all`SELECT * FROM refusals
        WHERE accountId IS ${accountId} AND at >= ${since} ORDER BY id DESC LIMIT ${limit}`,
    /** The count of each code since a day. */
    byCode: (accountId: number | null, fromDay: number) =>
      counts.all`SELECT code, sum(times) AS times FROM refusal_days
        WHERE accountId = ${accountId ?? NO_ACCOUNT} AND day >= ${fromDay} GROUP BY code ORDER BY times DESC, code`,
    /** Deletes at most `limit` refusals older than `before`. Returns their number. */
    sweep: (before: number, limit: number) =>
      sql.run`DELETE FROM refusals WHERE id IN (SELECT id FROM refusals WHERE at < ${before} LIMIT ${limit})`,
  };
}
