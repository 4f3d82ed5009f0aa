import type { KeyvStoreAdapter, StoredData } from 'keyv';
import type { TemporaryStore } from '../temporary.ts';
import type { Database } from './database.ts';

/** A table of the same file, so that it shares its durability. */
export function createTemporaryStore(db: Database, now: () => number): TemporaryStore {
  const store: KeyvStoreAdapter = {
    opts: {},
    namespace: undefined,
    async get<Value>(key: string) {
      const row = db.get('SELECT value FROM temporary WHERE key = ? AND expires_at > ?', key, now());
      return row && (String(row.value) as StoredData<Value>);
    },
    set: (key: string, value: unknown, ttl = 0) =>
      db.write(() => {
        db.run('DELETE FROM temporary WHERE expires_at <= ?', now());
        db.run(
          `INSERT INTO temporary (key, value, expires_at) VALUES (?, ?, ?)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
          key,
          String(value),
          now() + ttl,
        );
        return true;
      }),
    delete: (key: string) => db.write(() => db.run('DELETE FROM temporary WHERE key = ?', key) > 0),
    clear: () => db.write(() => void db.run('DELETE FROM temporary')),
    on() {
      return this; // A failure rejects the call itself, so there are no error events.
    },
  };
  return { store, namespace: 'temporary', ask: asked => asked(), write: asked => asked() };
}
