import { countCharacters, localNumber, MAX_MESSAGE_CHARACTERS, type SpecErrorCode } from '../decisions.ts';
import type { Credits } from '../money.ts';
import { countParts } from '../parts.ts';
import type { ApiKey } from '../store/accounts.ts';
import type { Store } from '../store/store.ts';
import type { LogEntry } from '../store/texts.ts';
import type { SendFields } from './form.ts';
import type { RateWindow } from './rate-limit.ts';

/** A send was accepted, charged and logged; or refused, with nothing charged. */
export type SendOutcome = Accepted | Refused;
export interface Accepted {
  accepted: true;
  entry: LogEntry;
}
export interface Refused {
  accepted: false;
  code: SpecErrorCode;
  /** The key's id, if it is known, and its account; a revoked one's, too. */
  apiKeyId: number | null;
  accountId: number | null;
  /** Milliseconds until there is room again; only with RATE_LIMITED. */
  retryAfterMs?: number;
}

/** The spec's one operation. */
export type Send = (fields: SendFields) => SendOutcome;

/**
 * The operation on a store: checks in the order of decisions.ts, then log entry and charge, all in one transaction, so
 * that simultaneous sends (also by other processes) never overdraw an account. If texts leave, an accepted one starts
 * waiting for its route in the same transaction.
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
