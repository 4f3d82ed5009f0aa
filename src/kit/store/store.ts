import { z } from 'zod';
import { UnreadableError } from './errors.ts';

/*
 * Tables, indexes, transactions.
 *
 * A `Table` holds records of one kind by id. Its index entries are computed from the records, so no caller writes any. A unique
 * value is a record with that value as its id.
 *
 * A transaction is a synchronous function of a `Tx` that reads, decides and puts. It is atomic: if a record that it read has
 * changed by the commit, it runs again, and only its last run counts.
 *
 * An engine (SQLite, Redis) reads records and indexes, and commits. It knows nothing about the content of records.
 */

export type Row = { readonly id: string };

/** An index is sorted by `score` (a whole number, 0 or more), then by the record's id. */
export type IndexEntry = { readonly index: string; readonly score: number };

/** An index entry: its score, and the scope whose index it is in (a workspace, a key). Without a scope the table has one index. */
type Indexed<Scope extends readonly string[] = readonly string[]> = {
  readonly score: number;
  readonly scope: Scope;
};

export const indexedAt = <Scope extends readonly string[]>(
  score: number,
  ...scope: Scope
): Indexed<Scope> => ({ score, scope });

/** `false`: the record isn't in the index. */
type IndexedAt = false | Indexed | readonly (false | Indexed)[];
type ScopeOf<At> =
  At extends Indexed<infer Scope> ? Scope : At extends readonly (infer Each)[] ? ScopeOf<Each> : never;

/** Records of one kind, with their indexes. */
export type Table<R extends Row, Indexes = unknown> = {
  readonly name: string;
  /** Checks records when they are written and read. */
  readonly schema: z.ZodType<R>;
  indexEntries(record: R): readonly IndexEntry[];
  /** The stored name of an index. */
  index<Name extends keyof Indexes & string>(
    name: Name,
    ...scope: Extract<ScopeOf<Indexes[Name]>, readonly string[]>
  ): string;
};

/** @param indexesOf a record's entry, or entries, in each of the table's indexes */
export function table<R extends Row, Indexes extends Record<string, IndexedAt>>(
  name: string,
  schema: z.ZodType<R>,
  indexesOf: (record: Readonly<R>) => Indexes,
): Table<Readonly<R>, Indexes> {
  const index = (which: string, ...scope: readonly string[]): string =>
    [`${name}.${which}`, ...scope].join(' ');
  return {
    name,
    schema,
    index,
    indexEntries(record) {
      const entries: IndexEntry[] = [];
      for (const [which, indexed] of Object.entries<IndexedAt>(indexesOf(record))) {
        if (indexed === false) continue;
        for (const entry of [indexed].flat()) {
          if (entry) entries.push({ index: index(which, ...entry.scope), score: entry.score });
        }
      }
      return entries;
    },
  };
}

/** A table of any records. */
type AnyTable = { readonly name: string; indexEntries(record: never): readonly IndexEntry[] };

/** An index entry as it is read. It is a hint: the record may have changed since. */
export type Entry = { readonly id: string; readonly score: number };

/**
 * A part of an index, in order; `from` and `to` are scores, both included. `after`: the last entry of the previous page, so that
 * paging stays correct while entries are added and removed.
 */
export type Range = {
  readonly index: string;
  readonly from?: number;
  readonly to?: number;
  readonly after?: Entry | null;
  readonly limit: number;
  readonly reverse?: boolean;
};

/** The reads of a transaction; each engine has its own. Records are named by `nameOf` and returned as the JSON that was written. */
export type StoreReader = {
  get(names: readonly string[]): readonly (string | null)[];
  list(range: Range): readonly Entry[];
  /** The number of entries. */
  count(index: string): number;
  /** Fetches all of this at once, because single reads take longer on a shared store. */
  ahead?(names: readonly string[], ranges: readonly Range[], counts: readonly string[]): void;
  /** A remembered record; null if there is none in the store; undefined if it must be fetched. */
  recall?(name: string): Row | null | undefined;
  /** Remembers a record that was fetched; null if there is none. */
  remember?(name: string, row: Row | null): void;
  /** Says that there is probably no such record. */
  expectNone?(name: string): void;
};

