import type { InboxAddress } from '../ports.ts';
import { EVENTS, INBOXES, inboxId, newInbox } from '../tables/inbox.ts';
import type { Transaction } from '../transaction.ts';

export type NewEvent = { id: string; address: InboxAddress; body: string };

/** Puts an event into an inbox, as part of a larger step. Returns the inbox's version at that moment. */
export function putEvent(tx: Transaction, { id, address, body }: NewEvent, now: number): number {
  const inbox = inboxId(address);
  tx.put(EVENTS, { id, inbox, at: now, body });
  const before = tx.readable(INBOXES, [inbox])[0] ?? newInbox(address);
  // While somebody has it leased, it is looked at again when that lease ends.
  const isLeased = before.leasedUntil > now;
  const dueAt = isLeased ? before.dueAt : Math.min(before.dueAt ?? now, now);
  if (before.dueAt !== dueAt || before.version === 0) tx.put(INBOXES, { ...before, dueAt });
  return before.version;
}
