import { z } from 'zod';
import type { Log } from '../../log.ts';
import { ifUnreadable } from './errors.ts';
import {
  decode,
  type Entry,
  indexedAt,
  type Note,
  type Range,
  type Row,
  type Store,
  type Table,
  type Tx,
  table,
} from './store.ts';

/*
 * A record can become unreadable: a newer version wrote it, or the store is damaged. When its turn comes, it moves from its
 * table to quarantine, unchanged, so that all other records are handled. It stays there until an operator retries or
 * discards it, or until its workspace's retention time is over.
 */

const quarantineSchema = z.object({
  id: z.string(),
  kind: z.string(),
  /** Null if the workspace is unreadable too. */
  workspace: z.string().nullable(),
  at: z.int(),
  /** The unreadable fields, without their content. */
  why: z.string(),
  /** The record as it was stored. */
  body: z.string(),
});
type QuarantineRecord = Readonly<z.infer<typeof quarantineSchema>>;

export const QUARANTINE = table('quarantine', quarantineSchema, ({ kind, workspace, at }) => ({
  all: indexedAt(at),
  kind: indexedAt(at, kind),
  byWorkspace: workspace !== null && indexedAt(at, workspace),
}));

/** Records of one table that can be quarantined. */
export type QuarantineKind<R extends Row = Row> = {
  /** For the operator's list, the log and the metric; unique among all features. */
  readonly name: string;
  /** For the operator: what such a record is, and what its quarantine means to people. */
  readonly effect: string;
  readonly table: Table<R>;
};

/** A kind whose records can be put back in their table. */
export type RestorableKind = QuarantineKind & {
  /** Puts a record back in its table; false if it is still unreadable. */
  restore(tx: Tx, id: string, body: string, now: number): boolean;
};

/** @param restored called when a record is back in its table */
export const restorable = <R extends Row>(
  kind: QuarantineKind<R>,
  restored: (tx: Tx, record: R, now: number) => void = () => undefined,
): RestorableKind => ({
  ...kind,
  restore(tx, id, body, now) {
    const record = decodeOrNull(kind.table, id, body);
    if (!record) return false;
    tx.get(kind.table, record.id);
    tx.put(kind.table, record);
    restored(tx, record, now);
    return true;
  },
});

function decodeOrNull<R extends Row>(table: Table<R>, id: string, body: string): R | null {
  try {
    return decode(table, id, body);
  } catch (error) {
    return ifUnreadable(null)(error);
  }
}

/** An unreadable record, and the index entry that led to it. */
export type Unreadable = Entry & { why: string; index: string };

/**
 * Moves an unreadable record to quarantine and removes the given index entry. Its other index entries stay; they lead to
 * nothing.
 *
 * @param workspace default: the one that the record names, if it can still be found
 * @returns the record as it was stored
 */
export function moveToQuarantine(
  tx: Tx,
  { name, table }: QuarantineKind,
  { id, why, index, score }: Unreadable,
  now: number,
  workspace?: string,
): string {
  const body = tx.stored(table, id) ?? '';
  tx.discard(table, { id, index, score });
  putInQuarantine(tx, {
    id,
    kind: name,
    workspace: workspace ?? workspaceIn(body),
    at: now,
    why,
    body,
  });
  return body;
}

export function putInQuarantine(tx: Tx, record: QuarantineRecord): void {
  tx.insert(QUARANTINE, record);
  tx.note({ kind: record.kind, id: record.id, why: record.why });
}

/** The workspace of a stored record, even if half of the record is lost; null if it doesn't say. */
export const workspaceIn = (body: string): string | null => /"workspace":"([^"\\]*)"/.exec(body)?.[1] ?? null;

/**
 * The readable records of a part of an index. Quarantines the others, and removes entries that lead to nothing.
 *
 * @param moved called for each quarantined record, with the record as it was stored
 */
export function readOrQuarantine<R extends Row>(
  tx: Tx,
  kind: QuarantineKind<R>,
  where: Range | { index: string; entries: readonly Entry[] },
  { now, workspace, moved }: { now: number; workspace?: string; moved?: (id: string, body: string) => void },
): R[] {
  const { index } = where;
  const { records, unreadable, missing } = tx.tryRead(kind.table, 'entries' in where ? where.entries : where);
  for (const entry of unreadable) {
    const body = moveToQuarantine(tx, kind, { ...entry, index }, now, workspace);
    moved?.(entry.id, body);
  }
  for (const entry of missing) tx.removeEntry(index, entry);
  return records;
}

const MAX_LISTED = 10_000;

/** The operator's view of the quarantine. */
export function createQuarantine(store: Store, kinds: readonly RestorableKind[]) {
  const kindOf = (record: QuarantineRecord) => kinds.find(({ name }) => name === record.kind);

  const listed = (tx: Tx) => tx.readable(QUARANTINE, { index: QUARANTINE.index('all'), limit: MAX_LISTED });

  function retry(tx: Tx, record: QuarantineRecord, now: number): boolean {
    const { id, body } = record;
    // If the store has lost the record, there is nothing to put back.
    const isLost = body === '';
    const isRestored = !isLost && kindOf(record)?.restore(tx, id, body, now) === true;
    if (isLost || isRestored) tx.delete(QUARANTINE, id);
    return isRestored;
  }

  return {
    /** Oldest first. */
    list: () =>
      store.read(tx =>
        listed(tx).map(record => {
          const { kind, id, workspace, at, why } = record;
          return { kind, id, workspace, at, why, effect: kindOf(record)?.effect ?? '' };
        }),
      ),

    /** The number of quarantined records of each kind. */
    counts: () =>
      store.read(tx => {
        const indexOf = ({ name }: RestorableKind) => QUARANTINE.index('kind', name);
        tx.load([], [], kinds.map(indexOf));
        return Object.fromEntries(kinds.map(kind => [kind.name, tx.count(indexOf(kind))]));
      }),

    /**
     * Puts back records that are readable again, and deletes those whose content is lost.
     *
     * @param ids null for all
     * @returns the ids of the records that were put back
     */
    retry: (ids: readonly string[] | null, now: number) =>
      store.transaction(tx =>
        listed(tx)
          .filter(({ id }) => ids === null || ids.includes(id))
          .filter(record => retry(tx, record, now))
          .map(({ id }) => id),
      ),

    /** Deletes records for good; returns the ids of those that were quarantined. */
    async discard(ids: readonly string[]) {
      const discarded = await store.transaction(tx =>
        tx.readable(QUARANTINE, ids).map(({ id }) => {
          tx.delete(QUARANTINE, id);
          return id;
        }),
      );
      await store.purge();
      return discarded;
    },
  };
}

export type Quarantine = ReturnType<typeof createQuarantine>;

/** Tells the operator about a record that was just quarantined. */
export function logQuarantined(log: Log, note: Note): void {
  log.error(note, 'can’t read a row, so it was quarantined: see `npm run quarantine -- list`');
}
