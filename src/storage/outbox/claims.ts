import { roomAt } from '../../domain/pace.ts';
import { StorageError } from '../errors.ts';
import type { Claim, Claims } from '../ports.ts';
import { all } from '../records.ts';
import { windowOf, withReply, withSlot, woken } from '../rules/key.ts';
import type { Store } from '../store.ts';
import { KEYS } from '../tables/key.ts';
import { TEXT_LISTS } from '../tables/text.ts';
import { claimDue } from './claiming.ts';
import { keyOf, recordEnd, recordRelease } from './endings.ts';
import { reapGone } from './reaping.ts';

/** The right to send: claims, rate-limit slots, and how claims end. */
export function createClaims(store: Store, newId: () => string): Claims {
  /** Claims of which we don't know whether they are written: nothing was sent for them, and they are given back. */
  const lost = new Set<Claim>();

  const release: Claims['release'] = (claim, how, now) =>
    store.change(tx => recordRelease(tx, claim, how, { newId, now }));

  async function giveBackLost(now: number): Promise<void> {
    for (const one of lost) {
      await release(
        one,
        { notBefore: now, why: null, counted: false, ifUncertain: { kind: 'EXPIRED' }, backOff: null },
        now,
      );
      lost.delete(one);
    }
  }

  return {
    async claim(now, limit) {
      if (store.quietMs() > 0) return [];
      await giveBackLost(now);
      let taken: Claim[] = [];
      try {
        await store.change(tx => {
          taken = claimDue(tx, { limit, newId, owner: store.owner, now });
        });
        return taken;
      } catch (error) {
        if (error instanceof StorageError && error.unsure) for (const claim of taken) lost.add(claim);
        throw error;
      }
    },

    release,

    settle: (claim, settlement, now) => store.change(tx => recordEnd(tx, claim, settlement, { newId, now })),

    takeSlot: (fingerprint, now) =>
      store.change(tx => {
        const key = keyOf(tx, fingerprint, now);
        const [people, bulk] = all(
          (['people', 'bulk'] as const).map(
            priority => () => tx.first(TEXT_LISTS.queue(fingerprint, priority)),
          ),
        );
        const isDue = (first: typeof people): boolean => first != null && first.score <= now;
        const window = windowOf(key, { peopleWait: isDue(people), bulkWaits: isDue(bulk) }, now);
        if (roomAt('people', window, now) > now) return null;
        const id = `${fingerprint} ${newId()}`;
        tx.put(KEYS, withSlot(key, { id, priority: 'people', owner: store.owner, text: null }, now));
        return id;
      }),

    freeSlot: (slotId, now) =>
      store.change(tx => {
        const key = tx.get(KEYS, slotId.split(' ', 1)[0] ?? '');
        if (key) tx.put(KEYS, woken(withReply(key, slotId, now), now));
      }),

    reap: now => reapGone(store, newId, now),
  };
}
