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

/** An account's terms. `pricePerPart`: null for the service's own price. */
export type TermsView = Omit<Terms, 'pricePerPart'> & { pricePerPart: string | null };

/** An accepted text: a log entry with its amounts as exact decimals in text. */
export type Text = Omit<LogEntry, 'cost' | 'balance'> & { cost: string; balance: string };

/** A change to a balance, with its amounts as exact decimals in text; a deduction starts with `-`. */
export type LedgerView = Omit<LedgerEntry, 'amount' | 'balance'> & { amount: string; balance: string };

/** Lifetime of a link to choose a password. */
const LINK_LIFETIME_MS = 24 * 60 * 60 * 1000;
const MAX_NAME_LENGTH = 100;
const MAX_KEEP_TEXT_DAYS = 3650;

export type Management = ReturnType<typeof createManagement>;

/**
 * The owner's operations, for programs, commands and the dashboard. Each throws an `InputError` if no account, key or
 * user has the id, or if an amount isn't valid.
 *
 * @param by the user who acts, for the ledger and the audit log; null for a command or a program
 */
export function createManagement(store: Store, now: () => number, by: string | null = null) {
  const { accounts, apiKeys, ledger, log, sessions, users } = store;
  const recorder = createRecorder(store, { now, onTransition: () => {} });
  const submissionsOf = store.submissions.of;
  /** Throws for an unknown account, so that it isn't mistaken for an account without entries. */
  const existing = (accountId: number) => accounts.get(accountId).id;
  const note = (action: AuditAction, accountId: number | null, about: string | null) =>
    store.audit.add({ at: now(), by, action, accountId, about });
  const enter = (id: number, change: Pick<LedgerChange, 'kind' | 'amount' | 'note'>) =>
    ledger.add(id, { ...change, at: now(), by });
  const changeBalance = (id: number, change: Pick<LedgerChange, 'kind' | 'amount' | 'note'>) =>
    store.transaction(() => {
      enter(existing(id), change);
      const amount = formatCredits(change.amount);
      note('balance changed', id, change.note ? `${amount}: ${change.note}` : amount);
      return accountView(accounts.get(id));
    });
  const linkFor = (userId: number) => {
    const token = sessions.makeLink(userId, now() + LINK_LIFETIME_MS);
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
          const accountName = checkedName(name, 'An account needs a name');
          const opening = amount(credits, 0n);
          const { id } = accounts.create(accountName);
          if (opening > 0n) enter(id, { kind: 'opening', amount: opening });
          note('account made', id, accountName);
          return accountView(accounts.get(id));
        }),
      topUp: (id: number, credits: string, why = '') =>
        changeBalance(id, { kind: 'top-up', amount: amount(credits, 1n), note: why.trim() || null }),
      /** Adds to the balance, or deducts if the amount is below zero; the ledger keeps the note. */
      correct(id: number, input: string, why: string): AccountView {
        const size = amount(input.replace(/^-/, ''), 1n);
        if (why.trim() === '')
          throw new InputError('A correction needs a note that says why.', { kind: 'note' });
        const signed = input.startsWith('-') ? -size : size;
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
      /** Changes only the terms that are present. */
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
      /** `key` is shown only this once. Throws an InputError if a valid key of the account already has this name. */
      create: (accountId: number, name = '') =>
        store.transaction(() => {
          const keyName = name === '' ? '' : checkedName(name, 'An API key needs a name');
          const same = (key: ApiKey) => key.revokedAt === null && key.name === keyName;
          if (keyName !== '' && [...apiKeys.each(existing(accountId))].some(same)) {
            throw new InputError(`There is already a key named "${keyName}".`, { kind: 'name-taken' });
          }
          const key = apiKeys.create(existing(accountId), now(), keyName);
          note('key made', accountId, keyName || String(key.id));
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
      /** Accepted texts one by one, for a log that doesn't fit into memory. */
      each: eachText,
      /** Records what the carrier said about a text outside the protocol. Delivered and failed texts are final. */
      settle: (logId: number, ending: 'delivered' | 'failed') => {
        const { accountId } = log.get(logId);
        const settled = submissionsOf(logId).flatMap(submission => afterReceipt(submission, ending) ?? []);
        if (settled.length === 0)
          throw new InputError(`Text ${logId} is ${log.progress(logId).state}: there is nothing to settle.`);
        recorder.transaction(() => {
          recorder.record(logId, settled, 'Settled by hand');
          note('text settled', accountId, `${logId}: ${ending}`);
        });
        return { logId, ...log.progress(logId) };
      },
    },
    ledger: {
      /** Every change to an account's balance, oldest first. */
      list: (accountId: number) => ledger.list(existing(accountId)).map(ledgerView),
    },
    users: {
      /** Creates a user of an account, or an operator of the service, and the link to choose a password. */
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
      /** Creates a link to choose a new password. It works once, within a day; earlier links stop working. */
      newLink: (userId: number) =>
        store.transaction(() => {
          const user = users.get(userId);
          note('link made', user.accountId, user.email);
          return { ...user, link: linkFor(userId) };
        }),
      /** For a user who has lost their phone: signing in takes no code from now on. */
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
        const message = `There is no user with the e-mail address ${email}.`;
        throw new InputError(message, { kind: 'not-found' });
      },
      /** The users of an account, or the operators for null; `each` one by one. */
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

/** Trims and checks a name. */
function checkedName(input: string, needed: string): string {
  const name = input.trim();
  if (name !== '' && name.length <= MAX_NAME_LENGTH) return name;
  const limit = name === '' ? '' : ` of at most ${MAX_NAME_LENGTH} characters`;
  throw new InputError(`${needed}${limit}.`, { kind: 'name' });
}

/** Checks the terms that are present. */
function termsOf({ pricePerPart, ...terms }: Partial<TermsView>): Partial<Terms> {
  const { keepTextDays = 1 } = terms;
  if (!Number.isInteger(keepTextDays) || keepTextDays < 1 || keepTextDays > MAX_KEEP_TEXT_DAYS) {
    throw new InputError(`Texts can be kept for 1 to ${MAX_KEEP_TEXT_DAYS} days.`, { kind: 'days' });
  }
  if (pricePerPart === undefined) return terms;
  return { ...terms, pricePerPart: pricePerPart === null ? null : amount(pricePerPart, 1n) };
}

function amount(input: string, atLeast: Credits): Credits {
  const credits = parseCredits(input);
  if (credits !== null && credits >= atLeast) return credits;
  const least = atLeast > 0n ? 'above zero' : 'of zero or more';
  throw new InputError(
    `"${input}" is not an amount of credits: a decimal ${least}, with at most four decimals and no more than ` +
      `${formatCredits(MAX_CREDITS)}.`,
    { kind: 'amount' },
  );
}