/** The writes of a transaction. */
export type Changes = {
  /** The records that the transaction read, existing or not. They must be unchanged at the commit. */
  read: string[];
  /** Records that must not exist at the commit. */
  fresh: Set<string>;
  /** New bodies by name; null deletes the record. */
  bodies: Map<string, string | null>;
  /** `bodies` before encoding, without the records that encoding changes. */
  rows: Map<string, Row | null>;
  removedEntries: (Entry & { index: string })[];
  addedEntries: (Entry & { index: string })[];
};

/** A storage engine. */
export type Store = {
  /** The id of this process among those that share the store. */
  readonly owner: string;
  /** True if other processes may have the store open too. */
  readonly isShared: boolean;
  /** The time line of all processes that share the store (see `Clock`). */
  now(): number;
  /**
   * Runs `work` atomically. When the promise resolves, its writes are on disk, and on as many replicas as required.
   *
   * @param serializeBy transactions of this process with the same value queue up instead of conflicting
   * @param when `soon`: may wait a moment, to share its sync of the disk with the next transaction
   * @throws StorageError with `unsure` if it may have been committed; otherwise nothing was written
   */
  transaction<T>(work: (tx: Tx) => T, serializeBy?: string, when?: 'soon'): Promise<T>;
  /** Runs a function that only reads. */
  read<T>(work: (tx: Tx) => T): Promise<T>;
  /** True if a process still has the store open, as read in this transaction. */
  isAlive(tx: Tx, process: string): boolean;
  /** The time after a process's death when its claims may be reaped. */
  readonly graceMs: number;
  /** When claims resume, on the time line. They pause after the store may have lost the last ones. */
  claimsPausedUntil(): number;
  /** The time until claims resume; 0 if they aren't paused. */
  claimsPausedMs(): number;
  /**
   * Makes sure that deleted data can no longer be read anywhere in the store.
   *
   * @param how `vacuum`: also removes fragments that moved records may have left
   * @returns false if another program that reads the store prevents it; the store then tries again by itself
   */
  purge(how?: { vacuum: true }): Promise<boolean>;
};

/** Records in a part of an index, or by id. */
export type Where = Range | readonly (string | Entry)[];

export type ReadResult<R> = {
  records: R[];
  unreadable: (Entry & { why: string })[];
  /** Entries, or ids, without a record. */
  missing: Entry[];
};

/** A line for the operator's log about a record. */
export type Note = { kind: string; id: string; why: string };

type Cell = {
  table: AnyTable;
  id: string;
  before: Row | null;
  after: Row | null;
  isPut: boolean;
  /** The error if the stored record is unreadable; another record may replace it. */
  unreadable: UnreadableError | null;
};

/** The reads and writes of one transaction. Records are never changed in place: `put` takes a new one. */
export class Tx {
  readonly #source: StoreReader;
  readonly #bodies = new Map<string, string | null>();
  /** Names of records that were read from memory. */
  readonly #recalled = new Set<string>();
  readonly #cells = new Map<string, Cell>();
  readonly #fresh = new Set<string>();
  readonly #discarded = new Set<string>();
  readonly #removedEntries: Changes['removedEntries'] = [];
  readonly notes: Note[] = [];

  constructor(source: StoreReader) {
    this.#source = source;
  }

  /**
   * Reads all of this at once: one round trip on a shared store. Other records can still be read, with a round trip each.
   */
  load(
    records: readonly (readonly [{ readonly name: string }, string])[],
    ranges: readonly Range[] = [],
    counts: readonly string[] = [],
  ): void {
    const names = new Set(records.map(([table, id]) => nameOf(table, id)));
    this.#fetch(
      [...names].filter(name => !this.#isKnown(name)),
      ranges,
      counts,
    );
  }

