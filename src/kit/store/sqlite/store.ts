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

/** SQLite counts entries one by one, and no caller needs larger counts. */
const MAX_COUNT = 200_000;

/**
 * Records in one table, index entries in another. Transactions run one after another, each in one turn of the event loop, so no
 * record can change between a transaction's reads and writes.
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
      // CROSS JOIN keeps this order, in which each record is looked up by its key.
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
    // With the limit as a parameter, SQLite would plan the statement each time, which takes longer than running it.
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
        db.get(`SELECT count(*) AS n FROM (SELECT 1 FROM entries WHERE list = ? LIMIT ${MAX_COUNT})`, name)
          ?.n,
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
      // REPLACE appends the row: a row that grows in place would leave fragments of its text where pages are split.
      else db.run('INSERT OR REPLACE INTO records (tbl, id, body) VALUES (?, ?, ?)', table, id, body);
    }
  }

  return {
    owner,
    isShared: false,
    now,
    async transaction<T>(work: (tx: Tx) => T, _serializeBy?: string, when?: 'soon'): Promise<T> {
      const { outcome, notes } = await db.write(() => {
        const tx = new Tx(source);
        // If `work` throws, it has written nothing, and the other writes of its SQLite transaction are kept.
        const outcome = outcomeOf(() => ({ value: work(tx), changes: tx.changes() }));
        if ('value' in outcome) write(outcome.value.changes);
        return { outcome, notes: tx.notes };
      }, when);
      if ('error' in outcome) throw outcome.error;
      for (const note of notes) noted(note);
      return outcome.value.value;
    },
    read: async work => work(new Tx(source)),
    isAlive: (_tx, process) => process === owner, // Any earlier process is dead: only one can have the folder.
    graceMs: 0,
    claimsPausedUntil: () => 0,
    claimsPausedMs: () => 0,
    purge: async how => (how?.vacuum ? db.rewrite() : db.emptyLog()),
  };
}

function outcomeOf<T>(run: () => T): { value: T } | { error: unknown } {
  try {
    return { value: run() };
  } catch (error) {
    return { error };
  }
}
