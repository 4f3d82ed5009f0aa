import { z } from 'zod';
import type { Credits } from '../../kit/credits.ts';
import { HOLDING_CODES, type HoldingCode, holdingCodeOf } from '../../kit/problem.ts';
import { indexedAt, type Tx, table } from '../../kit/store/store.ts';
import { maxInFlight, PACE, REPORT_WAIT_AFTER_MS, roomAt, type Window } from '../pace.ts';
import { PRIORITIES, type Priority, type WaitReason } from '../text.ts';
import { type ClaimRelease, type Settlement, type TextRecord, unreportedFrom } from './model.ts';

const slotSchema = z.object({
  /** The claim's id, or a linking probe's. */
  id: z.string(),
  priority: z.enum(PRIORITIES),
  /** When the slot frees. Until the reply, this is the latest possible time. */
  freeAt: z.int(),
  unanswered: z.literal(true).optional(),
});
type Slot = Readonly<z.infer<typeof slotSchema>>;

const keySchema = z.object({
  /** The fingerprint. */
  id: z.string(),
  held: z.enum(HOLDING_CODES).nullable(),
  /** When the trial began; null if the service has accepted the key since. */
  trial: z.int().nullable(),
  /** When an admin or manager last released it, also while it was on trial. */
  releasedAt: z.int(),
  /** When to look at its queue; null if the queue is empty. */
  queueDueAt: z.int().nullable(),
  /** True while it waits for replies, so `queueDueAt` is only a guess. */
  unanswered: z.boolean(),
  servedAt: z.int().nullable(),
  lastBulk: z.int().nullable(),
  /** After a 429: no text before `blockedUntil`, then one text a second until `slowUntil`. */
  blockedUntil: z.int(),
  slowUntil: z.int(),
  balance: z.custom<Credits>(value => typeof value === 'string').nullable(),
  balanceAt: z.int().nullable(),
  /** The requests of its last minute. */
  slots: z.array(slotSchema),
});
export type KeyRecord = Readonly<z.infer<typeof keySchema>>;

export const KEYS = table('key', keySchema, ({ held, queueDueAt }) => ({
  /** Keys with waiting texts, by when their queues are due. Held keys are left out. */
  due: held === null && queueDueAt !== null && indexedAt(queueDueAt),
}));

/** No request to the SMS service lasts this long, so a claim older than this has been abandoned. */
export const FLIGHT_MS = 60_000;

export const unusedKey = (fingerprint: string): KeyRecord => ({
  id: fingerprint,
  held: null,
  trial: null,
  releasedAt: 0,
  queueDueAt: null,
  unanswered: false,
  servedAt: null,
  lastBulk: null,
  blockedUntil: 0,
  slowUntil: 0,
  balance: null,
  balanceAt: null,
  slots: [],
});

/** Stand-in for an unreadable key. Its recent requests are unknown, so it is blocked for a minute. */
function unreadableKey(fingerprint: string, now: number): KeyRecord {
  return { ...unusedKey(fingerprint), queueDueAt: now, blockedUntil: now + PACE.slotMs };
}

/** Returns a key's record, or a stand-in if it was never used or can't be read. */
export function loadKey(tx: Tx, fingerprint: string, now: number): KeyRecord {
  const {
    records: [key],
    missing,
  } = tx.tryRead(KEYS, [fingerprint]);
  return key ?? (missing.length > 0 ? unusedKey(fingerprint) : unreadableKey(fingerprint, now));
}

/** Makes the key's queue due at `at`, unless it is due earlier. */
export function withDueAt(key: KeyRecord, at: number): KeyRecord {
  return key.queueDueAt !== null && key.queueDueAt <= at ? key : { ...key, queueDueAt: at };
}

/** Like `withDueAt`, but only if any of the key's texts wait. */
export function withDueAtIfQueued(key: KeyRecord, at: number): KeyRecord {
  return key.queueDueAt === null ? key : withDueAt(key, at);
}

type WaitingPriorities = Pick<Window, 'peopleWait' | 'bulkWaits'>;

/** Summarises the key's last minute for `roomAt`. */
export function windowOf(key: KeyRecord, due: WaitingPriorities, now: number): Window {
  const slots = key.slots.filter(({ freeAt }) => freeAt > now);
  const of = (priority: Priority): number => slots.filter(slot => slot.priority === priority).length;
  const frees = slots.flatMap(slot => (isInFlight(slot, now) ? [] : slot.freeAt));
  return {
    slotsTaken: slots.length,
    alertsTaken: of('alert'),
    bulkTaken: of('bulk'),
    inFlight: slots.length - frees.length,
    nextFree: frees.length > 0 ? Math.min(...frees) : null,
    lastTaken: key.servedAt,
    lastBulk: key.lastBulk,
    blockedUntil: key.blockedUntil,
    slowUntil: key.slowUntil,
    onTrial: key.trial !== null,
    ...due,
  };
}

