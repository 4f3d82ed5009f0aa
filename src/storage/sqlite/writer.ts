import type { DatabaseSync } from 'node:sqlite';
import { StorageError } from '../errors.ts';

type Pending = { work: () => unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void };
/** Says to who asked for a step what came of it. */
type Told = () => void;

/**
 * A sync waits so many turns of the event loop for more steps. With nothing else to do they take some microseconds; with
 * much to do each brings more steps, and a few syncs do for all of them.
 */
const TURNS = 3;

export type Writer = {
  write<T>(work: () => T): Promise<T>;
  /** Resolves when nothing waits to be written. */
  flushed(): Promise<void>;
};

/**
 * Groups the steps of a few turns of the event loop in one transaction. Steps seldom throw, and what lets each be undone
 * alone (savepoints) costs about as much as a small step itself: so a group runs without, and only when one of its
 * steps throws all of it is undone and run again, each step with a savepoint of its own.
 *
 * @param around `undone` is called whenever something was undone; `ending` behind the last step of a transaction, or
 *   behind each where they run one by one: what it writes belongs to them
 */
export function createWriter(
  db: DatabaseSync,
  { undone, ending }: { undone: () => void; ending: () => void },
): Writer {
  const prepare = (sql: string): (() => unknown) => {
    const statement = db.prepare(sql);
    return () => statement.run();
  };
  const begin = prepare('BEGIN IMMEDIATE');
  const commit = prepare('COMMIT');
  const rollBack = prepare('ROLLBACK');
  const mark = prepare('SAVEPOINT step');
  const goBack = prepare('ROLLBACK TO step');
  const unmark = prepare('RELEASE step');
  let pending: Pending[] = [];

  /** Null: a step threw, and what was done is to be undone. */
  function together(group: readonly Pending[]): Told[] | null {
    try {
      const told = group.map(({ work, resolve }) => {
        const value = work();
        return () => resolve(value);
      });
      ending();
      return told;
    } catch {
      return null;
    }
  }

  /** Each so that it can be undone alone. */
  function oneByOne(group: readonly Pending[]): Told[] {
    return group.map(({ work, resolve, reject }) => {
      mark();
      try {
        const value = work();
        ending();
        return () => resolve(value);
      } catch (error) {
        goBack();
        undone();
        return () => reject(error);
      } finally {
        unmark();
      }
    });
  }

  /** Null: nothing of it was done. */
  function transaction(run: () => Told[] | null): Told[] | null {
    let done = false;
    begin();
    try {
      const told = run();
      if (told) commit();
      done = told !== null;
      return told;
    } finally {
      // After some failures SQLite has rolled back by itself.
      if (!done && db.isOpen && db.isTransaction) rollBack();
      if (!done) undone();
    }
  }

  function written(group: readonly Pending[]): Told[] {
    try {
      return transaction(() => together(group)) ?? transaction(() => oneByOne(group)) ?? [];
    } catch (cause) {
      const error = new StorageError('The database could not be written.', { cause });
      return group.map(({ reject }) => reject.bind(null, error));
    }
  }

  function flush(): void {
    const group = pending;
    pending = [];
    for (const tell of written(group)) tell();
  }

  function flushAfter(turns: number): void {
    setImmediate(() => (turns > 1 ? flushAfter(turns - 1) : flush()));
  }

  return {
    write<T>(work: () => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        if (pending.length === 0) flushAfter(TURNS);
        pending.push({ work, resolve: resolve as (value: unknown) => void, reject });
      });
    },
    async flushed() {
      while (pending.length > 0) await new Promise(resolve => setImmediate(resolve));
    },
  };
}
