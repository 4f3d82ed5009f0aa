import { ready } from '../rules/key.ts';
import { KEYS, unusedKey } from '../tables/key.ts';
import type { Transaction } from '../transaction.ts';

/**
 * Keys behind which something no longer waits may have room for what comes next; or something new waits. A key is written even
 * if it is due already: a process that just found nothing waiting for it must notice, or it would put the key to sleep.
 */
export function readyAll(tx: Transaction, fingerprints: ReadonlySet<string>, now: number): void {
  for (const fingerprint of fingerprints) {
    const key = tx.get(KEYS, fingerprint) ?? unusedKey(fingerprint);
    tx.put(KEYS, ready(key, now));
  }
}
