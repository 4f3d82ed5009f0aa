import { PACE, roomAt } from '../../domain/pace.ts';
import { PRIORITIES, type Priority } from '../../domain/text.ts';
import type { KeyRecord } from '../tables/key.ts';
import type { TextRecord } from '../tables/text.ts';
import { type WaitingPriorities, windowOf, withSlot } from './key.ts';

/** A key that waits for replies is looked at again this much later even if none wakes it: a safety net, not a poll. */
const LOOK_AGAIN_MS = 30_000;

/** A text that waits: its id, and when it may go. */
export type Waiter = { id: string; notBefore: number };

/** What waits of a key, most urgent priority first, each priority in order: as many of each as could go at once, and one more. */
export type Queues = Readonly<Record<Priority, readonly Waiter[]>>;

/** What goes next: a text; or nothing, and when the key is to be looked at again (null: when something comes). */
export type Next = { kind: 'go'; priority: Priority; id: string } | { kind: 'wait'; key: KeyRecord };

/** How many texts of a key could be claimed at once, at most. */
export function mostClaims(key: KeyRecord, now: number): number {
  const { inFlight, onTrial } = windowOf(key, { peopleWait: false, bulkWaits: false }, now);
  return Math.max(0, (onTrial ? PACE.maxOnTrial : PACE.maxInFlight) - inFlight);
}

/** Which text of a key is the most urgent that may go now. */
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
    // Behind the others that wait as long, it has its turn again.
    key: { ...withSlot(key, slot, now), unanswered: false, readyAt: now },
    text: { ...text, state: 'sending', claim: claim.id },
  };
}
