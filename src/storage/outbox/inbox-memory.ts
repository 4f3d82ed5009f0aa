import type { Intent } from '../../domain/intent.ts';
import type { InboxAddress, Inboxes, LeasedInbox } from '../ports.ts';
import { all } from '../records.ts';
import type { Store } from '../store.ts';
import {
  EVENT_IDENTITIES,
  EVENT_LISTS,
  EVENTS,
  INBOX_STATES,
  INBOXES,
  inboxId,
  newInbox,
} from '../tables/inbox.ts';
import type { Transaction } from '../transaction.ts';
import { type NewEvent, putEvent } from './events.ts';
import { insertIntent, newIntent } from './intents.ts';
import type { Remembered } from './remembered.ts';

/*
 * What came into inboxes and what this process made of it, to repeat to a store that lost its last moments. A store loses what
 * was written last: so an event was there, and may be handled, if its inbox was committed since. Nobody commits until all have
 * repeated what they did. Therefore versions of inboxes are repeated last, when everybody's events are there.
 */

type Put = Parameters<Inboxes['put']>[0];
type Committed = {
  state: string;
  intents: readonly Intent[];
  events: readonly NewEvent[];
  /** Of the inboxes that the events went to, at that moment. */
  versions: readonly number[];
};

export type InboxMemory = {
  /** @param version of its inbox at that moment */
  put(event: Put, version: number, now: number): void;
  committed(leased: LeasedInbox, next: Committed, now: number): void;
};

export function createInboxMemory(store: Store, remembered: Remembered): InboxMemory {
  return {
    put(event, version, now) {
      const again = () =>
        store.change(tx => {
          if (isForgotten(tx, event, version)) putOnce(tx, event, now);
        });
      remembered.did('event', event.id, now, async isLast => isLast || again(), event.body.length);
    },

    committed({ address, version, taken }, { state, intents, events, versions }, now) {
      const id = inboxId(address);
      const characters = events.reduce((sum, { body }) => sum + body.length, 0);
      const decision = (isLast: boolean) =>
        store.change(tx => {
          if (!isLast) {
            for (const intent of intents) insertIntent(tx, newIntent(intent, { dueAt: now, leasedBy: null }));
            for (const [index, event] of events.entries())
              if (isForgotten(tx, event, versions[index] ?? 0)) putEvent(tx, event, now);
          }
          all(taken.map(event => () => tx.drop(EVENTS, event, EVENT_LISTS.in(id))));
        });
      remembered.did('decision', `${id} ${version}`, now, decision, characters);
      const becomes = () => store.change(tx => putState(tx, address, { state, version: version + 1 }, now));
      remembered.did('state', id, now, async isLast => isLast && becomes(), state.length);
    },
  };
}

function isForgotten(tx: Transaction, { id, address }: NewEvent, version: number): boolean {
  const [inbox] = tx.readable(INBOXES, [inboxId(address)]);
  if (inbox && inbox.version > version) return false;
  return tx.readable(EVENTS, [id]).length === 0;
}

/** As it came to stand, unless somebody else committed later. It is due at once: when it would be, its owner decides. */
function putState(
  tx: Transaction,
  address: InboxAddress,
  { state, version }: { state: string; version: number },
  now: number,
): void {
  const id = inboxId(address);
  const inbox = tx.readable(INBOXES, [id])[0] ?? newInbox(address);
  if (inbox.version >= version) return;
  tx.put(INBOX_STATES, { id, state });
  tx.put(INBOXES, { ...inbox, version, dueAt: now, leasedBy: null, leasedUntil: 0 });
}

/** Puts an event in, once for its identity. `version`: of its inbox at that moment. */
export function putOnce(
  tx: Transaction,
  { sameness, ...event }: Put,
  now: number,
): { kind: 'added'; id: string; version: number } | { kind: 'known' | 'conflict'; id: string } {
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
  return { kind: 'added', id: event.id, version: putEvent(tx, event, now) };
}
