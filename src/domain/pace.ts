import type { Priority, WaitReason } from './text.ts';

/** The numbers of the pace: how fast a key is used. `roomAt` judges by them, whatever engine keeps its slots. */
export const PACE = {
  /** The service allows sixty requests a minute and key (its documentation, section 8). */
  minuteSlots: 60,
  /** Two of the sixty are kept for alerts, however much people and bulk have to say. */
  keptForAlerts: 2,
  /** While people wait, one slot in ten is theirs; while bulk waits, one more is its own: neither ever starves. */
  share: 6,
  bulkGapMs: 1000,
  /** Behind a broadcast a person waits no longer than this, unless people themselves filled the minute. */
  personWaitMs: 1500,
  /** So many slots bulk leaves to people at first; it takes them one by one as the next free one comes near. */
  keptForPeople: 10,
  slowGapMs: 1000,
  /** A slow service gets so many open requests of one key and no more. */
  maxInFlight: 20,
  /** And so many from a key that was held: until the service took it again, a refusal is to cost one text. */
  maxOnTrial: 1,
  /**
   * A slot frees this long after its reply. The service counts at its end of the wire, at some moment before
   * the reply, so from the reply on a whole minute is surely enough; the rest is for clocks that differ a bit.
   */
  slotMs: 60_500,
} as const;

/** After a 429 a key goes slower (one a second) for this long: others use it, or its bucket is small. */
export const SLOW_AFTER_429_MS = 10 * 60_000;

/** A person whose text goes within this time is not troubled with a notice that it waits. */
export const UNTOLD_MS = 2000;

/** Until when a text is said to wait that is tried again at `notBefore`; null: nobody knows. */
export function toldUntil(why: WaitReason, notBefore: number): number | null {
  // When a service that is away or silent comes back, nobody knows; that we try again then is no news.
  return why === 'UNREACHABLE' || why === 'UNANSWERED' ? null : notBefore;
}

/** What is known of a key's last minute. Times are epoch milliseconds, null: never. */
export type Window = {
  /** Slots taken and not yet free, requests without a reply included. */
  taken: number;
  alertsTaken: number;
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
  /** Something of that priority is due. */
  peopleWait: boolean;
  bulkWaits: boolean;
  /** The key was held, and let go on a trial that the service has not answered yet. */
  onTrial: boolean;
};

/**
 * When a request of `priority` may go: `now` or earlier means at once; Infinity means not before a reply comes.
 * Alerts and people may burst while the minute has room, bulk never does.
 */
export function roomAt(priority: Priority, window: Window, now: number): number {
  if (window.inFlight >= (window.onTrial ? PACE.maxOnTrial : PACE.maxInFlight))
    return Number.POSITIVE_INFINITY;
  const room = roomOf(priority, window);
  const nextFree = window.nextFree ?? Number.POSITIVE_INFINITY;
  if (room <= 0) return nextFree;
  let at = window.blockedUntil;
  if (now < window.slowUntil && window.lastTaken !== null) {
    at = Math.max(at, window.lastTaken + PACE.slowGapMs);
  }
  if (priority === 'bulk' && window.lastBulk !== null) at = Math.max(at, window.lastBulk + PACE.bulkGapMs);
  // Beyond its own share it leaves a slot for each wait of a person until one frees.
  if (priority === 'bulk' && window.bulkTaken >= PACE.share && room <= PACE.keptForPeople) {
    at = Math.max(at, nextFree - room * PACE.personWaitMs);
  }
  return at;
}

/** How many more slots of the minute a priority may take. */
function roomOf(priority: Priority, window: Window): number {
  const shared = PACE.minuteSlots - PACE.keptForAlerts;
  const { taken, alertsTaken, bulkTaken, peopleWait, bulkWaits } = window;
  if (priority === 'bulk') return shared - taken;
  if (priority === 'people') return shared - taken - (bulkWaits ? Math.max(0, PACE.share - bulkTaken) : 0);
  // However many alerts there are, those who wait get their shares; a few alerts never wait for them.
  const alertsMost = shared - (peopleWait ? PACE.share : 0) - (bulkWaits ? PACE.share : 0);
  const most = peopleWait || bulkWaits ? alertsMost - alertsTaken : PACE.minuteSlots;
  return Math.min(most, PACE.minuteSlots - taken);
}
