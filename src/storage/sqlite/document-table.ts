import type { Database } from './database.ts';

const GROUP = 200;

/** So many documents are kept in memory, or that there is none of a name. */
const MOST = 10_000;

type Stored = { value: string; expiresAt: number | null };

/** The table `documents`; what writes is part of larger steps: call it inside `write`. */
export type DocumentTable = {
  get(name: string): string | undefined;
  set(name: string, value: string, ttlMs: number | undefined): void;
  /** Puts `after` in the place of a value that is still `before` (null: there is none); false when it is not. */
  replace(name: string, before: string | null, after: string): boolean;
  delete(name: string): boolean;
  clear(): void;
  /** Of a workspace; returns how many. */
  removeSome(workspace: string, limit: number): number;
  namesOf(workspace: string): string[];
  allNames(): AsyncIterable<string[]>;
};

/**
 * Documents are read many times for each text. Nobody else writes this file, so what was read or written last is kept
 * in memory as it is stored: each write goes through here, and when one is undone all of it is read again.
 */
export function createDocumentTable(db: Database, now: () => number): DocumentTable {
  const known = new Map<string, Stored | null>();
  db.onUndone(() => known.clear());

  function keep(name: string, stored: Stored | null): Stored | null {
    if (known.size >= MOST) known.clear();
    known.set(name, stored);
    return stored;
  }

  function read(name: string): Stored | null {
    const row = db.get('SELECT value, expires_at FROM documents WHERE key = ?', name);
    if (!row) return keep(name, null);
    const expiresAt = row.expires_at === null ? null : Number(row.expires_at);
    return keep(name, { value: String(row.value), expiresAt });
  }

  return {
    get(name) {
      const stored = known.get(name);
      const there = stored === undefined ? read(name) : stored;
      return there === null || (there.expiresAt !== null && there.expiresAt <= now())
        ? undefined
        : there.value;
    },

    set(name, value, ttlMs) {
      const expiresAt = ttlMs === undefined ? null : now() + ttlMs;
      db.run('DELETE FROM documents WHERE expires_at <= ?', now());
      db.run(
        `INSERT INTO documents (key, value, expires_at) VALUES (?, ?, ?)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
        name,
        value,
        expiresAt,
      );
      keep(name, { value, expiresAt });
    },

    replace(name, before, after) {
      const changed =
        before === null
          ? db.run('INSERT INTO documents (key, value) VALUES (?, ?) ON CONFLICT DO NOTHING', name, after)
          : db.run('UPDATE documents SET value = ? WHERE key = ? AND value = ?', after, name, before);
      if (changed === 1) known.delete(name);
      return changed === 1;
    },

    delete(name) {
      known.delete(name);
      return db.run('DELETE FROM documents WHERE key = ?', name) > 0;
    },

    clear() {
      known.clear();
      db.run('DELETE FROM documents');
    },

    removeSome(workspace, limit) {
      const removed = db.all(
        `DELETE FROM documents WHERE key IN (SELECT key FROM documents WHERE key >= ? AND key < ? LIMIT ? + 0)
         RETURNING key`,
        ...namesFrom(workspace),
        limit,
      );
      for (const name of removed.map(nameIn)) known.delete(name);
      return removed.length;
    },

    namesOf: workspace =>
      db.all('SELECT key FROM documents WHERE key >= ? AND key < ?', ...namesFrom(workspace)).map(nameIn),

    async *allNames() {
      let last = '';
      for (;;) {
        const names = db
          .all('SELECT key FROM documents WHERE key > ? ORDER BY key LIMIT ? + 0', last, GROUP)
          .map(nameIn);
        if (names.length === 0) return;
        yield names;
        last = names.at(-1) ?? '';
      }
    },
  };
}

/** The first name that a workspace's documents can have, and the first behind them. */
function namesFrom(workspace: string): [string, string] {
  const start = `[${JSON.stringify(workspace)},`;
  return [start, `${start}\u{10ffff}`];
}

const nameIn = (row: Record<string, unknown>): string => String(row.key);
