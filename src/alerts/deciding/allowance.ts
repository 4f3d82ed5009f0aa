import { type Credits, expectedCost, isLess, type Price } from '../../kit/credits.ts';
import { dayOf } from '../../kit/day.ts';
import type { NewsDesk } from './news.ts';
import type { Daily, Route } from './route.ts';
import type { AlertState, Spent } from './state.ts';

/** What a text is expected to cost. `partsOf`: how many parts it has; `past`: what parts cost last; null: nobody knows yet. */
export type Pricing<Text> = { partsOf: (text: Text) => number; past: Price | null };

/** What a part is taken to cost while nobody knows: what parts cost in Bangladesh is less. */
const ASSUMED: Price = { cost: '1' as Credits, parts: 1 };

/** What hooks may still text today. */
export type Allowance<Text> = {
  /** Whether a hook may text anything more, apart from what no limit holds back. */
  isOpen(hook: string): boolean;
  /** Notes that a hook texts this; false: it may not, and is no longer open. `always`: no limit holds it back. */
  take(text: Text, always: boolean): boolean;
  /** Tells the channel of each hook, once a day, that it has texted what it may. */
  report(desk: NewsDesk): void;
};

/**
 * Counts texts as they are planned, and credits as parts at the last known price of a part: so both count texts that are refused
 * later. While no price is known, a part counts as one credit; but a day's first text goes, since it tells the price.
 *
 * @param wall the time of day
 */
export function createAllowance<Text extends { hook: string }>(
  state: AlertState,
  routes: ReadonlyMap<string, Route>,
  { partsOf, past }: Pricing<Text>,
  wall: number,
): Allowance<Text> {
  const day = dayOf(wall);
  const closed = new Set<string>();
  state.spent = Object.fromEntries(Object.entries(state.spent).filter(([, spent]) => spent.day === day));
  const spentBy = (hook: string): Spent => state.spent[hook] ?? { day, texts: 0, parts: 0, said: false };
  const limitOf = (hook: string): Daily | null => routes.get(hook)?.daily ?? null;

  function allows(hook: string, parts: number): boolean {
    const limit = limitOf(hook);
    const spent = spentBy(hook);
    if (!limit) return true;
    if ('texts' in limit) return spent.texts < limit.texts;
    if (past === null && spent.texts === 0) return true;
    return !isLess(limit.credits, expectedCost(past ?? ASSUMED, spent.parts + parts));
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
      const spent = spentBy(hook);
      state.spent[hook] = { ...spent, texts: spent.texts + 1, parts: spent.parts + parts };
      return true;
    },
    report(desk) {
      for (const hook of routes.keys()) {
        if (isOpen(hook) || spentBy(hook).said) continue;
        state.spent[hook] = { ...spentBy(hook), said: true };
        desk.of(hook).limitReached = 1;
      }
    },
  };
}
