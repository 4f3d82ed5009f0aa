import { z } from 'zod';
import type { Log } from '../../log.ts';
import { UnreadableError } from './errors.ts';
import { decode, indexedAt, type Note, type Row, type Store, type Table, type Tx, table } from './store.ts';

/**
 * What may be quarantined. An `event` may also be the state of an inbox, which is put back as an event. Of `broadcast_rows`,
 * the rows were left out: another turn only lets them be seen.
 */
export const QUARANTINE_KINDS = [
  'intent',
  'text',
  'report',
  'event',
  'schedule',
  'broadcast',
  'broadcast_rows',
] as const;
export type QuarantineKind = (typeof QUARANTINE_KINDS)[number];

/** A record that could not be read when its turn came. */
const quarantineSchema = z.object({
  id: z.string(),
  kind: z.enum(QUARANTINE_KINDS),
  /** Null if that could not be read either. */
  workspace: z.string().nullable(),
  at: z.int(),
  /** What could not be read: names of fields, without their content. */
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

/** A record that can't be read, where it was found. */
export type Unreadable = { id: string; why: string; index: string; score: number };

/**
 * Takes a record that can't be read out of its table and the list it was found in. Other lists may go on naming it: whoever
 * meets it there finds nothing.
 *
 * @param whose the workspace, if something else says so
 * @returns the record as it was stored
 */
export function moveToQuarantine(
  tx: Tx,
  kind: QuarantineKind,
  table: { readonly name: string },
  { id, why, index, score }: Unreadable,
  now: number,
  whose: string | null = null,
): string {
  const body = tx.stored(table, id) ?? '';
  tx.discard(table, { id, index, score });
  quarantineBody(tx, { id, kind, workspace: whose ?? workspaceIn(body), at: now, why, body });
  return body;
}

export function quarantineBody(tx: Tx, record: QuarantineRecord): void {
  tx.insert(QUARANTINE, record);
  tx.note({ kind: record.kind, id: record.id, why: record.why });
}

/** Whose a stored record is, even if half of it is lost; null: it doesn't say so. */
export const workspaceIn = (body: string): string | null => /"workspace":"([^"\\]*)"/.exec(body)?.[1] ?? null;

/** A kind of records, and what follows when one of them is back. */
export type QuarantineTable = { table: Table<never>; back(tx: Tx, id: string, now: number): void };

/** `returns`: what follows when a record can be read again and is back in its table. */
export function quarantineTable<R extends Row>(
  table: Table<R>,
  returns: (tx: Tx, record: R, now: number) => void = () => undefined,
): QuarantineTable {
  return {
    table: table as unknown as Table<never>,
    back: (tx, id, now) => {
      const record = tx.get(table, id);
      if (record) returns(tx, record, now);
    },
  };
}

/** More than there are. */
const LIMIT = 10_000;

/**
 * Records that can't be read (a newer version wrote them, or the store is damaged) don't affect the others. Each is quarantined
 * when its turn comes, as it is stored; the people concerned are told if they are known, and nothing happens to it until an
 * operator says so. It is deleted after its workspace's retention time.
 */
export function createQuarantine(store: Store, tables: Partial<Record<QuarantineKind, QuarantineTable>>) {
  function again(tx: Tx, { id, kind, body }: QuarantineRecord, now: number): boolean {
    if (body === '') {
      tx.delete(QUARANTINE, id); // Nothing is left of it that could be put back.
      return false;
    }
    const its = tables[kind];
    if (!its) return false; // Whatever could read it is no part of the app.
    const { table, back } = its;
    let record: Row;
    try {
      record = decode(table, id, body);
    } catch (error) {
      if (error instanceof UnreadableError) return false;
      throw error;
    }
    tx.get(table, record.id);
    tx.put(table, record as never);
    tx.delete(QUARANTINE, id);
    back(tx, record.id, now);
    return true;
  }

  return {
    /** Oldest first. */
    list: () =>
      store.read(tx =>
        tx
          .readable(QUARANTINE, { index: QUARANTINE.index('all'), limit: LIMIT })
          .map(({ kind, id, workspace, at, why }) => ({ kind, id, workspace, at, why })),
      ),
    counts: () =>
      store.read(tx => {
        tx.load(
          [],
          [],
          QUARANTINE_KINDS.map(kind => QUARANTINE.index('kind', kind)),
        );
        const entries = QUARANTINE_KINDS.map((kind): [QuarantineKind, number] => [
          kind,
          tx.count(QUARANTINE.index('kind', kind)),
        ]);
        return Object.fromEntries(entries) as Record<QuarantineKind, number>;
      }),
    /** Puts those with these ids (null: all) back that can be read by now; returns their ids. The others stay, unless nothing is left of them. */
    retry: (ids: readonly string[] | null, now: number) =>
      store.transaction(tx =>
        tx
          .readable(QUARANTINE, { index: QUARANTINE.index('all'), limit: LIMIT })
          .filter(({ id }) => ids === null || ids.includes(id))
          .filter(record => again(tx, record, now))
          .map(({ id }) => id),
      ),
  };
}

export type Quarantine = ReturnType<typeof createQuarantine>;

/** Tells the operator about a record that was just quarantined. */
export function logQuarantined(log: Log, note: Note): void {
  log.error(note, 'can’t read a row, so it was quarantined: see `npm run quarantine -- list`');
}
