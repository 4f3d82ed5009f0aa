import { z } from 'zod';
import {
  askSchema,
  BROADCAST_STATES,
  type BroadcastState,
  countsSchema,
  PAUSE_REASONS,
  rowSchema,
  sizeSchema,
} from '../../domain/broadcast.ts';
import type { Table } from '../records.ts';

/** `shows`: a digest of what is there. */
const placeSchema = z.object({ channel: z.string(), ts: z.string(), shows: z.string() }).nullable();

const broadcastSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  ask: askSchema,
  state: z.enum(BROADCAST_STATES),
  /** When it was made, by the time line and by the time of day. */
  at: z.int(),
  wall: z.int(),
  /** The process that gathers its rows. */
  owner: z.string(),
  /** The broadcast whose rows it repeats; null: none. */
  of: z.string().nullable(),
  /** The schedule whose run it is; null: none. */
  schedule: z.string().nullable(),
  size: sizeSchema,
  /** The index of the first row that hasn't become a text yet. No row after it has one. */
  next: z.int(),
  counts: countsSchema,
  /** What became of the last 100 texts that ended since it (last) went on, oldest first: `s`ent, `r`efused, `u`ncertain. */
  recent: z.string().max(100),
  /** The most it may cost, in millionths of a credit; null: no limit. */
  creditLimit: z.int().nullable(),
  /** The key its last texts were made for; null: none yet. */
  fingerprint: z.string().nullable(),
  /** Since when the SMS service hasn't been reached (on the time line); null: it was, last time. */
  unreachableSince: z.int().nullable(),
  /** When it started, paused or went on last (on the time line): of what is said twice or late, the last holds. */
  changedAt: z.int(),
  /**
   * Null: it isn't paused. `by`: null: it paused itself. `at`: on the time line. `until`, a time of day: it goes on by itself
   * then; null: somebody has to say so. `post`: where its author was told of it; null: not yet.
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
  /** When somebody was asked (on the time line), and who approved it; null: nobody was asked, or has yet. */
  approval: z
    .object({
      askedAt: z.int(),
      /** Where admins want to be asked. */
      channel: z.string(),
      by: z.string().nullable(),
      /** Why it was rejected, if somebody said so. */
      reason: z.string().nullable(),
      /** Where it was asked: `to` is the channel, or the people instead. `lost`: how often somebody deleted it. */
      posts: z.array(z.object({ to: z.string(), channel: z.string(), ts: z.string(), lost: z.int() })),
      /** How far people were told of it. */
      said: z.enum(['nothing', 'asked', 'decided']),
    })
    .nullable(),
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
  /** Those that go, or go on by themselves. */
  going: 'broadcasts.going',
  /** Those that haven't started, by when they were made. */
  before: 'broadcasts.before',
};
export const BROADCAST_COUNTERS = { state: (state: BroadcastState): string => `broadcasts ${state}` };

const NOT_STARTED: readonly BroadcastState[] = ['gathering', 'review', 'approval'];
export const isStarted = ({ state }: Pick<BroadcastRecord, 'state'>): boolean =>
  !NOT_STARTED.includes(state) && state !== 'dropped';
export const isOver = ({ state }: Pick<BroadcastRecord, 'state'>): boolean =>
  state === 'ended' || state === 'dropped';
export const isUnderWay = ({ state }: Pick<BroadcastRecord, 'state'>): boolean =>
  state === 'running' || state === 'paused';

export const BROADCASTS: Table<BroadcastRecord> = {
  name: 'broadcast',
  schema: broadcastSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, state, at, pause }) => {
    const goes = state === 'running' || (state === 'paused' && pause?.until != null);
    return [
      { list: BROADCAST_LISTS.of(workspace), score: at },
      { counter: BROADCAST_COUNTERS.state(state) },
      ...(goes ? [{ list: BROADCAST_LISTS.going, score: at }] : []),
      ...(NOT_STARTED.includes(state) ? [{ list: BROADCAST_LISTS.before, score: at }] : []),
    ];
  },
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

/** The id of a chunk. It says how many of its rows have texts, so that we know that even if they can't be read. */
export const chunkId = (broadcast: string, index: number, texts: number): string =>
  `${broadcast} ${index} ${texts}`;
export const textsIn = (id: string): number => Number(id.slice(id.lastIndexOf(' ') + 1));
