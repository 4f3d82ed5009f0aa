import { z } from 'zod';
import {
  askSchema,
  BROADCAST_STATES,
  countsSchema,
  PAUSE_REASONS,
  rowSchema,
  sizeSchema,
} from '../../domain/broadcast.ts';
import type { Table } from '../records.ts';

const placeSchema = z.object({ channel: z.string(), ts: z.string() }).nullable();

const broadcastSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  ask: askSchema,
  state: z.enum(BROADCAST_STATES),
  /** When it was made, by the time line and by the time of day. */
  at: z.int(),
  wall: z.int(),
  /** The broadcast whose rows it repeats; null: none. */
  of: z.string().nullable(),
  /** The schedule whose run it is; null: none. */
  schedule: z.string().nullable(),
  size: sizeSchema,
  chunks: z.int(),
  /** The index of the first row that hasn't become a text yet. */
  next: z.int(),
  counts: countsSchema,
  /** What became of the last 100 texts that ended, oldest first: `s`ent, `r`efused, `u`ncertain. */
  recent: z.string().max(100),
  /** Since when the SMS service hasn't been reached; null: it was, last time. */
  unreachableSince: z.int().nullable(),
  /**
   * Null: it isn't paused. `by`: null: it paused itself. `until`: it goes on by itself then. `post`: where its author was
   * told of it; null: not yet.
   */
  pause: z
    .object({
      why: z.enum(PAUSE_REASONS),
      by: z.string().nullable(),
      at: z.int(),
      until: z.int().nullable(),
      post: placeSchema,
    })
    .nullable(),
  /** Who was asked, and who approved it; null: nobody yet. */
  approval: z.object({ askedAt: z.int(), by: z.string().nullable(), post: placeSchema }).nullable(),
  /** When its rows began to become texts, and when it ended (on the time line). */
  startedAt: z.int().nullable(),
  endedAt: z.int().nullable(),
  /** Who cancelled it, or let it be; null: it went to its end. */
  endedBy: z.string().nullable(),
  /** The post that says what it came to; null: it isn't there yet. */
  summary: placeSchema,
  dropped: z.enum(['author', 'rejected', 'expired']).nullable(),
});
export type BroadcastRecord = Readonly<z.infer<typeof broadcastSchema>>;

export const BROADCAST_LISTS = {
  of: (workspace: string): string => `broadcasts.of ${workspace}`,
  underWay: 'broadcasts.underway',
  /** What can be removed one day, by when it ended. */
  over: 'broadcasts.over',
};

export const BROADCASTS: Table<BroadcastRecord> = {
  name: 'broadcast',
  schema: broadcastSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, state, at, endedAt }) => [
    { list: BROADCAST_LISTS.of(workspace), score: at },
    ...(state === 'ended' || state === 'dropped'
      ? [{ list: BROADCAST_LISTS.over, score: endedAt ?? at }]
      : [{ list: BROADCAST_LISTS.underWay, score: at }]),
  ],
};

/** The rows from `from` on, a few at a time, so that one step stays small. */
const chunkSchema = z.object({
  id: z.string(),
  broadcast: z.string(),
  workspace: z.string(),
  from: z.int(),
  rows: z.array(rowSchema),
});
export type ChunkRecord = Readonly<z.infer<typeof chunkSchema>>;

export const CHUNK_LISTS = {
  in: (broadcast: string): string => `broadcast.rows ${broadcast}`,
  of: (workspace: string): string => `broadcast.rows.of ${workspace}`,
};

export const CHUNKS: Table<ChunkRecord> = {
  name: 'broadcast_rows',
  schema: chunkSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ broadcast, workspace, from }) => [
    { list: CHUNK_LISTS.in(broadcast), score: from },
    { list: CHUNK_LISTS.of(workspace), score: from },
  ],
};
