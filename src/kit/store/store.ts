import { z } from 'zod';
import { UnreadableError } from './errors.ts';

/*
 * The store is two ideas.
 *
 * A `Table` has records of one kind, each under its id. Which ordered lists a record stands in follows from the record, so
 * nobody writes to a list. What only one may have is a record under an id of its own.
 *
 * A `Tx` is what one step reads and writes. A step is a plain synchronous function: it reads, decides and puts, and waits for
 * nothing. It is atomic: it is written if no record that it read has changed meanwhile; otherwise it runs again, and only
 * its last run counts.
 *
 * An engine reads records and lists, and commits. It knows no text.
 */

export type Row = { readonly id: string };

/** A record's place in a list: by `score` (a whole number, 0 or more), and among the same scores by its id. */
export type IndexEntry = { readonly index: string; readonly score: number };

/** Where a record stands in a list of its table: by `score`, in the list of all of these (a workspace, a key); without any, there is one. */
type Indexed<Of extends readonly string[] = readonly string[]> = { readonly score: number; readonly of: Of };

export const indexedAt = <Of extends readonly string[]>(score: number, ...of: Of): Indexed<Of> => ({
  score,
  of,
});

/** `false`: a record isn't in that list. */
type IndexedAt = false | Indexed | readonly (false | Indexed)[];
type Of<Its> =
  Its extends Indexed<infer Names> ? Names : Its extends readonly (infer One)[] ? Of<One> : never;

/** Records of one kind, and the lists that they stand in. */
export type Table<R extends Row, Lists = unknown> = {
  readonly name: string;
  /** What is read back is checked with this. */
  readonly schema: z.ZodType<R>;
  /** The record's places: nothing else puts it there, or takes it away. */
  indexEntries(record: R): readonly IndexEntry[];
  /** The name of one of its lists. */
  index<Which extends keyof Lists & string>(
    which: Which,
    ...of: Extract<Of<Lists[Which]>, readonly string[]>
  ): string;
};

/** @param standing where a record stands in each of the table's lists */
export function table<R extends Row, Lists extends Record<string, IndexedAt>>(
  name: string,
  schema: z.ZodType<R>,
  standing: (record: Readonly<R>) => Lists,
): Table<Readonly<R>, Lists> {
  const index = (which: string, ...of: readonly string[]): string => [`${name}.${which}`, ...of].join(' ');
  return {
    name,
    schema,
    index,
    indexEntries(record) {
      const entries: IndexEntry[] = [];
      for (const [which, standings] of Object.entries<IndexedAt>(standing(record))) {
        if (standings === false) continue;
        for (const one of [standings].flat()) {
          if (one) entries.push({ index: index(which, ...one.of), score: one.score });
        }
      }
      return entries;
    },
  };
}

/** Any table, when it doesn't matter what is in it. */
type AnyTable = { readonly name: string; indexEntries(record: never): readonly IndexEntry[] };

/** An entry in a list. It is a hint: the record itself says whether it is (still) as the list says. */
export type Entry = { readonly id: string; readonly score: number };

/**
 * A part of a list, in order; `from` and `to` are scores, both included. `after`: for the next page, the last entry of this
 * one, which stays right while others join the list and leave it.
 */
export type Range = {
  readonly index: string;
  readonly from?: number;
  readonly to?: number;
  readonly after?: Entry | null;
  readonly limit: number;
  readonly reverse?: boolean;
};

/** Where a step's reads come from; each engine has one. Records are named by `nameOf`, and come as the JSON that was written. */
export type StoreReader = {
  get(names: readonly string[]): readonly (string | null)[];
  list(range: Range): readonly Entry[];
  /** How many entries a list has. */
  count(index: string): number;
  /** Fetches all of this at once, where reading one by one would take longer. */
  ahead?(names: readonly string[], ranges: readonly Range[], counts: readonly string[]): void;
  /** A record that needn't be fetched; null: there is none; undefined: it has to be. */
  recall?(name: string): Row | null | undefined;
  /** What a record says that was fetched and read; null: there is none. */
  remember?(name: string, row: Row | null): void;
  /** There is most likely no such record. */
  expectNone?(name: string): void;
};

