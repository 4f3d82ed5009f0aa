import type { Step } from '../records.ts';
import { ready } from '../rules/key.ts';
import { KEYS, unusedKey } from '../tables/key.ts';
import type { Transaction } from '../transaction.ts';

/** Keys behind which something no longer waits may have room for what comes next; or something new waits. */
export function* readyAll(tx: Transaction, fingerprints: ReadonlySet<string>, now: number): Step<void> {
  for (const fingerprint of fingerprints) {
    const key = (yield* tx.get(KEYS, fingerprint)) ?? unusedKey(fingerprint);
    const after = ready(key, now);
    if (after !== key) tx.put(KEYS, after);
  }
}
