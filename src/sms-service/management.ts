import {
  type AccountView,
  accountView,
  type KeyView,
  type LedgerView,
  ledgerView,
  type TermsView,
  type Text,
  textOf,
} from './management-views.ts';
import { Mistake } from './mistake.ts';
import { type Credits, formatCredits, MAX_CREDITS, parseCredits } from './money.ts';
import type { Terms } from './store/accounts.ts';
import type { DeedKind } from './store/deeds.ts';
import type { Store } from './store/index.ts';
import type { LedgerChange } from './store/ledger.ts';
import { createUserManagement, type UserManagement } from './user-management.ts';

/**
 * What the owner of the service can do, from a program, by command or in the dashboard. Each function throws a
 * `Mistake` if there is no account, key or user with the id, or if an amount isn't a decimal above zero.
 */
export interface Management {
  accounts: {
    create(account: { name: string; credits: string }): AccountView;
    topUp(accountId: number, credits: string, note?: string): AccountView;
    /** Adds to the balance, or deducts if the amount is below zero; the ledger keeps the note. */
    correct(accountId: number, amount: string, note: string): AccountView;
    /** Uses up all credits, as a busy day would. */
    useUp(accountId: number): AccountView;
    suspend(accountId: number, reason?: string): AccountView;
    activate(accountId: number): AccountView;
    /** Changes the terms that are given. */
    setTerms(accountId: number, terms: Partial<TermsView>): AccountView;
    get(accountId: number): AccountView;
    list(): AccountView[];
  };
  keys: {
    /** `key` is shown only this once. A Mistake if a valid key of the account already has this name. */
    create(accountId: number, name?: string): KeyView & { key: string };
    revoke(keyId: number): KeyView;
    list(accountId: number): KeyView[];
  };
  log: {
    /** The accepted texts of an account, or of all, oldest first. */
    list(accountId?: number): Text[];
    /** The same one by one, for more of them than fit into memory. */
    each(accountId?: number): Iterable<Text>;
  };
  ledger: {
    /** Every change to an account's balance, oldest first. */
    list(accountId: number): LedgerView[];
  };
  users: UserManagement;
}

const MAX_NAME = 100;
const MAX_KEEP_TEXT_DAYS = 3650;

