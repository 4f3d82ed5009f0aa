import type { Credits } from '../money.ts';
import { existing, hashOf, newSecret, type Row, type Sql } from './database.ts';

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

/** The accounts of one database. What changes one returns it as it is afterwards; an InputError if there is none with an id. */
export function createAccounts(sql: Sql) {
  const accounts = sql.rows(asAccount);
  const get = (id: number) =>
    existing(accounts.one`SELECT * FROM accounts WHERE id = ${id}`, `account ${id}`);

  return {
    /** An active account without credits, on the usual terms. */
    create: (name: string) => get(sql.insert('accounts', { name, state: 'active', balance: 0 })),
    get,
    /** All of them, oldest first. */
    list: () => accounts.all`SELECT * FROM accounts ORDER BY id`,
    /** Suspends or activates; fine if it is already so. */
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

/** The API keys of one database; an InputError if there is none with an id. */
export function createApiKeys(sql: Sql) {
  const keys = sql.rows(asApiKey);
  const get = (id: number) => existing(keys.one`SELECT * FROM api_keys WHERE id = ${id}`, `API key ${id}`);

  return {
    /** Makes a key for an existing account. `key` is shown only this once. */
    create(accountId: number, now: number, name = ''): ApiKey & { key: string } {
      // The prefix lets scanners for leaked secrets recognise it.
      const { secret, hash } = newSecret('smskey_');
      return { ...get(sql.insert('api_keys', { accountId, hash, createdAt: now, name })), key: secret };
    },
    /** Revokes for good; fine if it already is. */
    revoke(id: number, now: number): ApiKey {
      sql.run`UPDATE api_keys SET revokedAt = coalesce(revokedAt, ${now}) WHERE id = ${id}`;
      return get(id);
    },
    get,
    /** All keys of an account, including revoked ones, oldest first, read one by one. */
    each: (accountId: number) => keys.each`SELECT * FROM api_keys WHERE accountId = ${accountId} ORDER BY id`,
    /** The key that was posted, if it is known, even if revoked. */
    find: (key: string) => keys.one`SELECT * FROM api_keys WHERE hash = ${hashOf(key)}`,
    /** Records the last request with a key; an earlier one changes nothing. */
    used: (id: number, at: number, from: string) =>
      sql.run`UPDATE api_keys SET lastUsedAt = ${at}, lastUsedFrom = ${from}
        WHERE id = ${id} AND coalesce(lastUsedAt, 0) <= ${at}`,
  };
}

function asApiKey({ hash: _, lastUsedAt, lastUsedFrom, ...key }: Row): ApiKey {
  return { ...key, lastUsed: lastUsedAt === null ? null : { at: lastUsedAt, from: lastUsedFrom } } as ApiKey;
}
