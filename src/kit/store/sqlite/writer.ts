import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import { whyNot } from '../data-dir.ts';
import { StorageError } from '../errors.ts';
import { isBusy } from './file.ts';

type Pending = { work: () => unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void };
/** Tells the caller of a step its result. */
type Tell = () => void;

const SQLITE_IOERR = 10;
/** A write that fails is refused at once, as on a full or read-only disk: nothing of it is kept. */
const SQLITE_IOERR_WRITE = SQLITE_IOERR | (3 << 8);

/** How long to wait for another program that writes to the file, in all and before each try. */
const BUSY_MS = 5000;
const BUSY_AGAIN_MS = 20;

/** How long what is to be written soon waits for something else to be written. */
const SOON_MS = 200;

export type Writer = {
  /** `soon`: together with what is requested next, or after a moment. */
  write<T>(work: () => T, when?: 'soon'): Promise<T>;
  /** Resolves when nothing is left to be written, soon or now. */
  flushed(): Promise<void>;
};

/**
 * Runs the steps that were requested in one turn of the event loop as one transaction, and so with one sync of the disk.
 *
 * If a commit fails in a way that leaves open whether it is kept (a sync that fails: the kernel may have dropped what it
 * could not write), it is the last one: nothing more is written, and `failed` is called. Whatever else fails, nothing of the
 * transaction is kept, and all its steps are refused.
 *
 * @param around `ending` is called after the last step of a transaction: what it writes belongs to it; `missing` names a missing file without which nobody would find again what is written now
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
  let pending: Pending[] = [];
  let inFlight: Promise<void> | null = null;
  let later: NodeJS.Timeout | undefined;
  let failure: StorageError | null = null;

  /** We don't know whether what was committed is kept: the next start may find it, or not. */
  function lose(why: string, cause: unknown): never {
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
  }

  function transaction(group: readonly Pending[]): Tell[] {
    try {
      const tell = group.map(step => done(step, step.work()));
      ending();
      keep();
      return tell;
    } catch (error) {
      // After some failures SQLite has already rolled back by itself.
      if (db.isOpen && db.isTransaction) rollBack();
      throw error;
    }
  }

  function refuseBeforehand(): void {
    if (failure) throw new StorageError(failure.message, { cause: failure });
    const file = missing();
    if (file)
      throw new StorageError(
        `${file} was deleted, moved or replaced while the app runs, so nothing is written: put it back, or start the app again.`,
      );
  }

  /** The results of all that is to be written; null: another program is writing to the file, so nothing has begun. */
  function written(mayWait: boolean): Tell[] | null {
    try {
      refuseBeforehand();
      open();
    } catch (cause) {
      return mayWait && isBusy(cause) ? null : refused(taken(), cause);
    }
    const group = taken();
    try {
      return transaction(group);
    } catch (cause) {
      return failure || group.length === 1 ? refused(group, cause) : group.flatMap(step => alone(step));
    }
  }

  /** What can't be written of one step refuses none of the others. */
  function alone(step: Pending): Tell[] {
    try {
      open();
      return transaction([step]);
    } catch (cause) {
      return refused([step], cause);
    }
  }

  function taken(): Pending[] {
    const group = pending;
    pending = [];
    inFlight = null;
    clearTimeout(later);
    later = undefined;
    return group;
  }

  function begin(): void {
    inFlight ??= endOfTurn().then(flush);
  }

  function refused(group: readonly Pending[], cause: unknown): Tell[] {
    const error =
      cause instanceof StorageError
        ? cause
        : new StorageError(`${path} can't be written: ${whyNot(path, cause)}.`, { cause });
    return group.map(step => () => step.reject(error));
  }

  /** While another program writes to the file, only what is to be written waits. */
  async function flush(): Promise<void> {
    for (let left = BUSY_MS / BUSY_AGAIN_MS; ; left--) {
      const results = written(left > 0);
      if (results) return results.forEach(tell => void tell());
      await pause(BUSY_AGAIN_MS);
    }
  }

  return {
    write<T>(work: () => T, when?: 'soon'): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        // The others of the transaction are somebody else's.
        pending.push({
          work: AsyncLocalStorage.bind(work),
          resolve: resolve as (value: unknown) => void,
          reject,
        });
        if (when === 'soon') later ??= setTimeout(begin, SOON_MS);
        else begin();
      });
    },
    async flushed() {
      while (inFlight || pending.length > 0) {
        begin();
        await inFlight;
      }
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