/** True until the reply, for at most `FLIGHT_MS`. No request lasts longer, but the service may count it as late as that. */
const isInFlight = ({ unanswered, freeAt }: Slot, now: number): boolean =>
  unanswered === true && freeAt - PACE.slotMs > now;

/** True if a text may skip the queue: the queue is empty and the minute has room. */
export function mayGoAtOnce(key: KeyRecord, priority: Priority, now: number): boolean {
  const waiting = { peopleWait: false, bulkWaits: false };
  return (
    key.held === null &&
    key.trial === null &&
    key.queueDueAt === null &&
    priority !== 'bulk' &&
    roomAt(priority, windowOf(key, waiting, now), now) <= now
  );
}

/** A key that waits for replies is checked this often even if no reply wakes it: a safety net, not a poll. */
const RECHECK_MS = 30_000;

type Waiter = { id: string; notBefore: number };

/** A key's waiting texts of each priority, in their order: as many as could go at once, and one more. */
export type Queues = Readonly<Record<Priority, readonly Waiter[]>>;

/** The next text, or the key with a new `queueDueAt` (null: until another text arrives). */
type Next = { kind: 'go'; priority: Priority; id: string } | { kind: 'wait'; key: KeyRecord };

/** How many more texts of the key may be claimed now, given its open requests. */
export function maxClaims(key: KeyRecord, now: number): number {
  const window = windowOf(key, { peopleWait: false, bulkWaits: false }, now);
  return Math.max(0, maxInFlight(window) - window.inFlight);
}

/** Chooses a key's next text by priority, or when to look at the key again. Pure. */
export function nextOf(key: KeyRecord, queues: Queues, now: number): Next {
  const isDue = (priority: Priority): boolean => queues[priority].some(({ notBefore }) => notBefore <= now);
  const waiting: WaitingPriorities = { peopleWait: isDue('people'), bulkWaits: isDue('bulk') };
  const window = windowOf(key, waiting, now);
  let at: number | null = null;
  for (const priority of PRIORITIES) {
    const [first] = queues[priority];
    if (!first) continue;
    const due = Math.max(first.notBefore, roomAt(priority, window, now));
    if (due <= now) return { kind: 'go', priority, id: first.id };
    at = Math.min(at ?? due, due);
  }
  const unanswered = at === Number.POSITIVE_INFINITY;
  return { kind: 'wait', key: { ...key, queueDueAt: unanswered ? now + RECHECK_MS : at, unanswered } };
}

/** Takes a slot for a request that begins now. */
export function withSlot(
  key: KeyRecord,
  { id, priority }: Pick<Slot, 'id' | 'priority'>,
  now: number,
): KeyRecord {
  return {
    ...key,
    slots: [
      ...key.slots.filter(({ freeAt }) => freeAt > now),
      { id, priority, freeAt: now + FLIGHT_MS + PACE.slotMs, unanswered: true },
    ],
    servedAt: now,
    lastBulk: priority === 'bulk' ? now : key.lastBulk,
  };
}

/** Notes that the slot's request ended now: the slot frees after `PACE.slotMs`. Only the first end counts. */
export function withReply(key: KeyRecord, slotId: string, now: number): KeyRecord {
  const slots = key.slots.map(slot =>
    slot.id === slotId && slot.unanswered
      ? { ...slot, freeAt: now + PACE.slotMs, unanswered: undefined }
      : slot,
  );
  return { ...key, slots };
}

/** Adds a request that ended now but whose slot the store has lost. */
export const withLostRequest = (
  key: KeyRecord,
  request: Pick<Slot, 'id' | 'priority'>,
  now: number,
): KeyRecord => withReply(withSlot(key, request, now), request.id, now);

/** Frees the slot of a request that never left: the service didn't count it. */
export function withoutSlot(key: KeyRecord, slotId: string): KeyRecord {
  return { ...key, slots: key.slots.filter(({ id }) => id !== slotId) };
}

export function withBackOff(
  key: KeyRecord,
  { until, slowUntil }: NonNullable<ClaimRelease['backOff']>,
): KeyRecord {
  return {
    ...key,
    blockedUntil: Math.max(key.blockedUntil, until),
    slowUntil: Math.max(key.slowUntil, slowUntil),
  };
}

