import type { BroadcastAsk, BroadcastRow, PauseReason } from '../../domain/broadcast.ts';
import type { LocalNumber } from '../../domain/number.ts';
import type { Text } from '../../domain/text.ts';
import type { BroadcastRecord } from '../tables/broadcast.ts';

export type Broadcast = BroadcastRecord;

/** Who does something, and when: a time on the time line, and the time of day. */
export type Doing = { by: string; now: number; wall: number };

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

/**
 * Broadcasts and their rows. Each change is one atomic step that says what the broadcast is then; null: it was no longer
 * possible (somebody else was faster), or there is no such broadcast in this workspace.
 */
export type Broadcasts = {
  /** A new one, `gathering`. `of`: the broadcast whose rows it repeats; `schedule`: whose run it is. */
  open(one: {
    id: string;
    workspace: string;
    ask: BroadcastAsk;
    of: string | null;
    schedule: string | null;
    at: number;
    wall: number;
  }): Promise<Broadcast>;
  /** Adds rows in their order; numbers that an earlier row has are the caller's to leave out. At most 100 at a time. */
  addRows(id: string, rows: readonly BroadcastRow[]): Promise<Broadcast | null>;
  /** `gathering → review`: all rows are there. */
  gathered(id: string, now: number): Promise<Broadcast | null>;
  /** `review → approval`. `post`: where somebody is asked. */
  askApproval(workspace: string, id: string, doing: Doing): Promise<Broadcast | null>;
  /**
   * Where its approval is asked for, where its author was told of its present pause, or what it came to. Its progress is
   * its intent's outcome: see `Reports.shownAt`.
   */
  shownAt(
    workspace: string,
    id: string,
    post: { what: 'approval' | 'pause' | 'summary'; channel: string; ts: string },
  ): Promise<void>;
  /**
   * `review → running` for its author, `approval → running` for somebody else. Makes the intent its texts belong to, which
   * has the broadcast's id. A key's fingerprint is fixed when rows become texts.
   */
  start(workspace: string, id: string, doing: Doing): Promise<Broadcast | null>;
  /** `gathering`, `review` or `approval → dropped`. */
  drop(
    workspace: string,
    id: string,
    why: 'author' | 'rejected' | 'expired',
    doing: Doing,
  ): Promise<Broadcast | null>;
  /** `running → paused`: texts that wait go nowhere from this moment on. `until`: goes on by itself then. */
  pause(
    workspace: string,
    id: string,
    why: PauseReason,
    doing: Doing & { until?: number },
  ): Promise<Broadcast | null>;
  resume(workspace: string, id: string, doing: Doing): Promise<Broadcast | null>;
  /** `running` or `paused → ended`: what has no claim is cancelled. `went`: how many it had sent or begun to send. */
  cancel(workspace: string, id: string, doing: Doing): Promise<{ broadcast: Broadcast; went: number } | null>;
  /**
   * The next rows become texts with this key, if fewer than `most` of its texts are open. Not of a number in `leaveOut`:
   * those rows are left out as never to be texted.
   */
  feed(
    id: string,
    fingerprint: string,
    most: number,
    leaveOut: ReadonlySet<LocalNumber>,
    now: number,
  ): Promise<Broadcast | null>;
  /** The numbers of the rows that `feed` would take next. */
  nextNumbers(id: string, most: number): Promise<LocalNumber[]>;
  one(workspace: string, id: string): Promise<Broadcast | null>;
  /** The newest first, without those that never began. */
  of(workspace: string, limit: number): Promise<Broadcast[]>;
  /** Running or paused ones, of all workspaces, and those whose gathering, review or approval may have to end. */
  underWay(): Promise<Broadcast[]>;
  /** Rows from this index on, at most `limit`, and where to continue; null: that was all. */
  rows(
    workspace: string,
    id: string,
    asked: { filter: RowFilter; from: number; limit: number },
  ): Promise<{ rows: RowOutcome[]; next: number | null }>;
  /** Removes this number from rows. */
  forget(workspace: string, number: LocalNumber): Promise<void>;
  /** Removes at most about `limit` records of what ended before `before`, or never began; returns how many. */
  sweep(before: number, limit: number): Promise<number>;
};
