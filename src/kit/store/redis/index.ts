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

/** A process is dead after three missed heartbeats; its claims are reaped once they are older than the grace time. */
const LIVENESS: Liveness = { heartbeatMs: 5000, graceMs: 30_000 };

/**
 * The shared engine: any number of processes on one Redis. It also opens while Redis is unreachable; operations fail until it
 * answers.
 *
 * @throws StorageError for a problem that an operator has to fix, such as a wrong password
 */
export async function openRedis(options: {
  url: string;
  newId: () => string;
  log: Log;
  time: TimeSource;
  /** Accepts a server that keeps nothing on disk. */
  isEphemeral?: boolean;
  /** The number of replicas that must have a write before it counts as written. */
  replicas?: number;
  liveness?: Liveness;
}): Promise<Engine> {
  const { url, newId, log, time, isEphemeral = false, replicas = 0, liveness = LIVENESS } = options;
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
      here.hear(); // Wakes the workers, which tell people about the record.
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

function createTemporaryStore(
  connection: Connection,
  server: Pick<Server, 'hasTime' | 'whyNot'>,
  copies: Copies,
): TemporaryStore {
  /** Refuses until the data is known to have this program's version. */
  async function ask<T>(call: () => Promise<T>): Promise<T> {
    if (!server.hasTime()) throw new StorageError(server.whyNot());
    return connection.ask(call);
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
    async write(call) {
      copies.demand();
      const written = await ask(call);
      await copies.made();
      return written;
    },
  };
}
