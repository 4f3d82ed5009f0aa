import type { DatabaseSync } from 'node:sqlite';
import { Mistake } from '../mistake.ts';
import { type Credits, formatCredits, MAX_CREDITS } from '../money.ts';
import { inTransaction } from './database.ts';

/** Who pays. The balance never falls below zero. */
export interface Account {
  id: number;
  name: string;
  state: 'active' | 'suspended';
  balance: Credits;
}

/** The accounts of one database. Each function returns the account as it is afterwards. */
export interface Accounts {
  create(name: string, credits: Credits): Account;
  /** Adds credits. A mistake when the balance would exceed the largest amount. */
  topUp(id: number, credits: Credits): Account;
  /** Suspends or activates; no mistake when it is so already. */
  setState(id: number, state: Account['state']): Account;
  /** The account, or a mistake when there is none with this id. */
  get(id: number): Account;
  /** Takes the cost off the balance and returns the new balance; null when the credits do not suffice. */
  charge(id: number, cost: Credits): Credits | null;
}

interface Row {
  id: bigint;
  name: string;
  state: Account['state'];
  balance: bigint;
}

export function createAccounts(database: DatabaseSync): Accounts {
  const columns = 'id, name, state, balance';
  const insert = database.prepare(
    `INSERT INTO accounts (name, state, balance) VALUES (?, 'active', ?) RETURNING ${columns}`,
  );
  const select = database.prepare(`SELECT ${columns} FROM accounts WHERE id = ?`);
  const updateState = database.prepare(`UPDATE accounts SET state = ? WHERE id = ? RETURNING ${columns}`);
  const add = database.prepare(`UPDATE accounts SET balance = balance + ? WHERE id = ? RETURNING ${columns}`);
  const subtract = database.prepare(
    'UPDATE accounts SET balance = balance - :cost WHERE id = :id AND balance >= :cost RETURNING balance',
  );

  function get(id: number): Account {
    return asAccount(select.get(id) as Row | undefined, id);
  }

  return {
    get,
    create: (name, credits) => asAccount(insert.get(name, credits) as Row | undefined, 0),
    topUp: (id, credits) =>
      inTransaction(database, () => {
        if (get(id).balance + credits > MAX_CREDITS) {
          throw new Mistake(`An account can hold at most ${formatCredits(MAX_CREDITS)} credits.`);
        }
        return asAccount(add.get(credits, id) as Row | undefined, id);
      }),
    setState: (id, state) => asAccount(updateState.get(state, id) as Row | undefined, id),
    charge: (id, cost) => (subtract.get({ id, cost })?.balance as bigint | undefined) ?? null,
  };
}

function asAccount(row: Row | undefined, id: number): Account {
  if (row === undefined) throw new Mistake(`There is no account ${id}.`);
  return { id: Number(row.id), name: row.name, state: row.state, balance: row.balance };
}
