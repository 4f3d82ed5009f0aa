import type { KeyvStoreAdapter, StoredData } from 'keyv';
import type { Database } from './database.ts';

/** Keyv's store over the table `documents` of the same file: small documents share its durability. */
export function createKeyvStore(db: Database, now: () => number): KeyvStoreAdapter {
  return {
    opts: {},
    namespace: undefined,
    get: async <Value>(key: string) => {
      const row = db.get(
        'SELECT value FROM documents WHERE key = ? AND (expires_at IS NULL OR expires_at > ?)',
        key,
        now(),
      );
      return row?.value as StoredData<Value> | undefined;
    },
    set: (key: string, value: unknown, ttl?: number) =>
      db.write(() => {
        const expiresAt = ttl === undefined ? null : now() + ttl;
        db.run('DELETE FROM documents WHERE expires_at <= ?', now());
        db.run(
          `INSERT INTO documents (key, value, expires_at) VALUES (?, ?, ?)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
          key,
          String(value),
          expiresAt,
        );
        return true;
      }),
    delete: (key: string) => db.write(() => db.run('DELETE FROM documents WHERE key = ?', key) > 0),
    clear: () => db.write(() => void db.run('DELETE FROM documents')),
    on() {
      return this; // Failures reject the call that met them; there are no others to tell of.
    },
  };
}
