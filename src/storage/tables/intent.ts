import { z } from 'zod';
import { type Intent, intentSchema, isAddressed } from '../../domain/intent.ts';
import { problemSchema } from '../../domain/problem.ts';
import { omittedSchema } from '../../domain/recipient.ts';
import type { Table } from '../records.ts';

const intentRecordSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  intent: intentSchema.refine(isAddressed, { path: ['to'] }),
  state: z.enum(['open', 'planned', 'asked', 'refused']),
  /** When to look at an open one (again). */
  dueAt: z.int(),
  /** Who is resolving it now; in that case `dueAt` is when their lease ends. */
  leasedBy: z.string().nullable(),
  /** Whether the person knows that it waits for facts. */
  told: z.boolean(),
  /** Posts made through its answer address. */
  posts: z.int(),
  /** How many of its texts are waiting or being sent, if they are reported together. */
  pending: z.int(),
  /** Why it was refused; or who was left out. */
  problem: problemSchema.nullable(),
  omitted: z.array(omittedSchema),
  /** The post that shows a person's outcome. */
  shown: z.object({ channel: z.string(), ts: z.string(), shows: z.string() }).nullable(),
  createdAt: z.int(),
});
export type IntentRecord = Readonly<z.infer<typeof intentRecordSchema>>;

export const INTENT_LISTS = {
  /** Those that are not resolved yet, by when they are due. */
  open: 'intents.open',
  /** Those that somebody is resolving. */
  leased: 'intents.leased',
  /** All of a workspace's, by age. */
  age: (workspace: string): string => `intents.age ${workspace}`,
};

export const INTENTS: Table<IntentRecord> = {
  name: 'intent',
  schema: intentRecordSchema,
  workspaceOf: intent => intent.workspace,
  places: ({ state, dueAt, leasedBy, workspace, createdAt }) => [
    { list: INTENT_LISTS.age(workspace), score: createdAt },
    ...(state === 'open' ? [{ list: INTENT_LISTS.open, score: dueAt }] : []),
    ...(state === 'open' && leasedBy !== null ? [{ list: INTENT_LISTS.leased, score: dueAt }] : []),
  ],
};

const identitySchema = z.object({
  id: z.string(),
  workspace: z.string(),
  intent: z.string(),
  createdAt: z.int(),
});
export type IdentityRecord = Readonly<z.infer<typeof identitySchema>>;

export const IDENTITY_LISTS = { age: (workspace: string): string => `identities.age ${workspace}` };

/** What makes two deliveries the same intent; it outlives the intent itself. */
export const IDENTITIES: Table<IdentityRecord> = {
  name: 'identity',
  schema: identitySchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, createdAt }) => [{ list: IDENTITY_LISTS.age(workspace), score: createdAt }],
};

export const identityOf = ({ workspace, identity }: Pick<Intent, 'workspace' | 'identity'>): string =>
  `${workspace} ${identity}`;
