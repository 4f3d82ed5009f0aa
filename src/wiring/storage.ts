import type { Broadcasts } from '../broadcasts/store/model.ts';
import { broadcastRows } from '../broadcasts/store/rows.ts';
import { createBroadcasts, removeBroadcasts } from '../broadcasts/store/store.ts';
import { broadcastAsides, broadcastsOfTexts } from '../broadcasts/store/tally.ts';
import { createForgetting, removeForgettings } from '../contacts/store/forgetting.ts';
import type { Forgetting } from '../contacts/store/forgetting-model.ts';
import { createImports } from '../contacts/store/imports.ts';
import type { Imports } from '../contacts/store/imports-model.ts';
import type { Contacts } from '../contacts/store/model.ts';
import { createContacts, removePeople } from '../contacts/store/store.ts';
import type { Inboxes } from '../kit/inbox/model.ts';
import { createInboxes, eventAside, removeInboxes } from '../kit/inbox/store.ts';
import { createLinks, type PageLinks } from '../kit/pages/page-links.ts';
import { type Aside, createAside } from '../kit/store/aside.ts';
import {
  createDocuments,
  type Documents,
  type EveryWorkspace,
  type Revisions,
} from '../kit/store/documents.ts';
import type { Engine } from '../kit/store/engine.ts';
import type { Removal, Store } from '../kit/store/store.ts';
import type { Schedules } from '../schedules/store/model.ts';
import { createSchedules, removeSchedules, scheduleAside } from '../schedules/store/store.ts';
import { createTemplates, removeTemplates, type Templates } from '../templates/book.ts';
import type { Intent } from '../texts/intent.ts';
import { createIntents, type Intents, insertIntent, newIntent } from '../texts/store/accept.ts';
import { textAsides } from '../texts/store/aside.ts';
import { type Claims, createClaims } from '../texts/store/claim.ts';
import {
  createHistory,
  createRetention,
  type History,
  type Retention,
  removeTexts,
} from '../texts/store/history.ts';
import { createTextLinks, type KeptTextLinks } from '../texts/store/links.ts';
import type { Claim } from '../texts/store/model.ts';
import { createQueue, type Queue } from '../texts/store/queue.ts';
import { createReports, type Reports } from '../texts/store/reports.ts';
import type { Maker } from '../texts/store/telling.ts';
import {
  type Audit,
  createAudit,
  createDeletions,
  removeOfWorkspace,
  type ScheduledDeletions,
} from '../workspace/store.ts';

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

export type Storage = Records & Omit<Engine, 'store'>;

/** Everything that the app keeps, on an open engine. */
export const storageOn = ({ store, ...engine }: Engine, newId: () => string): Storage => ({
  ...createRecords(store, { newId, wall: engine.wall }),
  ...engine,
});

/** What is removed with a workspace; those first that others lead to. */
const REMOVALS: readonly Removal[] = [
  removeTexts,
  removeInboxes,
  removeOfWorkspace,
  removeBroadcasts,
  removeSchedules,
  removePeople,
  removeTemplates,
  removeForgettings,
];

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
  const maker: Maker = { newId, parent: broadcastsOfTexts };
  return {
    ...createDocuments(store),
    intents: createIntents(store, { ...maker, wall, lost }),
    claims: createClaims(store, maker, lost),
    queue: createQueue(store, maker),
    reports: createReports(store, maker),
    history: createHistory(store),
    retention: createRetention(store, maker.parent),
    inboxes: createInboxes<Intent>(
      store,
      newId,
      (tx, intent, now) => void insertIntent(tx, newIntent(intent, { dueAt: now, leasedBy: null })),
    ),
    aside: createAside(store, {
      ...textAsides(maker.parent),
      ...broadcastAsides,
      event: eventAside,
      schedule: scheduleAside,
    }),
    contacts: createContacts(store, { ...maker, rows: broadcastRows }),
    forgetting: createForgetting(store, { ...maker, wall, rows: broadcastRows }),
    links: createLinks(store),
    templates: createTemplates(store),
    textLinks: createTextLinks(store),
    imports: createImports(store, { newId, wall }),
    schedules: createSchedules(store),
    broadcasts: createBroadcasts(store, { newId, wall }),
    audit: createAudit(store, newId),
    deletions: createDeletions(store, REMOVALS),
  };
}
