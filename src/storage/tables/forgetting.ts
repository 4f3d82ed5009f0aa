import { z } from 'zod';
import { isStoredNumber, type LocalNumber } from '../../domain/number.ts';
import type { Table } from '../records.ts';

/**
 * What is searched for somebody who is forgotten, in this order; `tell`: whoever asked for it is told that it is done.
 */
export const FORGETTING_STAGES = [
  'settings',
  'intents',
  'broadcasts',
  'sending',
  'inboxes',
  'links',
  'audit',
  'tell',
] as const;

const forgettingSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  by: z.string(),
  /** When it was asked for; `wall`: as a time of day. */
  at: z.int(),
  wall: z.int(),
  contact: z.string(),
  number: z.custom<LocalNumber>(isStoredNumber),
  name: z.string(),
  /** How many groups they were in. */
  groups: z.int(),
  stage: z.enum(FORGETTING_STAGES),
  /** How far the stage has come in its list: a score, and the ids with that score that are done. */
  done: z.object({ score: z.number(), ids: z.array(z.string()) }).nullable(),
  /** What alerts say that only they were told; null: nobody has looked yet. */
  words: z.array(z.string()).nullable(),
  /** Texts to them that were being sent when their turn came. */
  sending: z.array(z.string()),
  /** Texts that no longer say anything about them, and how many of those were waiting. */
  texts: z.int(),
  cancelled: z.int(),
  /** Hooks that texted them, by name. */
  hooks: z.array(z.string()),
  dueAt: z.int(),
  /** Whom the current step was handed out to; in that case `dueAt` is when it is handed out again. */
  leasedBy: z.string().nullable(),
});
export type ForgettingRecord = Readonly<z.infer<typeof forgettingSchema>>;

export const FORGETTING_LISTS = {
  due: 'forgettings.due',
  of: (workspace: string): string => `forgettings.of ${workspace}`,
};

const leavingSchema = z.object({
  id: z.string(),
  jobs: z.array(z.object({ id: z.string(), number: z.custom<LocalNumber>(isStoredNumber) })),
});

/**
 * Whom a workspace is forgetting right now, by its id. Whoever makes a text wait that was asked for before reads this: if somebody is
 * forgotten meanwhile, their commit is refused, and they see it.
 */
export const LEAVING: Table<Readonly<z.infer<typeof leavingSchema>>> = {
  name: 'leaving',
  schema: leavingSchema,
  workspaceOf: ({ id }) => id,
  places: () => [],
};

/** People who are being forgotten: what is left to do survives the process. The number goes with the record. */
export const FORGETTINGS: Table<ForgettingRecord> = {
  name: 'forgetting',
  schema: forgettingSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, dueAt }) => [
    { list: FORGETTING_LISTS.due, score: dueAt },
    { list: FORGETTING_LISTS.of(workspace), score: dueAt },
  ],
};
