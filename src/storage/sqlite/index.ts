import { createDocuments } from '../documents.ts';
import type { Storage } from '../ports.ts';
import { createAudit } from './audit.ts';
import { createClaims } from './claims.ts';
import { openDatabase } from './database.ts';
import { createDepartures } from './departures.ts';
import { createHistory } from './history.ts';
import { createIntents } from './intents.ts';
import { createMailboxes } from './mailboxes.ts';
import { createQueue } from './queue.ts';
import { createReports } from './reports.ts';
import { createShelf } from './shelf.ts';

/**
 * The embedded engine: one process, one folder.
 *
 * @throws StorageError when another process has the folder, or a newer version made the database
 */
export function openSqliteStorage(options: {
  dataDir: string;
  now: () => number;
  newId: () => string;
}): Storage {
  const { dataDir, now, newId } = options;
  const db = openDatabase(dataDir);
  const reports = createReports(db);
  const { add: _add, ended: _ended, ...reporting } = reports;
  const outbox = {
    ...reporting,
    ...createIntents(db, reports, newId),
    ...createClaims(db, reports, newId),
    ...createQueue(db, reports),
    ...createHistory(db),
  };
  const documents = createDocuments(createShelf(db, now));
  return {
    outbox,
    mailboxes: createMailboxes(db),
    documents,
    everyWorkspace: documents,
    departures: createDepartures(db),
    audit: createAudit(db),
    now,
    onNews: () => undefined, // Nobody else has this store.
    reapEveryMs: null,
    ping: () => db.write(() => undefined),
    close: () => db.close(),
  };
}
