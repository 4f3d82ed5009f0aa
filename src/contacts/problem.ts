import { z } from 'zod';
import { failuresOf } from '../kit/problem.ts';

/** What may fail about contacts and groups; their sentences are in `words/`. */
export const problemKinds = {
  /** `label`: whose it is; empty: nobody has said. */
  NUMBER_TAKEN: z.object({ label: z.string() }),
  COLUMN_NOT_READ: z.object({
    typed: z.string(),
    why: z.enum(['no_colon', 'too_long', 'twice', 'too_many']),
  }),
  CONTACTS_TOO_MANY: z.object({ limit: z.int() }),
  /** Somebody else forgot it. */
  CONTACT_GONE: z.object({}),
  NAMED_GROUP_EMPTY: z.object({ label: z.string() }),
  /** It is stored, and can't be read; `label`: what they were meant by. */
  CONTACT_UNREADABLE: z.object({ label: z.string(), id: z.string() }),
};

declare module '../kit/problem.ts' {
  interface Problems {
    contacts: typeof problemKinds;
  }
}

export const failure = failuresOf('contacts', problemKinds);
