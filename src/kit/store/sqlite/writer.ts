import type { DatabaseSync } from 'node:sqlite';
import { whyNot } from '../data-dir.ts';
import { StorageError } from '../errors.ts';

type Pending = { work: () => unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void };
/** Tells the caller of a step its result. */
type Tell = () => void;

const SQLITE_IOERR = 10;
/** A write that fails is refused at once, as on a full or read-only disk: nothing of it is kept. */
const SQLITE_IOERR_WRITE = SQLITE_IOERR | (3 << 8);

const IS_GONE = 'was deleted, moved or replaced while the app runs';

export type Writer = {
  write<T>(work: () => T): Promise<T>;
  /** Resolves when nothing is left to be written. */
  flushed(): Promise<void>;
};

/**
 * Runs the steps that were requested in one turn of the event loop as one transaction, and so with one sync of the disk.
 *
 * Steps seldom throw, and savepoints, which let each be undone alone, cost about as much as a small step itself. So a group
 * runs without them. Only if one of its steps throws, the whole group is undone and run again, each step with a savepoint.
 *
 * If a commit fails in a way that leaves open whether it is kept (a sync that fails: the kernel may have dropped what it
 * could not write), it is the last one: nothing more is written, and `failed` is called. Any other failed commit is refused,
 * and nothing of it is kept.
 *
 * @param around `ending` is called after the last step of a transaction, or after each step if they run one by one: what it
 *   writes belongs to them; `missing` names a missing file without which nobody would find again what is written now
 */
export function createWriter(
  path: string,
  db: Pick<DatabaseSync, 'prepare' | 'isOpen' | 'isTransaction'>,
  around: {
    ending: () => void;
    missing: () => string | null;
    failed: (error: StorageError) => void;
  },
): Writer {
  const { ending, missing, failed } = around;
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
  let failure: StorageError | null = null;

  /** Null: a step threw, and everything has to be undone. */
  function together(group: readonly Pending[]): Tell[] | null {
    try {
      const tell = group.map(step => done(step, step.work()));
      ending();
      return tell;
    } catch {
      return null;
    }
  }

  /** Each step so that it can be undone alone. */
  function oneByOne(group: readonly Pending[]): Tell[] {
    return group.map(step => {
      mark();
      try {
        const value = step.work();
        ending();
        return done(step, value);
      } catch (error) {
        goBack();
        return () => step.reject(error);
      } finally {
        unmark();
      }
    });
  }

  /** We don't know whether what was committed is kept: the next start may find it, or not. */
  function lose(why: string, cause?: unknown): never {
    const sentence = `What was written last to ${path} may be lost: ${why}. The app has to be started again.`;
    failure = new StorageError(sentence, { cause, unsure: true });
    failed(failure);
    throw failure;
  }

  function keep(): void {
    try {
      commit();
    } catch (cause) {
      if (!leavesItOpen(cause)) throw cause;
      lose(whyNot(path, cause), cause);
    }
    const file = missing();
    if (file) lose(`${file} ${IS_GONE}`);
  }

  /** Null: nothing of it was done. */
  function transaction(run: () => Tell[] | null): Tell[] | null {
    let isDone = false;
    open();
    try {
      const tell = run();
      if (tell) keep();
      isDone = tell !== null;
      return tell;
    } finally {
      // After some failures SQLite has already rolled back by itself.
      if (!isDone && db.isOpen && db.isTransaction) rollBack();
    }
  }

  function refuseBeforehand(): void {
    if (failure) throw new StorageError(failure.message, { cause: failure });
    const file = missing();
    if (file)
      throw new StorageError(
        `${file} ${IS_GONE}, so nothing is written: put it back, or start the app again.`,
      );
  }

  function written(group: readonly Pending[]): Tell[] {
    try {
      refuseBeforehand();
      return transaction(() => together(group)) ?? transaction(() => oneByOne(group)) ?? [];
    } catch (cause) {
      const error =
        cause instanceof StorageError
          ? cause
          : new StorageError(`${path} can't be written: ${whyNot(path, cause)}.`, { cause });
      return group.map(step => () => step.reject(error));
    }
  }

  function flush(): void {
    const group = pending;
    pending = [];
    underWay = null;
    for (const tell of written(group)) tell();
  }

  return {
    write<T>(work: () => T): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        pending.push({ work, resolve: resolve as (value: unknown) => void, reject });
        underWay ??= endOfTurn().then(flush);
      });
    },
    async flushed() {
      while (underWay) await underWay;
    },
  };
}

const done =
  ({ resolve }: Pending, value: unknown): Tell =>
  () =>
    resolve(value);

function leavesItOpen(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  return (errcode & 0xff) === SQLITE_IOERR && errcode !== SQLITE_IOERR_WRITE;
}

const endOfTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
