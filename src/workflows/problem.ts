import { z } from 'zod';
import { failuresOf } from '../kit/problem.ts';

/** Mistakes in how a step is filled in; `words/` has the sentences. */
export const problemKinds = {
  RECIPIENTS_MISSING: z.object({}),
  TEMPLATE_UNKNOWN: z.object({ label: z.string() }),
  TEMPLATE_AND_MESSAGE: z.object({}),
  DEDUP_KEY_REUSED: z.object({}),
  DEDUP_KEY_OLD: z.object({}),
};

declare module '../kit/problem.ts' {
  interface Problems {
    workflows: typeof problemKinds;
  }
}

export const failure = failuresOf('workflows', problemKinds);
