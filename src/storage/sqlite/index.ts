import type { TimeSource } from '../../domain/clock.ts';
import type { Log } from '../../log.ts';
import { createDocuments } from '../documents.ts';
import type { StorageError } from '../errors.ts';
import type { Storage } from '../ports.ts';
import { createAside, createAsideTable } from './aside.ts';
import { createAudit } from './audit.ts';
import { createBodies } from './bodies.ts';
import { createClaims } from './claims.ts';
import { openDatabase } from './database.ts';
import { createDepartures } from './departures.ts';
import { createDocumentTable } from './document-table.ts';
import { createEndings } from './endings.ts';
import { createHistory } from './history.ts';
import { createIntents } from './intents.ts';
import { createMailboxes } from './mailboxes.ts';
import { createPlans } from './plans.ts';
import { createQueue } from './queue.ts';
import { createReports } from './reports.ts';
import { createShelf } from './shelf.ts';
import { createSlots } from './slots.ts';
import { createTally } from './tally.ts';
import { keepTime } from './time.ts';

/**
 * The embedded engine: one process, one folder.
 *
 * @throws StorageError when another process has the folder, or a newer version made the database
 */
export function openSqliteStorage(options: {
  dataDir: string;
  time: TimeSource;
  newId: () => string;
  log: Log;
  /** Told once when the disk failed so that only a new start helps; nothing is written any more. */
  failed?: (error: StorageError) => void;
}): Storage {
  const { dataDir, time, newId, log, failed } = options;
  const db = openDatabase(dataDir, failed ? { failed } : {});
  const { now, wall } = keepTime(db, time);
  const bodies = createBodies();
  let news = (): void => undefined;
  const aside = createAsideTable(db, log, () => news());
  const reports = createReports(db, bodies, aside);
  const { add: _add, ended: _ended, ...reporting } = reports;
  const slots = createSlots(db);
  const tally = createTally(db);
  const outbox = {
    ...reporting,
    ...createIntents(db, bodies, reports, createPlans(db, reports, tally, { newId, wall }), aside),
    ...createClaims({ db, slots, tally, reports, aside, newId }),
    ...createEndings(db, reports, slots, tally),
    ...createQueue(db, reports, tally),
    ...createHistory(db, bodies, tally),
  };
  const table = createDocumentTable(db, now);
  return {
    outbox,
    mailboxes: createMailboxes(db, bodies, aside),
    ...createDocuments(createShelf(db, table)),
    departures: createDepartures(db, bodies, table, tally),
    audit: createAudit(db),
    aside: createAside(db, tally),
    now,
    wall,
    onNews(listener) {
      news = listener;
    },
    reapEveryMs: null,
    ping: db.prove,
    close: () => db.close(),
  };
}
