import type { Claim, ClaimRelease, Settlement } from '../ports.ts';

/** So long, and so many at most: what a store lost are its last moments. */
const KEPT_MS = 120_000;
const MOST = 10_000;

/** How a claim ended, and when. */
export type End = { claim: Claim; at: number } & ({ settlement: Settlement } | { release: ClaimRelease });

/** What this process claimed and how that ended, to be told again to a store that lost its last moments. */
export type Remembered = {
  began(claims: readonly Claim[]): void;
  ended(end: End): void;
  /** Whether it has not ended. */
  isUnderWay(claim: Claim): boolean;
  underWay(): Claim[];
  /** Those of the last minutes, in the order in which they came. */
  ends(): End[];
};

export function createRemembered(): Remembered {
  const underWay = new Map<string, Claim>();
  const ends = new Map<string, End>();
  return {
    began(claims) {
      for (const claim of claims) underWay.set(claim.id, claim);
    },
    ended(end) {
      underWay.delete(end.claim.id);
      ends.delete(end.claim.id); // The last one counts, and stands behind the others.
      ends.set(end.claim.id, end);
      for (const [id, { at }] of ends) {
        if (at > end.at - KEPT_MS && ends.size <= MOST) break;
        ends.delete(id);
      }
    },
    isUnderWay: ({ id }) => underWay.has(id),
    underWay: () => [...underWay.values()],
    ends: () => [...ends.values()],
  };
}
