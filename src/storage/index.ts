import type { Inboxes } from './alerts/model.ts';
import { createInboxes, eventAside } from './alerts/store.ts';
import { type Aside, createAside } from './aside.ts';
import { broadcastAsides } from './broadcasts/aside.ts';
import type { Broadcasts } from './broadcasts/model.ts';
import { createBroadcasts } from './broadcasts/store.ts';
import { createForgetting } from './contacts/forgetting.ts';
import type { Forgetting } from './contacts/forgetting-model.ts';
import { createImports } from './contacts/imports.ts';
import type { Imports } from './contacts/imports-model.ts';
import type { Contacts } from './contacts/model.ts';
import { createContacts } from './contacts/store.ts';
import { createDocuments, type Documents, type EveryWorkspace, type Revisions } from './documents.ts';
import type { Schedules } from './schedules/model.ts';
import { createSchedules, scheduleAside } from './schedules/store.ts';
import type { Store } from './store.ts';
import { createTemplates, type Templates } from './templates/store.ts';
import type { Temporary } from './temporary.ts';
import { createIntents, type Intents } from './texts/accept.ts';
import { textAsides } from './texts/aside.ts';
import { type Claims, createClaims } from './texts/claim.ts';
import { createHistory, createRetention, type History, type Retention } from './texts/history.ts';
import { createTextLinks, type KeptTextLinks } from './texts/links.ts';
import type { Claim } from './texts/model.ts';
import { createQueue, type Queue } from './texts/queue.ts';
import { createReports, type Reports } from './texts/reports.ts';
import type { Audit, ScheduledDeletions } from './workspace/model.ts';
import { createLinks, type PageLinks } from './workspace/page-links.ts';
import { createAudit, createDeletions } from './workspace/store.ts';

/*
 * What storage promises. All engines keep these promises, checked by one contract suite (test/contracts). Every operation is
 * one atomic step, unless it says that it takes several, and is on disk when its promise resolves. Times are epoch
 * milliseconds on the app's time line (see `Clock`) and come from the caller.
 */

/** Everything that is kept in records. */
export type Records = {
  intents: Intents;
  claims: Claims;
  queue: Queue;
  reports: Reports;
  history: History;
  retention: Retention;
  inboxes: Inboxes;
  contacts: Contacts;
  forgetting: Forgetting;
  links: PageLinks;
  templates: Templates;
  textLinks: KeptTextLinks;
  imports: Imports;
  schedules: Schedules;
  broadcasts: Broadcasts;
  deletions: ScheduledDeletions;
  audit: Audit;
  aside: Aside;
  documents: Documents;
  revisions: Revisions;
  everyWorkspace: EveryWorkspace;
};

export type Storage = Records & {
  temporary: Temporary;
  /** The time line that everybody who shares the store uses; see `Clock`. It is never behind what was stored before. */
  now(): number;
  /** The time of day; see `Clock`. */
  wall(at?: number): number;
  /** Calls `listener` when there may be something to do that no caller here knows about, because another process left it. */
  onNews(listener: () => void): void;
  /** Whether other processes may have the store open too. */
  isShared: boolean;
  /** Makes a test write that changes nothing; rejects, and says why, if the store can't be reached or doesn't accept it. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** Keeps it, on any store. */
export function createRecords(
  store: Store,
  {
    newId,
    wall,
  }: {
    newId: () => string;
    /** The time of day at a moment on the time line. */
    wall: (at: number) => number;
  },
): Records {
  const lost = new Set<Claim>();
  return {
    ...createDocuments(store),
    intents: createIntents(store, { newId, wall, lost }),
    claims: createClaims(store, newId, lost),
    queue: createQueue(store, newId),
    reports: createReports(store, newId),
    history: createHistory(store),
    retention: createRetention(store),
    inboxes: createInboxes(store, newId),
    aside: createAside(store, {
      ...textAsides,
      ...broadcastAsides,
      event: eventAside,
      schedule: scheduleAside,
    }),
    contacts: createContacts(store, newId),
    forgetting: createForgetting(store, { newId, wall }),
    links: createLinks(store),
    templates: createTemplates(store),
    textLinks: createTextLinks(store),
    imports: createImports(store, { newId, wall }),
    schedules: createSchedules(store),
    broadcasts: createBroadcasts(store, { newId, wall }),
    audit: createAudit(store, newId),
    deletions: createDeletions(store),
  };
}
