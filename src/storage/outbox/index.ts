import type { RemoveDocuments } from '../documents.ts';
import type { Storage } from '../ports.ts';
import type { Store } from '../store.ts';
import { createAside } from './aside.ts';
import { createBroadcasts } from './broadcasts.ts';
import { createClaims } from './claims.ts';
import { createContacts } from './contacts.ts';
import { createForgetting } from './forgetting.ts';
import { createHistory } from './history.ts';
import { createImports } from './imports.ts';
import { createInboxes } from './inboxes.ts';
import { createIntents } from './intents.ts';
import { createLinks } from './links.ts';
import { createQueue } from './queue.ts';
import { createReports } from './reports.ts';
import { createRetention } from './retention.ts';
import { createSchedules } from './schedules.ts';
import { createTemplates } from './templates.ts';
import { createTextLinks } from './text-links.ts';
import { createAudit, createDeletions } from './workspaces.ts';

/** Everything that is kept in records, on any store. */
export function createPorts(
  store: Store,
  {
    newId,
    wall,
    removeDocuments,
  }: {
    newId: () => string;
    /** The time of day at a moment on the time line. */
    wall: (at: number) => number;
    removeDocuments: RemoveDocuments;
  },
): Pick<
  Storage,
  | 'intents'
  | 'claims'
  | 'queue'
  | 'reports'
  | 'history'
  | 'retention'
  | 'inboxes'
  | 'aside'
  | 'contacts'
  | 'forgetting'
  | 'links'
  | 'templates'
  | 'textLinks'
  | 'imports'
  | 'schedules'
  | 'broadcasts'
  | 'audit'
  | 'deletions'
> {
  return {
    intents: createIntents(store, { newId, wall }),
    claims: createClaims(store, newId),
    queue: createQueue(store, newId),
    reports: createReports(store, newId),
    history: createHistory(store),
    retention: createRetention(store),
    inboxes: createInboxes(store, newId),
    aside: createAside(store, newId),
    contacts: createContacts(store, newId),
    forgetting: createForgetting(store, { newId, wall }),
    links: createLinks(store),
    templates: createTemplates(store),
    textLinks: createTextLinks(store),
    imports: createImports(store, { newId, wall }),
    schedules: createSchedules(store),
    broadcasts: createBroadcasts(store, { newId, wall }),
    audit: createAudit(store, newId),
    deletions: createDeletions(store, removeDocuments),
  };
}
