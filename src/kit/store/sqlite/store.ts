import {
  type Changes,
  type Entry,
  isEmpty,
  type Note,
  partsOf,
  type Range,
  type Store,
  type StoreReader,
  Tx,
} from '../store.ts';
import type { Database } from './database.ts';

/** More than anybody has to know: SQLite counts one by one. */
const COUNTED = 200_000;

/**
 * Records in one table, and their places in another. Steps run one after the other, each in one turn of the event loop, so nothing
 * can change between what a step reads and what it writes.
 */
export function createStore(
  db: Database,
  { owner, now, noted }: { owner: string; now: () => number; noted: (note: Note) => void },
): Store {
  function get(names: readonly string[]): (string | null)[] {
    const [first] = names;
    if (first !== undefined && names.length === 1) {
      const row = db.get('SELECT body FROM records WHERE tbl = ? AND id = ?', ...partsOf(first));
      return [row ? String(row.body) : null];
    }
    const rows = db.all(
      // CROSS: in this order, so that each record is looked up by its key.
      `SELECT k.key, r.body FROM json_each(?) k CROSS JOIN records r
       ON r.tbl = k.value ->> 0 AND r.id = k.value ->> 1`,
      JSON.stringify(names.map(partsOf)),
    );
    const bodies = names.map((): string | null => null);
    for (const { key, body } of rows) bodies[Number(key)] = String(body);
    return bodies;
  }

  function list({ index, from = 0, to = Number.MAX_SAFE_INTEGER, after, limit, reverse }: Range): Entry[] {
    const order = reverse ? 'DESC' : 'ASC';
    const past = after ? `AND (score, id) ${reverse ? '<' : '>'} (?, ?)` : '';
    // If a limit were a parameter, SQLite would plan the statement again each time, which takes longer than running it.
    const rows = db.all(
      `SELECT id, score FROM entries WHERE list = ? AND score BETWEEN ? AND ? ${past}
       ORDER BY score ${order}, id ${order} LIMIT ${limit}`,
      ...[index, from, to],
      ...(after ? [after.score, after.id] : []),
    );
    return rows.map(({ id, score }) => ({ id: String(id), score: Number(score) }));
  }

  const source: StoreReader = {
    get,
    list,
    count: name =>
      Number(
        db.get(`SELECT count(*) AS n FROM (SELECT 1 FROM entries WHERE list = ? LIMIT ${COUNTED})`, name)?.n,
      ),
  };

  function write(changes: Changes): void {
    if (isEmpty(changes)) return;
    for (const { index, score, id } of changes.removedEntries)
      db.run('DELETE FROM entries WHERE list = ? AND score = ? AND id = ?', index, score, id);
    for (const { index, score, id } of changes.addedEntries)
      db.run('INSERT OR REPLACE INTO entries (list, score, id) VALUES (?, ?, ?)', index, score, id);
    for (const [name, body] of changes.bodies) {
      const [table, id] = partsOf(name);
      if (body === null) db.run('DELETE FROM records WHERE tbl = ? AND id = ?', table, id);
      // Write it again after all others: a row that grew in place would leave its words behind where pages are split.
      else db.run('INSERT OR REPLACE INTO records (tbl, id, body) VALUES (?, ?, ?)', table, id, body);
    }
  }

  return {
    owner,
    isShared: false,
    now,
    async transaction<T>(step: (tx: Tx) => T, _serializeBy?: string, when?: 'soon'): Promise<T> {
      const { ended, notes } = await db.write(() => {
        const tx = new Tx(source);
        // A step that throws has written nothing, and undoes none of the others in its transaction.
        const ended = endOf(() => ({ value: step(tx), changes: tx.changes() }));
        if ('value' in ended) write(ended.value.changes);
        return { ended, notes: tx.notes };
      }, when);
      if ('error' in ended) throw ended.error;
      for (const note of notes) noted(note);
      return ended.value.value;
    },
    read: async step => step(new Tx(source)),
    isAlive: (_tx, process) => process === owner, // Any earlier process is gone.
    graceMs: 0,
    claimsPausedUntil: () => 0,
    claimsPausedMs: () => 0,
    purge: async how => (how?.vacuum ? db.rewrite() : db.emptyLog()),
  };
}

function endOf<T>(run: () => T): { value: T } | { error: unknown } {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}
