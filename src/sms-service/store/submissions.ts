import type { DatabaseSync } from 'node:sqlite';
import type { EntryState, Submission, SubmissionState, Waiting } from '../delivery/states.ts';

/** How far a text is. Times are milliseconds since the epoch, null for what hasn't happened. */
export interface Progress {
  state: EntryState;
  submittedAt: number | null;
  /** When it became delivered, failed or unknown. */
  endedAt: number | null;
  /** The route that has it, or had it last. */
  route: string | null;
  /** Why it failed, is unknown, or is waiting. */
  reason: string | null;
}

/** Texts on their way to carriers, and what was submitted. Call each function inside a transaction. */
export interface Submissions {
  /** Makes a text that was just accepted wait for a route. */
  enqueue(logId: number, now: number): void;
  /** Texts that are due and at least partly waiting, the longest due first. */
  due(now: number, limit: number): Waiting[];
  waiting(logId: number): Waiting | null;
  /** Not before `at`, and not by these routes. */
  postpone(logId: number, at: number, refusedBy: readonly string[]): void;
  /** No part of it is waiting any more. */
  dequeue(logId: number): void;
  /** How many texts are waiting, and when the oldest was accepted. */
  backlog(): { waiting: number; oldest: number | null };
  /** When the next text is due. */
  nextDue(): number | null;

  of(logId: number): Submission[];
  put(submission: Submission): void;
  removeAll(logId: number): void;
  /**
   * Forgets what was submitted for texts that were accepted before then and aren't waiting; looks only at the oldest
   * `limit`, and returns how many it forgot.
   */
  sweep(before: number, limit: number): number;
  /** What a dead process was submitting. */
  underway(): Submission[];
  /** The newest one that has this id at the route's carrier. */
  named(route: string, messageId: string): Submission | null;

  progress(logId: number): Progress;
  setProgress(logId: number, progress: Progress): void;
}

export function createSubmissions(database: DatabaseSync): Submissions {
  const insertQueue = database.prepare('INSERT INTO queue (log_id, due_at) VALUES (?, ?)');
  const selectQueue = `SELECT q.log_id AS logId, q.refused_by AS refusedBy, l.number, l.message, l.sent_at AS acceptedAt
    FROM queue q JOIN log_entries l ON l.id = q.log_id`;
  const selectDue = database.prepare(
    `${selectQueue} WHERE q.due_at <= ? ORDER BY q.due_at, q.log_id LIMIT ?`,
  );
  const selectOne = database.prepare(`${selectQueue} WHERE q.log_id = ?`);
  const updateQueue = database.prepare('UPDATE queue SET due_at = ?, refused_by = ? WHERE log_id = ?');
  const deleteQueue = database.prepare('DELETE FROM queue WHERE log_id = ?');
  const countQueue = database.prepare(
    `SELECT count(*) AS waiting, (SELECT sent_at FROM log_entries WHERE id = (SELECT min(log_id) FROM queue)) AS oldest
     FROM queue`,
  );
  const firstDue = database.prepare('SELECT min(due_at) AS at FROM queue');

  const columns = 'log_id, nth, route, identity, state, begun_at, doubtful, message_id';
  const selectSubmissions = `SELECT ${columns} FROM submissions`;
  const ofEntry = database.prepare(`${selectSubmissions} WHERE log_id = ? ORDER BY nth`);
  const replace = database.prepare(
    `INSERT INTO submissions (${columns})
     VALUES (:logId, :nth, :route, :identity, :state, :begunAt, :doubtful, :messageId)
     ON CONFLICT (log_id, nth) DO UPDATE SET route = excluded.route, identity = excluded.identity,
       state = excluded.state, begun_at = excluded.begun_at, doubtful = excluded.doubtful,
       message_id = excluded.message_id`,
  );
  const remove = database.prepare('DELETE FROM submissions WHERE log_id = ?');
  const forget = database.prepare(
    `DELETE FROM submissions WHERE log_id IN (
       SELECT id FROM log_entries
       WHERE id IN (SELECT DISTINCT log_id FROM submissions ORDER BY log_id LIMIT ?)
         AND sent_at < ? AND id NOT IN (SELECT log_id FROM queue))`,
  );
  const inFlight = database.prepare(`${selectSubmissions} WHERE state = 'submitting' ORDER BY log_id, nth`);
  const byName = database.prepare(
    `${selectSubmissions} WHERE route = ? AND message_id = ? ORDER BY log_id DESC LIMIT 1`,
  );

  const selectProgress = database.prepare(
    'SELECT state, submitted_at, ended_at, route, reason FROM log_entries WHERE id = ?',
  );
  const updateProgress = database.prepare(
    `UPDATE log_entries SET state = :state, submitted_at = :submittedAt, ended_at = :endedAt, route = :route,
       reason = :reason WHERE id = :logId`,
  );

  const of = (logId: number) => (ofEntry.all(logId) as unknown as Row[]).map(asSubmission);
  const asWaiting = (row: Record<string, unknown>): Waiting => ({
    text: { logId: Number(row.logId), number: String(row.number), message: String(row.message) },
    acceptedAt: Number(row.acceptedAt),
    refusedBy: JSON.parse(String(row.refusedBy)) as string[],
    submissions: of(Number(row.logId)),
  });

  return {
    enqueue: (logId, now) => void insertQueue.run(logId, now),
    due: (now, limit) => selectDue.all(now, limit).map(asWaiting),
    waiting(logId) {
      const row = selectOne.get(logId);
      return row === undefined ? null : asWaiting(row);
    },
    postpone: (logId, at, refusedBy) => void updateQueue.run(at, JSON.stringify(refusedBy), logId),
    dequeue: logId => void deleteQueue.run(logId),
    backlog() {
      const { waiting, oldest } = countQueue.get() as { waiting: bigint; oldest: bigint | null };
      return { waiting: Number(waiting), oldest: numberOrNull(oldest) };
    },
    nextDue: () => numberOrNull((firstDue.get() as { at: bigint | null }).at),
    of,
    put: submission => void replace.run({ ...submission, doubtful: submission.doubtful ? 1 : 0 }),
    removeAll: logId => void remove.run(logId),
    sweep: (before, limit) => Number(forget.run(limit, before).changes),
    underway: () => (inFlight.all() as unknown as Row[]).map(asSubmission),
    named(route, messageId) {
      const row = byName.get(route, messageId) as Row | undefined;
      return row === undefined ? null : asSubmission(row);
    },
    progress(logId) {
      return asProgress(selectProgress.get(logId) as Record<string, unknown>);
    },
    setProgress: (logId, progress) => void updateProgress.run({ logId, ...progress }),
  };
}

export function asProgress(row: Record<string, unknown>): Progress {
  return {
    state: row.state as EntryState,
    submittedAt: numberOrNull(row.submitted_at),
    endedAt: numberOrNull(row.ended_at),
    route: row.route as string | null,
    reason: row.reason as string | null,
  };
}

interface Row {
  log_id: bigint;
  nth: bigint;
  route: string;
  identity: string;
  state: SubmissionState;
  begun_at: bigint | null;
  doubtful: bigint;
  message_id: string | null;
}

function asSubmission(row: Row): Submission {
  return {
    logId: Number(row.log_id),
    nth: Number(row.nth),
    route: row.route,
    identity: row.identity,
    state: row.state,
    begunAt: numberOrNull(row.begun_at),
    doubtful: row.doubtful === 1n,
    messageId: row.message_id,
  };
}

function numberOrNull(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
