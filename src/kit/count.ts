import { z } from 'zod';

/** Counts stop here: larger ones would tell nobody more, and sums of them stay within the safe integers. */
const MOST = 1_000_000_000;

/** A count from outside or from the store: a whole number, capped. */
export const countSchema = z
  .number()
  .min(0)
  .transform(count => Math.min(MOST, Math.floor(count)));

export function addCounts(one: number, other: number): number {
  return Math.min(MOST, one + other);
}
