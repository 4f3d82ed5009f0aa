import type { Priority, WaitReason } from './text.ts';

/** Our own throttle of a key. `roomAt` applies it; the store keeps the slots. */
export const PACE = {
  /** The service allows sixty requests a minute for each key (its documentation, section 8). */
  minuteSlots: 60,
  reservedForAlerts: 2,
  /**
   * One slot in ten. While people's texts wait, this many slots are kept for them, and while bulk texts wait, as many for
   * these, so that neither starves.
   */
  share: 6,
  bulkGapMs: 1000,
  /** A person's text never waits longer than this behind a broadcast, unless people themselves filled the minute. */
  maxPersonWaitMs: 1500,
  /** Bulk leaves this many slots to people, and takes those one by one as the time when the next slot frees comes closer. */
  reservedForPeople: 10,
  slowGapMs: 1000,
  /** Limits one key's open requests while the service is slow. */
  maxInFlight: 20,
  /** For a key on trial: until the service accepts it again, a refusal should cost one text. */
  maxOnTrial: 1,
  /**
   * A slot frees this long after its reply. The service counts a request at some moment before its reply, so a full minute
   * from the reply is always enough; the rest allows for clocks that differ a little.
   */
  slotMs: 60_500,
} as const;

/**
 * After a 429 a key sends one text a second for this long, because other programs use it too, or the service allows it few
 * requests at once.
 */
export const SLOW_AFTER_429_MS = 10 * 60_000;

/** A person's text that goes out within this time gets no report that it waits. */
export const REPORT_WAIT_AFTER_MS = 2000;

/** Until when a text waits, as its report says; null if unknown. */
export function reportedUntil(why: WaitReason, notBefore: number): number | null {
  // It is unknown when the service comes back, and the time of the next try doesn't matter to people.
  return why === 'UNREACHABLE' || why === 'UNANSWERED' ? null : notBefore;
}

/** Summary of a key's last minute. Times are epoch milliseconds, null for never. */
export type Window = {
  /** Slots taken and not yet free, requests without a reply included. */
  slotsTaken: number;
  alertsTaken: number;
  bulkTaken: number;
  inFlight: number;
  nextFree: number | null;
  lastTaken: number | null;
  lastBulk: number | null;
  /** After a 429: requests resume at this time. */
  blockedUntil: number;
  /** After a 429: one text a second until this time. */
  slowUntil: number;
  /** True if a text of that priority is due. */
  peopleWait: boolean;
  bulkWaits: boolean;
  onTrial: boolean;
};

/**
 * When a request of `priority` may go: at once if that is `now` or earlier; only after a reply if Infinity. Alerts and
 * people may burst while the minute has room; bulk never does.
 */
export function roomAt(priority: Priority, window: Window, now: number): number {
  if (window.inFlight >= maxInFlight(window)) return Number.POSITIVE_INFINITY;
  const room = roomOf(priority, window);
  const nextFree = window.nextFree ?? Number.POSITIVE_INFINITY;
  if (room <= 0) return nextFree;
  let at = window.blockedUntil;
  if (now < window.slowUntil && window.lastTaken !== null) {
    at = Math.max(at, window.lastTaken + PACE.slowGapMs);
  }
  if (priority === 'bulk' && window.lastBulk !== null) at = Math.max(at, window.lastBulk + PACE.bulkGapMs);
  // Beyond its own share, bulk leaves a slot for each wait that a person may have until the next one frees.
  if (priority === 'bulk' && window.bulkTaken >= PACE.share && room <= PACE.reservedForPeople) {
    at = Math.max(at, nextFree - room * PACE.maxPersonWaitMs);
  }
  return at;
}

export function maxInFlight({ onTrial }: Pick<Window, 'onTrial'>): number {
  return onTrial ? PACE.maxOnTrial : PACE.maxInFlight;
}

function roomOf(priority: Priority, window: Window): number {
  const shared = PACE.minuteSlots - PACE.reservedForAlerts;
  const { slotsTaken, alertsTaken, bulkTaken, peopleWait, bulkWaits } = window;
  if (priority === 'bulk') return shared - slotsTaken;
  if (priority === 'people')
    return shared - slotsTaken - (bulkWaits ? Math.max(0, PACE.share - bulkTaken) : 0);
  // Waiting people and bulk get their shares even from many alerts; a few alerts never wait for them.
  const maxAlerts = shared - (peopleWait ? PACE.share : 0) - (bulkWaits ? PACE.share : 0);
  const alertRoom = peopleWait || bulkWaits ? maxAlerts - alertsTaken : PACE.minuteSlots;
  return Math.min(alertRoom, PACE.minuteSlots - slotsTaken);
}
