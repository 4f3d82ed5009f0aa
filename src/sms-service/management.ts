import { Mistake } from './mistake.ts';
import { type Credits, formatCredits, MAX_CREDITS, parseCredits } from './money.ts';
import type { Account } from './store/accounts.ts';
import type { ApiKey } from './store/api-keys.ts';
import type { Store } from './store/index.ts';
import type { LogEntry } from './store/log.ts';

/** An account; its balance is an exact decimal in text. */
export interface AccountView {
  id: number;
  name: string;
  state: 'active' | 'suspended';
  balance: string;
}

/** An API key without the key. Times are milliseconds since the epoch. */
export type KeyView = ApiKey;

/** An accepted text: a log entry with its amounts as exact decimals in text. */
export type Text = Omit<LogEntry, 'cost' | 'balance'> & { cost: string; balance: string };

/**
 * What the owner of the service can do, in a program or by the commands. Each function throws a `Mistake`
 * when there is no account or key with the id, or an amount is not a decimal above zero.
 */
export interface Management {
  accounts: {
    create(account: { name: string; credits: string }): AccountView;
    topUp(accountId: number, credits: string): AccountView;
    /** Takes all the credits away, as a busy day would. */
    useUp(accountId: number): AccountView;
    suspend(accountId: number): AccountView;
    activate(accountId: number): AccountView;
    get(accountId: number): AccountView;
  };
  keys: {
    /** `key` is had this once only. */
    create(accountId: number): KeyView & { key: string };
    revoke(keyId: number): KeyView;
    list(accountId: number): KeyView[];
  };
  log: {
    /** The accepted texts of an account, or of all, oldest first. */
    list(accountId?: number): Text[];
  };
}

export function createManagement(store: Store, now: () => number): Management {
  const { accounts, apiKeys, log } = store;
  /** For what belongs to an account: no such account is a mistake, not an empty list. */
  const existing = (accountId: number) => accounts.get(accountId).id;

  return {
    accounts: {
      create({ name, credits }) {
        if (name.trim() === '') throw new Mistake('An account needs a name.');
        return accountView(accounts.create(name.trim(), amount(credits, 0n)));
      },
      topUp: (id, credits) => accountView(accounts.topUp(id, amount(credits, 1n))),
      useUp: id => {
        accounts.charge(id, accounts.get(id).balance);
        return accountView(accounts.get(id));
      },
      suspend: id => accountView(accounts.setState(id, 'suspended')),
      activate: id => accountView(accounts.setState(id, 'active')),
      get: id => accountView(accounts.get(id)),
    },
    keys: {
      create: accountId => apiKeys.create(existing(accountId), now()),
      revoke: keyId => apiKeys.revoke(keyId, now()),
      list: accountId => apiKeys.list(existing(accountId)),
    },
    log: {
      list: accountId => log.list(accountId === undefined ? undefined : existing(accountId)).map(textOf),
    },
  };
}

export function textOf(entry: LogEntry): Text {
  return { ...entry, cost: formatCredits(entry.cost), balance: formatCredits(entry.balance) };
}

function accountView(account: Account): AccountView {
  return { ...account, balance: formatCredits(account.balance) };
}

function amount(written: string, atLeast: Credits): Credits {
  const credits = parseCredits(written);
  if (credits !== null && credits >= atLeast) return credits;
  throw new Mistake(
    `"${written}" is not an amount of credits: a decimal ${atLeast > 0n ? 'above zero' : 'of zero or more'}, ` +
      `with at most four decimals and no more than ${formatCredits(MAX_CREDITS)}.`,
  );
}
