import type { Ending, Submission, Waiting } from '../delivery/rules.ts';
import type { Row, Sql } from './database.ts';

/** The queue of texts for carriers, and their submissions. Call each function inside a transaction. */
export function createSubmissions(sql: Sql) {
  const submissions = sql.rows(asSubmission);
  const waiting = sql.rows(asWaiting);
  const backlogs = sql.rows<{ waiting: number; oldest: number | null }>();
  const dues = sql.rows<{ at: number | null }>();

  const of = (logId: number) =>
    submissions.all`SELECT * FROM submissions WHERE logId = ${logId} ORDER BY nth`;
  function asWaiting({ logId, refusedBy, number, message, sentAt }: Row): Waiting {
    const text = { logId, number, message } as Waiting['text'];
    const acceptedAt = sentAt as number;
    return { text, acceptedAt, refusedBy: JSON.parse(String(refusedBy)), submissions: of(text.logId) };
  }

  return {
    /** Queues a text that was just accepted. */
    enqueue: (logId: number, now: number) => sql.insert('queue', { logId, dueAt: now }),
    /** Texts that are due, the longest due first. */
    due: (now: number, limit: number) =>
      waiting.all`SELECT * FROM queue JOIN log_entries USING (logId)
        WHERE dueAt <= ${now} ORDER BY dueAt, logId LIMIT ${limit}`,
    waiting: (logId: number) =>
      waiting.first`SELECT * FROM queue JOIN log_entries USING (logId) WHERE logId = ${logId}`,
    /** Sets the earliest time of the next attempt, and the routes that won't take the text. */
    postpone(logId: number, at: number, refusedBy: readonly string[]): void {
      const routes = JSON.stringify(refusedBy);
      sql.run`UPDATE queue SET dueAt = ${at}, refusedBy = ${routes} WHERE logId = ${logId}`;
    },
    dequeue: (logId: number) => sql.run`DELETE FROM queue WHERE logId = ${logId}`,
    /** The number of waiting texts, and when the oldest was accepted. */
    backlog: () =>
      backlogs.first`SELECT count(*) AS waiting,
        (SELECT sentAt FROM log_entries WHERE logId = (SELECT min(logId) FROM queue)) AS oldest FROM queue` ?? {
        waiting: 0,
        oldest: null,
      },
    /** The due time of the next text; null if the queue is empty. */
    nextDue: () => dues.first`SELECT min(dueAt) AS at FROM queue`?.at ?? null,

    of,
    put: (submission: Submission) =>
      sql.replace('submissions', { ...submission, doubtful: Number(submission.doubtful) }),
    removeAll: (logId: number) => sql.run`DELETE FROM submissions WHERE logId = ${logId}`,
    /**
     * Deletes submissions of texts that were accepted before `before` and aren't waiting. Looks only at the oldest
     * `limit` texts with submissions. Returns the number of deleted rows.
     */
    sweep: (before: number, limit: number) =>
      sql.run`DELETE FROM submissions WHERE logId IN (
        SELECT logId FROM log_entries
        WHERE logId IN (SELECT DISTINCT logId FROM submissions ORDER BY logId LIMIT ${limit})
          AND sentAt < ${before} AND logId NOT IN (SELECT logId FROM queue))`,
    /** Submissions without an outcome. After a takeover, they are those of the process that died. */
    underway: () => submissions.all`SELECT * FROM submissions WHERE state = 'submitting' ORDER BY logId, nth`,
    /** The newest submission with this id at the route's carrier. */
    byMessageId: (route: string, messageId: string) =>
      submissions.first`SELECT * FROM submissions WHERE route = ${route} AND messageId = ${messageId}
        ORDER BY logId DESC LIMIT 1`,
  };
}

function asSubmission(row: Row): Submission {
  return { ...row, doubtful: row.doubtful === 1 } as Submission;
}

interface Received {
  ending: Ending;
  reason: string | null;
}

/** Receipts with an id that no answer of the carrier has given yet. */
export function createEarlyReceipts(sql: Sql) {
  const received = sql.rows<Received>();
  const lost = sql.rows<{ route: string; messageId: string }>();
  return {
    /** Keeps a receipt. A later receipt replaces it unless its ending is final, as it would after the answer. */
    keep: (route: string, messageId: string, { ending, reason }: Received, at: number) =>
      sql.run`INSERT INTO early_receipts (route, messageId, ending, reason, at)
        VALUES (${route}, ${messageId}, ${ending}, ${reason}, ${at})
        ON CONFLICT DO UPDATE SET ending = excluded.ending, reason = excluded.reason, at = excluded.at
        WHERE early_receipts.ending = 'unknown'`,
    /** Removes and returns a message's receipt; null if there is none. */
    take: (route: string, messageId: string) =>
      received.first`DELETE FROM early_receipts WHERE route = ${route} AND messageId = ${messageId}
        RETURNING ending, reason`,
    /** Removes and returns the receipts that arrived before `at`. */
    removeBefore: (at: number) =>
      lost.all`DELETE FROM early_receipts WHERE at < ${at} RETURNING route, messageId`,
  };
}
