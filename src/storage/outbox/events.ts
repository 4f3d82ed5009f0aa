import type { InboxAddress } from '../ports.ts';
import type { Step } from '../records.ts';
import { EVENTS, INBOXES, inboxId, newInbox } from '../tables/inbox.ts';
import type { Transaction } from '../transaction.ts';

/** Puts an event into an inbox, as part of a larger step. */
export function* putEvent(
  tx: Transaction,
  { id, address, body }: { id: string; address: InboxAddress; body: string },
  now: number,
): Step<void> {
  const inbox = inboxId(address);
  tx.put(EVENTS, { id, inbox, at: now, body });
  const before = (yield* tx.readable(INBOXES, [inbox]))[0] ?? newInbox(address);
  // While somebody has it leased, it is looked at again when that lease ends.
  const isLeased = before.leasedUntil > now;
  const dueAt = isLeased ? before.dueAt : Math.min(before.dueAt ?? now, now);
  if (before.dueAt !== dueAt || before.version === 0) tx.put(INBOXES, { ...before, dueAt });
}
