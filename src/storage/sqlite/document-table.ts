import type { Database } from './database.ts';

const GROUP = 200;

/** The table `documents`. Writes are part of larger steps: call them inside `write`. */
export type DocumentTable = {
  get(name: string): string | undefined;
  set(name: string, value: string, ttlMs: number | undefined): void;
  /** Replaces a value that is still `before` (null: there is none) with `after`; false if it isn't. */
  replace(name: string, before: string | null, after: string): boolean;
  delete(name: string): boolean;
  clear(): void;
  /** Removes some of a workspace's while a record is there; returns how many. */
  removeSome(workspace: string, during: { table: string; id: string }, limit: number): number;
  namesOf(workspace: string): string[];
  allNames(): AsyncIterable<string[]>;
};

export function createDocumentTable(db: Database, now: () => number): DocumentTable {
  return {
    get(name) {
      const row = db.get(
        'SELECT value FROM documents WHERE key = ? AND (expires_at IS NULL OR expires_at > ?)',
        name,
        now(),
      );
      return row && String(row.value);
    },

    set(name, value, ttlMs) {
      db.run('DELETE FROM documents WHERE expires_at <= ?', now());
      db.run(
        `INSERT INTO documents (key, value, expires_at) VALUES (?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
        name,
        value,
        ttlMs === undefined ? null : now() + ttlMs,
      );
    },

    replace(name, before, after) {
      // One that has expired isn't there, though its row is.
      if (before === null) db.run('DELETE FROM documents WHERE key = ? AND expires_at <= ?', name, now());
      const changed =
        before === null
          ? db.run('INSERT INTO documents (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING', name, after)
          : db.run('UPDATE documents SET value = ? WHERE key = ? AND value = ?', after, name, before);
      return changed === 1;
    },

    delete: name => db.run('DELETE FROM documents WHERE key = ?', name) > 0,

    clear: () => void db.run('DELETE FROM documents'),

    removeSome(workspace, { table, id }, limit) {
      if (!db.get('SELECT 1 FROM records WHERE tbl = ? AND id = ?', table, id)) return 0;
      return db.run(
        'DELETE FROM documents WHERE key IN (SELECT key FROM documents WHERE key >= ? AND key < ? LIMIT ?)',
        ...namesFrom(workspace),
        limit,
      );
    },

    namesOf: workspace =>
      db.all('SELECT key FROM documents WHERE key >= ? AND key < ?', ...namesFrom(workspace)).map(nameIn),

    async *allNames() {
      let last = '';
      for (;;) {
        const names = db
          .all('SELECT key FROM documents WHERE key > ? ORDER BY key LIMIT ?', last, GROUP)
          .map(nameIn);
        if (names.length === 0) return;
        yield names;
        last = names.at(-1) ?? '';
      }
    },
  };
}

/** The first name that a workspace's documents can have, and the first name after them. */
function namesFrom(workspace: string): [string, string] {
  const start = `[${JSON.stringify(workspace)},`;
  return [start, `${start}\u{10ffff}`];
}

const nameIn = (row: Record<string, unknown>): string => String(row.key);
