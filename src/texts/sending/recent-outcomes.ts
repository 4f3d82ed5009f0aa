import type { Claim, Settlement } from '../store/model.ts';

/** A store that came back has lost at most so much. */
const LOST_MS = 60_000;

/** What this process has recorded lately: the store may come back without it, and then only the process knows. */
export type RecentOutcomes = {
  add(claim: Claim, settlement: Settlement, now: number): void;
  /** Those that the store may have lost; the oldest first. */
  all(now: number): readonly RecentOutcome[];
};

type RecentOutcome = { claim: Claim; settlement: Settlement; at: number };

export function createRecentOutcomes(): RecentOutcomes {
  let recent: RecentOutcome[] = [];
  return {
    add(claim, settlement, now) {
      recent.push({ claim, settlement, at: now });
      if ((recent[0]?.at ?? now) < now - 2 * LOST_MS) recent = recent.filter(({ at }) => at >= now - LOST_MS);
    },
    all: now => recent.filter(({ at }) => at >= now - LOST_MS),
  };
}
