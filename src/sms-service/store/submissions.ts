import type { DatabaseSync } from 'node:sqlite';
import type { Ending, Submission, Waiting } from '../delivery/rules.ts';
import { type Row, reading } from './database.ts';

const COLUMNS = 'log_id, nth, route, identity, state, begun_at, doubtful, message_id';
const SELECT = `SELECT log_id AS logId, nth, route, identity, state, begun_at AS begunAt, doubtful, message_id AS messageId
  FROM submissions`;
const SELECT_QUEUE = `SELECT q.log_id AS logId, q.refused_by AS refusedBy, l.number, l.message, l.sent_at AS acceptedAt
  FROM queue q JOIN log_entries l ON l.id = q.log_id`;

/** Texts on their way to carriers, and what was submitted. Call each function inside a transaction. */
export function createSubmissions(database: DatabaseSync) {
  const insertQueue = database.prepare('INSERT INTO queue (log_id, due_at) VALUES (?, ?)');
  const queued = (sql: string) => reading(database, sql, asWaiting);
  const selectDue = queued(`${SELECT_QUEUE} WHERE q.due_at <= ? ORDER BY q.due_at, q.log_id LIMIT ?`);
  const selectOne = queued(`${SELECT_QUEUE} WHERE q.log_id = ?`);
  const updateQueue = database.prepare('UPDATE queue SET due_at = ?, refused_by = ? WHERE log_id = ?');
  const deleteQueue = database.prepare('DELETE FROM queue WHERE log_id = ?');
  const countQueue = reading<{ waiting: number; oldest: number | null }>(
    database,
    `SELECT count(*) AS waiting, (SELECT sent_at FROM log_entries WHERE id = (SELECT min(log_id) FROM queue)) AS oldest
     FROM queue`,
  );
  const firstDue = database.prepare('SELECT min(due_at) AS at FROM queue');

  const read = (sql: string) => reading(database, sql, asSubmission);
  const ofEntry = read(`${SELECT} WHERE log_id = ? ORDER BY nth`);
  const replace = database.prepare(
    `INSERT INTO submissions (${COLUMNS})
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
  const inFlight = read(`${SELECT} WHERE state = 'submitting' ORDER BY log_id, nth`);
  const byName = read(`${SELECT} WHERE route = ? AND message_id = ? ORDER BY log_id DESC LIMIT 1`);

  const of = (logId: number) => ofEntry.all(logId);
  function asWaiting({ refusedBy, acceptedAt, ...text }: Row): Waiting {
    const submissions = of(Number(text.logId));
    return { text, acceptedAt, refusedBy: JSON.parse(String(refusedBy)), submissions } as unknown as Waiting;
  }

  return {
    /** Makes a text that was just accepted wait for a route. */
    enqueue: (logId: number, now: number) => void insertQueue.run(logId, now),
    /** Texts that are due and at least partly waiting, the longest due first. */
    due: (now: number, limit: number) => selectDue.all(now, limit),
    waiting: (logId: number) => selectOne.one(logId),
    /** Not before `at`, and not by these routes. */
    postpone: (logId: number, at: number, refusedBy: readonly string[]) =>
      void updateQueue.run(at, JSON.stringify(refusedBy), logId),
    /** No part of it is waiting any more. */
    dequeue: (logId: number) => void deleteQueue.run(logId),
    /** How many texts are waiting, and when the oldest was accepted. */
    backlog: () => countQueue.one() ?? { waiting: 0, oldest: null },
    /** When the next text is due. */
    nextDue: () => firstDue.get()?.at as number | null,

    of,
    put: (submission: Submission) =>
      void replace.run({ ...submission, doubtful: Number(submission.doubtful) }),
    removeAll: (logId: number) => void remove.run(logId),
    /**
     * Forgets what was submitted for texts that were accepted before then and aren't waiting; looks only at the oldest
     * `limit`, and returns how many it forgot.
     */
    sweep: (before: number, limit: number) => Number(forget.run(limit, before).changes),
    /** What a dead process was submitting. */
    underway: () => inFlight.all(),
    /** The newest one that has this id at the route's carrier. */
    named: (route: string, messageId: string) => byName.one(route, messageId),
  };
}

function asSubmission(row: Row): Submission {
  return { ...row, doubtful: row.doubtful === 1 } as Submission;
}

/** What a carrier's receipt says. */
interface Received {
  ending: Ending;
  reason: string | null;
}

/** Receipts for messages whose ids no answer has given us yet. */
export function createEarlyReceipts(database: DatabaseSync) {
  const insert = database.prepare(
    `INSERT INTO early_receipts (route, message_id, outcome, reason, at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (route, message_id) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason,
       at = excluded.at`,
  );
  const remove = reading<Received>(
    database,
    'DELETE FROM early_receipts WHERE route = ? AND message_id = ? RETURNING outcome AS ending, reason',
  );
  const forget = database.prepare('DELETE FROM early_receipts WHERE at < ?');

  return {
    /** Keeps it; a later one for the same message replaces it. */
    keep: (route: string, messageId: string, { ending, reason }: Received, now: number) =>
      void insert.run(route, messageId, ending, reason, now),
    /** Removes and returns the one for a message, if there is one. */
    take: (route: string, messageId: string) => remove.one(route, messageId),
    /** Forgets those that came before then. */
    forgetBefore: (at: number) => void forget.run(at),
  };
}
