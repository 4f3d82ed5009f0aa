import { type Credits, ofMillionths, type Price, toMillionths } from '../kit/credits.ts';
import { endOfDay } from '../kit/day.ts';
import type { Problem } from '../kit/problem.ts';

/** The most in one day; null for no limit. */
export type Limit = { texts: number | null; credits: Credits | null };

/** The sender's and the workspace's limits for a day. */
export type Limits = { person: Limit; workspace: Limit };

/**
 * One day's texts. `texts`: those sent, waiting or uncertain. `millionths`: the credits that the service said they cost, in
 * millionths. `open`: the parts whose cost is unknown so far.
 */
export type Usage = { texts: number; millionths: number; open: number };

export const NO_USE: Usage = { texts: 0, millionths: 0, open: 0 };

/**
 * How many of `texts` texts, from the first on, fit into a day, and why not more. A binary search, because more texts never
 * fit if fewer don't.
 *
 * @param partsOf the sum of the parts of the first texts
 * @param problemOf why this many texts and parts are too many; null if they fit
 */
export function fitting(
  texts: number,
  partsOf: (first: number) => number,
  problemOf: (sum: { texts: number; parts: number }) => Problem | null,
): { texts: number; over: Problem | null } {
  const tooMuch = (first: number) => problemOf({ texts: first, parts: partsOf(first) });
  if (texts === 0 || tooMuch(texts) === null) return { texts, over: null };
  let [fits, exceeds] = [0, texts];
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2);
    if (tooMuch(middle)) exceeds = middle;
    else fits = middle;
  }
  return { texts: fits, over: tooMuch(exceeds) };
}

/**
 * Why this many more texts are too many for the day of `at` (a time of day); null if they fit. A text without a known cost
 * counts at the last price. While no price is known, one text at a time may go, so that a limit in credits always holds.
 */
export function limitProblem(
  of: 'person' | 'workspace',
  limit: Limit,
  used: Usage,
  sum: { texts: number; parts: number },
  lastPrice: Price | null,
  at: number,
): Problem | null {
  const reached = (unit: 'texts' | 'credits', cap: string, amount: string): Problem => {
    return { kind: 'CAP_REACHED', of, unit, cap, used: amount, endsAt: endOfDay(at) };
  };
  if (limit.texts !== null && used.texts + sum.texts > limit.texts)
    return reached('texts', String(limit.texts), String(used.texts));
  if (limit.credits === null) return null;
  if (lastPrice === null) {
    if (used.open === 0 && sum.texts === 1) return null;
    return { kind: 'CAP_UNJUDGED', of, cap: limit.credits };
  }
  const cost = (parts: number): number => Math.ceil((toMillionths(lastPrice.cost) * parts) / lastPrice.parts);
  const spent = used.millionths + cost(used.open);
  if (spent + cost(sum.parts) <= toMillionths(limit.credits)) return null;
  return reached('credits', limit.credits, ofMillionths(spent));
}

export function overLimit(
  limits: Limits,
  sum: { texts: number; parts: number },
  day: { person: Usage; workspace: Usage },
  past: Price | null,
  at: number,
): Problem | null {
  const problemOf = (of: 'person' | 'workspace'): Problem | null =>
    limitProblem(of, limits[of], day[of], sum, past, at);
  return problemOf('person') ?? problemOf('workspace');
}
