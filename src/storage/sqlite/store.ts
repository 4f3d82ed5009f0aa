import type { Answer, Entry, Place, Range, Read, Step, Store, Write } from '../store.ts';
import { encode, type Noted, Transaction } from '../transaction.ts';
import type { Database } from './database.ts';

/** Records in one table, and where they stand in another. Everything in a step happens in one turn of the event loop. */
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
        return read.id === owner; // Whoever had the file before is gone.
    }
  }

  function entriesOf({ list, from, to, limit, offset, reverse }: Range): Entry[] {
    const order = reverse ? 'DESC' : 'ASC';
    const rows = db.all(
      `SELECT id, score FROM entries WHERE list = ? AND score >= ? AND score <= ?
       ORDER BY score ${order}, id ${order} LIMIT ? OFFSET ?`,
      list,
      from ?? Number.MIN_SAFE_INTEGER,
      to ?? Number.MAX_SAFE_INTEGER,
      limit,
      offset ?? 0,
    );
    return rows.map(({ id, score }) => ({ id: String(id), score: Number(score) }));
  }

  function drive<T>(step: Step<T>): T {
    for (let next = step.next(); ; ) {
      if (next.done) return next.value;
      next = step.next(next.value.map(answer));
    }
  }

  function count(name: string, more: number): void {
    db.run(
      `INSERT INTO counters (name, count) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET count = count + excluded.count`,
      name,
      more,
    );
  }

  function leave(id: string, place: Place): void {
    if ('counter' in place) count(place.counter, -1);
    else db.run('DELETE FROM entries WHERE list = ? AND score = ? AND id = ?', place.list, place.score, id);
  }

  function come(id: string, place: Place): void {
    if ('counter' in place) count(place.counter, 1);
    else
      db.run(
        'INSERT OR REPLACE INTO entries (list, score, id) VALUES (?, ?, ?)',
        place.list,
        place.score,
        id,
      );
  }

  function write({ id, leaves, comes, record }: Write): void {
    for (const place of leaves) leave(id, place);
    for (const place of comes) come(id, place);
    if (record === null) return;
    if (record.value === null) db.run('DELETE FROM records WHERE tbl = ? AND id = ?', record.table, id);
    else {
      db.run(
        // Written anew behind all others: a row that grew in its place would leave its words where pages are split.
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
    async change(step) {
      const { result, notes } = await db.write(() => {
        const tx = new Transaction();
        const result = drive(step(tx));
        for (const one of tx.writes()) write(one);
        return { result, notes: tx.notes };
      });
      for (const note of notes) noted(note);
      return result;
    },
    read: async step => drive(step(new Transaction())),
    quietUntil: () => 0,
    quietMs: () => 0,
    since: () => 0,
    purge: async () => db.emptyLog(),
  };
}
