import { z } from 'zod';
import type { LocalNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import { standingPostSchema } from '../../kit/slack/standing-post.ts';
import { indexedAt, table } from '../../kit/store/store.ts';
import type { Limits } from '../../texts/limits.ts';
import type { Text } from '../../texts/text.ts';
import {
  BROADCAST_STATES,
  type BroadcastRow,
  type BroadcastSize,
  type BroadcastState,
  countsSchema,
  PAUSE_REASONS,
  type RowState,
  requestSchema,
  rowSchema,
  sizeSchema,
} from '../broadcast.ts';

export type Broadcast = BroadcastRecord;

/** Who does something (null: the app itself), and when: a time on the time line, and the time of day. */
export type Doing = { by: string | null; now: number; wall: number };

/** A post that asks for approval. `to`: a channel or a person. `wasDeleted`: somebody deleted it, and it came back or is gone for good. */
const approvalPostSchema = z.object({ to: z.string(), post: standingPostSchema, wasDeleted: z.boolean() });
export type ApprovalPost = z.infer<typeof approvalPostSchema>;

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

/** Which rows are asked for, by what became of them. */
export type RowFilter = 'all' | RowState;

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

const broadcastSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  request: requestSchema,
  state: z.enum(BROADCAST_STATES),
  /** When it was made, by the time line and by the time of day. */
  at: z.int(),
  wall: z.int(),
  /** The process that gathers its rows. */
  owner: z.string(),
  /** The broadcast whose rows it repeats; null: none. */
  repeatOf: z.string().nullable(),
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
      post: standingPostSchema.nullable(),
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
      /** The post in the channel, or those to people instead. */
      posts: z.array(approvalPostSchema),
      /** How far people were told of it. */
      said: z.enum(['nothing', 'asked', 'decided']),
    })
    .nullable(),
  /** Where its author was told of a pause that is over, as long as that still shows Resume. */
  pauseNotice: standingPostSchema.nullable(),
  /** When its rows began to become texts, and when it ended (on the time line). */
  startedAt: z.int().nullable(),
  endedAt: z.int().nullable(),
  /** Who cancelled it, or let it be; null: it went to its end. */
  endedBy: z.string().nullable(),
  /** The post that says what it came to; null: it isn't there yet. */
  summary: standingPostSchema.nullable(),
  dropped: z.enum(['author', 'rejected', 'expired']).nullable(),
});
export type BroadcastRecord = Readonly<z.infer<typeof broadcastSchema>>;

/** Whether it is paused until some time, or until the SMS service is back. */
export const goesOnByItself = ({ state, pause }: Pick<BroadcastRecord, 'state' | 'pause'>): boolean =>
  state === 'paused' && pause !== null && (pause.until !== null || pause.why === 'unreachable');

const NOT_STARTED: readonly BroadcastState[] = ['gathering', 'review', 'approval'];
export const isStarted = ({ state }: Pick<BroadcastRecord, 'state'>): boolean =>
  !NOT_STARTED.includes(state) && state !== 'dropped';
export const isOver = ({ state }: Pick<BroadcastRecord, 'state'>): boolean =>
  state === 'ended' || state === 'dropped';
export const isActive = ({ state }: Pick<BroadcastRecord, 'state'>): boolean =>
  state === 'running' || state === 'paused';

export const BROADCASTS = table('broadcast', broadcastSchema, ({ workspace, state, at, pause }) => ({
  byWorkspace: indexedAt(at, workspace),
  state: indexedAt(at, state),
  /** Those that go, or go on by themselves. */
  going: (state === 'running' || goesOnByItself({ state, pause })) && indexedAt(at),
  /** Those that haven't started, by when they were made. */
  before: NOT_STARTED.includes(state) && indexedAt(at),
  /** The same of a workspace. */
  drafts: NOT_STARTED.includes(state) && indexedAt(at, workspace),
}));

/** The rows from `from` on, a few at a time, so that one step stays small. */
const chunkSchema = z.object({
  id: z.string(),
  broadcast: z.string(),
  workspace: z.string(),
  from: z.int(),
  rows: z.array(rowSchema),
});
export type ChunkRecord = Readonly<z.infer<typeof chunkSchema>>;

export const CHUNKS = table('broadcast_rows', chunkSchema, ({ broadcast, workspace, from }) => ({
  byBroadcast: indexedAt(from, broadcast),
  byWorkspace: indexedAt(from, workspace),
}));

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
export const NO_SIZE: BroadcastSize = {
  rows: 0,
  texts: 0,
  parts: 0,
  byParts: {},
  leftOut: {},
  longest: null,
  samples: [],
};

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
