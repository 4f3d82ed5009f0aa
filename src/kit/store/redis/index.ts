import KeyvRedis, { type RedisClientConnectionType } from '@keyv/redis';
import type { Log } from '../../../log.ts';
import type { TimeSource } from '../../clock.ts';
import { StorageError } from '../errors.ts';
import { logQuarantined } from '../quarantine.ts';
import type { Engine } from '../storage.ts';
import { prove } from '../store.ts';
import { createTemporary, type TemporaryStore } from '../temporary.ts';
import { type Connection, connect } from './connection.ts';
import { PREFIX } from './encoding.ts';
import { createLiveness, type Liveness } from './liveness.ts';
import { type Copies, createCopies } from './replication.ts';
import { type Server, watchServer } from './server.ts';
import { createStore } from './store.ts';

/** Signs of life. A process without one for three times as long is gone, and so are its claims if they are older. */
const PRESENCE: Liveness = { heartbeatMs: 5000, graceMs: 30_000 };

/**
 * The shared engine: any number of processes on one Redis. It also opens while Redis isn't there; everything asked of it
 * fails until then.
 *
 * @throws StorageError if somebody has to fix something, such as a wrong password
 */
export async function openRedis(options: {
  url: string;
  newId: () => string;
  log: Log;
  time: TimeSource;
  /** The server is known to keep nothing on disk; otherwise one that doesn't is refused. */
  isEphemeral?: boolean;
  /** How many replicas must have what is written before anybody is told of it. */
  replicas?: number;
  liveness?: Liveness;
}): Promise<Engine> {
  const { url, newId, log, time, isEphemeral = false, replicas = 0, liveness = PRESENCE } = options;
  const connection = await connect(url, log);
  const owner = newId();
  const server = await watchServer(connection, log, { time, isEphemeral }).catch(error => {
    connection.destroy();
    throw error;
  });
  const here = await createLiveness({ connection, server, owner, log, liveness });

  const copies = createCopies(connection, { replicas, log });
  const store = createStore({
    connection,
    server,
    owner,
    copies,
    graceMs: liveness.graceMs,
    log,
    noted: note => {
      logQuarantined(log, note);
      here.hear(); // There are people to tell.
    },
  });

  return {
    store,
    temporary: createTemporary(createTemporaryStore(connection, server, copies)),
    now: server.now,
    wall: server.wall,
    onNews: here.onNews,
    isShared: true,
    async ping() {
      await prove(store);
      if (!server.isKnown()) throw new StorageError(server.whyNot());
    },
    async close() {
      await here.leave();
      await connection.close();
    },
  };
}

/** Each as a string that ends by itself. */
function createTemporaryStore(
  connection: Connection,
  server: Pick<Server, 'hasTime' | 'whyNot'>,
  copies: Copies,
): TemporaryStore {
  /** Does nothing with data of another version. */
  async function ask<T>(asked: () => Promise<T>): Promise<T> {
    if (!server.hasTime()) throw new StorageError(server.whyNot());
    return connection.ask(asked);
  }
  const store = new KeyvRedis<string>(connection.client() as RedisClientConnectionType, {
    throwOnErrors: true,
  });
  connection.onClient(client => {
    store.client = client as RedisClientConnectionType;
  });
  return {
    store,
    namespace: `${PREFIX}temporary`,
    ask,
    async write(asked) {
      copies.demand();
      const written = await ask(asked);
      await copies.made();
      return written;
    },
  };
}
