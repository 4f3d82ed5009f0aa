import { roomAt } from '../../domain/pace.ts';
import { StorageError, TooFewCopiesError } from '../errors.ts';
import type { Claim, Claims } from '../ports.ts';
import { all } from '../records.ts';
import { claimed } from '../rules/claim.ts';
import { holdingCodeIn } from '../rules/hold.ts';
import { windowOf, withReply, withSlot, woken } from '../rules/key.ts';
import type { Store } from '../store.ts';
import { KEYS } from '../tables/key.ts';
import { TEXT_LISTS, TEXTS, type TextRecord } from '../tables/text.ts';
import type { Transaction } from '../transaction.ts';
import { type ClaimedText, claimDue } from './claiming.ts';
import { keyAndText, keyOf, recordEnd, recordRelease } from './endings.ts';
import { reapGone } from './reaping.ts';
import type { Remembered } from './remembered.ts';
import { putCounted } from './telling.ts';

/** The right to send: claims, rate-limit slots, and how claims end. */
export function createClaims(store: Store, newId: () => string, remembered: Remembered): Claims {
  /** Claims that the store didn't confirm, or that too few replicas have: nothing was sent for them, and they are given back. */
  const lost = new Set<Claim>();
  /** The texts of claims as they were then, and the claims that have ended. */
  const texts = new WeakMap<Claim, TextRecord>();
  const ended = new WeakSet<Claim>();

  async function claim(now: number, limit: number): Promise<Claim[]> {
    if (store.quietMs() > 0) return [];
    await giveBackLost(now);
    let taken: ClaimedText[] = [];
    try {
      await store.change(
        tx => {
          taken = claimDue(tx, { limit, newId, owner: store.owner, now });
        },
        { copied: true },
      );
      for (const { claim, text } of taken) {
        texts.set(claim, text);
        remembered.did('text', claim.id, now, isLast =>
          store.change(tx => {
            if (!ended.has(claim)) beginAgain(tx, claim, isLast);
          }),
        );
      }
      return taken.map(({ claim }) => claim);
    } catch (error) {
      if (error instanceof StorageError && error.unsure) for (const { claim } of taken) lost.add(claim);
      if (!(error instanceof TooFewCopiesError)) throw error;
      await giveBackLost(now);
      return [];
    }
  }

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

  /**
   * Puts back what a store forgot: the text is being sent, or was. Whatever it was taken for meanwhile, its request was made. If
   * the text itself is missing, it is written once, after its planner had the chance to repeat it; if it is planned again, it
   * stays one text.
   */
  function beginAgain(tx: Transaction, claim: Claim, isLast: boolean): void {
    const [key, known] = keyAndText(tx, claim, claim.claimedAt);
    const text = known ?? (isLast ? texts.get(claim) : null);
    if (!text || (known && known.claim !== null)) return;
    const taken = claimed(key, text, { id: claim.id, owner: store.owner }, claim.claimedAt);
    tx.put(KEYS, taken.key);
    if (known) putCounted(tx, known, taken.text);
    else tx.put(TEXTS, taken.text);
  }

  const release: Claims['release'] = (claim, how, now) =>
    store.change(tx => recordRelease(tx, claim, how, { newId, now }));

  const settle: Claims['settle'] = (claim, settlement, now) =>
    store.change(tx => recordEnd(tx, claim, settlement, { newId, now }));

  return {
    claim,

    release(claim, how, now) {
      ended.add(claim);
      remembered.did('text', claim.id, now, () => release(claim, how, now));
      return release(claim, how, now);
    },

    settle(claim, settlement, now) {
      ended.add(claim);
      remembered.did('text', claim.id, now, isLast =>
        store.change(tx => {
          // One that waits again may have been cancelled since, or be on its way again.
          if (holdingCodeIn(settlement) === null) beginAgain(tx, claim, isLast);
          recordEnd(tx, claim, settlement, { newId, now });
        }),
      );
      return settle(claim, settlement, now);
    },

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