/** What a step wants written. */
export type Changes = {
  /** Names of the records that it read, found or not. Nothing may have changed about them. */
  read: string[];
  /** Names that nothing may have been under. */
  fresh: Set<string>;
  /** New bodies by name; null: the record goes. */
  bodies: Map<string, string | null>;
  /** The same as records, but for those that JSON doesn't keep as they are. */
  rows: Map<string, Row | null>;
  /** Places that records leave, and places that they take. */
  removedEntries: (Entry & { index: string })[];
  addedEntries: (Entry & { index: string })[];
};

/** A storage engine. */
export type Store = {
  /** This process, among those that share the store. */
  readonly owner: string;
  /** Whether other processes may have the store open too. */
  readonly isShared: boolean;
  /** The time line of all who share the store (see `Clock`). */
  now(): number;
  /**
   * One atomic step. When the promise resolves, what it writes is on disk, and as many
   * replicas have it as are demanded.
   *
   * @param serializeBy steps of this process that name the same thing here take turns, so that they don't make each other run again
   * @param when `soon`: nobody is in a hurry, so it may share the sync of whatever is written next
   * @throws StorageError with `unsure` if it may have been written anyway; otherwise nothing was
   */
  transaction<T>(work: (tx: Tx) => T, serializeBy?: string, when?: 'soon'): Promise<T>;
  /** Only reads. */
  read<T>(step: (tx: Tx) => T): Promise<T>;
  /** Whether a process still has the store open, as this step finds it. */
  isAlive(tx: Tx, process: string): boolean;
  /** How long after a process is gone its claims may be taken from it. */
  readonly graceMs: number;
  /** Nothing may be claimed before this time, by the store's clock: the store may have lost the last claims. */
  claimsPausedUntil(): number;
  /** How much longer that takes; 0: it is over. */
  claimsPausedMs(): number;
  /**
   * Makes sure that deleted data can no longer be read anywhere in the store.
   *
   * @param how `vacuum`: nor fragments of it, where moving records about may have left some
   * @returns false if another program that reads the store keeps it from that: the store tries again until it can
   */
  purge(how?: { vacuum: true }): Promise<boolean>;
};

/** Some records: those in a part of a list, or with these ids. */
export type Where = Range | readonly (string | Entry)[];

/** What there is of some records: those that can be read, and why the others can't. */
export type ReadResult<R> = {
  records: R[];
  unreadable: (Entry & { why: string })[];
  /** Entries, or ids, of which nothing is there. */
  missing: Entry[];
};

/** Something for the operator's log: what kind of record, which, and what is wrong with it. */
export type Note = { kind: string; id: string; why: string };

type Cell = {
  table: AnyTable;
  id: string;
  before: Row | null;
  after: Row | null;
  isPut: boolean;
  /** Why it can't be read; something else may be put in its place. */
  unreadable: UnreadableError | null;
};

/** What one step reads and changes. It never changes a record in place: `put` takes a new one. */
export class Tx {
  readonly #source: StoreReader;
  readonly #bodies = new Map<string, string | null>();
  /** Names of records that needn't be fetched. */
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
   * Reads all of this at once: one round trip on a shared store. What isn't named here can still be read, at a round trip
   * each.
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

