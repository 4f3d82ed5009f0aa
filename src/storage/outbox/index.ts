import type { Aside, Audit, Departures, Mailboxes, Outbox } from '../ports.ts';
import type { Store } from '../store.ts';
import { createAside } from './aside.ts';
import { createClaims } from './claims.ts';
import { createHistory } from './history.ts';
import { createInboxes } from './inboxes.ts';
import { createIntents } from './intents.ts';
import { createQueue } from './queue.ts';
import { createReports } from './reports.ts';
import { createRetention } from './retention.ts';
import { createAudit, createDepartures } from './workspaces.ts';

/** All that is kept in records, on any store. */
export function createPorts(
  store: Store,
  {
    newId,
    wall,
    removeDocuments,
  }: {
    newId: () => string;
    /** The time of day at a moment of the time line. */
    wall: (at: number) => number;
    removeDocuments: (workspace: string, limit: number) => Promise<number>;
  },
): { outbox: Outbox; mailboxes: Mailboxes; aside: Aside; audit: Audit; departures: Departures } {
  return {
    outbox: {
      ...createIntents(store, { newId, wall }),
      ...createClaims(store, newId),
      ...createQueue(store, newId),
      ...createReports(store, newId),
      ...createHistory(store),
      ...createRetention(store),
    },
    mailboxes: createInboxes(store, newId),
    aside: createAside(store, newId),
    audit: createAudit(store, newId),
    departures: createDepartures(store, removeDocuments),
  };
}
