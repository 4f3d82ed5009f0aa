import { PACE, roomAt, toldUntil, type Window } from '../../domain/pace.ts';
import { LANES, type Lane } from '../../domain/text.ts';
import type { Claim, Outbox } from '../ports.ts';
import { laneNumber, toText } from '../rows.ts';
import { endsTrial } from '../trial.ts';
import type { Database } from './database.ts';
import { ready } from './intents.ts';
import type { Reports } from './reports.ts';
import { charge, uncount } from './usage.ts';

type Claims = Pick<Outbox, 'claim' | 'takeSlot' | 'freeSlot' | 'settle' | 'release' | 'reap'>;

/** A key that waits for replies is looked at again this much later even if none wakes it: a safety net, not a poll. */
const LOOK_AGAIN_MS = 30_000;

/** So many texts of a queue are looked at for one that is not out of date. */
const LOOK = 100;

/** So many keys have their turn before it is looked again whose it is. */
const TURN = 100;

/** Claiming, pacing and ending claims. A claim's slot bears the claim's id. */
export function createClaims(db: Database, reports: Reports, newId: () => string): Claims {
  function windowOf(fingerprint: string, now: number): Window {
    db.run('DELETE FROM slots WHERE fingerprint = ? AND free_at <= ?', fingerprint, now);
    const slots = db.get(
      `SELECT COUNT(*) AS taken, COALESCE(SUM(lane = 0), 0) AS alerts_taken,
         COALESCE(SUM(lane = 2), 0) AS bulk_taken, COALESCE(SUM(free_at IS NULL), 0) AS in_flight, MIN(free_at) AS next_free
       FROM slots WHERE fingerprint = ?`,
      fingerprint,
    );
    const key = db.get('SELECT * FROM keys WHERE fingerprint = ?', fingerprint);
    const waits = (lane: Lane): boolean =>
      db.get(
        `SELECT 1 FROM texts WHERE fingerprint = ? AND state = 'queued' AND lane = ? AND not_before <= ? LIMIT 1`,
        fingerprint,
        laneNumber(lane),
        now,
      ) !== undefined;
    const time = (value: unknown): number | null => (value == null ? null : Number(value));
    return {
      taken: Number(slots?.taken),
      alertsTaken: Number(slots?.alerts_taken),
      bulkTaken: Number(slots?.bulk_taken),
      inFlight: Number(slots?.in_flight),
      nextFree: time(slots?.next_free),
      lastTaken: time(key?.served_at),
      lastBulk: time(key?.last_bulk),
      blockedUntil: Number(key?.blocked_until ?? 0),
      slowUntil: Number(key?.slow_until ?? 0),
      peopleWait: waits('people'),
      bulkWaits: waits('bulk'),
      onTrial: key?.trial != null,
    };
  }

  function take(slotId: string, fingerprint: string, lane: Lane, now: number): void {
    db.run(
      'INSERT INTO slots (id, fingerprint, lane) VALUES (?, ?, ?)',
      slotId,
      fingerprint,
      laneNumber(lane),
    );
    db.run('INSERT INTO keys (fingerprint) VALUES (?) ON CONFLICT DO NOTHING', fingerprint);
    db.run('UPDATE keys SET served_at = ? WHERE fingerprint = ?', now, fingerprint);
    if (lane === 'bulk') db.run('UPDATE keys SET last_bulk = ? WHERE fingerprint = ?', now, fingerprint);
  }

  /** The slot's request was answered (or ended) now: it frees in a minute, and what waited may go on. */
  function free(slotId: string, now: number): void {
    db.run('UPDATE slots SET free_at = ? WHERE id = ? AND free_at IS NULL', now + PACE.slotMs, slotId);
  }

  function wake(fingerprint: string, at: number): void {
    db.run(
      'UPDATE keys SET ready_at = MIN(ready_at, ?) WHERE fingerprint = ? AND ready_at IS NOT NULL',
      at,
      fingerprint,
    );
  }

  /** Keys that are worth a look, the one whose turn was longest ago first. */
  function keysInTurn(now: number): string[] {
    const rows = db.all(
      `SELECT fingerprint FROM keys WHERE held IS NULL AND ready_at IS NOT NULL AND ready_at <= ?
       ORDER BY served_at LIMIT ${TURN}`,
      now,
    );
    return rows.map(row => String(row.fingerprint));
  }

  function claimOf(fingerprint: string, now: number): Claim | null {
    const window = windowOf(fingerprint, now);
    let next: number | null = null;
    for (const lane of LANES) {
      // Behind so many that are out of date nobody looks: `expire` ends them, and wakes the key.
      const row = db.get(
        `SELECT * FROM (SELECT * FROM texts WHERE fingerprint = ? AND lane = ? AND state = 'queued'
           ORDER BY not_before, created_at LIMIT ${LOOK}) WHERE expires_at > ? LIMIT 1`,
        fingerprint,
        laneNumber(lane),
        now,
      );
      if (!row) continue;
      const at = Math.max(Number(row.not_before), roomAt(lane, window, now));
      if (at <= now) {
        const id = newId();
        const text = toText({ ...row, state: 'sending' });
        db.run(`UPDATE texts SET state = 'sending', claim = ? WHERE id = ?`, id, text.id);
        take(id, fingerprint, lane, now);
        return { id, text, claimedAt: now };
      }
      next = Math.min(next ?? Number.POSITIVE_INFINITY, at);
    }
    const unanswered = next === Number.POSITIVE_INFINITY;
    db.run(
      'UPDATE keys SET ready_at = ?, unanswered = ? WHERE fingerprint = ?',
      unanswered ? now + LOOK_AGAIN_MS : next,
      Number(unanswered),
      fingerprint,
    );
    return null;
  }

  return {
    claim: (now, limit) =>
      db.write(() => {
        const claims: Claim[] = [];
        // Ends: a key without a claimable text leaves the list by its ready_at.
        while (claims.length < limit) {
          const turn = keysInTurn(now);
          if (turn.length === 0) break;
          for (const fingerprint of turn) {
            const claim = claims.length < limit ? claimOf(fingerprint, now) : null;
            if (claim) claims.push(claim);
          }
        }
        return claims;
      }),

    takeSlot: (fingerprint, now) =>
      db.write(() => {
        if (roomAt('people', windowOf(fingerprint, now), now) > now) return null;
        const id = newId();
        take(id, fingerprint, 'people', now);
        return id;
      }),

    freeSlot: (slotId, now) =>
      db.write(() => {
        free(slotId, now);
        const slot = db.get('SELECT fingerprint FROM slots WHERE id = ?', slotId);
        if (slot) wake(String(slot.fingerprint), now);
      }),

    settle: (claim, settlement, now) =>
      db.write(() => {
        free(claim.id, now);
        wake(claim.text.fingerprint, now);
        const { fingerprint, intentId, id, workspace, parts } = claim.text;
        const fresh =
          settlement.kind === 'uncertain' ? `state = 'sending'` : `state IN ('sending', 'uncertain')`;
        const changed = db.run(
          `UPDATE texts SET state = ?, settled_at = ?, log_id = ?, cost = ?, balance = ?, problem = ?, uncertain = ?
           WHERE id = ? AND claim = ? AND ${fresh}`,
          settlement.kind,
          now,
          settlement.kind === 'sent' ? settlement.logId : null,
          settlement.kind === 'sent' ? settlement.cost : null,
          settlement.kind === 'sent' ? settlement.balance : null,
          settlement.kind === 'refused' ? JSON.stringify(settlement.problem) : null,
          settlement.kind === 'uncertain' ? settlement.why : null,
          id,
          claim.id,
        );
        if (changed === 0) return;
        reports.add({ kind: 'result', intentId, textId: id, now });
        if (settlement.kind === 'refused') uncount(db, id);
        if (settlement.kind === 'sent' && settlement.balance !== null) {
          db.run(
            'UPDATE keys SET balance = ?, balance_at = ? WHERE fingerprint = ?',
            settlement.balance,
            now,
            fingerprint,
          );
        }
        if (endsTrial(settlement)) {
          db.run(
            'UPDATE keys SET trial = NULL WHERE fingerprint = ? AND trial <= ?',
            fingerprint,
            claim.claimedAt,
          );
        }
        if (settlement.kind === 'sent' && settlement.cost !== null) {
          charge(db, id, settlement.cost);
          db.run(
            `INSERT INTO workspaces (workspace, cost, parts) VALUES (?, ?, ?)
             ON CONFLICT (workspace) DO UPDATE SET cost = excluded.cost, parts = excluded.parts`,
            workspace,
            settlement.cost,
            parts,
          );
        }
        if (settlement.kind === 'refused' && settlement.hold !== null) {
          const newly = db.run(
            'UPDATE keys SET held = ? WHERE fingerprint = ? AND held IS NULL',
            settlement.hold,
            fingerprint,
          );
          if (newly) reports.add({ kind: 'held', intentId, textId: id, now });
        }
      }),

    release: (claim, { notBefore, why, counted, ifUncertain, backOff }, now) =>
      db.write(() => {
        const { fingerprint, intentId, id } = claim.text;
        if (counted) free(claim.id, now);
        else db.run('DELETE FROM slots WHERE id = ?', claim.id);
        if (backOff) {
          db.run(
            `UPDATE keys SET blocked_until = MAX(blocked_until, ?), slow_until = MAX(slow_until, ?) WHERE fingerprint = ?`,
            backOff.until,
            backOff.slowUntil,
            fingerprint,
          );
        }
        const queued = db.run(
          `UPDATE texts SET state = 'queued', claim = NULL, not_before = ? WHERE id = ? AND claim = ? AND state = 'sending'`,
          notBefore,
          id,
          claim.id,
        );
        ready(db, fingerprint, now);
        const corrected = db.run(
          `UPDATE texts SET state = 'refused', uncertain = NULL, problem = ?, settled_at = ?
           WHERE id = ? AND claim = ? AND state = 'uncertain'`,
          JSON.stringify(ifUncertain),
          now,
          id,
          claim.id,
        );
        if (corrected) {
          uncount(db, id);
          reports.add({ kind: 'result', intentId, textId: id, now });
        }
        if (!queued || !why || claim.text.lane !== 'people') return;
        if (db.run('UPDATE texts SET told = 1 WHERE id = ? AND told = 0', id)) {
          reports.add({
            kind: 'waiting',
            intentId,
            textId: id,
            detail: { waiting: { why, until: toldUntil(why, notBefore) } },
            now,
          });
        }
      }),

    reap: now =>
      db.write(() => {
        const rows = db.all(`SELECT id, intent_id, fingerprint, claim FROM texts WHERE state = 'sending'`);
        for (const row of rows) {
          const textId = String(row.id);
          db.run(
            `UPDATE texts SET state = 'uncertain', uncertain = 'interrupted', settled_at = ? WHERE id = ?`,
            now,
            textId,
          );
          reports.add({ kind: 'result', intentId: String(row.intent_id), textId, now });
        }
        // Requests without a reply when the process ended may have been counted as late as now.
        db.run('UPDATE slots SET free_at = ? WHERE free_at IS NULL', now + PACE.slotMs);
        // What waited for one of those replies may go on.
        db.run('UPDATE keys SET ready_at = MIN(ready_at, ?) WHERE ready_at IS NOT NULL', now);
        db.run(`UPDATE intents SET due_at = MIN(due_at, ?) WHERE state = 'open'`, now);
        db.run('UPDATE reports SET due_at = MIN(due_at, ?), leased = 0 WHERE leased = 1', now);
        return rows.length;
      }),
  };
}
