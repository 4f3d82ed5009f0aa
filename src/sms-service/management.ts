import { Mistake } from './mistake.ts';
import { type Credits, formatCredits, MAX_CREDITS, parseCredits } from './money.ts';
import type { Account, Terms } from './store/accounts.ts';
import type { ApiKey } from './store/api-keys.ts';
import type { Store } from './store/index.ts';
import type { LedgerChange, LedgerEntry } from './store/ledger.ts';
import type { LogEntry } from './store/log.ts';

/** An account; its amounts are exact decimals in text. */
export interface AccountView {
  id: number;
  name: string;
  state: 'active' | 'suspended';
  /** Why it is suspended, where somebody said. */
  suspendedReason: string | null;
  balance: string;
  terms: TermsView;
}

/** What was agreed with an account; a price of null is the service's own. */
export type TermsView = Omit<Terms, 'pricePerPart'> & { pricePerPart: string | null };

/** An API key without the key. Times are milliseconds since the epoch. */
export type KeyView = ApiKey;

/** An accepted text: a log entry with its amounts as exact decimals in text. */
export type Text = Omit<LogEntry, 'cost' | 'balance'> & { cost: string; balance: string };

/** A change of a balance, with its amounts as exact decimals in text; one that takes away begins with `-`. */
export type LedgerView = Omit<LedgerEntry, 'amount' | 'balance'> & { amount: string; balance: string };

/** Who did something and why, for the ledger. */
type Why = Pick<LedgerChange, 'note' | 'by'>;

/**
 * What the owner of the service can do, in a program or by the commands. Each function throws a `Mistake`
 * when there is no account or key with the id, or an amount is not a decimal above zero.
 */
export interface Management {
  accounts: {
    create(account: { name: string; credits: string; by?: string }): AccountView;
    topUp(accountId: number, credits: string, why?: Why): AccountView;
    /** Adds to the balance, or takes away with an amount below zero; the ledger keeps the note. */
    correct(accountId: number, amount: string, why: Why & { note: string }): AccountView;
    /** Takes all the credits away, as a busy day would. */
    useUp(accountId: number): AccountView;
    suspend(accountId: number, reason?: string): AccountView;
    activate(accountId: number): AccountView;
    /** Changes the terms that are given. */
    setTerms(accountId: number, terms: Partial<TermsView>): AccountView;
    get(accountId: number): AccountView;
    list(): AccountView[];
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
  ledger: {
    /** Every change of an account's balance, oldest first. */
    list(accountId: number): LedgerView[];
  };
}

export function createManagement(store: Store, now: () => number): Management {
  const { accounts, apiKeys, log, ledger } = store;
  /** For what belongs to an account: no such account is a mistake, not an empty list. */
  const existing = (accountId: number) => accounts.get(accountId).id;
  /** Changes a balance, and shows the account as it is afterwards. */
  const enter = (id: number, change: Omit<LedgerChange, 'at'>) =>
    store.transaction(() => {
      ledger.add(existing(id), { ...change, at: now() });
      return accountView(accounts.get(id));
    });

  return {
    accounts: {
      create({ name, credits, ...why }) {
        if (name.trim() === '') throw new Mistake('An account needs a name.');
        const opening = amount(credits, 0n);
        return store.transaction(() => {
          const { id } = accounts.create(name.trim());
          if (opening > 0n) ledger.add(id, { kind: 'opening', amount: opening, at: now(), ...why });
          return accountView(accounts.get(id));
        });
      },
      topUp: (id, credits, why = {}) => enter(id, { kind: 'top-up', amount: amount(credits, 1n), ...why }),
      correct(id, written, why) {
        if (why.note.trim() === '') throw new Mistake('A correction needs a note that says why.');
        const size = amount(written.replace(/^-/, ''), 1n);
        return enter(id, { kind: 'correction', amount: written.startsWith('-') ? -size : size, ...why });
      },
      useUp: id =>
        store.transaction(() => {
          const { balance } = accounts.get(id);
          const change = { kind: 'correction', amount: -balance, note: 'Used up', at: now() } as const;
          if (balance > 0n) ledger.add(id, change);
          return accountView(accounts.get(id));
        }),
      suspend: (id, reason) => accountView(accounts.setState(id, 'suspended', reason)),
      activate: id => accountView(accounts.setState(id, 'active')),
      setTerms: (id, terms) =>
        store.transaction(() =>
          accountView(accounts.setTerms(id, { ...accounts.get(id).terms, ...termsOf(terms) })),
        ),
      get: id => accountView(accounts.get(id)),
      list: () => accounts.list().map(accountView),
    },
    keys: {
      create: accountId => apiKeys.create(existing(accountId), now()),
      revoke: keyId => apiKeys.revoke(keyId, now()),
      list: accountId => apiKeys.list(existing(accountId)),
    },
    log: {
      list: accountId => log.list(accountId === undefined ? undefined : existing(accountId)).map(textOf),
    },
    ledger: {
      list: accountId => ledger.list(existing(accountId)).map(ledgerView),
    },
  };
}

export function textOf(entry: LogEntry): Text {
  return { ...entry, cost: formatCredits(entry.cost), balance: formatCredits(entry.balance) };
}

function ledgerView(entry: LedgerEntry): LedgerView {
  return { ...entry, amount: formatCredits(entry.amount), balance: formatCredits(entry.balance) };
}

function accountView({ balance, terms, ...account }: Account): AccountView {
  const pricePerPart = terms.pricePerPart === null ? null : formatCredits(terms.pricePerPart);
  return { ...account, balance: formatCredits(balance), terms: { ...terms, pricePerPart } };
}

/** The terms that are given, checked. */
function termsOf({ pricePerPart, ...terms }: Partial<TermsView>): Partial<Terms> {
  const { keepTextDays = 1 } = terms;
  if (!Number.isInteger(keepTextDays) || keepTextDays < 1 || keepTextDays > MAX_KEEP_TEXT_DAYS) {
    throw new Mistake(`Texts can be kept for 1 to ${MAX_KEEP_TEXT_DAYS} days.`);
  }
  if (pricePerPart === undefined) return terms;
  return { ...terms, pricePerPart: pricePerPart === null ? null : amount(pricePerPart, 1n) };
}

const MAX_KEEP_TEXT_DAYS = 3650;

function amount(written: string, atLeast: Credits): Credits {
  const credits = parseCredits(written);
  if (credits !== null && credits >= atLeast) return credits;
  throw new Mistake(
    `"${written}" is not an amount of credits: a decimal ${atLeast > 0n ? 'above zero' : 'of zero or more'}, ` +
      `with at most four decimals and no more than ${formatCredits(MAX_CREDITS)}.`,
  );
}
