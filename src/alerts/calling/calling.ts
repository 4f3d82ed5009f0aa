import { z } from 'zod';
import { MINUTE_MS } from '../../kit/day.ts';

/*
 * How a person wants to be called about alerts: by a message in Slack, a text, or both; again until somebody acknowledges; or not at all
 * about what isn't critical. People who chose nothing get a text at once, and no further calls.
 */

export const WAYS = ['text', 'message', 'both'] as const;
export type Way = (typeof WAYS)[number];

/** The longest wait between two calls of a person, and the most times that the last call is repeated. */
export const MAX_MINUTES = 60;
export const MAX_TIMES = 3;

const way = z.enum(WAYS);
const minutes = z.int().min(1).max(MAX_MINUTES);

export const callingSchema = z.object({
  first: way,
  /** The second call, some minutes after the first; null if there is none. */
  second: z.object({ by: way, minutes }).nullable(),
  /** Calls after the others, `minutes` apart; null if there are none. */
  repeat: z.object({ by: way, minutes, times: z.int().min(1).max(MAX_TIMES) }).nullable(),
  /** They are called about critical alerts only. */
  quietUnlessCritical: z.boolean(),
});
export type Calling = Readonly<z.infer<typeof callingSchema>>;

export const DEFAULT_CALLING: Calling = {
  first: 'text',
  second: null,
  repeat: null,
  quietUnlessCritical: false,
};

/** A call of a person, and how long after the first it is due. */
export type Call = { by: Way; afterMs: number };

/** What the calls of a person depend on. `requiresText`: an admin requires a text about what is critical. */
export type Occasions = { isCritical: boolean; requiresText: boolean };

/** The calls of a person about an incident, the first at once; none if they want to be left alone. */
export function callsOf(calling: Calling, { isCritical, requiresText }: Occasions): Call[] {
  const { first, second, repeat, quietUnlessCritical } = calling;
  if (quietUnlessCritical && !isCritical) return [];
  const calls: Call[] = [{ by: isCritical && requiresText ? withText(first) : first, afterMs: 0 }];
  let afterMs = 0;
  if (second) {
    afterMs += second.minutes * MINUTE_MS;
    calls.push({ by: second.by, afterMs });
  }
  for (let time = 0; repeat && time < repeat.times; time++) {
    afterMs += repeat.minutes * MINUTE_MS;
    calls.push({ by: repeat.by, afterMs });
  }
  return calls;
}

const withText = (by: Way): Way => (by === 'message' ? 'both' : by);

export const isTexted = (by: Way): boolean => by !== 'message';
export const isMessaged = (by: Way): boolean => by !== 'text';
