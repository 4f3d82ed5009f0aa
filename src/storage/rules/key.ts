import { PACE, type Window } from '../../domain/pace.ts';
import type { Priority } from '../../domain/text.ts';
import type { ClaimRelease } from '../ports.ts';
import { type KeyRecord, type Slot, unusedKey } from '../tables/key.ts';

/* What happens to a key of the SMS service. */

/** A key whose record can't be read any more: we don't know what it did in its last minute, so it waits for one. */
export function forgotten(fingerprint: string, now: number): KeyRecord {
  return { ...unusedKey(fingerprint), readyAt: now, blockedUntil: now + PACE.slotMs };
}

/** The key is worth a look at `at`, or earlier if that was said before. */
export function ready(key: KeyRecord, at: number): KeyRecord {
  return key.readyAt !== null && key.readyAt <= at ? key : { ...key, readyAt: at };
}

/** Like `ready`, if any of its texts is waiting at all. */
export function woken(key: KeyRecord, at: number): KeyRecord {
  return key.readyAt === null ? key : ready(key, at);
}

/** Which priorities have something that is due. */
export type WaitingPriorities = Pick<Window, 'peopleWait' | 'bulkWaits'>;

/** What its last minute says about when it may be used again. */
export function windowOf(key: KeyRecord, waiting: WaitingPriorities, now: number): Window {
  const slots = key.slots.filter(slot => !isFree(slot, now));
  const of = (priority: Priority): number => slots.filter(slot => slot.priority === priority).length;
  const frees = slots.flatMap(({ freeAt }) => freeAt ?? []);
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

const isFree = ({ freeAt }: Slot, now: number): boolean => freeAt !== null && freeAt <= now;

/** A request takes a slot. */
export function withSlot(key: KeyRecord, slot: Omit<Slot, 'takenAt' | 'freeAt'>, now: number): KeyRecord {
  return {
    ...key,
    slots: [...key.slots.filter(one => !isFree(one, now)), { ...slot, takenAt: now, freeAt: null }],
    servedAt: now,
    lastBulk: slot.priority === 'bulk' ? now : key.lastBulk,
  };
}

/** The slot's request was answered (or ended) now: the slot frees after `PACE.slotMs`. Later ends of the same request change nothing. */
export function withReply(key: KeyRecord, slotId: string, now: number): KeyRecord {
  const slots = key.slots.map(slot =>
    slot.id === slotId && slot.freeAt === null ? { ...slot, freeAt: now + PACE.slotMs } : slot,
  );
  return { ...key, slots };
}

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
