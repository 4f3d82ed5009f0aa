import type { Audit, Departures, Documents, EveryWorkspace, Revisions } from './ports/documents.ts';
import type { Mailboxes } from './ports/mailboxes.ts';
import type { Outbox } from './ports/outbox.ts';

/*
 * What storage promises. Both engines keep it, under one contract suite (test/contracts). Every operation is
 * one atomic step, or says that it is several, and is on disk when its promise resolves. Times are epoch
 * milliseconds and come from outside.
 */

export * from './ports/documents.ts';
export * from './ports/mailboxes.ts';
export * from './ports/outbox.ts';
export * from './ports/texts.ts';

export type Storage = {
  outbox: Outbox;
  mailboxes: Mailboxes;
  documents: Documents;
  revisions: Revisions;
  everyWorkspace: EveryWorkspace;
  departures: Departures;
  audit: Audit;
  /** The time that all who share the store go by, in epoch milliseconds. */
  now(): number;
  /** Calls `listener` when another process may have left something to do here. */
  onNews(listener: () => void): void;
  /** How often to look for what a process that is gone left behind, in milliseconds; null: at start is enough. */
  reapEveryMs: number | null;
  /** Writes something that changes nothing; rejects, and says why, when the store can't be reached or does not take it. */
  ping(): Promise<void>;
  close(): Promise<void>;
};
