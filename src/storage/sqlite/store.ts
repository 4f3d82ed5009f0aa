import { Batch, type Begin, type Ended } from '../batch.ts';
import type { Answer, Entry, Range, Read, Step, Write } from '../records.ts';
import type { Store } from '../store.ts';
import { encode, type Noted, type Transaction } from '../transaction.ts';
import type { Database } from './database.ts';

type GroupedStep = { begin: Begin; end: (ended: Ended) => void };

/** Records in one table, and their places in another. Everything in a step happens in one turn of the event loop. */
export function createStore(db: Database, owner: string, noted: (row: Noted) => void): Store {
  let nextGroup: GroupedStep[] | null = null;

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

  /** In one turn of the event loop and one transaction. Steps that look at what others change come after those. */
  function carryOut(group: readonly GroupedStep[]): { notes: Noted[]; ends: Ended[] } {
    const notes: Noted[] = [];
    const ends = new Map<GroupedStep, Ended>();
    for (let left = group; left.length > 0; left = left.filter(one => !ends.has(one))) {
      const batch = carryOutSome(left);
      notes.push(...batch.notes);
      for (const [index, ended] of batch.ends().entries()) {
        const one = left[index];
        if (one && ended !== 'later') ends.set(one, ended);
      }
    }
    return { notes, ends: group.map(one => ends.get(one) as Ended) };
  }

  function carryOutSome(group: readonly GroupedStep[]): Batch {
    const batch = new Batch(group.map(({ begin }) => begin));
    const answers = new Map<string, Answer>();
    batch.advance((read, name) => {
      const known = answers.get(name) ?? answer(read);
      answers.set(name, known);
      return known;
    });
    const counts = new Map<string, number>();
    for (const one of batch.writes()) write(one, counts);
    for (const [name, more] of counts) if (more !== 0) count(name, more);
    return batch;
  }

  /** Requests from one turn of the event loop run together. */
  function ask(asked: GroupedStep): void {
    if (nextGroup) {
      nextGroup.push(asked);
      return;
    }
    const group = [asked];
    nextGroup = group;
    const carriedOut = db.write(() => {
      nextGroup = null;
      return carryOut(group);
    });
    carriedOut.then(
      ({ notes, ends }) => {
        for (const note of notes) noted(note);
        for (const [index, ended] of ends.entries()) group[index]?.end(ended);
      },
      error => {
        nextGroup = nextGroup === group ? null : nextGroup;
        for (const { end } of group) end({ ok: false, error });
      },
    );
  }

  function write({ id, leaves, comes, record }: Write, counts: Map<string, number>): void {
    const count = (name: string, more: number): void => void counts.set(name, (counts.get(name) ?? 0) + more);
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
    change: <T>(begin: (tx: Transaction) => Step<T>) =>
      new Promise<T>((resolve, reject) =>
        ask({ begin, end: ended => (ended.ok ? resolve(ended.value as T) : reject(ended.error)) }),
      ),
    async read<T>(begin: (tx: Transaction) => Step<T>): Promise<T> {
      const batch = new Batch([begin]);
      batch.advance(answer);
      return batch.onlyResult() as T;
    },
    quietUntil: () => 0,
    quietMs: () => 0,
    forgetfulUntil: () => null,
    quietWhy: () => 'STORE_RESTARTED',
    onForgotten: null,
    purge: async () => db.emptyLog(),
  };
}
