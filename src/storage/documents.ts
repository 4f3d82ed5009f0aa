import Keyv, { type KeyvStoreAdapter } from 'keyv';
import type { Documents } from './ports.ts';

/** Small documents on any Keyv store. The workspace is part of every key, so none can be read from another. */
export function createDocuments(store: KeyvStoreAdapter): Documents {
  const keyv = new Keyv({ store, namespace: 'documents', throwOnErrors: true });
  const nameOf = (workspace: string, key: string): string => JSON.stringify([workspace, key]);
  return {
    async get(workspace, key, schema) {
      const value = await keyv.get(nameOf(workspace, key));
      return value === undefined ? undefined : schema.parse(value);
    },
    async set(workspace, key, value, ttlMs) {
      await keyv.set(nameOf(workspace, key), value, ttlMs);
    },
    async delete(workspace, key) {
      await keyv.delete(nameOf(workspace, key));
    },
  };
}
