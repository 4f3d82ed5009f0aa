import { z } from 'zod';
import type { Credits } from '../../kit/credits.ts';
import type { LocalNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { Table } from '../../kit/store/store.ts';
import type { Limits } from '../../texts/limits.ts';
import { isInBangla } from '../../texts/placeholders.ts';
import type { Text } from '../../texts/text.ts';
import {
  askSchema,
  BROADCAST_STATES,
  type BroadcastAsk,
  type BroadcastRow,
  type BroadcastSize,
  type BroadcastState,
  countsSchema,
  PAUSE_REASONS,
  type PauseReason,
  rowSchema,
  sizeSchema,
} from '../broadcast.ts';

export type Broadcast = BroadcastRecord;

/** Who does something (null: the app itself), and when: a time on the time line, and the time of day. */
export type Doing = { by: string | null; now: number; wall: number };

/** Where somebody was asked to approve one: `to` is a channel or a person, `channel` what Slack calls it. */
export type ApprovalPost = { to: string; channel: string; ts: string; lost: number };

/** A row, what became of it, and its text's id; null: it never became a text. */
export type RowOutcome = BroadcastRow & {
  index: number;
  text: Pick<
    Text,
    'id' | 'state' | 'logId' | 'cost' | 'problem' | 'uncertain' | 'settledAt' | 'parts'
  > | null;
  /** It was sent once more after it was uncertain. */
  isSentAgain: boolean;
};

/** Which rows are asked for, by what became of them. `waiting`: also those that are being sent. */
export type RowFilter = 'all' | 'sent' | 'refused' | 'uncertain' | 'left_out' | 'cancelled' | 'waiting';

/** How the next rows become texts. */
export type Feeding = {
  /** The first of them: what `nextRows` said. */
  from: number;
  /** The key they are for. */
  fingerprint: string;
  /** They only become texts while fewer than so many of the broadcast's texts are open. */
  most: number;
  /** Numbers that must not be texted, and why: their rows are left out. */
  leaveOut: ReadonlyMap<LocalNumber, Problem>;
  /** The limits for the day's texts, these included; null: none. */
  limits: Limits | null;
};

/**
 * Broadcasts and their rows. Each change is one atomic step that says what the broadcast is then; null: it was no longer
 * possible (somebody else was faster), or there is no such broadcast in this workspace.
 *
 * What becomes of its texts is counted in the step in which it happens. In that step it also pauses by itself if something
 * needs a look (see `PAUSE_REASONS`), and ends with its last row. While it is paused, nothing of it is claimed, and what
 * comes back unsent waits with the rest.
 */
export type Broadcasts = {
  /**
   * A new one, `gathering`. If there is one with this id, that one, which is somebody else's to gather. `of`: the broadcast
   * whose rows it repeats; `schedule`: whose run it is.
   */
  open(one: {
    id: string;
    workspace: string;
    ask: BroadcastAsk;
    of: string | null;
    schedule: string | null;
    at: number;
    wall: number;
  }): Promise<{ broadcast: Broadcast; isNew: boolean }>;
  /**
   * Adds rows in their order; numbers that an earlier row has are the caller's to leave out. A row with a problem, or
   * without a number or a message, is left out. At most 100 at a time.
   */
  addRows(id: string, rows: readonly BroadcastRow[]): Promise<Broadcast | null>;
  /** `gathering → review`: all rows are there. */
  gathered(id: string, now: number): Promise<Broadcast | null>;
  /**
   * `review → approval`. From then on its intent's outcome is reported: that somebody is to be asked, in this channel, and
   * what becomes of it.
   */
  askApproval(workspace: string, id: string, doing: Doing & { channel: string }): Promise<Broadcast | null>;
  /** Where its approval was asked for (one place for each `to`), or how far people were told of it. */
  approvalSaid(workspace: string, id: string, said: ApprovalPost | 'asked' | 'decided'): Promise<void>;
  /**
   * Where its author was told of its present pause, or what it came to, and a digest of that. Its progress is its
   * intent's outcome: see `Reports.shownAt`.
   */
  shownAt(
    workspace: string,
    id: string,
    post: { what: 'pause' | 'summary'; channel: string; ts: string; shows: string },
  ): Promise<void>;
  /**
   * `review → running` for its author, `approval → running` for somebody else. Makes the intent its texts belong to, which
   * has the broadcast's id. If what its texts cost reaches the limit, it pauses.
   */
  start(
    workspace: string,
    id: string,
    doing: Doing & { creditLimit?: Credits | null },
  ): Promise<Broadcast | null>;
  /** `gathering`, `review` or `approval → dropped`. `reason`: why it was rejected. */
  drop(
    workspace: string,
    id: string,
    why: 'author' | 'rejected' | 'expired',
    doing: Doing & { reason?: string | null },
  ): Promise<Broadcast | null>;
  /**
   * Drops what nobody can go on with: review or approval older than a day, or whose gathering process is gone. Sets aside
   * those that can't be read.
   */
  lapse(now: number): Promise<Broadcast[]>;
  /**
   * `running → paused`: texts that wait go nowhere from this moment on. `until` (a time of day): it goes on by itself then.
   */
  pause(
    workspace: string,
    id: string,
    why: PauseReason,
    doing: Doing & { until?: number },
  ): Promise<Broadcast | null>;
  /**
   * `paused → running`: waiting texts get their time to wait anew. If it paused because its key was held, the key is tried
   * again. `creditLimit`: a new one.
   */
  resume(
    workspace: string,
    id: string,
    doing: Doing & { creditLimit?: Credits | null },
  ): Promise<Broadcast | null>;
  /** `running` or `paused → ended`: what has no claim is cancelled. `went`: how many it had sent or begun to send. */
  cancel(workspace: string, id: string, doing: Doing): Promise<{ broadcast: Broadcast; went: number } | null>;
  /**
   * The next rows become texts, at most some dozens at a time. It pauses instead if a limit is reached or its key is held.
   * Whoever calls it with the same `from` once more changes nothing.
   */
  feed(id: string, feeding: Feeding, now: number): Promise<Broadcast | null>;
  /** The rows that `feed` would take next, and their numbers; null: none is left, or it isn't running. */
  nextRows(id: string): Promise<{ from: number; numbers: LocalNumber[] } | null>;
  one(workspace: string, id: string): Promise<Broadcast | null>;
  /** The newest first, without those that never began. */
  of(workspace: string, limit: number): Promise<Broadcast[]>;
  /** Those that haven't begun, and still may; the newest first. */
  drafts(workspace: string): Promise<Broadcast[]>;
  /** Of all workspaces: those that run, or go on by themselves at some time. */
  going(): Promise<Broadcast[]>;
  /** Rows from this index on, at most `limit`, and where to continue; null: that was all. Takes several steps. */
  rows(
    workspace: string,
    id: string,
    asked: { filter: RowFilter; from: number; limit: number },
  ): Promise<{ rows: RowOutcome[]; next: number | null }>;
  /**
   * Removes at most about `limit` records of broadcasts made before `before`; returns how many. One that is still under way
   * is cancelled first.
   */
  sweep(workspace: string, before: number, limit: number): Promise<number>;
  /** Broadcasts by state, for metrics. */
  counts(): Promise<Record<BroadcastState, number>>;
};

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
  state: (state: BroadcastState): string => `broadcasts.state ${state}`,
  /** Those that go, or go on by themselves. */
  going: 'broadcasts.going',
  /** Those that haven't started, by when they were made. */
  before: 'broadcasts.before',
};

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
  places: ({ workspace, state, at, pause }) => {
    const goes = state === 'running' || (state === 'paused' && pause?.until != null);
    return [
      { list: BROADCAST_LISTS.of(workspace), score: at },
      { list: BROADCAST_LISTS.state(state), score: at },
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
  places: ({ broadcast, workspace, from }) => [
    { list: CHUNK_LISTS.in(broadcast), score: from },
    { list: CHUNK_LISTS.of(workspace), score: from },
  ],
};

/** The id of a chunk. It says how many of its rows have texts, so that we know that even if they can't be read. */
export const chunkId = (broadcast: string, index: number, texts: number): string =>
  `${broadcast} ${index} ${texts}`;
export const textsIn = (id: string): number => Number(id.slice(id.lastIndexOf(' ') + 1));

/* What the rows of a broadcast come to. */

const SAMPLES = 3;

/** A row that becomes a text. */
export type TextRow = BroadcastRow & { number: LocalNumber; message: string };

export function isText(row: BroadcastRow): row is TextRow {
  return row.number !== null && row.message !== null && row.problem === null;
}

/** Before it has any rows. */
export const noSize = ({ message, isTemplate }: BroadcastAsk): BroadcastSize => ({
  rows: 0,
  texts: 0,
  parts: 0,
  byParts: {},
  leftOut: {},
  longest: null,
  samples: [],
  hasOtherThanBangla: !isInBangla(message, isTemplate),
});

export const NO_COUNTS: BroadcastRecord['counts'] = {
  leftOut: 0,
  open: 0,
  sent: 0,
  refused: 0,
  uncertain: 0,
  cancelled: 0,
  millionths: 0,
  costless: 0,
};

/** The broadcast with some more rows. */
export function withRows(one: BroadcastRecord, rows: readonly BroadcastRow[]): BroadcastRecord {
  const size = rows.reduce(withRow, one.size);
  const leftOut = one.counts.leftOut + rows.filter(row => !isText(row)).length;
  return { ...one, size, counts: { ...one.counts, leftOut } };
}

function withRow(size: BroadcastSize, row: BroadcastRow): BroadcastSize {
  const rows = size.rows + 1;
  if (!isText(row)) return { ...size, rows, leftOut: plusOne(size.leftOut, row.problem?.kind ?? 'NONE') };
  const { number, message, parts } = row;
  const isLongest = message.length > (size.longest?.length ?? -1);
  return {
    ...size,
    rows,
    texts: size.texts + 1,
    parts: size.parts + parts,
    byParts: plusOne(size.byParts, String(parts)),
    longest: isLongest ? message : size.longest,
    samples: size.samples.length < SAMPLES ? [...size.samples, { number, message }] : size.samples,
  };
}

function plusOne(counts: Readonly<Record<string, number>>, name: string): Record<string, number> {
  return { ...counts, [name]: (counts[name] ?? 0) + 1 };
}