  #fetch(names: readonly string[], ranges: readonly Range[] = [], counts: readonly string[] = []): void {
    this.#source.ahead?.(names, ranges, counts);
    if (names.length === 0) return;
    const bodies = this.#source.get(names);
    for (const [index, name] of names.entries()) this.#bodies.set(name, bodies[index] ?? null);
  }

  /** True if the record needn't be fetched. */
  #isKnown(name: string): boolean {
    if (this.#bodies.has(name) || this.#recalled.has(name)) return true;
    if (this.#source.recall?.(name) === undefined) return false;
    this.#recalled.add(name);
    return true;
  }

  /** Says that there is probably no such record: saves the round trip of reading it, because the commit compares. */
  expectNone(table: { readonly name: string }, id: string): void {
    this.#source.expectNone?.(nameOf(table, id));
  }

  /**
   * The record as this transaction sees it; null if there is none.
   *
   * @throws UnreadableError if it doesn't fit its table
   */
  get<R extends Row>(table: Table<R>, id: string): R | null {
    const name = nameOf(table, id);
    const cell = this.#cells.get(name) ?? this.#read(table, id);
    this.#cells.set(name, cell);
    if (cell.unreadable && !cell.isPut) throw cell.unreadable;
    return cell.after as R | null;
  }

  /**
   * The existing records, in the order of `ids`.
   *
   * @throws UnreadableError if one of them doesn't fit its table
   */
  many<R extends Row>(table: Table<R>, ids: readonly string[]): R[] {
    this.load(ids.map(id => [table, id] as const));
    return ids.flatMap(id => this.get(table, id) ?? []);
  }

  /** The readable records, in the order of the given ids or of the index. */
  readable<R extends Row>(table: Table<R>, where: Where): R[] {
    return this.tryRead(table, where).records;
  }

  /** Reads records, and returns unreadable and missing entries instead of throwing. */
  tryRead<R extends Row>(table: Table<R>, where: Where): ReadResult<R> {
    const entries = 'index' in where ? this.list(where) : where.map(asEntry);
    this.load(entries.map(({ id }) => [table, id] as const));
    const result: ReadResult<R> = { records: [], unreadable: [], missing: [] };
    for (const entry of entries) {
      const { id } = entry;
      try {
        const record = this.get(table, id);
        if (record) result.records.push(record);
        else result.missing.push(entry);
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        result.unreadable.push({ ...entry, why: error.why });
      }
    }
    return result;
  }

  /**
   * Entries as of the transaction's start, without its own writes. Reading them causes no conflict: a transaction runs again only
   * if a record that it read has changed. So a transaction that decides by an index also reads a record that all writers of that
   * index put, even unchanged (a key's record guards its queue).
   */
  list(range: Range): readonly Entry[] {
    return this.#source.list(range);
  }

  first(index: string): Entry | null {
    return this.list({ index, limit: 1 })[0] ?? null;
  }

  /** The first entry of each index. */
  firsts(indexes: readonly string[]): (Entry | null)[] {
    this.load(
      [],
      indexes.map(index => ({ index, limit: 1 })),
    );
    return indexes.map(index => this.first(index));
  }

  /** The number of entries as of the transaction's start. */
  count(index: string): number {
    return this.#source.count(index);
  }

  /** Writes a new record; its id must be unused. */
  insert<R extends Row>(table: Table<R>, record: R): void {
    table.schema.parse(record); // A record that doesn't fit would be unreadable.
    const name = nameOf(table, record.id);
    if (this.#cells.get(name)?.after) throw new Error(`${name} is there already`);
    if (!this.#isKnown(name)) this.#fresh.add(name);
    const is = { before: null, after: record, isPut: true, unreadable: null };
    this.#cells.set(name, { table, id: record.id, ...is });
  }

  /** Writes a record that is in no index, without reading the one that it replaces. */
  replace<R extends Row>(table: Table<R>, record: R): void {
    table.schema.parse(record);
    const is = { before: null, after: record, isPut: true, unreadable: null };
    this.#cells.set(nameOf(table, record.id), { table, id: record.id, ...is });
  }

  /** Writes a record that this transaction has read, existing or not. Concurrent readers run again, even if it is unchanged. */
  put<R extends Row>(table: Table<R>, record: R): void {
    const cell = this.#written(table, record.id);
    if (cell.before === null) table.schema.parse(record);
    cell.after = record;
  }

  /** Deletes a record that this transaction has read. */
  delete(table: AnyTable, id: string): void {
    this.#written(table, id).after = null;
  }

  /** A record as it is stored, without decoding it; null if there is none. */
  stored(table: { readonly name: string }, id: string): string | null {
    const name = nameOf(table, id);
    if (!this.#bodies.has(name)) this.#fetch([name]);
    return this.#bodies.get(name) ?? null;
  }

  /** Deletes a record without decoding it, with one index entry. Its other index entries stay. */
  discard(table: { readonly name: string }, { id, index, score }: Entry & { index: string }): void {
    const name = nameOf(table, id);
    const is = { before: null, after: null, isPut: false, unreadable: null };
    this.#cells.set(name, { table: NOWHERE, id, ...is });
    this.#discarded.add(name);
    this.removeEntry(index, { id, score });
  }

  /** Removes an index entry whose record is missing. */
  removeEntry(index: string, { id, score }: Entry): void {
    this.#removedEntries.push({ index, id, score });
  }

  /** Writes a line to the operator's log once this transaction is committed. */
  note(note: Note): void {
    this.notes.push(note);
  }

  changes(): Changes {
    const discarded = [...this.#discarded].map(name => [name, null] as const);
    const all: Changes = {
      read: [...new Set([...this.#bodies.keys(), ...this.#recalled])],
      fresh: this.#fresh,
      bodies: new Map(discarded),
      rows: new Map(discarded),
      removedEntries: [...this.#removedEntries],
      addedEntries: [],
    };
    for (const [name, { table, id, before, after, isPut }] of this.#cells) {
      if (!isPut || (before === null && after === null)) continue;
      const encoded = after === null ? null : encode(after);
      all.bodies.set(name, encoded?.json ?? null);
      if (!encoded || encoded.isAsPut) all.rows.set(name, after);
      const from = new Map(indexEntriesOf(table, before).map(entry => [textOf(entry), entry]));
      for (const entry of indexEntriesOf(table, after))
        if (!from.delete(textOf(entry))) all.addedEntries.push({ ...entry, id });
      for (const entry of from.values()) all.removedEntries.push({ ...entry, id });
    }
    return all;
  }

  #read<R extends Row>(table: Table<R>, id: string): Cell {
    const is = { table, id, before: null, after: null, isPut: false, unreadable: null };
    const name = nameOf(table, id);
    const recalled = this.#bodies.has(name) ? undefined : this.#source.recall?.(name);
    if (recalled !== undefined) {
      this.#recalled.add(name);
      return { ...is, before: recalled, after: recalled };
    }
    const body = this.stored(table, id);
    try {
      const record = body === null ? null : decode(table, id, body);
      this.#source.remember?.(name, record);
      return { ...is, before: record, after: record };
    } catch (error) {
      if (error instanceof UnreadableError) return { ...is, unreadable: error };
      throw error;
    }
  }

  #written(table: AnyTable, id: string): Cell {
    const cell = this.#cells.get(nameOf(table, id));
    // Without the earlier record, its index entries would never be removed.
    if (!cell) throw new Error(`${nameOf(table, id)} was not read before it was written`);
    cell.isPut = true;
    return cell;
  }
}

const asEntry = (at: string | Entry): Entry => (typeof at === 'string' ? { id: at, score: 0 } : at);

const NOWHERE: AnyTable = { name: '', indexEntries: () => [] };

export const isEmpty = ({ bodies, removedEntries, addedEntries }: Changes): boolean =>
  bodies.size + removedEntries.length + addedEntries.length === 0;

const nameOf = ({ name }: { readonly name: string }, id: string): string => `${name}:${id}`;

export function partsOf(name: string): [table: string, id: string] {
  const end = name.indexOf(':');
  return [name.slice(0, end), name.slice(end + 1)];
}

const textOf = ({ index, score }: IndexEntry): string => `${score} ${index}`;

const indexEntriesOf = (table: AnyTable, record: Row | null): readonly IndexEntry[] =>
  record === null ? [] : table.indexEntries(record as never);

/** A record as it is stored. A lone surrogate, which no store accepts, becomes U+FFFD; `isAsPut` is false then. */
export function encode(record: unknown): { json: string; isAsPut: boolean } {
  const json = JSON.stringify(record);
  if (!json.includes('\\ud') || !/\\ud[89a-f]/.test(json)) return { json, isAsPut: true };
  const wellFormed = JSON.stringify(record, (_key, value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
  return { json: wellFormed, isAsPut: false };
}

/** @throws UnreadableError if it isn't JSON or doesn't fit the table */
export function decode<R extends Row>(table: Table<R>, id: string, body: string): R {
  try {
    return table.schema.parse(JSON.parse(body));
  } catch (cause) {
    throw new UnreadableError(`The record ${id} of ${table.name}`, whyNot(cause));
  }
}

/** The unreadable fields, without content: JSON's own error would quote it, and keys may be phone numbers. */
export function whyNot(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof SyntaxError ? 'not JSON' : 'not to be read';
  const fields = error.issues.map(({ path }) =>
    path.filter(part => /^[a-z_]+$/i.test(String(part))).join('.'),
  );
  return `unknown or missing: ${[...new Set(fields)].slice(0, 5).join(', ') || 'all'}`;
}

/** Calls `each` with all entries of an index, at most `limit` at a time. */
export async function eachPage(
  store: Pick<Store, 'read'>,
  range: Pick<Range, 'index' | 'to'>,
  limit: number,
  each: (entries: readonly Entry[]) => Promise<void>,
): Promise<void> {
  for (let after: Entry | null = null; ; ) {
    const page: readonly Entry[] = await store.read(tx => tx.list({ ...range, after, limit }));
    if (page.length > 0) await each(page);
    if (page.length < limit) return;
    after = page.at(-1) ?? null;
  }
}

/** Returns the readable records of a part of an index, and deletes the others. */
export function discardUnreadable<R extends Row>(
  tx: Tx,
  table: Table<R>,
  range: Range,
): { readable: R[]; discarded: Entry[] } {
  const { records, unreadable, missing } = tx.tryRead(table, range);
  const { index } = range;
  for (const entry of unreadable) tx.discard(table, { index, ...entry });
  for (const entry of missing) tx.removeEntry(index, entry);
  return { readable: records, discarded: unreadable };
}

/** Deletes the first records of an index, unreadable ones included; returns the number. */
export function removeListed(
  tx: Tx,
  table: AnyTable,
  range: Pick<Range, 'index' | 'to'>,
  limit: number,
): number {
  const { readable, discarded } = discardUnreadable(tx, table as Table<Row>, { ...range, limit });
  for (const { id } of readable) tx.delete(table, id);
  return readable.length + discarded.length;
}

/** Deletes about `limit` of a workspace's records; returns the number, 0 if none is left. */
export type WorkspaceDeletion = (tx: Tx, workspace: string, limit: number) => number;

/** A table with an index by workspace. */
type OfWorkspaces = AnyTable & { index(which: 'byWorkspace', workspace: string): string };

export const deletionOf =
  (...tables: readonly OfWorkspaces[]): WorkspaceDeletion =>
  (tx, workspace, limit) =>
    tables.reduce(
      (sum, table) => sum + removeListed(tx, table, { index: table.index('byWorkspace', workspace) }, limit),
      0,
    );

const PROOF = table('proof', z.object({ id: z.string(), by: z.string() }), () => ({}));

/** Makes a test write; rejects if the store refuses writes. */
export const prove = (store: Store): Promise<void> =>
  store.transaction(tx => {
    tx.get(PROOF, 'proof');
    tx.put(PROOF, { id: 'proof', by: store.owner });
  });
