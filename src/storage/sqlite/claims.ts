import { roomAt, type Window } from '../../domain/pace.ts';
import { LANES, type Lane } from '../../domain/text.ts';
import type { Claim, Outbox } from '../ports.ts';
import { readEach, type Unreadable } from '../reading.ts';
import { laneOf, TEXT_COLUMNS, toText } from '../rows.ts';
import type { AsideTable } from './aside.ts';
import type { Database } from './database.ts';
import type { Reports } from './reports.ts';
import type { Slots } from './slots.ts';
import type { Tally } from './tally.ts';

type Claims = Pick<Outbox, 'claim' | 'takeSlot' | 'freeSlot'>;
type Row = Record<string, unknown>;

/** A key that waits for replies is looked at again this much later even if none wakes it: a safety net, not a poll. */
const LOOK_AGAIN_MS = 30_000;

/** So many keys have their turn before it is looked again whose it is. */
const TURN = 100;

/** So many texts of a queue are looked at for one that is not out of date. */
const LOOK = 100;

/**
 * The text of each lane of a key that is next, by due time, whether it is due or not. Behind so many that are out of
 * date nobody looks: `expire` ends them, and wakes the key.
 */
const NEXT = LANES.map(
  (_, lane) => `SELECT * FROM (SELECT * FROM (SELECT rowid, ${TEXT_COLUMNS} FROM texts
    WHERE fingerprint = ?1 AND lane = ${lane} AND state = 'queued' ORDER BY not_before, created_at LIMIT ${LOOK})
    WHERE expires_at > ?2 LIMIT 1)`,
).join(' UNION ALL ');

type Next = Partial<Record<Lane, Row>>;

/** Claiming and pacing. A claim's slot bears the claim's id. */
export function createClaims(parts: {
  db: Database;
  slots: Slots;
  tally: Tally;
  reports: Reports;
  aside: AsideTable;
  newId: () => string;
}): Claims {
  const { db, slots, tally, reports, aside, newId } = parts;

  function nextOf(fingerprint: string, now: number): Next {
    return Object.fromEntries(db.all(NEXT, fingerprint, now).map(row => [laneOf(Number(row.lane)), row]));
  }

  /** `key`: its row, if it has one. */
  function windowOf(fingerprint: string, key: Row | undefined, next: Next, now: number): Window {
    const waits = (row: Row | undefined): boolean => row !== undefined && Number(row.not_before) <= now;
    const time = (value: unknown): number | null => (value == null ? null : Number(value));
    return {
      ...slots.of(fingerprint, now),
      lastTaken: time(key?.served_at),
      lastBulk: time(key?.last_bulk),
      blockedUntil: Number(key?.blocked_until ?? 0),
      slowUntil: Number(key?.slow_until ?? 0),
      peopleWait: waits(next.people),
      bulkWaits: waits(next.bulk),
      onTrial: key?.trial != null,
    };
  }

  /** Keys that are worth a look, the one that is for the longest time first; whoever was served is again as of then. */
  function keysInTurn(now: number, most: number): Row[] {
    return db.all(
      `SELECT fingerprint, served_at, last_bulk, blocked_until, slow_until, trial FROM keys
       WHERE held IS NULL AND ready_at IS NOT NULL AND ready_at <= ? ORDER BY ready_at, served_at LIMIT ? + 0`,
      now,
      Math.min(most, TURN),
    );
  }

  /** Another one of its key may go in its place. */
  function setAside({ row, why }: Unreadable<Row>, now: number): void {
    const [id, intentId, workspace] = [String(row.id), String(row.intent_id), String(row.workspace)];
    db.run(`UPDATE texts SET state = 'aside' WHERE rowid = ?`, Number(row.rowid));
    tally.removed(workspace, [{ state: 'queued' }]);
    aside.put({ kind: 'text', id, workspace, at: now, why });
    reports.add({ kind: 'set_aside', intentId, detail: { problem: { kind: 'TEXT_UNREADABLE', id } }, now });
  }

  function take(row: Row, now: number): Claim | null {
    const id = newId();
    row.state = 'sending';
    const { values, unreadable } = readEach([row], toText);
    const [text] = values;
    for (const one of unreadable) setAside(one, now);
    if (!text) return null;
    db.run(`UPDATE texts SET state = 'sending', claim = ? WHERE rowid = ?`, id, Number(row.rowid));
    tally.move(text.workspace, 'queued', 'sending');
    slots.take(id, text.fingerprint, text.lane, now);
    db.run(
      `UPDATE keys SET served_at = ?1, last_bulk = IIF(?2, ?1, last_bulk), unanswered = 0, ready_at =
         IIF(EXISTS (SELECT 1 FROM texts WHERE fingerprint = ?3 AND state = 'queued'), ?1, NULL)
       WHERE fingerprint = ?3`,
      now,
      Number(text.lane === 'bulk'),
      text.fingerprint,
    );
    return { id, text, claimedAt: now };
  }

  /** The most urgent text of a key that may go now; where there is none, the key is looked at again when one may. */
  function claimOf(key: Row, now: number): Claim | null {
    const fingerprint = String(key.fingerprint);
    const next = nextOf(fingerprint, now);
    const window = windowOf(fingerprint, key, next, now);
    let at: number | null = null;
    for (const lane of LANES) {
      const row = next[lane];
      if (!row) continue;
      const due = Math.max(Number(row.not_before), roomAt(lane, window, now));
      if (due <= now) return take(row, now);
      at = Math.min(at ?? due, due);
    }
    const unanswered = at === Number.POSITIVE_INFINITY;
    db.run(
      'UPDATE keys SET ready_at = ?, unanswered = ? WHERE fingerprint = ?',
      unanswered ? now + LOOK_AGAIN_MS : at,
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
          const turn = keysInTurn(now, limit - claims.length);
          if (turn.length === 0) break;
          for (const key of turn) {
            const claim = claimOf(key, now);
            if (claim) claims.push(claim);
          }
        }
        return claims;
      }),

    takeSlot: (fingerprint, now) =>
      db.write(() => {
        const key = db.get('SELECT * FROM keys WHERE fingerprint = ?', fingerprint);
        const window = windowOf(fingerprint, key, nextOf(fingerprint, now), now);
        if (roomAt('people', window, now) > now) return null;
        const id = newId();
        slots.take(id, fingerprint, 'people', now);
        db.run(
          `INSERT INTO keys (fingerprint, served_at) VALUES (?, ?)
           ON CONFLICT (fingerprint) DO UPDATE SET served_at = excluded.served_at`,
          fingerprint,
          now,
        );
        return id;
      }),

    freeSlot: (slotId, now) =>
      db.write(() => {
        const fingerprint = slots.free(slotId, now);
        if (fingerprint !== null) {
          db.run('UPDATE keys SET ready_at = MIN(ready_at, ?) WHERE fingerprint = ?', now, fingerprint);
        }
      }),
  };
}
