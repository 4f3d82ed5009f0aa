import { z } from 'zod';
import type { Credits } from '../../kit/credits.ts';
import { HOLDING_CODES, type HoldingCode, holdingCodeOf } from '../../kit/problem.ts';
import { indexedAt, type Tx, table } from '../../kit/store/store.ts';
import { PACE, roomAt, UNTOLD_MS, type Window } from '../pace.ts';
import { PRIORITIES, type Priority, type WaitReason } from '../text.ts';
import type { ClaimRelease, Settlement, TextRecord } from './model.ts';

const slotSchema = z.object({
  /** The claim's id, if the request is a text's. */
  id: z.string(),
  priority: z.enum(PRIORITIES),
  /** When it is free again; without a reply, at the latest. */
  freeAt: z.int(),
  /** Its request has no reply yet. */
  unanswered: z.literal(true).optional(),
});
type Slot = Readonly<z.infer<typeof slotSchema>>;

const keySchema = z.object({
  /** The fingerprint. */
  id: z.string(),
  /** The code for which it is held. */
  held: z.enum(HOLDING_CODES).nullable(),
  /** Since when it is on trial; null: the service has accepted it since. */
  trial: z.int().nullable(),
  /** When somebody last released it, also while it was on trial already. */
  releasedAt: z.int(),
  /** When its queue is worth a look; null: nothing is waiting. */
  queueDueAt: z.int().nullable(),
  /** It is waiting for replies, so `queueDueAt` is not a definite time. */
  unanswered: z.boolean(),
  servedAt: z.int().nullable(),
  lastBulk: z.int().nullable(),
  /** After a 429: nothing before the first time, and one text a second until the second. */
  blockedUntil: z.int(),
  slowUntil: z.int(),
  balance: z.custom<Credits>(value => typeof value === 'string').nullable(),
  balanceAt: z.int().nullable(),
  /** The requests of its last minute. */
  slots: z.array(slotSchema),
});
export type KeyRecord = Readonly<z.infer<typeof keySchema>>;

export const KEYS = table('key', keySchema, ({ held, queueDueAt }) => ({
  /** Keys that are worth a look, by when. */
  due: held === null && queueDueAt !== null && indexedAt(queueDueAt),
}));

/** No request to the SMS service lasts this long: whoever made it has given it up. */
export const FLIGHT_MS = 60_000;

/** What we know about a key that was never used. */
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

/* What happens to a key of the SMS service. */

/** A key whose record can't be read any more: we don't know what it did in its last minute, so it waits for one. */
function unreadableKey(fingerprint: string, now: number): KeyRecord {
  return { ...unusedKey(fingerprint), queueDueAt: now, blockedUntil: now + PACE.slotMs };
}

/** What we know about a key, even if its record can't be read. */
export function loadKey(tx: Tx, fingerprint: string, now: number): KeyRecord {
  const {
    records: [key],
    missing,
  } = tx.tryRead(KEYS, [fingerprint]);
  return key ?? (missing.length > 0 ? unusedKey(fingerprint) : unreadableKey(fingerprint, now));
}

/** The key is worth a look at `at`, or earlier if that was said before. */
export function withDueAt(key: KeyRecord, at: number): KeyRecord {
  return key.queueDueAt !== null && key.queueDueAt <= at ? key : { ...key, queueDueAt: at };
}

/** Like `withDueAt`, if any of its texts is waiting at all. */
export function withDueAtIfQueued(key: KeyRecord, at: number): KeyRecord {
  return key.queueDueAt === null ? key : withDueAt(key, at);
}

/** Which priorities have something that is due. */
export type WaitingPriorities = Pick<Window, 'peopleWait' | 'bulkWaits'>;

/** What its last minute says about when it may be used again. */
export function windowOf(key: KeyRecord, waiting: WaitingPriorities, now: number): Window {
  const slots = key.slots.filter(({ freeAt }) => freeAt > now);
  const of = (priority: Priority): number => slots.filter(slot => slot.priority === priority).length;
  const frees = slots.flatMap(slot => (isInFlight(slot, now) ? [] : slot.freeAt));
  return {
    taken: slots.length,
    alertsTaken: of('alert'),
    bulkTaken: of('bulk'),
    inFlight: slots.length - frees.length,
    nextFree: frees.length > 0 ? Math.min(...frees) : null,
    lastTaken: key.servedAt,
    lastBulk: key.lastBulk,
    blockedUntil: key.blockedUntil,
    slowUntil: key.slowUntil,
    onTrial: key.trial !== null,
    ...waiting,
  };
}

/** A request without a reply ended at the latest when no request lasts any longer; the service may have counted it then. */
const isInFlight = ({ unanswered, freeAt }: Slot, now: number): boolean =>
  unanswered === true && freeAt - PACE.slotMs > now;

/** Whether a text may go before any other of its key is looked at: none waits, and the minute has room. */
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

/** A request takes a slot. */
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

