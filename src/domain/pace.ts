import type { Lane } from './text.ts';

/** The service allows sixty requests a minute and key (its documentation, section 8). */
const MINUTE_SLOTS = 60;
/** Two of the sixty are kept for alerts, however much people and bulk have to say. */
const KEPT_FOR_ALERTS = 2;
/** While bulk waits, one slot in ten is its own, so it never starves. */
const KEPT_FOR_BULK = 6;
const BULK_GAP_MS = 1000;
/** Behind a broadcast a person waits no longer than this, unless people themselves filled the minute. */
const PERSON_WAIT_MS = 1500;
/** So many slots are left to people until others free; bulk takes them one by one as that comes near. */
const KEPT_FOR_PEOPLE = 10;
const SLOW_GAP_MS = 1000;
/** A slow service gets so many open requests of one key and no more. */
const MAX_IN_FLIGHT = 20;

/**
 * A slot frees this long after its reply. The service counts at its end of the wire, at some moment before
 * the reply, so from the reply on a whole minute is surely enough; the rest is for clocks that differ a bit.
 */
export const SLOT_MS = 60_500;

/** After a 429 a key goes this much slower (one a second), this long: others use it, or its bucket is small. */
export const SLOW_AFTER_429_MS = 10 * 60_000;

/** What is known of a key's last minute. Times are epoch milliseconds, null: never. */
export type Window = {
  /** Slots taken and not yet free, requests without a reply included. */
  taken: number;
  bulkTaken: number;
  inFlight: number;
  /** When the next slot frees; null while none has its reply. */
  nextFree: number | null;
  lastTaken: number | null;
  lastBulk: number | null;
  /** Nothing before this time (after a 429). */
  blockedUntil: number;
  /** One a second until this time (after a 429). */
  slowUntil: number;
  bulkWaits: boolean;
};

/**
 * When a request of `lane` may go: `now` or earlier means at once; Infinity means not before a reply comes.
 * Alerts and people may burst while the minute has room, bulk never does.
 */
export function roomAt(lane: Lane, window: Window, now: number): number {
  if (window.inFlight >= MAX_IN_FLIGHT) return Number.POSITIVE_INFINITY;
  const room = limitOf(lane, window) - window.taken;
  const nextFree = window.nextFree ?? Number.POSITIVE_INFINITY;
  if (room <= 0) return nextFree;
  let at = window.blockedUntil;
  if (now < window.slowUntil && window.lastTaken !== null) at = Math.max(at, window.lastTaken + SLOW_GAP_MS);
  if (lane === 'bulk' && window.lastBulk !== null) at = Math.max(at, window.lastBulk + BULK_GAP_MS);
  if (lane === 'bulk' && window.bulkTaken >= KEPT_FOR_BULK && room <= KEPT_FOR_PEOPLE) {
    at = Math.max(at, nextFree - room * PERSON_WAIT_MS);
  }
  return at;
}

function limitOf(lane: Lane, window: Window): number {
  if (lane === 'alert') return MINUTE_SLOTS;
  const shared = MINUTE_SLOTS - KEPT_FOR_ALERTS;
  if (lane === 'bulk' || !window.bulkWaits) return shared;
  return shared - Math.max(0, KEPT_FOR_BULK - window.bulkTaken);
}
