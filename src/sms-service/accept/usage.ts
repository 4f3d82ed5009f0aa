import { localNumber, type SpecErrorCode } from '../decisions.ts';
import type { Refusal } from '../store/audit.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time.ts';
import type { SendFields } from './form.ts';
import type { SendOutcome } from './send.ts';

/** How long a note may wait to be written; a crash loses no more than that. */
const WRITE_AFTER_MS = 1000;
/** How many kinds of refusals are told apart in that time; beyond that, only their codes and accounts are. */
const MAX_KINDS = 200;
/** The same for requests with a key that nobody has, which anybody can send. */
const MAX_KINDS_OF_STRANGERS = 10;

/**
 * What the dashboard shows about requests beyond the log: when and from where each key was last used, and what was
 * refused. It needn't survive a crash, so it is collected and written once a second: no request waits for it, and a
 * flood of requests is a few rows.
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
        for (const it of refusals.values()) store.refusals.add(it);
      });
    } catch (error) {
      onError(error);
    }
  }

  function gather(it: Refusal): void {
    const few = refused.size < (it.accountId === null ? MAX_KINDS_OF_STRANGERS : MAX_KINDS);
    const kept = few ? it : { ...it, apiKeyId: null, number: null, address: '' };
    const alike = JSON.stringify([kept.accountId, kept.apiKeyId, kept.code, kept.number, kept.address]);
    const known = refused.get(alike) ?? kept;
    known.times++;
    known.at = it.at;
    refused.set(alike, known);
  }

  return {
    /** Writes what was collected; call it before anybody looks. What can't be written is dropped. */
    flush,
    /** Notes the outcome of a request from a network address. */
    note(fields: SendFields, outcome: SendOutcome, address: string): void {
      const at = clock.now();
      cancelTimer ??= clock.after(WRITE_AFTER_MS, flush);
      const { apiKeyId, accountId } = outcome.accepted ? outcome.entry : outcome;
      const code = outcome.accepted ? null : outcome.code;
      if (apiKeyId !== null && code !== 'INVALID_API_KEY') used.set(apiKeyId, { at, from: address });
      // A revoked key's requests are shown to its account: somebody is still using it.
      if (code !== null)
        gather({ accountId, apiKeyId, code, number: numberOf(fields, code), address, at, times: 0 });
    },
  };
}

/**
 * The number that was posted, if it is valid; none for refusals that may come in floods, so that a flood is one row.
 */
function numberOf({ number }: SendFields, code: SpecErrorCode): string | null {
  const floods = ['MISSING_API_KEY', 'INVALID_API_KEY', 'ACCOUNT_SUSPENDED', 'RATE_LIMITED'].includes(code);
  return floods || number === null ? null : localNumber(number);
}
