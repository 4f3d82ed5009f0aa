import type { Lane } from './text.ts';

/** The numbers of the pace. Both storage engines go by them. */
export const PACE = {
  /** The service allows sixty requests a minute and key (its documentation, section 8). */
  minuteSlots: 60,
  /** Two of the sixty are kept for alerts, however much people and bulk have to say. */
  keptForAlerts: 2,
  /** While bulk waits, one slot in ten is its own, so it never starves. */
  keptForBulk: 6,
  bulkGapMs: 1000,
  /** Behind a broadcast a person waits no longer than this, unless people themselves filled the minute. */
  personWaitMs: 1500,
  /** So many slots bulk leaves to people at first; it takes them one by one as the next free one comes near. */
  keptForPeople: 10,
  slowGapMs: 1000,
  /** A slow service gets so many open requests of one key and no more. */
  maxInFlight: 20,
  /**
   * A slot frees this long after its reply. The service counts at its end of the wire, at some moment before
   * the reply, so from the reply on a whole minute is surely enough; the rest is for clocks that differ a bit.
   */
  slotMs: 60_500,
} as const;

/** After a 429 a key goes slower (one a second) for this long: others use it, or its bucket is small. */
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
  if (window.inFlight >= PACE.maxInFlight) return Number.POSITIVE_INFINITY;
  const room = limitOf(lane, window) - window.taken;
  const nextFree = window.nextFree ?? Number.POSITIVE_INFINITY;
  if (room <= 0) return nextFree;
  let at = window.blockedUntil;
  if (now < window.slowUntil && window.lastTaken !== null) {
    at = Math.max(at, window.lastTaken + PACE.slowGapMs);
  }
  if (lane === 'bulk' && window.lastBulk !== null) at = Math.max(at, window.lastBulk + PACE.bulkGapMs);
  // Beyond its own share it leaves a slot for each wait of a person until one frees.
  if (lane === 'bulk' && window.bulkTaken >= PACE.keptForBulk && room <= PACE.keptForPeople) {
    at = Math.max(at, nextFree - room * PACE.personWaitMs);
  }
  return at;
}

function limitOf(lane: Lane, window: Window): number {
  if (lane === 'alert') return PACE.minuteSlots;
  const shared = PACE.minuteSlots - PACE.keptForAlerts;
  if (lane === 'bulk' || !window.bulkWaits) return shared;
  return shared - Math.max(0, PACE.keptForBulk - window.bulkTaken);
}
