import { z } from 'zod';
import { addCounts, countSchema } from '../kit/json.ts';
import { SENDERS } from './sender.ts';

/** How a call with the right token or signature was answered. */
export const CALL_ANSWERS = [
  'accepted',
  'repeated',
  'nothing',
  'conflict',
  'invalid',
  'too_large',
  'rate_limited',
  'unavailable',
] as const;

/** One call, as admins see it later: nothing of what it says, but how it was answered and why. */
export const hookCallSchema = z.object({
  at: z.number(),
  /** Null: it wasn't read so far, or nobody whom we know sends that. */
  sender: z.enum(SENDERS).nullable(),
  status: z.int(),
  as: z.enum(CALL_ANSWERS),
  alerts: countSchema,
  /** What couldn't be read, as far as it may be shown; null: not one field. */
  field: z.string().nullable(),
  /** Some names in a body that wasn't recognised, as far as they may be shown. */
  seen: z.array(z.string()),
});
export type HookCall = z.infer<typeof hookCallSchema>;

/** A hook's latest calls, newest first, and how often somebody called it with a wrong token or signature. */
export const hookCallsSchema = z.object({
  calls: z.array(hookCallSchema),
  refused: z.object({ count: countSchema, last: z.number() }).nullable(),
});
export type HookCallsSeen = z.infer<typeof hookCallsSchema>;

export const NO_CALLS: HookCallsSeen = { calls: [], refused: null };

const KEPT = 10;
/** Refused calls that are longer apart than this have nothing to do with each other. */
const APART_MS = 24 * 3_600_000;

/** What two of them come to, in whatever order they are put together. */
export function mergeCalls(one: HookCallsSeen, other: HookCallsSeen): HookCallsSeen {
  return {
    calls: [...one.calls, ...other.calls].toSorted((a, b) => b.at - a.at).slice(0, KEPT),
    refused: mergeRefused(one.refused, other.refused),
  };
}

function mergeRefused(
  one: HookCallsSeen['refused'],
  other: HookCallsSeen['refused'],
): HookCallsSeen['refused'] {
  if (!one || !other) return one ?? other;
  const [earlier, later] = one.last <= other.last ? [one, other] : [other, one];
  if (later.last - earlier.last > APART_MS) return later;
  return { count: addCounts(one.count, other.count), last: later.last };
}
