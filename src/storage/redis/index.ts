import type { TimeSource } from '../../domain/clock.ts';
import type { Log } from '../../log.ts';
import { createDocuments } from '../documents.ts';
import { StorageError } from '../errors.ts';
import type { Storage } from '../ports.ts';
import { createAside, createAsides } from './aside.ts';
import { createAudit } from './audit.ts';
import { createClaims } from './claims.ts';
import { connect } from './connection.ts';
import { createDepartures } from './departures.ts';
import { createHistory } from './history.ts';
import { createIntents } from './intents.ts';
import { createMailboxes } from './mailboxes.ts';
import { createPresence, type Presence } from './presence.ts';
import { createQueue } from './queue.ts';
import { createReports } from './reports.ts';
import { loadScripts } from './scripts.ts';
import { watchServer } from './server.ts';
import { createShelf } from './shelf.ts';
import { bringUpToDate } from './version.ts';

/** Signs of life; a process without one for three times as long is gone, and its claims too when they are older. */
const PRESENCE: Presence = { heartbeatMs: 5000, graceMs: 30_000, reapEveryMs: 10_000 };

/**
 * The shared engine: any number of processes on one Redis. It opens also while Redis is not there; everything asked of
 * it fails until it is.
 *
 * @throws StorageError when somebody has to mend something, such as a wrong password
 */
export async function openRedisStorage(options: {
  url: string;
  newId: () => string;
  log: Log;
  time: TimeSource;
  presence?: Presence;
  /** Versions of the data; a test may have some of its own. */
  migrations?: readonly string[];
}): Promise<Storage> {
  const { url, newId, log, time, presence = PRESENCE, migrations } = options;
  const connection = await connect(url, log);
  const upToDate = () => bringUpToDate(connection, log, migrations);
  const server = await watchServer(connection, log, { time, upToDate }).catch(error => {
    connection.client.destroy();
    throw error;
  });
  const owner = newId();
  const scripts = loadScripts(connection, server, owner, log);
  const asides = createAsides(scripts, log);
  const here = await createPresence({ connection, server, owner, log, presence });

  return {
    outbox: {
      ...createIntents(connection, scripts, asides, { newId, wall: server.wall }),
      ...createClaims({ scripts, asides, server, newId, graceMs: presence.graceMs, log }),
      ...createQueue(scripts, server),
      ...createReports(connection, scripts, asides),
      ...createHistory(connection, scripts),
    },
    mailboxes: createMailboxes(connection, scripts),
    ...createDocuments(createShelf(connection, scripts)),
    departures: createDepartures(connection, scripts),
    audit: createAudit(connection, scripts),
    aside: createAside(connection, scripts),
    now: server.now,
    wall: server.wall,
    onNews: here.onNews,
    reapEveryMs: presence.reapEveryMs,
    async ping() {
      await scripts.run('prove', {});
      if (!server.isKnown()) throw new StorageError(server.whyNot());
    },
    async close() {
      await here.leave();
      await connection.close();
    },
  };
}
