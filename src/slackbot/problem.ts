import { z } from 'zod';
import { failuresOf } from '../kit/problem.ts';

/** Why a draft can't be opened; `words/` has the sentence. */
export const problemKinds = {
  DRAFT_GONE: z.object({}),
};

declare module '../kit/problem.ts' {
  interface Problems {
    slackbot: typeof problemKinds;
  }
}

export const failure = failuresOf('slackbot', problemKinds);
