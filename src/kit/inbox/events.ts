import type { Tx } from '../store/store.ts';
import {
  EVENT_IDENTITIES,
  EVENTS,
  INBOXES,
  type InboxAddress,
  type Inboxes,
  inboxId,
  newInbox,
} from './model.ts';

export type NewEvent = { id: string; address: InboxAddress; body: string };

/**
 * Puts an event into an inbox, as part of a larger step. Its id is new: what comes while a turn is under way is not what that
 * turn has read, even if it says the same.
 */
export function putEvent(tx: Tx, { id, address, body }: NewEvent, now: number): void {
  const inbox = inboxId(address);
  tx.insert(EVENTS, { id, inbox, at: now, body });
  const before = tx.readable(INBOXES, [inbox])[0] ?? newInbox(address);
  // While somebody has it leased, it is looked at again when that lease ends.
  const isLeased = before.leasedUntil > now;
  const dueAt = isLeased ? before.dueAt : Math.min(before.dueAt ?? now, now);
  if (before.dueAt !== dueAt || before.version === 0) tx.put(INBOXES, { ...before, dueAt });
}

/** Puts an event in, once for its identity. */
export function putOnce(
  tx: Tx,
  { sameness, ...event }: Parameters<Inboxes['put']>[0],
  now: number,
): { kind: 'added' | 'known' | 'conflict'; id: string } {
  if (sameness) {
    const { workspace } = event.address;
    const { digest, forMs, ends } = sameness;
    const identity = `${workspace} ${sameness.identity}`;
    const known = tx.get(EVENT_IDENTITIES, identity);
    if (known && known.until > now)
      return { kind: known.digest === digest ? 'known' : 'conflict', id: known.event };
    tx.put(EVENT_IDENTITIES, { id: identity, workspace, event: event.id, digest, until: now + forMs });
    const ended = ends === null ? null : tx.get(EVENT_IDENTITIES, `${workspace} ${ends}`);
    if (ended) tx.delete(EVENT_IDENTITIES, ended.id);
  }
  putEvent(tx, event, now);
  return { kind: 'added', id: event.id };
}
