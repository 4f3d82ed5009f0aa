import { isLess, parseCredits } from '../../domain/credits.ts';
import { UNTOLD_MS } from '../../domain/pace.ts';
import type { Problem } from '../../domain/problem.ts';
import type { WaitReason } from '../../domain/text.ts';
import { type Outbox, WARN_AGAIN_MS } from '../ports.ts';
import type { Database } from './database.ts';
import { ready } from './plans.ts';
import type { Reports } from './reports.ts';
import type { Tally } from './tally.ts';
import { uncount } from './usage.ts';

type Queue = Pick<
  Outbox,
  'cancel' | 'warnLow' | 'reopen' | 'moveWaiting' | 'refuseWaiting' | 'expire' | 'tellWaiting' | 'nextDue'
>;

/** Larger steps than this would keep the database to themselves for too long. */
const STEP = 200;

type Row = Record<string, unknown>;
const WAITING = 'id, intent_id, workspace, fingerprint, parts, COALESCE(made_at, created_at) AS made_at';

/** What happens to texts while they wait. */
export function createQueue(db: Database, reports: Reports, tally: Tally): Queue {
  /** Ends a waiting text without sending; the caller knows that it waits. `row`: what `WAITING` names. */
  function end(row: Row, state: 'refused' | 'cancelled', problem: Problem | null, now: number): void {
    const [id, workspace] = [String(row.id), String(row.workspace)];
    db.run(
      'UPDATE texts SET state = ?, problem = ?, settled_at = ? WHERE id = ?',
      state,
      problem && JSON.stringify(problem),
      now,
      id,
    );
    tally.move(workspace, 'queued', state);
    uncount(db, { id, workspace, parts: Number(row.parts), madeAt: Number(row.made_at) });
    reports.add({ kind: 'result', intentId: String(row.intent_id), textId: id, now });
    ready(db, String(row.fingerprint), now); // Bulk that no longer waits gives its share of the minute back.
  }

  function refuseSome(workspace: string, problem: Problem, now: number): Promise<number> {
    return db.write(() => {
      // Written with +, a column chooses no index: the one of all that the workspace ever texted would be taken.
      const rows = db.all(
        `SELECT ${WAITING} FROM texts
         WHERE workspace = ? AND state = 'queued' AND +created_at <= ? ORDER BY rowid LIMIT ? + 0`,
        workspace,
        now,
        STEP,
      );
      for (const row of rows) end(row, 'refused', problem, now);
      return rows.length;
    });
  }

  /** Moves the next few after a row to another key; returns the last row looked at, null: there was none. */
  function moveSome(
    workspace: string,
    fingerprint: string,
    after: number,
    now: number,
  ): Promise<number | null> {
    return db.write(() => {
      const rows = db.all(
        `SELECT rowid, fingerprint FROM texts WHERE workspace = ? AND state = 'queued' AND rowid > ?
         ORDER BY rowid LIMIT ? + 0`,
        workspace,
        after,
        STEP,
      );
      const others = rows.filter(row => row.fingerprint !== fingerprint);
      for (const row of others)
        db.run('UPDATE texts SET fingerprint = ? WHERE rowid = ?', fingerprint, Number(row.rowid));
      const keys = new Set(others.map(row => String(row.fingerprint)));
      if (others.length > 0) for (const key of [fingerprint, ...keys]) ready(db, key, now);
      return rows.length > 0 ? Number(rows.at(-1)?.rowid) : null;
    });
  }

  return {
    cancel: (workspace, textId, now) =>
      db.write(() => {
        const row = db.get(
          `SELECT ${WAITING}, state FROM texts WHERE workspace = ? AND id = ?`,
          workspace,
          textId,
        );
        if (!row) return 'unknown';
        if (row.state !== 'queued') return 'too_late';
        end(row, 'cancelled', null, now);
        return 'cancelled';
      }),

    warnLow: ({ id, workspace }, { fingerprint, below, readers }, now) =>
      db.write(() => {
        const row = db.get('SELECT balance FROM keys WHERE fingerprint = ?', fingerprint);
        const balance = parseCredits(String(row?.balance ?? ''));
        if (balance === null) return false;
        if (!isLess(balance, below)) {
          db.run('UPDATE workspaces SET warned_at = NULL WHERE workspace = ?', workspace);
          return false;
        }
        const newly = db.run(
          `INSERT INTO workspaces (workspace, warned_at) VALUES (?, ?)
           ON CONFLICT (workspace) DO UPDATE SET warned_at = excluded.warned_at
             WHERE warned_at IS NULL OR warned_at <= ?`,
          workspace,
          now,
          now - WARN_AGAIN_MS,
        );
        if (newly === 0) return false;
        for (const reader of readers)
          reports.add({ kind: 'balance_low', intentId: id, detail: { reader }, now });
        return true;
      }),

    reopen: (fingerprint, now) =>
      db.write(() => {
        ready(db, fingerprint, now);
        db.run('UPDATE keys SET held = NULL, trial = ? WHERE fingerprint = ?', now, fingerprint);
      }),

    async moveWaiting(workspace, fingerprint, now) {
      for (let after: number | null = 0; after !== null; ) {
        after = await moveSome(workspace, fingerprint, after, now);
      }
    },

    async refuseWaiting(workspace, problem, now) {
      for (let all = 0; ; ) {
        const refused = await refuseSome(workspace, problem, now);
        all += refused;
        if (refused === STEP) continue;
        db.emptyLog(); // A key or token was deleted just before.
        return all;
      }
    },

    expire: now =>
      db.write(() => {
        const rows = db.all(
          `SELECT ${WAITING} FROM texts WHERE state = 'queued' AND expires_at <= ? LIMIT ? + 0`,
          now,
          STEP,
        );
        for (const row of rows) end(row, 'refused', { kind: 'EXPIRED' }, now);
        return rows.length;
      }),

    tellWaiting: now =>
      db.write(() => {
        // By its name: without it, SQLite takes another index of people's texts, which has all there ever were.
        const rows = db.all(
          `SELECT texts.id, intent_id, keys.held, keys.unanswered,
             MAX(not_before, IIF(keys.unanswered, 0, COALESCE(keys.ready_at, 0)), keys.blocked_until) AS until
           FROM texts INDEXED BY texts_untold JOIN keys ON keys.fingerprint = texts.fingerprint
           WHERE state = 'queued' AND told = 0 AND lane = 1
             AND (keys.held IS NOT NULL OR until > ? OR created_at <= ?) LIMIT ? + 0`,
          now + UNTOLD_MS,
          now - UNTOLD_MS,
          STEP,
        );
        for (const row of rows) {
          const textId = String(row.id);
          const waiting = waitOf(row, now);
          db.run('UPDATE texts SET told = 1 WHERE id = ?', textId);
          reports.add({
            kind: 'waiting',
            intentId: String(row.intent_id),
            textId,
            detail: { waiting },
            now,
          });
        }
        return rows.length;
      }),

    nextDue: async () => {
      const row = db.get(
        `SELECT MIN(due) AS due FROM (
           SELECT MIN(ready_at) AS due FROM keys WHERE held IS NULL AND ready_at IS NOT NULL
           UNION ALL SELECT MIN(expires_at) FROM texts WHERE state = 'queued'
           UNION ALL SELECT MIN(created_at) + ${UNTOLD_MS} FROM texts WHERE state = 'queued' AND told = 0 AND lane = 1)`,
      );
      return row?.due == null ? null : Number(row.due);
    },
  };
}

/** Why a text waits that can't go now, and until when. */
function waitOf(row: Record<string, unknown>, now: number): { why: WaitReason; until: number | null } {
  const until = Number(row.until);
  if (row.held) return { why: row.held as WaitReason, until: null };
  return row.unanswered && until <= now ? { why: 'UNANSWERED', until: null } : { why: 'PACE', until };
}
