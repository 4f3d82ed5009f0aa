import type { DatabaseSync } from 'node:sqlite';
import { StorageError } from '../errors.ts';

type Pending = { work: () => unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void };
/** Says to who asked for a step what came of it; `lost`: that it may not be on disk. */
type Told = (lost: StorageError | null) => void;

/**
 * A transaction waits so many turns of the event loop for more steps. With nothing else to do they take some microseconds;
 * with much to do each brings more steps, and a few syncs do for all of them.
 */
const TURNS = 3;

export type Writer = {
  write<T>(work: () => T): Promise<T>;
  /** Resolves when nothing waits to be written, or to be on disk. */
  flushed(): Promise<void>;
};

/**
 * Groups the steps of a few turns of the event loop, and those that came while the disk was busy with the ones before, in
 * one transaction. Nothing is said of a step before it is on disk; meanwhile the event loop does other work.
 *
 * Steps seldom throw, and what lets each be undone alone (savepoints) costs about as much as a small step itself: so a
 * group runs without, and only when one of its steps throws all of it is undone and run again, each step with a
 * savepoint of its own.
 *
 * @param around `undone` is called whenever something was undone; `ending` behind the last step of a transaction, or
 *   behind each where they run one by one: what it writes belongs to them; `sync` resolves when all that was committed
 *   before is on disk
 */
export function createWriter(
  db: DatabaseSync,
  { undone, ending, sync }: { undone: () => void; ending: () => void; sync: () => Promise<void> },
): Writer {
  const prepare = (sql: string): (() => unknown) => {
    const statement = db.prepare(sql);
    return () => statement.run();
  };
  const open = prepare('BEGIN IMMEDIATE');
  const commit = prepare('COMMIT');
  const rollBack = prepare('ROLLBACK');
  const mark = prepare('SAVEPOINT step');
  const goBack = prepare('ROLLBACK TO step');
  const unmark = prepare('RELEASE step');
  let pending: Pending[] = [];
  let underWay: Promise<void> | null = null;

  /** Null: a step threw, and what was done is to be undone. */
  function together(group: readonly Pending[]): Told[] | null {
    try {
      const told = group.map(step => done(step, step.work()));
      ending();
      return told;
    } catch {
      return null;
    }
  }

  /** Each so that it can be undone alone. */
  function oneByOne(group: readonly Pending[]): Told[] {
    return group.map(step => {
      mark();
      try {
        const value = step.work();
        ending();
        return done(step, value);
      } catch (error) {
        goBack();
        undone();
        return () => step.reject(error);
      } finally {
        unmark();
      }
    });
  }

  /** Null: nothing of it was done. */
  function transaction(run: () => Told[] | null): Told[] | null {
    let isDone = false;
    open();
    try {
      const told = run();
      if (told) commit();
      isDone = told !== null;
      return told;
    } finally {
      // After some failures SQLite has rolled back by itself.
      if (!isDone && db.isOpen && db.isTransaction) rollBack();
      if (!isDone) undone();
    }
  }

  function written(group: readonly Pending[]): Told[] {
    try {
      return transaction(() => together(group)) ?? transaction(() => oneByOne(group)) ?? [];
    } catch (cause) {
      const error = new StorageError('The database could not be written.', { cause });
      return group.map(step => () => step.reject(error));
    }
  }

  async function flush(): Promise<void> {
    const group = pending;
    pending = [];
    const told = written(group);
    const lost = await sync().then(
      () => null,
      cause => new StorageError('The disk could not be synced.', { cause, unsure: true }),
    );
    underWay = null;
    if (pending.length > 0) begin();
    for (const tell of told) tell(lost);
  }

  function begin(): void {
    underWay = turns(TURNS).then(flush);
  }

  return {
    write<T>(work: () => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        pending.push({ work, resolve: resolve as (value: unknown) => void, reject });
        if (!underWay) begin();
      });
    },
    async flushed() {
      while (underWay) await underWay;
    },
  };
}

function done({ resolve, reject }: Pending, value: unknown): Told {
  return lost => (lost ? reject(lost) : resolve(value));
}

/** Resolves after so many turns of the event loop. */
function turns(count: number): Promise<void> {
  return new Promise(resolve => {
    const next = (left: number): void => void setImmediate(() => (left > 1 ? next(left - 1) : resolve()));
    next(count);
  });
}
