import { UnreadableError } from './errors.ts';
import { whyNot } from './reading.ts';
import type { AnyTable, Cell, Entry, Place, Range, Read, ReadMany, Table, Write } from './records.ts';

/** Something that was set aside: its kind, its id, and what can't be read. */
export type Noted = { kind: string; id: string; why: string };

/** `why`: what can't be read, or that it is gone. */
export type Looked<R> = { records: R[]; unreadable: { id: string; why: string }[] };

/** A record before and after. `value`: the record; null: there is none. */
export type RecordChange = { table: AnyTable; id: string; before: Cell; after: Cell };

type SeenRecord = RecordChange & { changed: boolean };

/** Why a record can't be read that is not there. */
export const GONE = 'gone';

const NOTHING: Cell = { raw: null, workspace: null, value: null };

/**
 * What one step reads and changes. A step is a plain synchronous function. It may run several times, and only the last time
 * counts, so it must do nothing but read, compute and put. It never changes a record in place: `put` takes a new one.
 */
export class Transaction {
  readonly #known = new Map<string, SeenRecord>();
  /** Read, but not looked at yet. */
  readonly #fetched = new Map<string, Cell>();
  readonly moves: Write[] = [];
  readonly notes: Noted[] = [];
  readonly #reader: ReadMany;

  constructor(reader: ReadMany) {
    this.#reader = reader;
  }

