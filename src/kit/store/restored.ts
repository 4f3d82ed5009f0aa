import type { DatabaseSync } from 'node:sqlite';
import type { Examined } from '../examination.ts';
import type { StoreGiven } from './storage.ts';
import type { Row, Store, Table, Tx } from './store.ts';

/**
 * The data of a backup, before the app runs on it. Whatever waited when the backup was made may have been done since, and nobody can
 * know: so each feature makes sure that nothing of that is done again by itself.
 */
export type RestoredData = {
  /** The position of the time line. */
  now: number;
  /** The time of day. */
  wall: number;
  /**
   * Calls `change` with each readable record of a table, some of them in each transaction.
   *
   * @returns how often `change` was true
   */
  each<R extends Row>(table: Table<R>, change: (tx: Tx, record: R) => boolean): Promise<number>;
};

/** A feature's part: returns what it did, in lines for the operator; none if there was nothing to do. */
export type AfterRestore = (data: RestoredData) => Promise<string[]>;

declare module '../feature.ts' {
  interface AnyFeature {
    /** Sees to it that nothing in a restored backup is done twice; called after the same of the features before it. */
    afterRestore?(context: StoreGiven): AfterRestore;
    /** Why a backup is of no use on this machine, as a sentence; null if it is. */
    whyNotRestore?(about: Pick<Examined, 'config' | 'features' | 'storage'>): Promise<string | null>;
  }
}

const RECORDS_PER_STEP = 200;

/** @param db the file of the store, for the ids of its records: no index has all of a table */
export function restoredData(store: Store, db: DatabaseSync, wall: number): RestoredData {
  const next = db.prepare('SELECT id FROM records WHERE tbl = ? AND id > ? ORDER BY id LIMIT ?');
  return {
    now: store.now(),
    wall,
    async each(table, change) {
      let changed = 0;
      for (let after = ''; ; ) {
        const ids = next.all(table.name, after, RECORDS_PER_STEP).map(({ id }) => String(id));
        if (ids.length === 0) return changed;
        changed += await store.transaction(
          tx => tx.readable(table, ids).filter(record => change(tx, record)).length,
        );
        after = ids.at(-1) ?? '';
      }
    },
  };
}
