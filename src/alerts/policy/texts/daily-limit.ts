import { type Credits, expectedCost, isLess, type Price } from '../../../kit/credits.ts';
import { dayOf } from '../../../kit/day.ts';
import type { Daily, Route } from '../incidents/route.ts';
import type { DayUse } from '../incidents/state.ts';

/** The estimate of a text's cost. `past`: the last price of parts; null while no price is known. */
export type Pricing<Text> = { partsOf: (text: Text) => number; past: Price | null };

/** A part's price while none is known. It is higher than any in Bangladesh, so the limit holds. */
const ASSUMED: Price = { cost: '1' as Credits, parts: 1 };

export type DailyLimits<Text> = {
  /** True if the limit still allows the hook a text that isn't urgent. */
  isOpen(hook: string): boolean;
  /**
   * Counts a text. Returns false if the limit holds it back, and then the hook is no longer open.
   *
   * @param always true if the text goes in any case
   */
  take(text: Text, always: boolean): boolean;
  /** Returns true the first time on a day that the hook is found at its limit, so that its channel is told once. */
  hasJustReached(hook: string): boolean;
};

/**
 * Counts what hooks text today. Texts count as planned, and credits as parts at the last known price, so texts that are refused
 * later count, too. While no price is known, a part counts as one credit, but a day's first text goes because it tells the price.
 *
 * @param used changed as texts are counted
 * @param wall the time of day
 */
export function createDailyLimits<Text extends { hook: string }>(
  used: Map<string, DayUse>,
  routes: ReadonlyMap<string, Route>,
  { partsOf, past }: Pricing<Text>,
  wall: number,
): DailyLimits<Text> {
  const day = dayOf(wall);
  const closed = new Set<string>();
  for (const [hook, use] of used) if (use.day !== day) used.delete(hook);
  const usedBy = (hook: string): DayUse => used.get(hook) ?? { day, texts: 0, parts: 0, isSaid: false };
  const limitOf = (hook: string): Daily | null => routes.get(hook)?.daily ?? null;

  function allows(hook: string, parts: number): boolean {
    const limit = limitOf(hook);
    if (!limit) return true;
    const use = usedBy(hook);
    if ('texts' in limit) return use.texts < limit.texts;
    if (past === null && use.texts === 0) return true;
    return !isLess(limit.credits, expectedCost(past ?? ASSUMED, use.parts + parts));
  }

  const isOpen = (hook: string): boolean => !closed.has(hook) && allows(hook, 1);

  return {
    isOpen,
    take(text, always) {
      const { hook } = text;
      const limit = limitOf(hook);
      const parts = limit && 'credits' in limit ? partsOf(text) : 1;
      if (!always && !allows(hook, parts)) {
        closed.add(hook);
        return false;
      }
      const use = usedBy(hook);
      used.set(hook, { ...use, texts: use.texts + 1, parts: use.parts + parts });
      return true;
    },
    hasJustReached(hook) {
      if (!routes.has(hook) || isOpen(hook) || usedBy(hook).isSaid) return false;
      used.set(hook, { ...usedBy(hook), isSaid: true });
      return true;
    },
  };
}