/** The slot's request was answered (or ended) now: the slot frees after `PACE.slotMs`. Later ends of the same request change nothing. */
export function withReply(key: KeyRecord, slotId: string, now: number): KeyRecord {
  const slots = key.slots.map(slot =>
    slot.id === slotId && slot.unanswered
      ? { ...slot, freeAt: now + PACE.slotMs, unanswered: undefined }
      : slot,
  );
  return { ...key, slots };
}

/** A request was answered now of which the store knows nothing any more. */
export const withLostRequest = (
  key: KeyRecord,
  request: Pick<Slot, 'id' | 'priority'>,
  now: number,
): KeyRecord => withReply(withSlot(key, request, now), request.id, now);

/** The slot's request never left, so it doesn't count. */
export function withoutSlot(key: KeyRecord, slotId: string): KeyRecord {
  return { ...key, slots: key.slots.filter(({ id }) => id !== slotId) };
}

/** After a 429. */
export function backedOff(
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
 * What happens when the service refuses a text because of its key or account (401, 402, 403 with the code that its
 * documentation gives). A bare status without one of its codes holds nothing: a proxy could have answered.
 *
 * Nothing was sent for certain, so that text waits again, behind those that wait already, and its key is held. Nothing of a
 * held key is claimed: `KEYS.places` lists only keys that are not held. People are told why their texts wait (`waitToTell`),
 * and whoever linked the key is told once. When an admin or a manager releases the key, it is on trial: one request at a time
 * (`onTrialFirst` says for which text), until the service accepts one. If it is refused again, it is held again. Deadlines run on: a text that
 * becomes too old meanwhile is refused like any other that waited too long.
 */

/** The code for which this end of a request holds the key, and with which nothing was sent for certain; null: it has none. */
export const holdingCodeIn = (settlement: Settlement): HoldingCode | null =>
  settlement.kind === 'refused' ? holdingCodeOf(settlement.problem) : null;

/**
 * A key after the end of one of its requests, claimed at `claimedAt`.
 *
 * @returns `newlyHeld`: this end holds the key, which has to be reported
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
  // Whoever released the key may have mended what refused a text that was claimed before.
  if (claimedAt < key.releasedAt) return { key, newlyHeld: false };
  // The first code counts.
  return { key: { ...key, held: key.held ?? code }, newlyHeld: key.held === null };
}

/**
 * Whether the service accepted the key. A refusal for the text's own sake proves it too. An uncertain end, a bare status, or
 * a text that ended before it left says nothing about the key.
 */
function provesKeyAccepted(settlement: Settlement): boolean {
  if (settlement.kind !== 'refused') return settlement.kind === 'sent';
  return settlement.problem.kind === 'SERVICE_REFUSED' && settlement.problem.proven;
}

/**
 * An admin or a manager releases the key: it is on trial. While it is, the trial goes on, so that the service's yes to the
 * request under way ends it; but its no doesn't hold the key again.
 */
export function releaseHold(key: KeyRecord, now: number): KeyRecord {
  const trial = key.held === null ? (key.trial ?? now) : now;
  return withDueAt({ ...key, held: null, trial, releasedAt: now }, now);
}

/**
 * Those of one priority that wait for a key on trial, in the order in which they go: of those that may go now the shortest,
 * so that a long text that can't be paid keeps nobody waiting; of the same length, whichever came first.
 */
export function onTrialFirst<T extends { parts: number; notBefore: number }>(
  waiting: readonly T[],
  now: number,
): T[] {
  const isDue = ({ notBefore }: T): boolean => notBefore <= now;
  const due = waiting.filter(isDue).toSorted((one, other) => one.parts - other.parts);
  return [...due, ...waiting.filter(text => !isDue(text))];
}

/** Why a text can't go now, and until when if that is known. */
export type Wait = { why: WaitReason; until: number | null };

/**
 * What to tell a person whose text waits; null: nothing yet, because it goes soon.
 *
 * @param claimsPausedUntil nothing is claimed before this time, because the store came back
 */
export function waitToTell(
  text: TextRecord,
  key: KeyRecord,
  claimsPausedUntil: number,
  now: number,
): Wait | null {
  if (key.held !== null) return { why: key.held, until: null };
  const until = Math.max(text.notBefore, key.blockedUntil, key.unanswered ? 0 : (key.queueDueAt ?? 0));
  const isSoon = Math.max(until, claimsPausedUntil) <= now + UNTOLD_MS;
  if (isSoon && text.createdAt > now - UNTOLD_MS) return null;
  if (claimsPausedUntil > now && claimsPausedUntil > until)
    return { why: 'STORE_RESTARTED', until: claimsPausedUntil };
  return key.unanswered && until <= now ? { why: 'UNANSWERED', until: null } : { why: 'PACE', until };
}

/**
 * Keys behind which something no longer waits may have room for what comes next; or something new waits. A key is written even
 * if it is due already: a process that just found nothing waiting for it must notice, or it would put the key to sleep.
 */
export function wakeKeys(tx: Tx, fingerprints: ReadonlySet<string>, now: number): void {
  for (const fingerprint of fingerprints) {
    tx.put(KEYS, withDueAt(loadKey(tx, fingerprint, now), now));
  }
}
