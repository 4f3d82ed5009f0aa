import type { Answer, AnyTable, Cell, Place, Read, Step, Write } from './records.ts';
import { type Noted, type RecordChange, Transaction } from './transaction.ts';

/** The result of a step: its value, or what it threw. */
export type Ended = { ok: true; value: unknown } | { ok: false; error: unknown };

/** Starts a step. */
export type Begin = (tx: Transaction) => Step<unknown>;

/** What is stored, if it has been read; otherwise undefined. `name`: of what is read (see `nameOf`). */
export type LookUpAnswer = (read: Read, name: string) => Answer | undefined;

/** The name under which an answer is kept. */
export function nameOf(read: Read): string {
  switch (read.kind) {
    case 'record':
      return nameOfRecord(read.table, read.id);
    case 'list': {
      const { list, from, to, limit, offset, reverse } = read.range;
      return `list:${from}:${to}:${limit}:${offset}:${reverse}:${list}`;
    }
    case 'place':
      return `place:${read.id}:${read.list}`;
    case 'counter':
      return `counter:${read.name}`;
    case 'owner':
      return `owner:${read.id}`;
  }
}

export const nameOfRecord = (table: string, id: string): string => `record:${table}:${id}`;

type Running = {
  begin: Begin;
  tx: Transaction;
  step: Step<unknown>;
  /** What it waits for; null: it hasn't begun. */
  asks: Read[] | null;
  /** The records that it has read, and how many had been changed by others when it began. */
  read: Set<string>;
  since: number;
  /** `later`: it reads a list that other steps of the batch change, so it belongs in the next batch. */
  ended: Ended | 'later' | null;
};

/**
 * Steps that run together, as if one after the other: each finds the records as earlier steps leave them. If a step has read
 * something that another has changed since, it begins again.
 */
export class Batch {
  readonly #running: Running[];
  /** Names of the changed records, in the order of the changes. */
  readonly #changed: string[] = [];
  readonly #changes = new Map<string, RecordChange>();
  readonly #touched = new Set<string>();
  readonly #counted = new Map<string, number>();
  readonly #moves: Write[] = [];
  readonly notes: Noted[] = [];

  constructor(steps: readonly Begin[]) {
    this.#running = steps.map(begin => this.#begun(begin));
  }

  /**
   * Runs all steps as far as possible.
   *
   * @returns what has to be read first; empty: each step has ended, or is for the next batch
   */
  advance(known: LookUpAnswer): Read[] {
    const missing = new Map<string, Read>();
    for (const [index, one] of this.#running.entries()) {
      if (one.ended !== null) continue;
      const isStale = this.#changed.slice(one.since).some(name => one.read.has(name));
      const running = isStale ? this.#begun(one.begin) : one;
      this.#running[index] = running;
      this.#goOn(running, known, missing);
    }
    return [...missing.values()];
  }

  /** How each step ended; `later`: it is for the next batch. */
  ends(): (Ended | 'later')[] {
    return this.#running.map(({ ended }) => ended ?? 'later');
  }

  /** The value of its only step; throws what that step threw. */
  onlyResult(): unknown {
    const [only] = this.ends();
    if (only === 'later' || !only?.ok) throw only === 'later' ? new Error('It has not ended') : only?.error;
    return only.value;
  }

  /** Names of the records that the finished steps have read. */
  read(): Set<string> {
    return new Set(this.#running.flatMap(({ ended, read }) => (ended === 'later' ? [] : [...read])));
  }

  /** Everything to write. */
  writes(): Write[] {
    return [...[...this.#changes.values()].map(writeOf), ...this.#moves];
  }

  #begun(begin: Begin): Running {
    const tx = new Transaction();
    const read = new Set<string>();
    return { begin, tx, step: begin(tx), asks: null, read, since: this.#changed.length, ended: null };
  }

  #goOn(one: Running, known: LookUpAnswer, missing: Map<string, Read>): void {
    try {
      for (let next = one.asks ? null : one.step.next(); ; ) {
        if (next?.done) {
          this.#end(one, next.value);
          return;
        }
        one.asks = next?.value ?? one.asks ?? [];
        if (one.asks.some(read => read.kind === 'list' && this.#touched.has(read.range.list))) {
          one.ended = 'later';
          return;
        }
        const answers = this.#answers(one, known, missing);
        if (!answers) return;
        next = one.step.next(answers);
      }
    } catch (error) {
      one.ended = { ok: false, error };
    }
  }

  /** Null if something is still missing. */
  #answers(one: Running, known: LookUpAnswer, missing: Map<string, Read>): Answer[] | null {
    const answers: Answer[] = [];
    for (const read of one.asks ?? []) {
      const name = nameOf(read);
      const change = read.kind === 'record' ? this.#changes.get(name) : undefined;
      const answer = change ? change.after : known(read, name);
      if (answer === undefined) missing.set(name, read);
      else
        answers.push(read.kind === 'counter' ? Number(answer) + (this.#counted.get(read.name) ?? 0) : answer);
      if (read.kind === 'record') one.read.add(name);
    }
    return answers.length < (one.asks?.length ?? 0) ? null : answers;
  }

  #end(one: Running, value: unknown): void {
    one.ended = { ok: true, value };
    this.notes.push(...one.tx.notes);
    for (const change of one.tx.changes()) {
      const name = nameOfRecord(change.table.name, change.id);
      const before = this.#changes.get(name)?.before ?? change.before;
      this.#changes.set(name, { ...change, before });
      this.#changed.push(name);
      this.#touch(placesIn(change.table, change.before), -1);
      this.#touch(placesIn(change.table, change.after), 1);
    }
    for (const move of one.tx.moves) {
      this.#moves.push(move);
      this.#touch(move.leaves, -1);
      this.#touch(move.comes, 1);
    }
  }

  #touch(places: readonly Place[], more: number): void {
    for (const place of places) {
      if ('list' in place) this.#touched.add(place.list);
      else this.#counted.set(place.counter, (this.#counted.get(place.counter) ?? 0) + more);
    }
  }
}

/** The places of what was read, or is to be written. */
function placesIn(table: AnyTable, cell: Cell): readonly Place[] {
  if (cell.value == null) return [];
  cell.places ??= table.places(cell.value as { id: string });
  return cell.places;
}

const keyOf = (place: Place): string => ('list' in place ? `${place.score} ${place.list}` : place.counter);

/** The places it leaves, and the places it takes. */
function writeOf({ table, id, before, after }: RecordChange): Write {
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
