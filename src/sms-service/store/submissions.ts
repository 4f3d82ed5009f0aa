import type { Ending, Submission, Waiting } from '../delivery/rules.ts';
import type { Row, Sql } from './database.ts';

/** Texts on their way to carriers, and what was submitted. Call each function inside a transaction. */
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
    /** Makes a text that was just accepted wait for a route. */
    enqueue: (logId: number, now: number) => sql.insert('queue', { logId, dueAt: now }),
    /** Texts that are due and at least partly waiting, the longest due first. */
    due: (now: number, limit: number) =>
      waiting.all`SELECT * FROM queue JOIN log_entries USING (logId)
        WHERE dueAt <= ${now} ORDER BY dueAt, logId LIMIT ${limit}`,
    waiting: (logId: number) =>
      waiting.one`SELECT * FROM queue JOIN log_entries USING (logId) WHERE logId = ${logId}`,
    /** Not before `at`, and not by these routes. */
    postpone(logId: number, at: number, refusedBy: readonly string[]): void {
      const routes = JSON.stringify(refusedBy);
      sql.run`UPDATE queue SET dueAt = ${at}, refusedBy = ${routes} WHERE logId = ${logId}`;
    },
    /** No part of it is waiting any more. */
    dequeue: (logId: number) => sql.run`DELETE FROM queue WHERE logId = ${logId}`,
    /** How many texts are waiting, and when the oldest was accepted. */
    backlog: () =>
      backlogs.one`SELECT count(*) AS waiting,
        (SELECT sentAt FROM log_entries WHERE logId = (SELECT min(logId) FROM queue)) AS oldest FROM queue` ?? {
        waiting: 0,
        oldest: null,
      },
    /** When the next text is due. */
    nextDue: () => dues.one`SELECT min(dueAt) AS at FROM queue`?.at ?? null,

    of,
    put: (submission: Submission) =>
      sql.replace('submissions', { ...submission, doubtful: Number(submission.doubtful) }),
    removeAll: (logId: number) => sql.run`DELETE FROM submissions WHERE logId = ${logId}`,
    /**
     * Forgets what was submitted for texts that were accepted before then and aren't waiting; looks only at the oldest
     * `limit`, and returns how many it forgot.
     */
    sweep: (before: number, limit: number) =>
      sql.run`DELETE FROM submissions WHERE logId IN (
        SELECT logId FROM log_entries
        WHERE logId IN (SELECT DISTINCT logId FROM submissions ORDER BY logId LIMIT ${limit})
          AND sentAt < ${before} AND logId NOT IN (SELECT logId FROM queue))`,
    /** What a dead process was submitting. */
    underway: () => submissions.all`SELECT * FROM submissions WHERE state = 'submitting' ORDER BY logId, nth`,
    /** The newest one that has this id at the route's carrier. */
    named: (route: string, messageId: string) =>
      submissions.one`SELECT * FROM submissions WHERE route = ${route} AND messageId = ${messageId}
        ORDER BY logId DESC LIMIT 1`,
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
export function createEarlyReceipts(sql: Sql) {
  const received = sql.rows<Received>();
  const lost = sql.rows<{ route: string; messageId: string }>();
  return {
    /** Keeps it. A later one for the same message replaces it unless it is final, as it would after the answer. */
    keep: (route: string, messageId: string, { ending, reason }: Received, at: number) =>
      sql.run`INSERT INTO early_receipts (route, messageId, ending, reason, at)
        VALUES (${route}, ${messageId}, ${ending}, ${reason}, ${at})
        ON CONFLICT DO UPDATE SET ending = excluded.ending, reason = excluded.reason, at = excluded.at
        WHERE early_receipts.ending = 'unknown'`,
    /** Removes and returns the one for a message, if there is one. */
    take: (route: string, messageId: string) =>
      received.one`DELETE FROM early_receipts WHERE route = ${route} AND messageId = ${messageId}
        RETURNING ending, reason`,
    /** Removes and returns those that came before then. */
    forgetBefore: (at: number) =>
      lost.all`DELETE FROM early_receipts WHERE at < ${at} RETURNING route, messageId`,
  };
}
