import type { Claim, ClaimRelease, Settlement } from './texts.ts';

/** The right to send: claims, the slots of the pace, and how claims end. */
export type Claims = {
  /**
   * Claims the most urgent due texts of keys that have room, one slot each, taking the keys in turn. If it returns fewer than
   * `limit`, there is nothing more to do now.
   */
  claim(now: number, limit: number): Promise<Claim[]>;
  /** Takes a slot for a request that isn't a text (the linking probe); null when the minute is used up. */
  takeSlot(fingerprint: string, now: number): Promise<string | null>;
  /** The reply to a slot's request came at `now`: the slot frees a minute later. */
  freeSlot(slotId: string, now: number): Promise<void>;
  /** Records how a claim ended; also corrects a text that was called uncertain meanwhile. */
  settle(claim: Claim, settlement: Settlement, now: number): Promise<void>;
  /** Gives a claim back unsent. */
  release(claim: Claim, release: ClaimRelease, now: number): Promise<void>;
  /**
   * Makes all texts in `sending` whose owner is gone uncertain, frees slots that no request can still use, and ends that owner's
   * leases; returns how many texts.
   */
  reap(now: number): Promise<number>;
};
