import type { KeyvStoreAdapter, StoredData } from 'keyv';
import type { Shelf } from '../documents.ts';
import type { Database } from './database.ts';

const GROUP = 200;

/** Documents in the table `documents` of the same file: they share its durability. */
export function createShelf(db: Database, now: () => number): Shelf {
  return {
    store: createKeyvStore(db, now),
    namespace: 'documents',
    note: async () => undefined, // The names themselves are the index.
    namesOf: async workspace =>
      db.all('SELECT key FROM documents WHERE key >= ? AND key < ?', ...namesFrom(workspace)).map(keyOf),
    async *allNames() {
      let last = '';
      for (;;) {
        const names = db
          .all('SELECT key FROM documents WHERE key > ? ORDER BY key LIMIT ?', last, GROUP)
          .map(keyOf);
        if (names.length === 0) return;
        yield names;
        last = names.at(-1) ?? '';
      }
    },
    replace: (name, before, after) =>
      db.write(() =>
        before === null
          ? db.run('INSERT INTO documents (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING', name, after) ===
            1
          : db.run('UPDATE documents SET value = ? WHERE key = ? AND value = ?', after, name, before) === 1,
      ),
  };
}

/** The first name that a workspace's documents can have, and the first behind them. */
export function namesFrom(workspace: string): [string, string] {
  const start = `[${JSON.stringify(workspace)},`;
  return [start, `${start}\u{10ffff}`];
}

const keyOf = (row: Record<string, unknown>): string => String(row.key);

function createKeyvStore(db: Database, now: () => number): KeyvStoreAdapter {
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
