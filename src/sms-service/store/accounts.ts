import type { DatabaseSync } from 'node:sqlite';
import type { Credits } from '../money.ts';
import { existing, hashOf, newSecret, type Row, reading } from './database.ts';

/** An account's terms. */
export interface Terms {
  /** Credits for one part; null: the service's own price. */
  pricePerPart: Credits | null;
  /** How many days a text's message is kept; its costs are kept for ever. */
  keepTextDays: number;
  /** Whether a text that fails after it was accepted is credited back. */
  creditBackFailed: boolean;
}

/** Who pays. The balance never falls below zero, and changes only through the ledger. */
export interface Account {
  id: number;
  name: string;
  state: 'active' | 'suspended';
  /** Why it is suspended, if somebody said. */
  suspendedReason: string | null;
  balance: Credits;
  terms: Terms;
}

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

const ACCOUNT = `id, name, state, suspended_reason AS suspendedReason, balance, price_per_part AS pricePerPart,
  keep_text_days AS keepTextDays, credit_back_failed AS creditBackFailed`;
const API_KEY = `id, account_id AS accountId, name, created_at AS createdAt, revoked_at AS revokedAt,
  last_used_at AS lastUsedAt, last_used_from AS lastUsedFrom`;

/** The accounts of one database. What changes one returns it as it is afterwards; a Mistake if there is none with an id. */
export function createAccounts(database: DatabaseSync) {
  const read = (sql: string) => reading(database, sql, asAccount);
  const insert = read(
    `INSERT INTO accounts (name, state, balance) VALUES (?, 'active', 0) RETURNING ${ACCOUNT}`,
  );
  const select = read(`SELECT ${ACCOUNT} FROM accounts WHERE id = ?`);
  const all = read(`SELECT ${ACCOUNT} FROM accounts ORDER BY id`);
  const updateState = read(
    `UPDATE accounts SET state = ?, suspended_reason = ? WHERE id = ? RETURNING ${ACCOUNT}`,
  );
  const updateTerms = read(
    `UPDATE accounts SET price_per_part = ?, keep_text_days = ?, credit_back_failed = ? WHERE id = ?
     RETURNING ${ACCOUNT}`,
  );
  const known = (account: Account | null, id: number) => existing(account, `account ${id}`);

  return {
    /** An active account without credits, on the usual terms. */
    create: (name: string) => known(insert.one(name), 0),
    get: (id: number) => known(select.one(id), id),
    /** All of them, oldest first. */
    list: () => all.all(),
    /** Suspends or activates; fine if it is already so. */
    setState: (id: number, state: Account['state'], reason: string | null = null) =>
      known(updateState.one(state, reason, id), id),
    setTerms: (id: number, { pricePerPart, keepTextDays, creditBackFailed }: Terms) =>
      known(updateTerms.one(pricePerPart, keepTextDays, Number(creditBackFailed), id), id),
  };
}

function asAccount(row: Row): Account {
  const { balance, pricePerPart, keepTextDays, creditBackFailed, ...account } = row;
  const terms = {
    pricePerPart: pricePerPart === null ? null : BigInt(pricePerPart as number),
    keepTextDays,
    creditBackFailed: creditBackFailed === 1,
  };
  return { ...account, balance: BigInt(balance as number), terms } as Account;
}

/** The API keys of one database; a Mistake if there is none with an id. */
export function createApiKeys(database: DatabaseSync) {
  const read = (sql: string) => reading(database, sql, asApiKey);
  const insert = read(
    `INSERT INTO api_keys (account_id, hash, created_at, name) VALUES (?, ?, ?, ?) RETURNING ${API_KEY}`,
  );
  const setRevoked = read(
    `UPDATE api_keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING ${API_KEY}`,
  );
  const select = read(`SELECT ${API_KEY} FROM api_keys WHERE id = ?`);
  const ofAccount = read(`SELECT ${API_KEY} FROM api_keys WHERE account_id = ? ORDER BY id`);
  const byHash = read(`SELECT ${API_KEY} FROM api_keys WHERE hash = ?`);
  const setUsed = database.prepare(
    `UPDATE api_keys SET last_used_at = :at, last_used_from = :from
     WHERE id = :id AND coalesce(last_used_at, 0) <= :at`,
  );
  const known = (key: ApiKey | null, id: number) => existing(key, `API key ${id}`);

  return {
    /** Makes a key for an existing account. `key` is shown only this once. */
    create(accountId: number, now: number, name = ''): ApiKey & { key: string } {
      // The prefix lets scanners for leaked secrets recognise it.
      const { secret, hash } = newSecret('smskey_');
      return { ...known(insert.one(accountId, hash, now, name), 0), key: secret };
    },
    /** Revokes for good; fine if it already is. */
    revoke: (id: number, now: number) => known(setRevoked.one(now, id), id),
    get: (id: number) => known(select.one(id), id),
    /** All keys of an account, including revoked ones, oldest first, read one by one. */
    each: (accountId: number) => ofAccount.each(accountId),
    /** The key that was posted, if it is known, even if revoked. */
    find: (key: string) => byHash.one(hashOf(key)),
    /** Records the last request with a key; an earlier one changes nothing. */
    used: (id: number, at: number, from: string) => void setUsed.run({ id, at, from }),
  };
}

function asApiKey({ lastUsedAt, lastUsedFrom, ...key }: Row): ApiKey {
  return { ...key, lastUsed: lastUsedAt === null ? null : { at: lastUsedAt, from: lastUsedFrom } } as ApiKey;
}