/** @param by who does all this, for the ledger and the list of actions; null: a command or a program */
export function createManagement(store: Store, now: () => number, by: string | null = null): Management {
  const { accounts, apiKeys, deeds, ledger, log } = store;
  /** An unknown account is a mistake, not an empty list. */
  const existing = (accountId: number) => accounts.get(accountId).id;
  const note = (kind: DeedKind, accountId: number | null, about: string | null) =>
    deeds.add({ at: now(), by, kind, accountId, about });
  /** Changes a balance, and returns the account after the change. */
  const enter = (id: number, change: Omit<LedgerChange, 'at' | 'by'>) =>
    store.transaction(() => {
      ledger.add(existing(id), { ...change, at: now(), ...(by !== null && { by }) });
      const amount = formatCredits(change.amount);
      note('balance changed', id, change.note === undefined ? amount : `${amount}: ${change.note}`);
      return accountView(accounts.get(id));
    });
  function* eachText(accountId?: number): Iterable<Text> {
    for (const entry of log.each(accountId === undefined ? undefined : existing(accountId)))
      yield textOf(entry);
  }
  return {
    accounts: {
      create({ name, credits }) {
        const called = named(name, 'An account needs a name');
        const opening = amount(credits, 0n);
        return store.transaction(() => {
          const { id } = accounts.create(called);
          const change = { kind: 'opening', amount: opening, at: now(), ...(by !== null && { by }) } as const;
          if (opening > 0n) ledger.add(id, change);
          note('account made', id, called);
          return accountView(accounts.get(id));
        });
      },
      topUp: (id, credits, why = '') =>
        enter(id, { kind: 'top-up', amount: amount(credits, 1n), ...(why.trim() !== '' && { note: why }) }),
      correct(id, written, why) {
        if (why.trim() === '') {
          throw new Mistake('A correction needs a note that says why.', { kind: 'note' });
        }
        const size = amount(written.replace(/^-/, ''), 1n);
        const signed = written.startsWith('-') ? -size : size;
        return enter(id, { kind: 'correction', amount: signed, note: why.trim() });
      },
      useUp: id =>
        store.transaction(() => {
          const { balance } = accounts.get(id);
          const change = { kind: 'correction', amount: -balance, note: 'Used up', at: now() } as const;
          if (balance > 0n) ledger.add(id, change);
          return accountView(accounts.get(id));
        }),
      suspend: (id, reason = '') =>
        store.transaction(() => {
          const why = reason.trim() === '' ? null : reason.trim();
          const account = accounts.setState(id, 'suspended', why);
          note('account suspended', id, why);
          return accountView(account);
        }),
      activate: id =>
        store.transaction(() => {
          const account = accounts.setState(id, 'active');
          note('account activated', id, null);
          return accountView(account);
        }),
      setTerms: (id, terms) =>
        store.transaction(() => {
          const given = termsOf(terms);
          const account = accountView(accounts.setTerms(id, { ...accounts.get(id).terms, ...given }));
          note('terms changed', id, JSON.stringify(account.terms));
          return account;
        }),
      get: id => accountView(accounts.get(id)),
      list: () => accounts.list().map(accountView),
    },
    keys: {
      create: (accountId, name = '') =>
        store.transaction(() => {
          const called = name === '' ? '' : named(name, 'An API key needs a name');
          const same = (it: KeyView) => it.revokedAt === null && it.name === called;
          if (called !== '' && apiKeys.list(existing(accountId)).some(same)) {
            throw new Mistake(`There is already a key named "${called}".`, { kind: 'name-taken' });
          }
          const key = apiKeys.create(existing(accountId), now(), called);
          note('key made', accountId, called || String(key.id));
          return key;
        }),
      revoke: keyId =>
        store.transaction(() => {
          const earlier = apiKeys.get(keyId);
          const key = apiKeys.revoke(keyId, now());
          if (earlier.revokedAt === null) note('key revoked', key.accountId, key.name || String(keyId));
          return key;
        }),
      list: accountId => apiKeys.list(existing(accountId)),
    },
    log: {
      list: accountId => [...eachText(accountId)],
      each: eachText,
    },
    ledger: {
      list: accountId => ledger.list(existing(accountId)).map(ledgerView),
    },
    users: createUserManagement(store, now, by),
  };
}

/** A name in the form that we keep: trimmed, and not too long. */
function named(written: string, needed: string): string {
  const name = written.trim();
  if (name !== '' && name.length <= MAX_NAME) return name;
  const limit = name === '' ? '' : ` of at most ${MAX_NAME} characters`;
  throw new Mistake(`${needed}${limit}.`, { kind: 'name' });
}

/** The terms that are given, checked. */
function termsOf({ pricePerPart, ...terms }: Partial<TermsView>): Partial<Terms> {
  const { keepTextDays = 1 } = terms;
  if (!Number.isInteger(keepTextDays) || keepTextDays < 1 || keepTextDays > MAX_KEEP_TEXT_DAYS) {
    throw new Mistake(`Texts can be kept for 1 to ${MAX_KEEP_TEXT_DAYS} days.`, { kind: 'days' });
  }
  if (pricePerPart === undefined) return terms;
  return { ...terms, pricePerPart: pricePerPart === null ? null : amount(pricePerPart, 1n) };
}

function amount(written: string, atLeast: Credits): Credits {
  const credits = parseCredits(written);
  if (credits !== null && credits >= atLeast) return credits;
  throw new Mistake(
    `"${written}" is not an amount of credits: a decimal ${atLeast > 0n ? 'above zero' : 'of zero or more'}, ` +
      `with at most four decimals and no more than ${formatCredits(MAX_CREDITS)}.`,
    { kind: 'amount' },
  );
}
