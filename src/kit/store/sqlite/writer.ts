import { AsyncLocalStorage } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import { whyNot } from '../data-dir.ts';
import { StorageError } from '../errors.ts';
import { isBusy } from './file.ts';

type Pending = { work: () => unknown; resolve: (value: unknown) => void; reject: (error: unknown) => void };
/** Settles the promise of a write's caller. */
type Tell = () => void;

const SQLITE_IOERR = 10;
/** A failed write, as on a full or read-only disk. Unlike after other I/O errors, nothing of the transaction is kept. */
const SQLITE_IOERR_WRITE = SQLITE_IOERR | (3 << 8);

/** The time to wait for another program that writes to the file, in all and between two tries. */
const BUSY_MS = 5000;
const BUSY_AGAIN_MS = 20;

/** The longest wait of a `soon` write for another one to join. */
const SOON_MS = 200;

export type Writer = {
  /** `soon`: joins the next write, or waits a moment. */
  write<T>(work: () => T, when?: 'soon'): Promise<T>;
  /** Resolves when all writes are done, `soon` ones included. */
  flushed(): Promise<void>;
};

/**
 * Runs the writes of one turn of the event loop as one SQLite transaction, and so with one sync of the disk.
 *
 * If a commit fails with an I/O error such as a failed sync, its outcome is unknown, because the kernel may have dropped the
 * pages: nothing more is written, and `failed` is called. After any other failure nothing of the transaction is kept. Its writes
 * then run again one by one, so that one of them can't fail the others.
 *
 * @param hooks `ending` runs after the last write of a transaction, as part of it; `missing` names a deleted or replaced file, in
 *   whose absence writes would be lost
 */
export function createWriter(
  path: string,
  db: Pick<DatabaseSync, 'prepare' | 'isOpen' | 'isTransaction'>,
  hooks: {
    ending: () => void;
    missing: () => string | null;
    failed: (error: StorageError) => void;
  },
): Writer {
  const { ending, missing, failed } = hooks;
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

  /** The commit's outcome is unknown: the next start may find it or not. */
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
      if (!isOutcomeUnknown(cause)) throw cause;
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
      // After some failures SQLite has rolled back by itself.
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

  /** Runs all pending writes; null if another program is writing to the file and we may wait for it. */
  function runAll(mayWait: boolean): Tell[] | null {
    try {
      refuseBeforehand();
      open();
    } catch (cause) {
      return mayWait && isBusy(cause) ? null : refused(takePending(), cause);
    }
    const group = takePending();
    try {
      return transaction(group);
    } catch (cause) {
      return failure || group.length === 1 ? refused(group, cause) : group.flatMap(step => alone(step));
    }
  }

  function alone(step: Pending): Tell[] {
    try {
      open();
      return transaction([step]);
    } catch (cause) {
      return refused([step], cause);
    }
  }

  function takePending(): Pending[] {
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

  /** Waits while another program writes to the file; the app's reads go on. */
  async function flush(): Promise<void> {
    for (let tries = BUSY_MS / BUSY_AGAIN_MS; ; tries--) {
      const results = runAll(tries > 0);
      if (results) return results.forEach(tell => void tell());
      await pause(BUSY_AGAIN_MS);
    }
  }

  return {
    write<T>(work: () => T, when?: 'soon'): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        // Keeps this caller's async context, because the transaction runs in the context of another caller.
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

function isOutcomeUnknown(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  return (errcode & 0xff) === SQLITE_IOERR && errcode !== SQLITE_IOERR_WRITE;
}