  /** Whether this step needn't fetch it. */
  #isKnown(name: string): boolean {
    if (this.#bodies.has(name) || this.#recalled.has(name)) return true;
    if (this.#source.recall?.(name) === undefined) return false;
    this.#recalled.add(name);
    return true;
  }

  /** Says that there is most likely no such record: where it costs a round trip to look, the commit finds out. */
  expectNone(table: { readonly name: string }, id: string): void {
    this.#source.expectNone?.(nameOf(table, id));
  }

  /**
   * The record as this step sees it; null if there is none.
   *
   * @throws UnreadableError if it doesn't fit its table
   */
  get<R extends Row>(table: Table<R>, id: string): R | null {
    const name = nameOf(table, id);
    const known = this.#cells.get(name) ?? this.#read(table, id);
    this.#cells.set(name, known);
    if (known.unreadable && !known.isPut) throw known.unreadable;
    return known.after as R | null;
  }

  /**
   * Those that exist, in the order of their ids.
   *
   * @throws UnreadableError if one of them doesn't fit its table
   */
  many<R extends Row>(table: Table<R>, ids: readonly string[]): R[] {
    this.load(ids.map(id => [table, id] as const));
    return ids.flatMap(id => this.get(table, id) ?? []);
  }

  /** Those that exist and can be read: in the order of their ids, or of the list they are in. */
  readable<R extends Row>(table: Table<R>, where: Where): R[] {
    return this.tryRead(table, where).records;
  }

  /** The same, with those that can't be read or aren't there. */
  tryRead<R extends Row>(table: Table<R>, where: Where): ReadResult<R> {
    const entries = 'index' in where ? this.list(where) : where.map(asEntry);
    this.load(entries.map(({ id }) => [table, id] as const));
    const found: ReadResult<R> = { records: [], unreadable: [], missing: [] };
    for (const entry of entries) {
      const { id } = entry;
      try {
        const record = this.get(table, id);
        if (record) found.records.push(record);
        else found.missing.push(entry);
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        found.unreadable.push({ ...entry, why: error.why });
      }
    }
    return found;
  }

  /**
   * Entries as they were before this step: what the step itself puts isn't there yet. On a shared store they are hints, for a
   * step runs again only if a record that it read has changed. So whoever changes a list that decides something also puts a
   * record that the decision reads (a key's, for its queue), even unchanged.
   */
  list(range: Range): readonly Entry[] {
    return this.#source.list(range);
  }

  first(list: string): Entry | null {
    return this.list({ index: list, limit: 1 })[0] ?? null;
  }

  /** The first entry of each of these lists. */
  firsts(lists: readonly string[]): (Entry | null)[] {
    this.load(
      [],
      lists.map(list => ({ index: list, limit: 1 })),
    );
    return lists.map(list => this.first(list));
  }

  /** How many entries a list has; of these, too, what the step itself does isn't counted. */
  count(list: string): number {
    return this.#source.count(list);
  }

  /** A new record, under an id that nothing else has. */
  insert<R extends Row>(table: Table<R>, record: R): void {
    table.schema.parse(record); // We never write what we can't read back.
    const name = nameOf(table, record.id);
    if (this.#cells.get(name)?.after) throw new Error(`${name} is there already`);
    if (!this.#isKnown(name)) this.#fresh.add(name);
    const is = { before: null, after: record, isPut: true, unreadable: null };
    this.#cells.set(name, { table, id: record.id, ...is });
  }

  /** Writes a record that is in no list, whatever was under its id, without reading that. */
  replace<R extends Row>(table: Table<R>, record: R): void {
    table.schema.parse(record);
    const is = { before: null, after: record, isPut: true, unreadable: null };
    this.#cells.set(nameOf(table, record.id), { table, id: record.id, ...is });
  }

  /** Writes a record that this step has read, or looked for in vain. Whoever else has read it runs again, even if it stays the same. */
  put<R extends Row>(table: Table<R>, record: R): void {
    const cell = this.#written(table, record.id);
    if (cell.before === null) table.schema.parse(record);
    cell.after = record;
  }

  /** Deletes a record that this step has read. */
  delete(table: AnyTable, id: string): void {
    this.#written(table, id).after = null;
  }

  /** A record as it is stored, without reading what it says; null: there is none. */
  stored(table: { readonly name: string }, id: string): string | null {
    const name = nameOf(table, id);
    if (!this.#bodies.has(name)) this.#fetch([name]);
    return this.#bodies.get(name) ?? null;
  }

  /** Deletes a record that can't be read, or needn't be, with its entry in a list. Other lists may still name it. */
  discard(table: { readonly name: string }, { id, index: list, score }: Entry & { index: string }): void {
    const name = nameOf(table, id);
    const is = { before: null, after: null, isPut: false, unreadable: null };
    this.#cells.set(name, { table: NOWHERE, id, ...is });
    this.#discarded.add(name);
    this.removeEntry(list, { id, score });
  }

  /** Takes an entry out of a list whose record is gone. */
  removeEntry(list: string, { id, score }: Entry): void {
    this.#removedEntries.push({ index: list, id, score });
  }

  /** Says something in the operator's log, once this step is written. */
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
      const from = new Map(indexEntriesOf(table, before).map(place => [textOf(place), place]));
      for (const place of indexEntriesOf(table, after))
        if (!from.delete(textOf(place))) all.addedEntries.push({ ...place, id });
      for (const place of from.values()) all.removedEntries.push({ ...place, id });
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
    // Without what was there before, its old places would stay in their lists for ever.
    if (!cell) throw new Error(`${nameOf(table, id)} was not read before it was written`);
    cell.isPut = true;
    return cell;
  }
}

const asEntry = (one: string | Entry): Entry => (typeof one === 'string' ? { id: one, score: 0 } : one);

const NOWHERE: AnyTable = { name: '', indexEntries: () => [] };

/** Whether there is nothing to write. */
export const isEmpty = ({ bodies, removedEntries, addedEntries }: Changes): boolean =>
  bodies.size + removedEntries.length + addedEntries.length === 0;

/** The name of a record: its table's, and its id. */
const nameOf = ({ name }: { readonly name: string }, id: string): string => `${name}:${id}`;

/** A name's table and id. */
export function partsOf(name: string): [table: string, id: string] {
  const end = name.indexOf(':');
  return [name.slice(0, end), name.slice(end + 1)];
}

const textOf = ({ index, score }: IndexEntry): string => `${score} ${index}`;

const indexEntriesOf = (table: AnyTable, record: Row | null): readonly IndexEntry[] =>
  record === null ? [] : table.indexEntries(record as never);

/** A record as it is stored. Half a surrogate pair, which no store keeps, becomes U+FFFD: then it isn't as it was put. */
export function encode(record: unknown): { json: string; isAsPut: boolean } {
  const json = JSON.stringify(record);
  if (!json.includes('\\ud') || !/\\ud[89a-f]/.test(json)) return { json, isAsPut: true };
  const mended = JSON.stringify(record, (_key, value) =>
    typeof value === 'string' ? value.toWellFormed() : value,
  );
  return { json: mended, isAsPut: false };
}

/** @throws UnreadableError if it isn't JSON, or doesn't fit the table */
export function decode<R extends Row>(table: Table<R>, id: string, body: string): R {
  try {
    return table.schema.parse(JSON.parse(body));
  } catch (cause) {
    throw new UnreadableError(`The record ${id} of ${table.name}`, whyNot(cause));
  }
}

/** What can't be read, without any of the content: JSON's own error quotes it, and keys may be numbers. */
export function whyNot(error: unknown): string {
  if (!(error instanceof z.ZodError)) return error instanceof SyntaxError ? 'not JSON' : 'not to be read';
  const fields = error.issues.map(({ path }) =>
    path.filter(part => /^[a-z_]+$/i.test(String(part))).join('.'),
  );
  return `unknown or missing: ${[...new Set(fields)].slice(0, 5).join(', ') || 'all'}`;
}

/** Calls `each` with the entries of a list, at most `limit` at a time, until none is left. */
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

/** The readable records of a list; the others are deleted. */
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

/** Deletes the first records of a list, those that can't be read too; returns how many. */
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

/** Removes some of what a workspace has, about `limit` things; returns how many. */
export type WorkspaceDeletion = (tx: Tx, workspace: string, limit: number) => number;

/** A table with a list of each workspace's. */
type OfWorkspaces = AnyTable & { index(which: 'byWorkspace', workspace: string): string };

/** Removes some of what a workspace has of these kinds. */
export const deletionOf =
  (...tables: readonly OfWorkspaces[]): WorkspaceDeletion =>
  (tx, workspace, limit) =>
    tables.reduce(
      (sum, one) => sum + removeListed(tx, one, { index: one.index('byWorkspace', workspace) }, limit),
      0,
    );

const PROOF = table('proof', z.object({ id: z.string(), by: z.string() }), () => ({}));

/** Writes something that nobody reads: if the store accepts this, it accepts everything else. */
export const prove = (store: Store): Promise<void> =>
  store.transaction(tx => {
    tx.get(PROOF, 'proof');
    tx.put(PROOF, { id: 'proof', by: store.owner });
  });
