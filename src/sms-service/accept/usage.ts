import { localNumber, type SpecErrorCode } from '../decisions.ts';
import type { Refusal } from '../store/audit.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time.ts';
import type { SendFields } from './form.ts';
import type { SendOutcome } from './send.ts';

/** Longest delay before usage is written. A crash loses no more than this. */
const WRITE_AFTER_MS = 1000;
/** Distinct refusals remembered between two writes. Beyond this, only their code and account are counted. */
const MAX_KINDS = 200;
/** The limit for refusals of unknown keys; lower, because anyone can send those. */
const MAX_UNKNOWN_KEY_KINDS = 10;

/**
 * Collects what the dashboard shows beyond the log: the time and address of each key's last use, and refusals. A crash
 * may lose some of it, because it is written once a second: no request waits for the write, and a flood of requests
 * becomes a few rows.
 */
export function createUsage(store: Store, clock: Clock, onError: (error: unknown) => void) {
  let used = new Map<number, { at: number; from: string }>();
  let refused = new Map<string, Refusal>();
  let cancelTimer: (() => void) | null = null;

  function flush(): void {
    cancelTimer?.();
    cancelTimer = null;
    const [keys, refusals] = [used, refused];
    used = new Map();
    refused = new Map();
    if (keys.size === 0 && refusals.size === 0) return;
    try {
      store.transaction(() => {
        for (const [id, { at, from }] of keys) store.apiKeys.used(id, at, from);
        for (const refusal of refusals.values()) store.refusals.add(refusal);
      });
    } catch (error) {
      onError(error);
    }
  }

  function collect(refusal: Refusal): void {
    const hasRoom = refused.size < (refusal.accountId === null ? MAX_UNKNOWN_KEY_KINDS : MAX_KINDS);
    const entry = hasRoom ? refusal : { ...refusal, apiKeyId: null, number: null, address: '' };
    const key = JSON.stringify([entry.accountId, entry.apiKeyId, entry.code, entry.number, entry.address]);
    const counted = refused.get(key) ?? entry;
    counted.times++;
    counted.at = refusal.at;
    refused.set(key, counted);
  }

  return {
    /** Writes what was collected. Call it before reading. If writing fails, the collected usage is lost. */
    flush,
    note(fields: SendFields, outcome: SendOutcome, address: string): void {
      const at = clock.now();
      cancelTimer ??= clock.after(WRITE_AFTER_MS, flush);
      const { apiKeyId, accountId } = outcome.accepted ? outcome.entry : outcome;
      const code = outcome.accepted ? null : outcome.code;
      if (apiKeyId !== null && code !== 'INVALID_API_KEY') used.set(apiKeyId, { at, from: address });
      // The account sees requests with a revoked key, because they show that a program still uses the key.
      if (code !== null)
        collect({ accountId, apiKeyId, code, number: numberOf(fields, code), address, at, times: 0 });
    },
  };
}

/** The posted number; null if it is invalid, and for refusals that come in floods, so that a flood is one row. */
function numberOf({ number }: SendFields, code: SpecErrorCode): string | null {
  const floods = ['MISSING_API_KEY', 'INVALID_API_KEY', 'ACCOUNT_SUSPENDED', 'RATE_LIMITED'].includes(code);
  return floods || number === null ? null : localNumber(number);
}
