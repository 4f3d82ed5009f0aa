import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { Mistake } from '../mistake.ts';

/** What is kept of a key: never the key itself, only its SHA-256. Times are milliseconds since the epoch. */
export interface ApiKey {
  id: number;
  accountId: number;
  createdAt: number;
  /** Null while the key is good. */
  revokedAt: number | null;
}

/** The API keys of one database. */
export interface ApiKeys {
  /** Makes a key for an account that exists. `key` is shown this once and cannot be had again. */
  create(accountId: number, now: number): ApiKey & { key: string };
  /** Revokes for good; no mistake when it is so already. A mistake when there is no such key. */
  revoke(id: number, now: number): ApiKey;
  /** All keys of an account, revoked ones too, oldest first. */
  list(accountId: number): ApiKey[];
  /** The key that was posted, if it is known and not revoked. */
  find(key: string): ApiKey | null;
}

interface Row {
  id: bigint;
  account_id: bigint;
  created_at: bigint;
  revoked_at: bigint | null;
}

export function createApiKeys(database: DatabaseSync): ApiKeys {
  const columns = 'id, account_id, created_at, revoked_at';
  const insert = database.prepare(
    `INSERT INTO api_keys (account_id, hash, created_at) VALUES (?, ?, ?) RETURNING ${columns}`,
  );
  const setRevoked = database.prepare(
    `UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING ${columns}`,
  );
  const ofAccount = database.prepare(`SELECT ${columns} FROM api_keys WHERE account_id = ? ORDER BY id`);
  const byHash = database.prepare(`SELECT ${columns} FROM api_keys WHERE hash = ? AND revoked_at IS NULL`);

  return {
    create(accountId, now) {
      // 192 random bits; the prefix lets a scanner for leaked secrets know it.
      const key = `smskey_${randomBytes(24).toString('base64url')}`;
      return { ...asApiKey(insert.get(accountId, hash(key), now) as unknown as Row), key };
    },
    revoke(id, now) {
      const row = setRevoked.get(now, id) as Row | undefined;
      if (row === undefined) throw new Mistake(`There is no API key ${id}.`);
      return asApiKey(row);
    },
    list: accountId => (ofAccount.all(accountId) as unknown as Row[]).map(asApiKey),
    find(key) {
      const row = byHash.get(hash(key)) as Row | undefined;
      return row === undefined ? null : asApiKey(row);
    },
  };
}

/** A plain hash is enough: the keys are long and random, so there is nothing to guess. */
function hash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function asApiKey(row: Row): ApiKey {
  return {
    id: Number(row.id),
    accountId: Number(row.account_id),
    createdAt: Number(row.created_at),
    revokedAt: row.revoked_at === null ? null : Number(row.revoked_at),
  };
}
