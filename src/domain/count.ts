import { z } from 'zod';

/** Where counting ends: more would say nothing more, and a sum of such numbers stays far within the safe integers. */
const MOST = 1_000_000_000;

/** A count that somebody outside told, or that was stored: whole and no more than there is room for. */
export const countSchema = z
  .number()
  .min(0)
  .transform(count => Math.min(MOST, Math.floor(count)));

export function addCounts(one: number, other: number): number {
  return Math.min(MOST, one + other);
}
