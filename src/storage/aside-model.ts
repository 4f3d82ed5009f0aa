import { z } from 'zod';
import { INBOX_KINDS } from './alerts/model.ts';
import type { Table } from './records.ts';

/**
 * What may be set aside. An `event` may also be the state of an inbox, which is put back as an event. Of `broadcast_rows`,
 * the rows were left out: another turn only lets them be seen.
 */
export const ASIDE_KINDS = [
  'intent',
  'text',
  'report',
  'event',
  'schedule',
  'broadcast',
  'broadcast_rows',
] as const;
export type AsideKind = (typeof ASIDE_KINDS)[number];

/** A row that could not be read when its turn came. */
export type SetAside = {
  kind: AsideKind;
  id: string;
  /** Null if that could not be read either. */
  workspace: string | null;
  at: number;
  /** What could not be read: names of fields, without their content. */
  why: string;
};

/**
 * Rows that can't be read (a newer version wrote them, or the store is damaged) don't affect the others. Each is set aside
 * when its turn comes, the people concerned are told if they are known, and nothing happens to it until an operator says so.
 * It is deleted after its workspace's retention time.
 */
export type Aside = {
  /** Oldest first. */
  list(): Promise<SetAside[]>;
  counts(): Promise<Record<AsideKind, number>>;
  /** Gives those with these ids (null: all) another turn; returns the ids of those that get it. */
  retry(ids: readonly string[] | null, now: number): Promise<string[]>;
};

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
