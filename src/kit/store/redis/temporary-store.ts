import KeyvRedis, { type RedisClientConnectionType } from '@keyv/redis';
import { StorageError } from '../errors.ts';
import type { TemporaryStore } from '../temporary.ts';
import type { Connection } from './connection.ts';
import type { Copies } from './copies.ts';
import { PREFIX } from './prefix.ts';
import type { Server } from './server.ts';

/** Each as a string that ends by itself. */
export function createTemporaryStore(
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
