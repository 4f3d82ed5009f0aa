import { z } from 'zod';
import { failuresOf, HOLDING_CODES, type Problem } from '../kit/problem.ts';

const leaders = { admins: z.array(z.string()), managers: z.array(z.string()) };

/** Why a broadcast can't do what is asked of it; the sentences are in `words/`. `cost`, `cap`, `limit`, `spent`: credits. */
export const problemKinds = {
  BROADCAST_TOO_LARGE: z.object({ texts: z.int(), limit: z.int() }),
  BROADCAST_TOO_EXPENSIVE: z.object({ cost: z.string(), cap: z.string() }),
  /** Nobody knows yet what a text costs. */
  BROADCAST_UNJUDGED: z.object({ cap: z.string() }),
  /** Its author can't approve or reject it. */
  BROADCAST_IS_YOURS: z.object({}),
  /** Its author may not send any more. */
  BROADCAST_AUTHOR_LOST: z.object({ author: z.string() }),
  /** Nobody is asked any more. `by` null: nobody decided in time, or it isn't known who did. */
  BROADCAST_DECIDED: z.object({
    as: z.enum(['approved', 'rejected', 'expired', 'dropped']),
    by: z.string().nullable(),
  }),
  /** None of its recipients gets a text. */
  BROADCAST_EMPTY: z.object({}),
  /** It was let be or replaced, or what it was for is over. */
  BROADCAST_GONE: z.object({}),
  BROADCAST_NOT_YOURS: z.object({ author: z.string(), ...leaders }),
  BROADCAST_OVER: z.object({}),
  BROADCAST_SPENT: z.object({ limit: z.string(), spent: z.string(), ...leaders }),
  /** The key is held: whoever may release it is to go on with the broadcast. */
  BROADCAST_HELD: z.object({ code: z.enum(HOLDING_CODES), ...leaders }),
};

declare module '../kit/problem.ts' {
  interface Problems {
    broadcasts: typeof problemKinds;
  }
}

export const failure = failuresOf('broadcasts', problemKinds);

/** Whoever doesn't lead a broadcast is told who does: its author, too. */
export function namingAuthor(problem: Problem | null, author: string): Problem | null {
  if (problem?.kind !== 'MANAGERS_ONLY') return problem;
  const { admins, managers } = problem;
  return failure('BROADCAST_NOT_YOURS', { author, admins, managers });
}
