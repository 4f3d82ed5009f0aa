import type { DatabaseSync } from 'node:sqlite';
import { Mistake } from '../mistake.ts';
import type { Credits } from '../money.ts';

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

/** The accounts of one database. Each function returns the account after the change. */
export interface Accounts {
  /** An active account without credits, on the usual terms. */
  create(name: string): Account;
  /** Suspends or activates; fine if it is already so. */
  setState(id: number, state: Account['state'], reason?: string | null): Account;
  setTerms(id: number, terms: Terms): Account;
  /** The account; throws a Mistake if there is none with this id. */
  get(id: number): Account;
  /** All of them, oldest first. */
  list(): Account[];
}

export function createAccounts(database: DatabaseSync): Accounts {
  const columns = `id, name, state, suspended_reason AS suspendedReason, balance, price_per_part AS pricePerPart,
    keep_text_days AS keepTextDays, credit_back_failed AS creditBackFailed`;
  const insert = database.prepare(
    `INSERT INTO accounts (name, state, balance) VALUES (?, 'active', 0) RETURNING ${columns}`,
  );
  const select = database.prepare(`SELECT ${columns} FROM accounts WHERE id = ?`);
  const all = database.prepare(`SELECT ${columns} FROM accounts ORDER BY id`);
  const updateState = database.prepare(
    `UPDATE accounts SET state = ?, suspended_reason = ? WHERE id = ? RETURNING ${columns}`,
  );
  const updateTerms = database.prepare(
    `UPDATE accounts SET price_per_part = ?, keep_text_days = ?, credit_back_failed = ? WHERE id = ?
     RETURNING ${columns}`,
  );

  return {
    create: name => asAccount(insert.get(name), 0),
    get: id => asAccount(select.get(id), id),
    list: () => all.all().map(row => asAccount(row, 0)),
    setState: (id, state, reason = null) => asAccount(updateState.get(state, reason, id), id),
    setTerms: (id, { pricePerPart, keepTextDays, creditBackFailed }) =>
      asAccount(updateTerms.get(pricePerPart, keepTextDays, Number(creditBackFailed), id), id),
  };
}

function asAccount(row: Record<string, unknown> | undefined, id: number): Account {
  if (row === undefined) throw new Mistake(`There is no account ${id}.`, { kind: 'not-found' });
  return {
    id: Number(row.id),
    name: String(row.name),
    state: row.state as Account['state'],
    suspendedReason: row.suspendedReason === null ? null : String(row.suspendedReason),
    balance: row.balance as bigint,
    terms: {
      pricePerPart: row.pricePerPart as bigint | null,
      keepTextDays: Number(row.keepTextDays),
      creditBackFailed: row.creditBackFailed === 1n,
    },
  };
}
