import type { Priority, WaitReason } from './text.ts';

/** The rate limits: how fast a key is used. `roomAt` applies them, whichever engine stores the slots. */
export const PACE = {
  /** The service allows sixty requests a minute for each key (its documentation, section 8). */
  minuteSlots: 60,
  /** Two of the sixty are reserved for alerts, however much people and bulk want to send. */
  keptForAlerts: 2,
  /** One slot in ten: while people wait, so many are theirs, and while bulk waits, as many are bulk's. Neither ever starves. */
  share: 6,
  bulkGapMs: 1000,
  /** A person's text never waits longer than this behind a broadcast, unless people themselves filled the minute. */
  personWaitMs: 1500,
  /** How many slots bulk leaves to people at first; it takes them one by one as the next free slot comes closer. */
  keptForPeople: 10,
  slowGapMs: 1000,
  /** The most open requests for one key, for when the service is slow. */
  maxInFlight: 20,
  /** The same for a key that was held: until the service accepts it again, a refusal should cost one text. */
  maxOnTrial: 1,
  /**
   * A slot frees this long after its reply. The service counts at its end of the wire, at some moment before the reply. So a
   * full minute from the reply is always enough; the rest allows for clocks that differ a little.
   */
  slotMs: 60_500,
} as const;

/** How long a key goes slower (one a second) after a 429: others use it, or its bucket is small. */
export const SLOW_AFTER_429_MS = 10 * 60_000;

/** If a person's text goes out within this time, they don't get a notice that it waits. */
export const UNTOLD_MS = 2000;

/** Until when we say that a text waits, if it is tried again at `notBefore`; null: nobody knows. */
export function toldUntil(why: WaitReason, notBefore: number): number | null {
  // Nobody knows when a service that is away or silent comes back, and people don't care when we try again.
  return why === 'UNREACHABLE' || why === 'UNANSWERED' ? null : notBefore;
}

/** What we know about a key's last minute. Times are epoch milliseconds, null: never. */
export type Window = {
  /** Slots taken and not yet free, requests without a reply included. */
  taken: number;
  alertsTaken: number;
  bulkTaken: number;
  inFlight: number;
  /** When the next slot frees; null while no request has its reply. */
  nextFree: number | null;
  lastTaken: number | null;
  lastBulk: number | null;
  /** Nothing goes before this time (after a 429). */
  blockedUntil: number;
  /** One text a second until this time (after a 429). */
  slowUntil: number;
  /** Whether something of that priority is due. */
  peopleWait: boolean;
  bulkWaits: boolean;
  /** The key was held and then released on trial, and the service hasn't answered yet. */
  onTrial: boolean;
};

/**
 * When a request of `priority` may go: `now` or earlier means at once; Infinity means not before a reply comes. Alerts and
 * people may burst while the minute has room; bulk never does.
 */
export function roomAt(priority: Priority, window: Window, now: number): number {
  if (window.inFlight >= mostInFlight(window)) return Number.POSITIVE_INFINITY;
  const room = roomOf(priority, window);
  const nextFree = window.nextFree ?? Number.POSITIVE_INFINITY;
  if (room <= 0) return nextFree;
  let at = window.blockedUntil;
  if (now < window.slowUntil && window.lastTaken !== null) {
    at = Math.max(at, window.lastTaken + PACE.slowGapMs);
  }
  if (priority === 'bulk' && window.lastBulk !== null) at = Math.max(at, window.lastBulk + PACE.bulkGapMs);
  // Beyond its own share, bulk leaves a slot for each wait that a person may have until one frees.
  if (priority === 'bulk' && window.bulkTaken >= PACE.share && room <= PACE.keptForPeople) {
    at = Math.max(at, nextFree - room * PACE.personWaitMs);
  }
  return at;
}

/** How many requests of a key may be open at once. */
export function mostInFlight({ onTrial }: Pick<Window, 'onTrial'>): number {
  return onTrial ? PACE.maxOnTrial : PACE.maxInFlight;
}

/** How many more slots of the minute a priority may take. */
function roomOf(priority: Priority, window: Window): number {
  const shared = PACE.minuteSlots - PACE.keptForAlerts;
  const { taken, alertsTaken, bulkTaken, peopleWait, bulkWaits } = window;
  if (priority === 'bulk') return shared - taken;
  if (priority === 'people') return shared - taken - (bulkWaits ? Math.max(0, PACE.share - bulkTaken) : 0);
  // However many alerts there are, people and bulk who wait get their shares; a few alerts never wait for them.
  const alertsMost = shared - (peopleWait ? PACE.share : 0) - (bulkWaits ? PACE.share : 0);
  const most = peopleWait || bulkWaits ? alertsMost - alertsTaken : PACE.minuteSlots;
  return Math.min(most, PACE.minuteSlots - taken);
}
