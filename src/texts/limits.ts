import { type Credits, ofMillionths, type Price, toMillionths } from '../kit/credits.ts';
import { endOfDay } from '../kit/day.ts';
import type { Problem } from '../kit/problem.ts';

/** The most in one day; null: no limit. */
export type Limit = { texts: number | null; credits: Credits | null };

/** The limits that apply to a day's texts. */
export type Limits = { person: Limit; workspace: Limit };

/**
 * What was texted in one day. `texts`: those that were sent, are waiting, or may have gone out. `millionths`: the credits
 * they cost, if the service said so. `open`: the parts of those whose cost it hasn't given (yet).
 */
export type Usage = { texts: number; millionths: number; open: number };

/**
 * How many of so many texts, from the first on, a day has room for, and why not more.
 *
 * @param partsOf the parts of the first so many together
 * @param judge why so many are too many; null: they aren't. If some are, more are too
 */
export function fitting(
  texts: number,
  partsOf: (first: number) => number,
  judge: (wanted: { texts: number; parts: number }) => Problem | null,
): { texts: number; over: Problem | null } {
  const over = (first: number) => judge({ texts: first, parts: partsOf(first) });
  if (texts === 0 || over(texts) === null) return { texts, over: null };
  let [fits, tooMany] = [0, texts];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (over(middle)) tooMany = middle;
    else fits = middle;
  }
  return { texts: fits, over: over(tooMany) };
}

/**
 * Why this many more texts are too many for the day of `at` (a time of day), or null. A text whose cost the service hasn't
 * given counts at what a part cost last time. If it never gave one, one text at a time may go, so that a limit in credits
 * always holds.
 */
export function limitProblem(
  of: 'person' | 'workspace',
  limit: Limit,
  used: Usage,
  wanted: { texts: number; parts: number },
  past: Price | null,
  at: number,
): Problem | null {
  const reached = (unit: 'texts' | 'credits', cap: string, amount: string): Problem => {
    return { kind: 'CAP_REACHED', of, unit, cap, used: amount, endsAt: endOfDay(at) };
  };
  if (limit.texts !== null && used.texts + wanted.texts > limit.texts)
    return reached('texts', String(limit.texts), String(used.texts));
  if (limit.credits === null) return null;
  if (past === null) {
    if (used.open === 0 && wanted.texts === 1) return null;
    return { kind: 'CAP_UNJUDGED', of, cap: limit.credits };
  }
  const cost = (parts: number): number => Math.ceil((toMillionths(past.cost) * parts) / past.parts);
  const spent = used.millionths + cost(used.open);
  if (spent + cost(wanted.parts) <= toMillionths(limit.credits)) return null;
  return reached('credits', limit.credits, ofMillionths(spent));
}

/** Why this many more texts are too many for a day, or null. */
export function overLimit(
  limits: Limits,
  wanted: { texts: number; parts: number },
  day: { person: Usage; workspace: Usage },
  past: Price | null,
  at: number,
): Problem | null {
  const judge = (of: 'person' | 'workspace'): Problem | null =>
    limitProblem(of, limits[of], day[of], wanted, past, at);
  return judge('person') ?? judge('workspace');
}
