import { z } from 'zod';
import type { Credits } from '../../domain/credits.ts';
import { dayOf } from '../../domain/day.ts';
import type { Table } from '../records.ts';

const usageSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** The day in Bangladesh on which the texts were planned. */
  day: z.int(),
  /** A user id, `workflow` or `hook`; empty: the whole workspace. */
  who: z.string(),
  texts: z.int(),
  /** Credits charged. */
  millionths: z.int(),
  /** Parts whose cost we don't know (yet). */
  open: z.int(),
});
export type UsageRecord = Readonly<z.infer<typeof usageSchema>>;

export const USAGE_LISTS = { days: (workspace: string): string => `usage.days ${workspace}` };

/** What was texted in a day. */
export const USAGE: Table<UsageRecord> = {
  name: 'usage',
  schema: usageSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, day }) => [{ list: USAGE_LISTS.days(workspace), score: day }],
};

export const usageId = (workspace: string, at: number, who: string): string =>
  `${workspace} ${dayOf(at)} ${who}`;

const workspaceSchema = z.object({
  id: z.string(),
  /** From the last text whose cost the service gave. */
  past: z.object({ cost: z.custom<Credits>(value => typeof value === 'string'), parts: z.int() }).nullable(),
  /** When a low balance was last reported; null: it has been higher since. */
  warnedAt: z.int().nullable(),
});
export type WorkspaceRecord = Readonly<z.infer<typeof workspaceSchema>>;

export const WORKSPACE_LISTS = { all: 'workspaces' };

/** The workspaces that have ever asked for something. */
export const WORKSPACES: Table<WorkspaceRecord> = {
  name: 'workspace',
  schema: workspaceSchema,
  workspaceOf: ({ id }) => id,
  places: () => [{ list: WORKSPACE_LISTS.all, score: 0 }],
};

const sameSchema = z.object({
  id: z.string(),
  /** Oldest first. */
  texts: z.array(z.object({ id: z.string(), at: z.int(), actor: z.string() })),
});
export type SameRecord = Readonly<z.infer<typeof sameSchema>>;

export const SAME_LISTS = { age: 'same.age' };

/** People's last texts with the same number and message. */
export const SAME: Table<SameRecord> = {
  name: 'same',
  schema: sameSchema,
  workspaceOf: () => null,
  places: ({ texts }) => [{ list: SAME_LISTS.age, score: texts.at(-1)?.at ?? 0 }],
};
