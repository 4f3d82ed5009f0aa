import type { Answer, Entry, Range, Read, Write } from '../records.ts';
import type { Store } from '../store.ts';
import { encode, type Noted, Transaction } from '../transaction.ts';
import type { Database } from './database.ts';

/**
 * Records in one table, and their places in another. Steps run one after the other, each in one turn of the event loop, so nothing
 * can change between what a step reads and what it writes.
 */
export function createStore(db: Database, owner: string, noted: (row: Noted) => void): Store {
  function answer(read: Read): Answer {
    switch (read.kind) {
      case 'record': {
        const row = db.get(
          'SELECT workspace, body FROM records WHERE tbl = ? AND id = ?',
          read.table,
          read.id,
        );
        if (!row) return { raw: null, workspace: null };
        return { raw: String(row.body), workspace: row.workspace === null ? null : String(row.workspace) };
      }
      case 'list':
        return entriesOf(read.range);
      case 'place': {
        const row = db.get('SELECT score FROM entries WHERE list = ? AND id = ?', read.list, read.id);
        return { score: row ? Number(row.score) : null };
      }
      case 'counter':
        return Number(db.get('SELECT count FROM counters WHERE name = ?', read.name)?.count ?? 0);
      case 'owner':
        return read.id === owner; // Any earlier process is gone.
    }
  }

  function entriesOf({ list, from, to, limit, offset = 0, reverse }: Range): Entry[] {
    const order = reverse ? 'DESC' : 'ASC';
    const range = [list, from ?? Number.MIN_SAFE_INTEGER, to ?? Number.MAX_SAFE_INTEGER];
    // If a limit were a parameter, SQLite would plan the statement again each time, which takes longer than running it. There
    // are few limits, and any number of offsets.
    const rows = db.all(
      `SELECT id, score FROM entries WHERE list = ? AND score >= ? AND score <= ?
       ORDER BY score ${order}, id ${order} LIMIT ${limit} ${offset > 0 ? 'OFFSET ?' : ''}`,
      ...(offset > 0 ? [...range, offset] : range),
    );
    return rows.map(({ id, score }) => ({ id: String(id), score: Number(score) }));
  }

  function count(name: string, more: number): void {
    db.run(
      `INSERT INTO counters (name, count) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET count = count + excluded.count`,
      name,
      more,
    );
  }

  const transaction = (): Transaction => new Transaction(asked => asked.map(answer));

  /** A step that throws has written nothing, and undoes none of the others in its transaction. */
  function carryOut<T>(step: (tx: Transaction) => T): { value: T; notes: Noted[] } | { error: unknown } {
    const tx = transaction();
    let value: T;
    try {
      value = step(tx);
    } catch (error) {
      return { error };
    }
    for (const one of tx.writes()) write(one);
    return { value, notes: tx.notes };
  }

  function write({ id, leaves, comes, record }: Write): void {
    for (const place of leaves) {
      if ('counter' in place) count(place.counter, -1);
      else db.run('DELETE FROM entries WHERE list = ? AND score = ? AND id = ?', place.list, place.score, id);
    }
    for (const place of comes) {
      if ('counter' in place) count(place.counter, 1);
      else
        db.run(
          'INSERT OR REPLACE INTO entries (list, score, id) VALUES (?, ?, ?)',
          place.list,
          place.score,
          id,
        );
    }
    if (record === null) return;
    if (record.value === null) db.run('DELETE FROM records WHERE tbl = ? AND id = ?', record.table, id);
    else {
      // Write it again after all others: a row that grew in place would leave its words behind where pages are split.
      db.run(
        'INSERT OR REPLACE INTO records (tbl, id, workspace, body) VALUES (?, ?, ?, ?)',
        record.table,
        id,
        record.workspace,
        encode(record.value),
      );
    }
  }

  return {
    owner,
    graceMs: 0,
    async change<T>(step: (tx: Transaction) => T): Promise<T> {
      const ended = await db.write(() => carryOut(step));
      if ('error' in ended) throw ended.error;
      for (const note of ended.notes) noted(note);
      return ended.value;
    },
    read: async step => step(transaction()),
    quietUntil: () => 0,
    quietMs: () => 0,
    purge: async () => db.emptyLog(),
  };
}
