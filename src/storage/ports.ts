import type { Aside } from './ports/aside.ts';
import type { Broadcasts } from './ports/broadcasts.ts';
import type { Claims } from './ports/claims.ts';
import type { Contacts } from './ports/contacts.ts';
import type { Audit, Documents, EveryWorkspace, Revisions, ScheduledDeletions } from './ports/documents.ts';
import type { Forgetting } from './ports/forgetting.ts';
import type { History } from './ports/history.ts';
import type { Imports } from './ports/imports.ts';
import type { Inboxes } from './ports/inboxes.ts';
import type { Intents } from './ports/intents.ts';
import type { PageLinks } from './ports/links.ts';
import type { Queue } from './ports/queue.ts';
import type { Reports } from './ports/reports.ts';
import type { Retention } from './ports/retention.ts';
import type { Schedules } from './ports/schedules.ts';
import type { Templates } from './ports/templates.ts';
import type { KeptTextLinks } from './ports/text-links.ts';

/*
 * What storage promises. Both engines keep these promises, checked by one contract suite (test/contracts). Every operation is
 * one atomic step, unless it says that it takes several, and is on disk when its promise resolves. Times are epoch
 * milliseconds on the app's time line (see `Clock`) and come from the caller.
 */

export * from './ports/aside.ts';
export * from './ports/broadcasts.ts';
export * from './ports/claims.ts';
export * from './ports/contacts.ts';
export * from './ports/documents.ts';
export * from './ports/forgetting.ts';
export * from './ports/history.ts';
export * from './ports/imports.ts';
export * from './ports/inboxes.ts';
export * from './ports/intents.ts';
export * from './ports/links.ts';
export * from './ports/queue.ts';
export * from './ports/reports.ts';
export * from './ports/retention.ts';
export * from './ports/schedules.ts';
export * from './ports/templates.ts';
export * from './ports/text-links.ts';
export * from './ports/texts.ts';

export type Storage = {
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
  documents: Documents;
  revisions: Revisions;
  everyWorkspace: EveryWorkspace;
  deletions: ScheduledDeletions;
  audit: Audit;
  aside: Aside;
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
