import { z } from 'zod';
import { createRecorder } from './delivery/results.ts';
import { afterReceipt } from './delivery/rules.ts';
import { InputError } from './input-error.ts';
import { type Credits, formatCredits, MAX_CREDITS, parseCredits } from './money.ts';
import type { Role } from './people/roles.ts';
import type { Account, ApiKey, Terms } from './store/accounts.ts';
import type { AuditAction } from './store/audit.ts';
import type { LedgerChange, LedgerEntry } from './store/ledger.ts';
import type { User } from './store/people.ts';
import type { Store } from './store/store.ts';
import type { LogEntry } from './store/texts.ts';

/** An account; its amounts are exact decimals as text. */
export type AccountView = Omit<Account, 'balance' | 'terms'> & { balance: string; terms: TermsView };

/** An account's terms; a price of null means the service's own. */
export type TermsView = Omit<Terms, 'pricePerPart'> & { pricePerPart: string | null };

/** An accepted text: a log entry with its amounts as exact decimals in text. */
export type Text = Omit<LogEntry, 'cost' | 'balance'> & { cost: string; balance: string };

/** A change to a balance, with its amounts as exact decimals in text; a deduction starts with `-`. */
export type LedgerView = Omit<LedgerEntry, 'amount' | 'balance'> & { amount: string; balance: string };

/** How long a link to choose a password is valid. */
const LINK_MS = 24 * 60 * 60 * 1000;
const MAX_NAME = 100;
const MAX_KEEP_TEXT_DAYS = 3650;

export type Management = ReturnType<typeof createManagement>;

/**
 * What the owner of the service can do, from a program, by command or in the dashboard. Each function throws a
 * `InputError` if there is no account, key or user with the id, or if an amount isn't a decimal above zero.
 *
 * @param by who does all this, for the ledger and the audit log; null: a command or a program
 */
