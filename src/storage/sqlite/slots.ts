import { PACE, type Window } from '../../domain/pace.ts';
import { LANES, type Lane } from '../../domain/text.ts';
import { laneNumber } from '../rows.ts';
import type { Database } from './database.ts';

type Slot = { row: number; lane: Lane; fingerprint: string; freeAt: number | null };

/** What the slots of a key say of its last minute. */
type Taken = Pick<Window, 'taken' | 'alertsTaken' | 'bulkTaken' | 'inFlight' | 'nextFree'>;

/** Parts of larger steps: call them inside `write`. */
export type Slots = {
  of(fingerprint: string, now: number): Taken;
  take(id: string, fingerprint: string, lane: Lane, now: number): void;
  /** The slot's request was answered (or ended) now: it frees in a minute. Returns its key; null: there is no such slot. */
  free(id: string, now: number): string | null;
  /** The slot's request was never made. */
  giveBack(id: string): void;
  /** Requests without a reply when the process ended may have been counted as late as now. */
  freeAll(now: number): void;
};

/** After so many slots were taken, twice as many of the oldest are looked at: those that are free leave. */
const TIDY_EVERY = 500;

/**
 * The requests of each key's last minute. They are kept in the table, so that a pace outlives the process, and in memory as
 * the table has them: nobody else changes it, and when something is undone it is read again.
 */
export function createSlots(db: Database): Slots {
  /** By id, in the order they were taken, which is that of their rows. */
  const slots = new Map<string, Slot>();
  const byKey = new Map<string, Set<Slot>>();
  let isRead = false;
  let lastRow = 0;
  let untidy = 0;

  function keep(id: string, slot: Slot): void {
    slots.set(id, slot);
    const others = byKey.get(slot.fingerprint);
    if (others) others.add(slot);
    else byKey.set(slot.fingerprint, new Set([slot]));
    lastRow = slot.row;
  }

  function drop(id: string, slot: Slot): void {
    slots.delete(id);
    const others = byKey.get(slot.fingerprint);
    others?.delete(slot);
    if (others?.size === 0) byKey.delete(slot.fingerprint);
  }

  function known(): Map<string, Slot> {
    if (isRead) return slots;
    slots.clear();
    byKey.clear();
    lastRow = 0;
    for (const row of db.all('SELECT * FROM slots ORDER BY slot')) {
      const freeAt = row.free_at === null ? null : Number(row.free_at);
      const lane = LANES[Number(row.lane)] ?? 'people';
      keep(String(row.id), { row: Number(row.slot), lane, fingerprint: String(row.fingerprint), freeAt });
    }
    isRead = true;
    return slots;
  }
  db.onUndone(() => {
    isRead = false;
  });

  function tidy(now: number): void {
    let looked = 0;
    let last = 0;
    for (const [id, slot] of slots) {
      if (looked === 2 * TIDY_EVERY) break;
      looked += 1;
      last = slot.row;
      if (isFree(slot, now)) drop(id, slot);
    }
    db.run('DELETE FROM slots WHERE slot <= ? AND free_at <= ?', last, now);
    untidy = 0;
  }

  return {
    of(fingerprint, now) {
      known();
      const all: Taken = { taken: 0, alertsTaken: 0, bulkTaken: 0, inFlight: 0, nextFree: null };
      for (const slot of byKey.get(fingerprint) ?? []) {
        if (isFree(slot, now)) continue;
        all.taken += 1;
        if (slot.lane === 'alert') all.alertsTaken += 1;
        if (slot.lane === 'bulk') all.bulkTaken += 1;
        if (slot.freeAt === null) all.inFlight += 1;
        else all.nextFree = Math.min(all.nextFree ?? slot.freeAt, slot.freeAt);
      }
      return all;
    },

    take(id, fingerprint, lane, now) {
      known();
      if (untidy >= TIDY_EVERY) tidy(now);
      untidy += 1;
      const row = lastRow + 1;
      db.run(
        'INSERT INTO slots (slot, id, fingerprint, lane) VALUES (?, ?, ?, ?)',
        row,
        id,
        fingerprint,
        laneNumber(lane),
      );
      keep(id, { row, lane, fingerprint, freeAt: null });
    },

    free(id, now) {
      const slot = known().get(id);
      if (!slot) return null;
      if (slot.freeAt === null) {
        slot.freeAt = now + PACE.slotMs;
        db.run('UPDATE slots SET free_at = ? WHERE slot = ?', slot.freeAt, slot.row);
      }
      return slot.fingerprint;
    },

    giveBack(id) {
      const slot = known().get(id);
      if (!slot) return;
      drop(id, slot);
      db.run('DELETE FROM slots WHERE slot = ?', slot.row);
    },

    freeAll(now) {
      db.run('UPDATE slots SET free_at = ? WHERE free_at IS NULL', now + PACE.slotMs);
      isRead = false;
    },
  };
}

function isFree(slot: Slot, now: number): boolean {
  return slot.freeAt !== null && slot.freeAt <= now;
}
