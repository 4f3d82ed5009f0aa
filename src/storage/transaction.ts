import { UnreadableError } from './errors.ts';
import { whyNot } from './reading.ts';
import type { AnyTable, Cell, Entry, Range, Step, Table, Write } from './records.ts';

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

/** What one step reads and changes. It never changes a record in place: `put` takes a new one. */
export class Transaction {
  readonly #known = new Map<string, SeenRecord>();
  readonly moves: Write[] = [];
  readonly notes: Noted[] = [];

  /** The record as this step sees it; null if there is none. */
  *get<R extends { id: string }>(table: Table<R>, id: string): Step<R | null> {
    const known = this.#known.get(nameOf(table.name, id));
    if (known) return known.after.value as R | null;
    const [cell] = yield [{ kind: 'record', table: table.name, id }];
    return this.#learn(table, id, cell as Cell);
  }

  /** Those that exist, in the order of their ids. */
  *getAll<R extends { id: string }>(table: Table<R>, ids: readonly string[]): Step<R[]> {
    const { records, unreadable } = yield* this.#look(table, ids);
    const bad = unreadable.find(({ why }) => why !== GONE);
    if (bad) throw new UnreadableError(`The record ${bad.id} of ${table.name}`, bad.why);
    return records;
  }

  /** Asks at once for records that are read one by one later, which saves a shared store a round trip for each. */
  *prefetch(records: readonly (readonly [{ name: string }, string])[]): Step<void> {
    yield records.map(([{ name }, id]) => ({ kind: 'record' as const, table: name, id }));
  }

  /** What a list contained when the step began: it doesn't show what the step itself writes. */
  *list(range: Range): Step<Entry[]> {
    const [entries] = yield [{ kind: 'list', range }];
    return entries as Entry[];
  }

  *first(list: string): Step<Entry | null> {
    return (yield* this.list({ list, limit: 1 }))[0] ?? null;
  }

  *count(counter: string): Step<number> {
    const [count] = yield [{ kind: 'counter', name: counter }];
    return count as number;
  }

  *isThere(owner: string): Step<boolean> {
    const [answer] = yield [{ kind: 'owner', id: owner }];
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
  *readable<R extends { id: string }>(table: Table<R>, ids: readonly string[]): Step<R[]> {
    return (yield* this.#look(table, ids)).records;
  }

  /** The records in a list that can be read. */
  *listed<R extends { id: string }>(table: Table<R>, range: Range): Step<R[]> {
    return (yield* this.looked(table, range)).records;
  }

  /** The records in a list, or with these ids: each is read by itself, and those that can't be read are named. */
  *looked<R extends { id: string }>(table: Table<R>, where: Range | readonly string[]): Step<Looked<R>> {
    if (!('list' in where)) return yield* this.#look(table, where);
    const entries = yield* this.list(where);
    return yield* this.#look(
      table,
      entries.map(({ id }) => id),
    );
  }

  /** A record as it is stored. */
  *stored(table: Table<never>, id: string): Step<Cell> {
    const [cell] = yield [{ kind: 'record', table: table.name, id }];
    return cell as Cell;
  }

  /** The score of an id in a list; null if it isn't there. */
  *scoreIn(list: string, id: string): Step<number | null> {
    const [answer] = yield [{ kind: 'place', list, id }];
    return (answer as { score: number | null }).score;
  }

  /** Changes the places of a record that can't be read. */
  move(id: string, { leaves = [], comes = [] }: Partial<Pick<Write, 'leaves' | 'comes'>>): void {
    this.moves.push({ id, leaves, comes, record: null });
  }

  /** Deletes a record without reading it, and removes it from the only list it is in. `known`: its score there. */
  *drop<R extends { id: string }>(table: Table<R>, id: string, list: string, known?: number): Step<void> {
    const score = known ?? (yield* this.scoreIn(list, id));
    const leaves = score === null ? [] : [{ list, score }];
    this.moves.push({ id, leaves, comes: [], record: { table: table.name, value: null, workspace: null } });
  }

  /** Notes, for the operator, what this step sets aside. */
  note(row: Noted): void {
    this.notes.push(row);
  }

  *#look<R extends { id: string }>(table: Table<R>, ids: readonly string[]): Step<Looked<R>> {
    const missing = [...new Set(ids)].filter(id => !this.#known.has(nameOf(table.name, id)));
    const cells =
      missing.length === 0
        ? []
        : yield missing.map(id => ({ kind: 'record' as const, table: table.name, id }));
    const unreadable: Looked<R>['unreadable'] = [];
    for (const [index, id] of missing.entries()) {
      try {
        if (!this.#learn(table, id, cells[index] as Cell)) unreadable.push({ id, why: GONE });
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

  #learn<R extends { id: string }>(table: Table<R>, id: string, cell: Cell): R | null {
    const record = readCell(table, id, cell);
    const known = { table: table as unknown as AnyTable, id, before: cell, after: cell, changed: false };
    this.#known.set(nameOf(table.name, id), known);
    return record;
  }
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
