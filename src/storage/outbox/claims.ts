import { roomAt } from '../../domain/pace.ts';
import { StorageError, TooFewCopiesError } from '../errors.ts';
import type { Claim, Claims } from '../ports.ts';
import { all } from '../records.ts';
import { claimed } from '../rules/claim.ts';
import { windowOf, withReply, withSlot, woken } from '../rules/key.ts';
import type { Store } from '../store.ts';
import { KEYS } from '../tables/key.ts';
import { TEXT_LISTS, TEXTS } from '../tables/text.ts';
import { claimDue } from './claiming.ts';
import { keyAndText, keyOf, recordEnd, recordRelease } from './endings.ts';
import { reapGone } from './reaping.ts';
import { createRemembered } from './remembered.ts';

/** So many steps are asked for at a time when a store is told again what it forgot. */
const TOLD_AT_ONCE = 50;

/** The right to send: claims, the slots of the pace, and how claims end. */
export function createClaims(store: Store, newId: () => string): Claims {
  /** What was claimed, with no answer of the store, or on too few replicas: nothing was sent for it, and it is given back. */
  const lost = new Set<Claim>();
  const remembered = store.onForgotten ? createRemembered() : null;
  store.onForgotten?.(tellAgain);

  async function claim(now: number, limit: number): Promise<Claim[]> {
    if (store.quietMs() > 0) return [];
    await giveBackLost(now);
    let claims: Claim[] = [];
    try {
      await store.change(
        function* (tx) {
          claims = yield* claimDue(tx, { limit, newId, owner: store.owner, now });
        },
        { copied: true },
      );
      remembered?.began(claims);
      return claims;
    } catch (error) {
      if (error instanceof StorageError && error.unsure) for (const one of claims) lost.add(one);
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

  /** Tells a store that lost its last moments what it may not know: how claims ended, and which are under way. */
  async function tellAgain(): Promise<void> {
    const ends = remembered?.ends() ?? [];
    const underWay = remembered?.underWay() ?? [];
    const tells = [
      ...ends.map(
        end => () =>
          'release' in end
            ? release(end.claim, end.release, end.at)
            : settle(end.claim, end.settlement, end.at),
      ),
      ...underWay.map(one => () => claimAgain(one)),
    ];
    for (let from = 0; from < tells.length; from += TOLD_AT_ONCE) {
      await Promise.all(tells.slice(from, from + TOLD_AT_ONCE).map(tell => tell()));
    }
  }

  /** The text is being sent: what the store forgot. */
  const claimAgain = (claim: Claim): Promise<void> =>
    store.change(function* (tx) {
      const [key, text] = yield* keyAndText(tx, claim, claim.claimedAt);
      // It may have ended since we were asked to.
      if (!remembered?.isUnderWay(claim) || text?.state !== 'queued' || text.claim !== null) return;
      const taken = claimed(key, text, { id: claim.id, owner: store.owner }, claim.claimedAt);
      tx.put(KEYS, taken.key);
      tx.put(TEXTS, taken.text);
    });

  const release: Claims['release'] = (claim, how, now) =>
    store.change(tx => recordRelease(tx, claim, how, { newId, now }));

  const settle: Claims['settle'] = (claim, settlement, now) =>
    store.change(tx =>
      recordEnd(tx, claim, settlement, { newId, now, forgotten: claim.claimedAt < store.since() }),
    );

  return {
    claim,

    release(claim, how, now) {
      remembered?.ended({ claim, release: how, at: now });
      return release(claim, how, now);
    },

    settle(claim, settlement, now) {
      remembered?.ended({ claim, settlement, at: now });
      return settle(claim, settlement, now);
    },

    takeSlot: (fingerprint, now) =>
      store.change(function* (tx) {
        const key = yield* keyOf(tx, fingerprint, now);
        const [people, bulk] = yield* all(
          (['people', 'bulk'] as const).map(priority => tx.first(TEXT_LISTS.queue(fingerprint, priority))),
        );
        const isDue = (first: typeof people): boolean => first != null && first.score <= now;
        const window = windowOf(key, { peopleWait: isDue(people), bulkWaits: isDue(bulk) }, now);
        if (roomAt('people', window, now) > now) return null;
        const id = `${fingerprint} ${newId()}`;
        tx.put(KEYS, withSlot(key, { id, priority: 'people', owner: store.owner, text: null }, now));
        return id;
      }),

    freeSlot: (slotId, now) =>
      store.change(function* (tx) {
        const key = yield* tx.get(KEYS, slotId.split(' ', 1)[0] ?? '');
        if (key) tx.put(KEYS, woken(withReply(key, slotId, now), now));
      }),

    reap: now => store.change(tx => reapGone(tx, { graceMs: store.graceMs, newId, now })),
  };
}
