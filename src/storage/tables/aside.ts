import { z } from 'zod';
import { ASIDE_KINDS, type AsideKind, INBOX_KINDS } from '../ports.ts';
import type { Table } from '../records.ts';

const asideSchema = z.object({
  id: z.string(),
  kind: z.enum(ASIDE_KINDS),
  workspace: z.string().nullable(),
  at: z.int(),
  why: z.string(),
  /** Its lists and counters before, which it returns to when it gets another turn. */
  lists: z.array(z.object({ list: z.string(), score: z.number() })),
  counters: z.array(z.string()),
  /** When it was given another turn; the note is kept, so that nobody is told twice of the same. Null: it is set aside now. */
  againAt: z.int().nullable(),
  /** For an event, all there was of it. */
  event: z
    .object({
      address: z.object({ kind: z.enum(INBOX_KINDS), workspace: z.string(), name: z.string() }),
      body: z.string(),
    })
    .nullable(),
});
export type AsideRecord = Readonly<z.infer<typeof asideSchema>>;

export const ASIDE_LISTS = {
  all: 'aside.all',
  of: (workspace: string): string => `aside.of ${workspace}`,
};
export const ASIDE_COUNTERS = { of: (kind: AsideKind): string => `aside ${kind}` };

/** Notes of what could not be read when its turn came. The thing itself stays where and as it was. */
export const ASIDE: Table<AsideRecord> = {
  name: 'aside',
  schema: asideSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ kind, workspace, at, againAt }) => [
    ...(againAt === null ? [{ list: ASIDE_LISTS.all, score: at }, { counter: ASIDE_COUNTERS.of(kind) }] : []),
    ...(workspace === null ? [] : [{ list: ASIDE_LISTS.of(workspace), score: at }]),
  ],
};
