import { countCharacters, localNumber, MAX_MESSAGE_CHARACTERS, type SpecErrorCode } from '../decisions.ts';
import type { Credits } from '../money.ts';
import { countParts } from '../parts.ts';
import type { ApiKey } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';
import type { LogEntry } from '../store/texts.ts';
import type { SendFields } from './form.ts';
import type { RateWindow } from './rate-limit.ts';

/** An accepted send was charged and logged; a refused one cost nothing. */
export type SendOutcome = Accepted | Refused;
export interface Accepted {
  accepted: true;
  entry: LogEntry;
}
export interface Refused {
  accepted: false;
  code: SpecErrorCode;
  /** The key and its account, also of a revoked key; null if there is no such key. */
  apiKeyId: number | null;
  accountId: number | null;
  /** Milliseconds until the next send is allowed; only with RATE_LIMITED. */
  retryAfterMs?: number;
}

export type Send = (fields: SendFields) => SendOutcome;

/**
 * Checks in the order of decisions.ts, then logs and charges, all in one transaction, so that concurrent sends (also
 * by other processes) never overdraw an account. With `leaves`, an accepted text is queued in the same transaction.
 */
export function createSend(
  store: Store,
  options: { window: RateWindow; pricePerPart: Credits; leaves: boolean; now(): number },
): Send {
  return ({ apiKey, number, message }) => {
    if (!apiKey) return refused('MISSING_API_KEY', null);
    return store.transaction(() => {
      const now = options.now();
      const key = store.apiKeys.find(apiKey);
      if (key === null || key.revokedAt !== null) return refused('INVALID_API_KEY', key);
      const { allowed, state, retryAfterMs } = options.window.take(store.rateStates.read(key.id), now);
      if (allowed) store.rateStates.write(key.id, state);
      const account = store.accounts.get(key.accountId);
      if (account.state === 'suspended') return refused('ACCOUNT_SUSPENDED', key);
      if (!allowed) return { ...refused('RATE_LIMITED', key), retryAfterMs };
      if (!number || !message) return refused('MISSING_PARAMETERS', key);
      const local = localNumber(number);
      if (local === null) return refused('INVALID_NUMBER', key);
      if (countCharacters(message) > MAX_MESSAGE_CHARACTERS) return refused('MESSAGE_TOO_LONG', key);

      const parts = countParts(message);
      const cost = BigInt(parts) * (account.terms.pricePerPart ?? options.pricePerPart);
      const balance = account.balance - cost;
      if (balance < 0n) return refused('INSUFFICIENT_CREDITS', key);
      const { id: apiKeyId, accountId } = key;
      const entry = { accountId, apiKeyId, number: local, message, parts, cost, balance, sentAt: now };
      const logId = store.log.add(entry);
      store.ledger.add(accountId, { kind: 'send', amount: -cost, at: now, logId });
      if (options.leaves) store.submissions.enqueue(logId, now);
      return { accepted: true, entry: { logId, ...entry } };
    });
  };
}

function refused(code: SpecErrorCode, key: ApiKey | null): Refused {
  return { accepted: false, code, apiKeyId: key?.id ?? null, accountId: key?.accountId ?? null };
}