export function createManagement(store: Store, now: () => number, by: string | null = null) {
  const { accounts, apiKeys, ledger, log, sessions, users } = store;
  const recorder = createRecorder(store, { now, onTransition: () => {} });
  const submissionsOf = store.submissions.of;
  /** An unknown account is a mistake, not an empty list. */
  const existing = (accountId: number) => accounts.get(accountId).id;
  const note = (action: AuditAction, accountId: number | null, about: string | null) =>
    store.audit.add({ at: now(), by, action, accountId, about });
  const enter = (id: number, change: Pick<LedgerChange, 'kind' | 'amount' | 'note'>) =>
    ledger.add(id, { ...change, at: now(), by });
  /** Changes a balance, and returns the account after the change. */
  const changeBalance = (id: number, change: Pick<LedgerChange, 'kind' | 'amount' | 'note'>) =>
    store.transaction(() => {
      enter(existing(id), change);
      const amount = formatCredits(change.amount);
      note('balance changed', id, change.note ? `${amount}: ${change.note}` : amount);
      return accountView(accounts.get(id));
    });
  const linkFor = (userId: number) => {
    const token = sessions.makeLink(userId, now() + LINK_MS);
    return `${store.shared.publicUrl() ?? ''}/password/${token}`;
  };
  function* eachText(accountId?: number): Iterable<Text> {
    for (const entry of log.each(accountId === undefined ? undefined : existing(accountId)))
      yield textOf(entry);
  }

  return {
    accounts: {
      create: ({ name, credits }: { name: string; credits: string }) =>
        store.transaction(() => {
          const called = named(name, 'An account needs a name');
          const opening = amount(credits, 0n);
          const { id } = accounts.create(called);
          if (opening > 0n) enter(id, { kind: 'opening', amount: opening });
          note('account made', id, called);
          return accountView(accounts.get(id));
        }),
      topUp: (id: number, credits: string, why = '') =>
        changeBalance(id, { kind: 'top-up', amount: amount(credits, 1n), note: why.trim() || null }),
      /** Adds to the balance, or deducts if the amount is below zero; the ledger keeps the note. */
      correct(id: number, written: string, why: string): AccountView {
        const size = amount(written.replace(/^-/, ''), 1n);
        if (why.trim() === '')
          throw new InputError('A correction needs a note that says why.', { kind: 'note' });
        const signed = written.startsWith('-') ? -size : size;
        return changeBalance(id, { kind: 'correction', amount: signed, note: why.trim() });
      },
      suspend: (id: number, reason = '') =>
        store.transaction(() => {
          const why = reason.trim() || null;
          const account = accounts.setState(id, 'suspended', why);
          note('account suspended', id, why);
          return accountView(account);
        }),
      activate: (id: number) =>
        store.transaction(() => {
          const account = accounts.setState(id, 'active');
          note('account activated', id, null);
          return accountView(account);
        }),
      /** Changes the terms that are given. */
      setTerms: (id: number, terms: Partial<TermsView>) =>
        store.transaction(() => {
          const changed = { ...accounts.get(id).terms, ...termsOf(terms) };
          const account = accountView(accounts.setTerms(id, changed));
          note('terms changed', id, JSON.stringify(account.terms));
          return account;
        }),
      get: (id: number) => accountView(accounts.get(id)),
      list: () => accounts.list().map(accountView),
    },
    keys: {
      /** `key` is shown only this once. A InputError if a valid key of the account already has this name. */
      create: (accountId: number, name = '') =>
        store.transaction(() => {
          const called = name === '' ? '' : named(name, 'An API key needs a name');
          const same = (it: ApiKey) => it.revokedAt === null && it.name === called;
          if (called !== '' && [...apiKeys.each(existing(accountId))].some(same)) {
            throw new InputError(`There is already a key named "${called}".`, { kind: 'name-taken' });
          }
          const key = apiKeys.create(existing(accountId), now(), called);
          note('key made', accountId, called || String(key.id));
          return key;
        }),
      revoke: (keyId: number) =>
        store.transaction(() => {
          const earlier = apiKeys.get(keyId);
          const key = apiKeys.revoke(keyId, now());
          if (earlier.revokedAt === null) note('key revoked', key.accountId, key.name || String(keyId));
          return key;
        }),
      /** The keys of an account, oldest first; `each` one by one. */
      list: (accountId: number) => [...apiKeys.each(existing(accountId))],
      each: (accountId: number) => apiKeys.each(existing(accountId)),
    },
    log: {
      /** The accepted texts of an account, or of all, oldest first. */
      list: (accountId?: number) => [...eachText(accountId)],
      /** The same one by one, for more of them than fit into memory. */
      each: eachText,
      /** Whoever knows what became of a text at its carrier says so; what is delivered or failed stays so. */
      settle: (logId: number, ending: 'delivered' | 'failed') => {
        const { accountId } = log.get(logId);
        const left = submissionsOf(logId).flatMap(one => afterReceipt(one, ending) ?? []);
        if (left.length === 0)
          throw new InputError(`Text ${logId} is ${log.progress(logId).state}: there is nothing to settle.`);
        recorder.transaction(() => {
          recorder.record(logId, left, 'Settled by hand');
          note('text settled', accountId, `${logId}: ${ending}`);
        });
        return { logId, ...log.progress(logId) };
      },
    },
    ledger: {
      /** Every change to an account's balance, oldest first. */
      list: (accountId: number) => ledger.list(existing(accountId)).map(ledgerView),
    },
    /** Who may sign in to the dashboard. */
    users: {
      /** A user of an account, or an operator of the service, with the link that lets them choose a password. */
      create: ({ accountId, email, role }: { accountId: number | null; email: string; role: Role }) =>
        store.transaction(() => {
          const address = z.email().max(254).safeParse(email.trim());
          if (!address.success)
            throw new InputError(`"${email}" is not an e-mail address.`, { kind: 'email' });
          if ((role === 'operator') !== (accountId === null)) {
            throw new InputError('Owners and viewers belong to an account, operators to none.');
          }
          if (accountId !== null) existing(accountId);
          const user = users.create({ accountId, email: address.data, role }, now());
          note('user made', accountId, `${user.email} (${role})`);
          return { ...user, link: linkFor(user.id) };
        }),
      /** A link to choose a new password; it works once, within a day, and earlier ones stop working. */
      newLink: (userId: number) =>
        store.transaction(() => {
          const user = users.get(userId);
          note('link made', user.accountId, user.email);
          return { ...user, link: linkFor(userId) };
        }),
      /** Asks for no code any more, for somebody who has lost their phone. */
      turnOffSecondFactor: (userId: number) =>
        store.transaction(() => {
          const user = users.get(userId);
          users.setSecondFactor(userId, null);
          note('second factor off', user.accountId, user.email);
          return users.get(userId);
        }),
      /** Signs the user out everywhere; they can't sign in again. */
      remove: (userId: number) =>
        store.transaction(() => {
          const user = users.get(userId);
          users.remove(userId, now());
          sessions.endAll(userId);
          sessions.endLinks(userId);
          note('user removed', user.accountId, user.email);
          return user;
        }),
      get: (userId: number): User => users.get(userId),
      find(email: string): User {
        const user = users.byEmail(email);
        if (user !== null) return user;
        const words = `There is no user with the e-mail address ${email}.`;
        throw new InputError(words, { kind: 'not-found' });
      },
      /** The users of an account (null: the operators); `each` one by one. */
      list: (accountId: number | null) => [...users.each(accountId && existing(accountId))],
      each: (accountId: number | null) => users.each(accountId && existing(accountId)),
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

/** A name in the form that we keep: trimmed, and not too long. */
function named(written: string, needed: string): string {
  const name = written.trim();
  if (name !== '' && name.length <= MAX_NAME) return name;
  const limit = name === '' ? '' : ` of at most ${MAX_NAME} characters`;
  throw new InputError(`${needed}${limit}.`, { kind: 'name' });
}

/** The terms that are given, checked. */
function termsOf({ pricePerPart, ...terms }: Partial<TermsView>): Partial<Terms> {
  const { keepTextDays = 1 } = terms;
  if (!Number.isInteger(keepTextDays) || keepTextDays < 1 || keepTextDays > MAX_KEEP_TEXT_DAYS) {
    throw new InputError(`Texts can be kept for 1 to ${MAX_KEEP_TEXT_DAYS} days.`, { kind: 'days' });
  }
  if (pricePerPart === undefined) return terms;
  return { ...terms, pricePerPart: pricePerPart === null ? null : amount(pricePerPart, 1n) };
}

function amount(written: string, atLeast: Credits): Credits {
  const credits = parseCredits(written);
  if (credits !== null && credits >= atLeast) return credits;
  const least = atLeast > 0n ? 'above zero' : 'of zero or more';
  throw new InputError(
    `"${written}" is not an amount of credits: a decimal ${least}, with at most four decimals and no more than ` +
      `${formatCredits(MAX_CREDITS)}.`,
    { kind: 'amount' },
  );
}
