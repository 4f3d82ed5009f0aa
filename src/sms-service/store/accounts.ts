import type { Credits } from '../money.ts';
import { existing, hashOf, newSecret, type Row, type Sql } from './database.ts';

export interface Terms {
  /** Credits for one part; null for the service's own price. */
  pricePerPart: Credits | null;
  /** Days until a text's message is deleted. Its cost is never deleted. */
  keepTextDays: number;
  /** True if a text that fails after it was accepted is credited back. */
  creditBackFailed: boolean;
}

/** The balance never falls below zero, and changes only through the ledger. */
export interface Account {
  id: number;
  name: string;
  state: 'active' | 'suspended';
  /** Null for an active account, or if the operator gave no reason. */
  suspendedReason: string | null;
  balance: Credits;
  terms: Terms;
}

/** An API key is stored only as its SHA-256. Times are milliseconds since the epoch. */
export interface ApiKey {
  id: number;
  accountId: number;
  /** The owner's name for the key; may be empty. */
  name: string;
  createdAt: number;
  /** Null while the key is valid. */
  revokedAt: number | null;
  /** The last request with the key, and its network address; null if there was none. */
  lastUsed: { at: number; from: string } | null;
}

/** Each change returns the account after it. Throws an InputError for an unknown id. */
export function createAccounts(sql: Sql) {
  const accounts = sql.rows(asAccount);
  const get = (id: number) =>
    existing(accounts.first`SELECT * FROM accounts WHERE id = ${id}`, `account ${id}`);

  return {
    /** Creates an active account without credits, on the default terms. */
    create: (name: string) => get(sql.insert('accounts', { name, state: 'active', balance: 0 })),
    get,
    /** Oldest first. */
    list: () => accounts.all`SELECT * FROM accounts ORDER BY id`,
    /** Replaces the reason even if the account already has the state. */
    setState(id: number, state: Account['state'], reason: string | null = null): Account {
      sql.run`UPDATE accounts SET state = ${state}, suspendedReason = ${reason} WHERE id = ${id}`;
      return get(id);
    },
    setTerms(id: number, { pricePerPart, keepTextDays, creditBackFailed }: Terms): Account {
      sql.run`UPDATE accounts SET pricePerPart = ${pricePerPart}, keepTextDays = ${keepTextDays},
        creditBackFailed = ${Number(creditBackFailed)} WHERE id = ${id}`;
      return get(id);
    },
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

/** Throws an InputError for an unknown id. */
export function createApiKeys(sql: Sql) {
  const keys = sql.rows(asApiKey);
  const get = (id: number) => existing(keys.first`SELECT * FROM api_keys WHERE id = ${id}`, `API key ${id}`);

  return {
    /** Creates a key for an existing account. `key` is shown only this once. */
    create(accountId: number, now: number, name = ''): ApiKey & { key: string } {
      // The prefix lets scanners for leaked secrets recognise it.
      const { secret, hash } = newSecret('smskey_');
      return { ...get(sql.insert('api_keys', { accountId, hash, createdAt: now, name })), key: secret };
    },
    /** Revokes a key for good. Does nothing if it is already revoked. */
    revoke(id: number, now: number): ApiKey {
      sql.run`UPDATE api_keys SET revokedAt = coalesce(revokedAt, ${now}) WHERE id = ${id}`;
      return get(id);
    },
    get,
    /** An account's keys, including revoked ones, oldest first, one by one. */
    each: (accountId: number) => keys.each`SELECT * FROM api_keys WHERE accountId = ${accountId} ORDER BY id`,
    /** Finds a posted key, even if it is revoked; null if there is none. */
    find: (key: string) => keys.first`SELECT * FROM api_keys WHERE hash = ${hashOf(key)}`,
    /** Stores the last request with a key. An earlier request changes nothing. */
    used: (id: number, at: number, from: string) =>
      sql.run`UPDATE api_keys SET lastUsedAt = ${at}, lastUsedFrom = ${from}
        WHERE id = ${id} AND coalesce(lastUsedAt, 0) <= ${at}`,
  };
}

function asApiKey({ hash: _, lastUsedAt, lastUsedFrom, ...key }: Row): ApiKey {
  return { ...key, lastUsed: lastUsedAt === null ? null : { at: lastUsedAt, from: lastUsedFrom } } as ApiKey;
}