/*
 * Holds. The service refused a text because of its key or account: 401, 402 or 403 with a code from its documentation. A
 * bare status without such a code holds nothing, because a proxy could have answered.
 *
 * The text was certainly not sent. It waits again, behind the texts that already wait, and its key is held: `KEYS` indexes
 * only keys that are not held, so none of its texts are claimed. The senders are told why their texts wait
 * (`waitToReport`), and the admin who linked the key is told once. When an admin or a manager releases the key, it is on
 * trial: one request at a time (`onTrialFirst` orders them) until the service accepts one; another refusal holds it again.
 * Deadlines keep running: a text that becomes too old meanwhile is refused.
 */

/**
 * The code for which this settlement holds the key; null if it doesn't. With such a code the text was certainly not sent.
 */
export const holdingCodeIn = (settlement: Settlement): HoldingCode | null =>
  settlement.kind === 'refused' ? holdingCodeOf(settlement.problem) : null;

/**
 * Applies the end of a request, claimed at `claimedAt`, to its key.
 *
 * @returns `newlyHeld`: report the hold
 */
export function afterEnd(
  key: KeyRecord,
  settlement: Settlement,
  claimedAt: number,
): { key: KeyRecord; newlyHeld: boolean } {
  const code = holdingCodeIn(settlement);
  if (code === null) {
    const ends = key.trial !== null && claimedAt >= key.trial && provesKeyAccepted(settlement);
    return { key: ends ? { ...key, trial: null } : key, newlyHeld: false };
  }
  // The text was claimed before the key was released, so the cause may have been fixed since.
  if (claimedAt < key.releasedAt) return { key, newlyHeld: false };
  return { key: { ...key, held: key.held ?? code }, newlyHeld: key.held === null };
}

/**
 * True if the outcome shows that the service accepts the key. A refusal because of the text shows it too; an uncertain
 * outcome, a bare status, or a text that we refused ourselves doesn't.
 */
function provesKeyAccepted(settlement: Settlement): boolean {
  if (settlement.kind !== 'refused') return settlement.kind === 'sent';
  return settlement.problem.kind === 'SERVICE_REFUSED' && settlement.problem.proven;
}

/**
 * Puts a released key on trial. If it is already on trial, that trial goes on: an acceptance of the request in flight ends
 * it, but a refusal of that request doesn't hold the key again.
 */
export function releaseHold(key: KeyRecord, now: number): KeyRecord {
  const trial = key.held === null ? (key.trial ?? now) : now;
  return withDueAt({ ...key, held: null, trial, releasedAt: now }, now);
}

/**
 * Orders one priority's texts for a key on trial: due texts first and the shortest of them first, so that a long text that
 * can't be paid for blocks no other. Equal lengths keep their order.
 */
export function onTrialFirst<T extends { parts: number; notBefore: number }>(
  waiting: readonly T[],
  now: number,
): T[] {
  const isDue = ({ notBefore }: T): boolean => notBefore <= now;
  const due = waiting.filter(isDue).toSorted((one, other) => one.parts - other.parts);
  return [...due, ...waiting.filter(text => !isDue(text))];
}

/** Why a text waits, and until when if that is known. */
export type Wait = { why: WaitReason; until: number | null };

/**
 * Why a person's text waits; null if it goes soon, so that no report is needed yet.
 *
 * @param claimsPausedUntil claims resume at this time, because the store came back
 */
export function waitToReport(
  text: TextRecord,
  key: KeyRecord,
  claimsPausedUntil: number,
  now: number,
): Wait | null {
  const from = unreportedFrom(text);
  // Its sender was told that it can be undone, and waits for that.
  if (from > now) return null;
  if (key.held !== null) return { why: key.held, until: null };
  const until = Math.max(text.notBefore, key.blockedUntil, key.unanswered ? 0 : (key.queueDueAt ?? 0));
  const isSoon = Math.max(until, claimsPausedUntil) <= now + REPORT_WAIT_AFTER_MS;
  if (isSoon && from > now - REPORT_WAIT_AFTER_MS) return null;
  if (claimsPausedUntil > now && claimsPausedUntil > until)
    return { why: 'STORE_RESTARTED', until: claimsPausedUntil };
  return key.unanswered && until <= now ? { why: 'UNANSWERED', until: null } : { why: 'PACE', until };
}

/**
 * Makes keys due after their queues changed. Writes a key even if it is due already: a process that has just found its queue
 * empty must notice, or it would put the key to sleep.
 */
export function wakeKeys(tx: Tx, fingerprints: ReadonlySet<string>, now: number): void {
  for (const fingerprint of fingerprints) {
    tx.put(KEYS, withDueAt(loadKey(tx, fingerprint, now), now));
  }
}
