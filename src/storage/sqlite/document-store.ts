import type { KeyvStoreAdapter, StoredData } from 'keyv';
import type { DocumentStore } from '../documents.ts';
import type { Database } from './database.ts';
import type { DocumentTable } from './document-table.ts';

/** Documents in a table of the same file, so they share its durability. */
export function createDocumentStore(db: Database, table: DocumentTable): DocumentStore {
  return {
    store: createKeyvStore(db, table),
    namespace: 'documents',
    ask: asked => asked(),
    write: asked => asked(),
    note: async () => undefined, // The names themselves are the index.
    namesOf: async workspace => table.namesOf(workspace),
    removeSome: (...asked) => db.write(() => table.removeSome(...asked)),
    allNames: () => table.allNames(),
    cells: {
      read: async name => table.get(name),
      replace: (name, before, after) => db.write(() => table.replace(name, before, after)),
    },
  };
}

function createKeyvStore(db: Database, table: DocumentTable): KeyvStoreAdapter {
  return {
    opts: {},
    namespace: undefined,
    get: async <Value>(key: string) => table.get(key) as StoredData<Value> | undefined,
    set: (key: string, value: unknown, ttl?: number) =>
      db.write(() => {
        table.set(key, String(value), ttl);
        return true;
      }),
    delete: (key: string) => db.write(() => table.delete(key)),
    clear: () => db.write(() => table.clear()),
    on() {
      return this; // A failure rejects the call itself, so there are no error events.
    },
  };
}