  /** The record as this step sees it; null if there is none. */
  get<R extends { id: string }>(table: Table<R>, id: string): R | null {
    const name = nameOf(table.name, id);
    const known = this.#known.get(name);
    if (known) return known.after.value as R | null;
    this.prefetch([[table, id]]);
    const cell = this.#fetched.get(name) as Cell;
    const record = readCell(table, id, cell);
    this.#known.set(name, {
      table: table as unknown as AnyTable,
      id,
      before: cell,
      after: cell,
      changed: false,
    });
    return record;
  }

  /** Those that exist, in the order of their ids. */
  getAll<R extends { id: string }>(table: Table<R>, ids: readonly string[]): R[] {
    const { records, unreadable } = this.#look(table, ids);
    const bad = unreadable.find(({ why }) => why !== GONE);
    if (bad) throw new UnreadableError(`The record ${bad.id} of ${table.name}`, bad.why);
    return records;
  }

  /** Reads at once what is looked at one by one later, which saves a shared store a round trip for each. */
  prefetch(records: readonly (readonly [{ name: string }, string])[]): void {
    const missing = new Map<string, Read>();
    for (const [{ name: table }, id] of records) {
      const name = nameOf(table, id);
      if (!this.#fetched.has(name)) missing.set(name, { kind: 'record', table, id });
    }
    if (missing.size === 0) return;
    const cells = this.#reader([...missing.values()]);
    for (const [index, name] of [...missing.keys()].entries()) this.#fetched.set(name, cells[index] as Cell);
  }

  /** What a list contained when the step began: it doesn't show what the step itself writes. */
  list(range: Range): Entry[] {
    const [entries] = this.#reader([{ kind: 'list', range }]);
    return entries as Entry[];
  }

  first(list: string): Entry | null {
    return this.list({ list, limit: 1 })[0] ?? null;
  }

  count(counter: string): number {
    const [count] = this.#reader([{ kind: 'counter', name: counter }]);
    return count as number;
  }

  isThere(owner: string): boolean {
    const [answer] = this.#reader([{ kind: 'owner', id: owner }]);
    return answer as boolean;
  }

  /** Writes a record: one that this step has read, or a new one with an id that nothing else has. */
  put<R extends { id: string }>(table: Table<R>, record: R): void {
    const name = nameOf(table.name, record.id);
    const before = this.#known.get(name)?.before ?? NOTHING;
    // We never write what we can't read back; later changes to the object don't affect what is written.
    if (before.value === null) table.schema.parse(record);
    const after = { raw: null, workspace: table.workspaceOf(record), value: record };
    this.#known.set(name, {
      table: table as unknown as AnyTable,
      id: record.id,
      before,
      after,
      changed: true,
    });
  }

  /** Deletes a record that this step has read. */
  delete<R extends { id: string }>(table: Table<R>, id: string): void {
    const known = this.#known.get(nameOf(table.name, id));
    if (!known) throw new Error(`${table.name} ${id} was not read before it was deleted`);
    known.after = NOTHING;
    known.changed = true;
  }

  /** Like `getAll`, without records that can't be read. */
  readable<R extends { id: string }>(table: Table<R>, ids: readonly string[]): R[] {
    return this.#look(table, ids).records;
  }

  /** The records in a list that can be read. */
  listed<R extends { id: string }>(table: Table<R>, range: Range): R[] {
    return this.looked(table, range).records;
  }

  /** The records in a list, or with these ids: each is read by itself, and those that can't be read are named. */
  looked<R extends { id: string }>(table: Table<R>, where: Range | readonly string[]): Looked<R> {
    if (!('list' in where)) return this.#look(table, where);
    const entries = this.list(where);
    return this.#look(
      table,
      entries.map(({ id }) => id),
    );
  }

  /** A record as it is stored. */
  stored(table: Table<never>, id: string): Cell {
    const [cell] = this.#reader([{ kind: 'record', table: table.name, id }]);
    return cell as Cell;
  }

  /** The score of an id in a list; null if it isn't there. */
  scoreIn(list: string, id: string): number | null {
    const [answer] = this.#reader([{ kind: 'place', list, id }]);
    return (answer as { score: number | null }).score;
  }

  /** Changes the places of a record that can't be read. */
  move(id: string, { leaves = [], comes = [] }: Partial<Pick<Write, 'leaves' | 'comes'>>): void {
    this.moves.push({ id, leaves, comes, record: null });
  }

  /** Deletes a record without reading it, and removes it from the only list it is in. `known`: its score there. */
  drop<R extends { id: string }>(table: Table<R>, id: string, list: string, known?: number): void {
    const score = known ?? this.scoreIn(list, id);
    const leaves = score === null ? [] : [{ list, score }];
    this.moves.push({ id, leaves, comes: [], record: { table: table.name, value: null, workspace: null } });
  }

  /** Notes, for the operator, what this step sets aside. */
  note(row: Noted): void {
    this.notes.push(row);
  }

  #look<R extends { id: string }>(table: Table<R>, ids: readonly string[]): Looked<R> {
    const missing = [...new Set(ids)].filter(id => !this.#known.has(nameOf(table.name, id)));
    this.prefetch(missing.map(id => [table, id] as const));
    const unreadable: Looked<R>['unreadable'] = [];
    for (const id of missing) {
      try {
        if (!this.get(table, id)) unreadable.push({ id, why: GONE });
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        unreadable.push({ id, why: error.why });
      }
    }
    const records = ids.flatMap(
      id => (this.#known.get(nameOf(table.name, id))?.after.value as R | null | undefined) ?? [],
    );
    return { records, unreadable };
  }

  /** The records that changed. */
  changes(): RecordChange[] {
    return [...this.#known.values()].filter(({ changed }) => changed);
  }

  /** What an engine has to write. */
  writes(): Write[] {
    return [...this.changes().map(writeOf), ...this.moves];
  }
}

/** The places of what was read, or is to be written. */
function placesIn(table: AnyTable, cell: Cell): readonly Place[] {
  if (cell.value == null) return [];
  cell.places ??= table.places(cell.value as { id: string });
  return cell.places;
}

const keyOf = (place: Place): string => ('list' in place ? `${place.score} ${place.list}` : place.counter);

/** The places that a record had, and those that it has. */
export const changeOf = ({ table, before, after }: RecordChange): Pick<Write, 'leaves' | 'comes'> => ({
  leaves: [...placesIn(table, before)],
  comes: [...placesIn(table, after)],
});

/** The places it leaves, and the places it takes. */
export function writeOf({ table, id, before, after }: RecordChange): Write {
  const from = new Map(placesIn(table, before).map(place => [keyOf(place), place]));
  const comes = placesIn(table, after).filter(place => !from.delete(keyOf(place)));
  const { workspace, value } = after;
  return {
    id,
    leaves: [...from.values()],
    comes,
    record: { table: table.name, value: value ?? null, workspace },
  };
}

/** A record as it is stored. Half a surrogate pair, which no store keeps as it is, becomes U+FFFD. */
export function encode(record: unknown): string {
  const json = JSON.stringify(record);
  if (!/\\ud[89a-f]/.test(json)) return json;
  return JSON.stringify(record, (_key, value) => (typeof value === 'string' ? value.toWellFormed() : value));
}

const nameOf = (table: string, id: string): string => `${table}:${id}`;

/** Reads a record, once for each cell. */
function readCell<R extends { id: string }>(table: Table<R>, id: string, cell: Cell): R | null {
  if (cell.value === undefined) {
    try {
      cell.value = cell.raw === null ? null : table.schema.parse(JSON.parse(cell.raw));
    } catch (cause) {
      throw new UnreadableError(`The record ${id} of ${table.name}`, whyNot(cause));
    }
  }
  return cell.value as R | null;
}
