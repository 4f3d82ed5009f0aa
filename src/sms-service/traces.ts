import type { Clock } from './clock.ts';
import { localNumber } from './decisions.ts';
import type { Refused, SendFields, SendOutcome } from './sending.ts';
import type { Store } from './store/index.ts';
import type { Refusal } from './store/refusals.ts';

/** How long a trace may wait to be written; a crash loses no more than that. */
const WRITE_AFTER_MS = 1000;
/** How many kinds of refusals are told apart in that time; beyond that, only their codes are. */
const MAX_KINDS = 200;
/** None of our keys is longer. */
const MAX_KEY_LENGTH = 100;

/**
 * What the dashboard shows about requests beyond the log: when and from where each key was last used, and what was
 * refused. It needn't survive a crash, so it is collected and written once a second: no request waits for it, and a
 * flood of requests is a few rows.
 */
export interface Traces {
  /** Records the outcome of a request from a network address. */
  note(fields: SendFields, outcome: SendOutcome, address: string): void;
  /** Writes what was collected; call it before anybody looks. What can't be written is dropped. */
  flush(): void;
}

/** Identical refusals; whose key it was is looked up when they are written. */
interface Gathered {
  apiKey: string | null;
  code: string;
  number: string | null;
  address: string;
  at: number;
  times: number;
}

export function createTraces(store: Store, clock: Clock, onError: (error: unknown) => void): Traces {
  let used = new Map<number, { at: number; from: string }>();
  let refused = new Map<string, Gathered>();
  let callOff: (() => void) | null = null;

  function flush(): void {
    callOff?.();
    callOff = null;
    const [keys, refusals] = [used, refused];
    used = new Map();
    refused = new Map();
    if (keys.size === 0 && refusals.size === 0) return;
    try {
      store.transaction(() => {
        for (const [id, { at, from }] of keys) store.apiKeys.used(id, at, from);
        for (const it of refusals.values()) store.refusals.add(refusalOf(it));
      });
    } catch (error) {
      onError(error);
    }
  }

  /** A revoked key's requests are shown to its account: somebody is still using it. */
  function refusalOf({ apiKey, ...it }: Gathered): Refusal {
    const key = apiKey === null ? null : store.apiKeys.findEver(apiKey);
    return { ...it, accountId: key?.accountId ?? null, apiKeyId: key?.id ?? null };
  }

  function gather(it: Gathered): void {
    const few = refused.size < MAX_KINDS;
    const kept = few ? it : { ...it, apiKey: null, number: null, address: '' };
    const alike = JSON.stringify([kept.apiKey, kept.code, kept.number, kept.address]);
    const known = refused.get(alike) ?? kept;
    known.times++;
    known.at = it.at;
    refused.set(alike, known);
  }

  return {
    flush,
    note(fields, outcome, address) {
      const at = clock.now();
      callOff ??= clock.after(WRITE_AFTER_MS, flush);
      const apiKeyId = outcome.accepted ? outcome.entry.apiKeyId : outcome.apiKeyId;
      if (apiKeyId !== null) used.set(apiKeyId, { at, from: address });
      if (outcome.accepted) return;
      const apiKey = fields.apiKey?.slice(0, MAX_KEY_LENGTH) ?? null;
      gather({ apiKey, code: outcome.code, number: numberOf(fields, outcome), address, at, times: 0 });
    },
  };
}

/**
 * The number that was posted, if it is valid; none for refusals that may come in floods, so that a flood is one row.
 */
function numberOf({ number }: SendFields, { apiKeyId, code }: Refused): string | null {
  const floods = apiKeyId === null || code === 'RATE_LIMITED';
  return floods || number === null ? null : localNumber(number);
}
