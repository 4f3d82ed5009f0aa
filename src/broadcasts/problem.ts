import { z } from 'zod';
import { failuresOf, HOLDING_CODES, type Problem } from '../kit/problem.ts';

const leaders = { admins: z.array(z.string()), managers: z.array(z.string()) };

/**
 * Why a broadcast can't be started, decided, controlled or repeated; `words/` has the sentences. `cost`, `cap`,
 * `limit`, `spent`: credits.
 */
export const problemKinds = {
  BROADCAST_TOO_LARGE: z.object({ texts: z.int(), limit: z.int() }),
  BROADCAST_TOO_EXPENSIVE: z.object({ cost: z.string(), cap: z.string() }),
  /** The price of a text is unknown. */
  BROADCAST_UNJUDGED: z.object({ cap: z.string() }),
  /** The author of a broadcast can't approve or reject it. */
  BROADCAST_IS_YOURS: z.object({}),
  /** The author may no longer send. */
  BROADCAST_AUTHOR_LOST: z.object({ author: z.string() }),
  /** The decision has been made. `by`: null if no decision came in time, or if unknown. */
  BROADCAST_DECIDED: z.object({
    as: z.enum(['approved', 'rejected', 'expired', 'dropped']),
    by: z.string().nullable(),
  }),
  /** None of the recipients gets a text. */
  BROADCAST_EMPTY: z.object({}),
  /** The broadcast was dropped or replaced, or its data is deleted. */
  BROADCAST_GONE: z.object({}),
  BROADCAST_NOT_YOURS: z.object({ author: z.string(), ...leaders }),
  BROADCAST_OVER: z.object({}),
  BROADCAST_SPENT: z.object({ limit: z.string(), spent: z.string(), ...leaders }),
  /** The key is held: a person who may release it has to resume the broadcast. */
  BROADCAST_HELD: z.object({ code: z.enum(HOLDING_CODES), ...leaders }),
};

declare module '../kit/problem.ts' {
  interface Problems {
    broadcasts: typeof problemKinds;
  }
}

export const failure = failuresOf('broadcasts', problemKinds);

/** Adds the author to the people who may control a broadcast, for a person who may not. */
export function namingAuthor(problem: Problem | null, author: string): Problem | null {
  if (problem?.kind !== 'MANAGERS_ONLY') return problem;
  const { admins, managers } = problem;
  return failure('BROADCAST_NOT_YOURS', { author, admins, managers });
}
