import { mostInFlight, roomAt } from '../../domain/pace.ts';
import { PRIORITIES, type Priority } from '../../domain/text.ts';
import type { KeyRecord } from '../tables/key.ts';
import type { TextRecord } from '../tables/text.ts';
import { type WaitingPriorities, windowOf, withSlot } from './key.ts';

/** How soon to look again at a key that waits for replies, even if none wakes it: a safety net, not a poll. */
const LOOK_AGAIN_MS = 30_000;

/** A waiting text: its id, and when it may go. */
export type Waiter = { id: string; notBefore: number };

/** A key's waiting texts, most urgent priority first, in order within each priority: as many of each as could go at once, and one more. */
export type Queues = Readonly<Record<Priority, readonly Waiter[]>>;

/** What goes next: a text; or nothing, and when to look at the key again (null: when something comes). */
export type Next = { kind: 'go'; priority: Priority; id: string } | { kind: 'wait'; key: KeyRecord };

/** The most texts of a key that could be claimed at once. */
export function mostClaims(key: KeyRecord, now: number): number {
  const window = windowOf(key, { peopleWait: false, bulkWaits: false }, now);
  return Math.max(0, mostInFlight(window) - window.inFlight);
}

/** The most urgent of a key's texts that may go now. */
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
  return { kind: 'wait', key: { ...key, readyAt: unanswered ? now + LOOK_AGAIN_MS : at, unanswered } };
}

/** The text is being sent, and its request has a slot with the claim's id. */
export function claimed(
  key: KeyRecord,
  text: TextRecord,
  claim: { id: string; owner: string },
  now: number,
): { key: KeyRecord; text: TextRecord } {
  const slot = { id: claim.id, priority: text.priority, owner: claim.owner, text: text.id };
  return {
    // Puts the key behind the others that have waited as long.
    key: { ...withSlot(key, slot, now), unanswered: false, readyAt: now },
    text: { ...text, state: 'sending', claim: claim.id },
  };
}
