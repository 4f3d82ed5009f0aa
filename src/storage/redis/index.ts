import KeyvRedis from '@keyv/redis';
import type { Log } from '../../log.ts';
import { createDocuments } from '../documents.ts';
import type { Storage } from '../ports.ts';
import { createClaims } from './claims.ts';
import { connect } from './connection.ts';
import { createHistory } from './history.ts';
import { createIntents } from './intents.ts';
import { createQueue } from './queue.ts';
import { createReports } from './reports.ts';
import { loadScripts, PREFIX } from './scripts.ts';

/** A process shows that it lives this often; without a sign for three times as long it counts as gone. */
const HEARTBEAT_MS = 5000;

/** The shared engine: any number of processes on one Redis. */
export async function openRedisStorage(options: {
  url: string;
  newId: () => string;
  log: Log;
}): Promise<Storage> {
  const { url, newId, log } = options;
  const connection = await connect(url, log);
  const owner = newId();
  const alive = `${PREFIX}owner:${owner}`;
  const scripts = loadScripts(connection, owner);
  const beat = async (): Promise<void> => {
    await connection.ask(client =>
      client.set(alive, '1', { expiration: { type: 'PX', value: 3 * HEARTBEAT_MS } }),
    );
  };
  await beat();
  const heart = setInterval(() => {
    beat().catch(error => log.warn({ err: error }, 'no sign of life could be left in Redis'));
  }, HEARTBEAT_MS);

  return {
    outbox: {
      ...createIntents(connection, scripts, newId),
      ...createClaims(scripts, newId),
      ...createQueue(scripts),
      ...createReports(connection, scripts),
      ...createHistory(connection, scripts),
    },
    documents: createDocuments(
      new KeyvRedis(connection.client, { namespace: `${PREFIX}documents`, throwOnErrors: true }),
      connection.ask,
    ),
    ping: async () => void (await connection.ask(client => client.ping())),
    async close() {
      clearInterval(heart);
      await connection.ask(client => client.del(alive)).catch(() => undefined);
      await connection.close();
    },
  };
}
