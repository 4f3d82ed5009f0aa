import { z } from 'zod';
import { failuresOf } from '../kit/problem.ts';

/** Failures of contacts and groups; their sentences are in `words/`. */
export const problemKinds = {
  /** `label`: the name of the contact with this number; empty if it has none. */
  NUMBER_TAKEN: z.object({ label: z.string() }),
  COLUMN_NOT_READ: z.object({
    typed: z.string(),
    why: z.enum(['no_colon', 'too_long', 'twice', 'too_many']),
  }),
  CONTACTS_TOO_MANY: z.object({ limit: z.int() }),
  /** Another manager deleted or erased the contact. */
  CONTACT_GONE: z.object({}),
  NAMED_GROUP_EMPTY: z.object({ label: z.string() }),
  /** A stored contact is unreadable. `label`: the name that the sender used. */
  CONTACT_UNREADABLE: z.object({ label: z.string(), id: z.string() }),
};

declare module '../kit/problem.ts' {
  interface Problems {
    contacts: typeof problemKinds;
  }
}

export const failure = failuresOf('contacts', problemKinds);
