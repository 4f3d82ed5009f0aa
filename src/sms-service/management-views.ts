import { formatCredits } from './money.ts';
import type { Account, Terms } from './store/accounts.ts';
import type { ApiKey } from './store/api-keys.ts';
import type { LedgerEntry } from './store/ledger.ts';
import type { LogEntry } from './store/log.ts';
import type { User } from './store/users.ts';

/** An account; its amounts are exact decimals as text. */
export type AccountView = Omit<Account, 'balance' | 'terms'> & { balance: string; terms: TermsView };

/** An account's terms; a price of null means the service's own. */
export type TermsView = Omit<Terms, 'pricePerPart'> & { pricePerPart: string | null };

/** An API key without the key. Times are milliseconds since the epoch. */
export type KeyView = ApiKey;

/** Somebody who signs in to the dashboard. */
export type UserView = User;

/** An accepted text: a log entry with its amounts as exact decimals in text. */
export type Text = Omit<LogEntry, 'cost' | 'balance'> & { cost: string; balance: string };

/** A change to a balance, with its amounts as exact decimals in text; a deduction starts with `-`. */
export type LedgerView = Omit<LedgerEntry, 'amount' | 'balance'> & { amount: string; balance: string };

export function textOf(entry: LogEntry): Text {
  return { ...entry, cost: formatCredits(entry.cost), balance: formatCredits(entry.balance) };
}

export function ledgerView(entry: LedgerEntry): LedgerView {
  return { ...entry, amount: formatCredits(entry.amount), balance: formatCredits(entry.balance) };
}

export function accountView({ balance, terms, ...account }: Account): AccountView {
  const pricePerPart = terms.pricePerPart === null ? null : formatCredits(terms.pricePerPart);
  return { ...account, balance: formatCredits(balance), terms: { ...terms, pricePerPart } };
}
