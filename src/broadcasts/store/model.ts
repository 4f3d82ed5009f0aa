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
  type BroadcastRowState,
  type BroadcastState,
  countsSchema,
  PAUSE_REASONS,
  requestSchema,
  rowSchema,
  sizeSchema,
} from '../broadcast.ts';

export type Broadcast = BroadcastRecord;

/** The author of a change (`by` null: the app itself) and its time on the time line. */
export type Doing = { by: string | null; now: number };

/**
 * A post that asks for approval. `to`: a channel or a person. `wasDeleted`: a user deleted the post once already, so
 * the app doesn't restore it again.
 */
const approvalPostSchema = z.object({ to: z.string(), post: standingPostSchema, wasDeleted: z.boolean() });
export type ApprovalPost = z.infer<typeof approvalPostSchema>;

/** A row with its text; `text`: null if it never became one. */
export type RowOutcome = BroadcastRow & {
  index: number;
  text: Pick<
    Text,
    'id' | 'state' | 'logId' | 'cost' | 'problem' | 'uncertain' | 'byWord' | 'settledAt' | 'parts'
  > | null;
  /** A user resent the text. */
  isSentAgain: boolean;
};

/** Selects rows by their outcome. */
export type RowFilter = 'all' | BroadcastRowState;

/** The conditions for the next rows to become texts. */
export type Feeding = {
  /** The index of the first of these rows, from `nextRows`. */
  from: number;
  /** The key that sends the texts. */
  fingerprint: string;
  /** Rows become texts only while fewer of the broadcast's texts than this are open. */
  most: number;
  /** The numbers whose rows are left out now, and why. */
  leaveOut: ReadonlyMap<LocalNumber, Problem>;
  /** Limits for the day, these texts included; null if there are none. */
  limits: Limits | null;
};

const broadcastSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  request: requestSchema,
  state: z.enum(BROADCAST_STATES),
  /** When it was opened, on the time line (`at`) and by the time of day (`wall`). */
  at: z.int(),
  wall: z.int(),
  /** The process that gathers its rows. */
  owner: z.string(),
  /** The broadcast whose rows it repeats; null if it isn't a repeat. */
  repeatOf: z.string().nullable(),
  /** The schedule whose run it is; null if it isn't a run. */
  schedule: z.string().nullable(),
  /** The time of day of that run; null if it isn't a run. Nothing goes before. */
  startsAt: z.int().nullable(),
  size: sizeSchema,
  /** The index of the first row that hasn't become a text. No later row has. */
  next: z.int(),
  counts: countsSchema,
  /** The outcomes of the last 100 texts since it started or resumed, oldest first: `s`ent, `r`efused, `u`ncertain. */
  recent: z.string().max(100),
  /** The limit for its cost, in millionths of a credit; null if there is none. */
  creditLimit: z.int().nullable(),
  /** The key of its latest texts; null before the first. */
  fingerprint: z.string().nullable(),
  /** Since when the SMS service hasn't been reached (on the time line); null if the last request reached it. */
  unreachableSince: z.int().nullable(),
  /** When it last started, paused or resumed (on the time line). Of repeated or late presses, the latest wins. */
  changedAt: z.int(),
  /**
   * `pause`: null if it isn't paused. `by`: null if it paused itself. `at`: on the time line. `until`: the time of day when it
   * resumes by itself, null if a person has to resume it. `post`: the notice to its author, null if there is none yet.
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
  /**
   * `approval`: null if the app asked for none. `askedAt`: on the time line. `by`: the approver; null if it isn't
   * approved.
   */
  approval: z
    .object({
      askedAt: z.int(),
      /** How long there is for the decision. */
      forMs: z.int(),
      /** The channel that admins chose for the question. */
      channel: z.string(),
      by: z.string().nullable(),
      /** Why it was rejected; null if no reason was given. */
      reason: z.string().nullable(),
      /** The post in the channel, or the posts to people instead. */
      posts: z.array(approvalPostSchema),
      /** The last step that people have been told about; `due`: it is the run's time, and there is no decision. */
      said: z.enum(['nothing', 'asked', 'due', 'decided']),
    })
    .nullable(),
  /** The notice of a pause that is over, as long as it still shows Resume; null if there is none. */
  pauseNotice: standingPostSchema.nullable(),
  /** When its rows began to become texts, and when it ended (on the time line). */
  startedAt: z.int().nullable(),
  endedAt: z.int().nullable(),
  /** The person who cancelled or discarded it; null if it ended by itself. */
  endedBy: z.string().nullable(),
  /** The post with its result; null if there is none yet. */
  summary: standingPostSchema.nullable(),
  dropped: z.enum(['author', 'rejected', 'expired', 'restored']).nullable(),
});
export type BroadcastRecord = Readonly<z.infer<typeof broadcastSchema>>;

/** Returns true if the broadcast is paused until some time, or until the SMS service is back. */
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
  /** Broadcasts that run, or resume by themselves. */
  going: (state === 'running' || goesOnByItself({ state, pause })) && indexedAt(at),
  /** Broadcasts that haven't started, by when they were opened. */
  before: NOT_STARTED.includes(state) && indexedAt(at),
  /** A workspace's broadcasts that haven't started. */
  drafts: NOT_STARTED.includes(state) && indexedAt(at, workspace),
}));

/** The rows from `from` on. Chunks are small, so that a transaction stays small. */
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

/** The id of a chunk. It contains the number of its rows with texts, which stays known if the chunk is unreadable. */
export const chunkId = (broadcast: string, index: number, texts: number): string =>
  `${broadcast} ${index} ${texts}`;
export const textsIn = (id: string): number => Number(id.slice(id.lastIndexOf(' ') + 1));

export const NO_COUNTS: BroadcastRecord['counts'] = {
  leftOut: 0,
  open: 0,
  sent: 0,
  byWord: 0,
  refused: 0,
  uncertain: 0,
  cancelled: 0,
  millionths: 0,
  costless: 0,
};
