import Keyv, { type KeyvStoreAdapter } from 'keyv';
import type { Documents } from './ports.ts';

type Guard = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Small documents on any Keyv store. The workspace is part of every key, so none can be read from another.
 *
 * @param guard runs each call to the store; turns its failures into a StorageError
 */
export function createDocuments(store: KeyvStoreAdapter, guard: Guard = work => work()): Documents {
  const keyv = new Keyv({ store, namespace: 'documents', throwOnErrors: true });
  const nameOf = (workspace: string, key: string): string => JSON.stringify([workspace, key]);
  return {
    async get(workspace, key, schema) {
      const value = await guard(() => keyv.get(nameOf(workspace, key)));
      return value === undefined ? undefined : schema.parse(value);
    },
    async set(workspace, key, value, ttlMs) {
      await guard(() => keyv.set(nameOf(workspace, key), value, ttlMs));
    },
    async delete(workspace, key) {
      await guard(() => keyv.delete(nameOf(workspace, key)));
    },
  };
}
