import type { BroadcastAsk, BroadcastRow, BroadcastState, PauseReason } from '../../domain/broadcast.ts';
import type { Credits } from '../../domain/credits.ts';
import type { Limits } from '../../domain/limits.ts';
import type { LocalNumber } from '../../domain/number.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Text } from '../../domain/text.ts';
import type { BroadcastRecord } from '../tables/broadcast.ts';

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
