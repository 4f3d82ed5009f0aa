import type { DatabaseSync } from 'node:sqlite';
import { Mistake } from '../mistake.ts';
import { hashOf, newSecret } from './secrets.ts';

/** What we keep of a key: never the key itself, only its SHA-256. Times are milliseconds since the epoch. */
export interface ApiKey {
  id: number;
  accountId: number;
  /** What its owner calls it; empty if made without a name. */
  name: string;
  createdAt: number;
  /** Null while the key is valid. */
  revokedAt: number | null;
  /** The last request with it, and the network address that it came from. */
  lastUsed: { at: number; from: string } | null;
}

/** The API keys of one database. */
export interface ApiKeys {
  /** Makes a key for an existing account. `key` is shown only this once. */
  create(accountId: number, now: number, name?: string): ApiKey & { key: string };
  /** Revokes for good; fine if it already is. A Mistake if there is no such key. */
  revoke(id: number, now: number): ApiKey;
  /** A Mistake if there is no such key. */
  get(id: number): ApiKey;
  /** All keys of an account, including revoked ones, oldest first. */
  list(accountId: number): ApiKey[];
  /** The key that was posted, if it is known, even if revoked. */
  find(key: string): ApiKey | null;
  /** Records the last request with a key; an earlier one changes nothing. */
  used(id: number, at: number, from: string): void;
}

export function createApiKeys(database: DatabaseSync): ApiKeys {
  const columns = `id, account_id AS accountId, name, created_at AS createdAt, revoked_at AS revokedAt,
    last_used_at AS lastUsedAt, last_used_from AS lastUsedFrom`;
  const insert = database.prepare(
    `INSERT INTO api_keys (account_id, hash, created_at, name) VALUES (?, ?, ?, ?) RETURNING ${columns}`,
  );
  const setRevoked = database.prepare(
    `UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING ${columns}`,
  );
  const select = database.prepare(`SELECT ${columns} FROM api_keys WHERE id = ?`);
  const ofAccount = database.prepare(`SELECT ${columns} FROM api_keys WHERE account_id = ? ORDER BY id`);
  const byHash = database.prepare(`SELECT ${columns} FROM api_keys WHERE hash = ?`);
  const setUsed = database.prepare(
    `UPDATE api_keys SET last_used_at = :at, last_used_from = :from
     WHERE id = :id AND coalesce(last_used_at, 0) <= :at`,
  );

  function existing(row: Record<string, unknown> | undefined, id: number): ApiKey {
    if (row === undefined) throw new Mistake(`There is no API key ${id}.`, { kind: 'not-found' });
    return asApiKey(row);
  }

  return {
    create(accountId, now, name = '') {
      // The prefix lets scanners for leaked secrets recognise it.
      const { secret, hash } = newSecret('smskey_');
      return { ...existing(insert.get(accountId, hash, now, name), 0), key: secret };
    },
    revoke: (id, now) => existing(setRevoked.get(now, id), id),
    get: id => existing(select.get(id), id),
    list: accountId => ofAccount.all(accountId).map(asApiKey),
    find(key) {
      const row = byHash.get(hashOf(key));
      return row === undefined ? null : asApiKey(row);
    },
    used: (id, at, from) => void setUsed.run({ id, at, from }),
  };
}

function asApiKey(row: Record<string, unknown>): ApiKey {
  const numberOf = (value: unknown) => (value === null ? null : Number(value));
  const at = numberOf(row.lastUsedAt);
  return {
    id: Number(row.id),
    accountId: Number(row.accountId),
    name: String(row.name),
    createdAt: Number(row.createdAt),
    revokedAt: numberOf(row.revokedAt),
    lastUsed: at === null ? null : { at, from: String(row.lastUsedFrom) },
  };
}
