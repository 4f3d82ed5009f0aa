import { LRUCache } from 'lru-cache';
import { type Changes, type Entry, isEmpty, type Range, type Row, type StoreReader, Tx } from './store.ts';

/*
 * Transactions on a store that other processes write to. A transaction locks nothing: its commit names the version of each
 * record that it read. If one of them has changed, nothing is written and the transaction runs again.
 *
 * So a transaction may read a record from this process's memory instead of fetching it: if the memory is outdated, the commit
 * fails. Three rules keep that safe:
 *
 * 1. Within one attempt, a record stays as it was first read. Otherwise the record that guards an index could be newer than the
 *    fetched index, and the commit would miss a change in between.
 * 2. A transaction that writes nothing, or throws, has no commit to compare versions. Its result counts only if all records
 *    that it read were fetched.
 * 3. A commit's records are forgotten before it is sent, and remembered once it is known to be written.
 */

/**
 * A record as the store has it. `version`: the name of its last commit; '' if there is no such record; null if another program
 * wrote it, so that changes can't be noticed.
 */
export type StoredRecord = { version: string | null; body: string | null };

/** The records, ranges and counts that a transaction needs from the store. */
export type Wanted = { records: readonly string[]; ranges: readonly Range[]; counts: readonly string[] };

/** The answers, each in the order of `Wanted`. */
export type Fetched = {
  records: readonly StoredRecord[];
  lists: readonly (readonly Entry[])[];
  counts: readonly number[];
};

/** Size of the memory in characters as stored; decoded, they take about three times as many bytes. */
const MEMORY_CHARS = 16 * 2 ** 20;
/** Larger records are rare, and would evict many others. */
const MAX_RECORD_CHARS = 16_384;
/** The cost of a record beside its text. */
const OVERHEAD_CHARS = 200;

/** Records as this process last read or wrote them; `row` is null if there was none. */
export type Memory = {
  recall(name: string): Remembered | undefined;
  remember(name: string, remembered: Remembered, chars: number): void;
  forget(name: string): void;
  clear(): void;
};

export type Remembered = { version: string; row: Row | null };

export function createMemory(): Memory {
  const cache = new LRUCache<string, Remembered>({ maxSize: MEMORY_CHARS, maxEntrySize: MAX_RECORD_CHARS });
  return {
    recall: name => cache.get(name),
    // If the record is too large, the cache drops the earlier one of that name.
    remember: (name, remembered, chars) => void cache.set(name, remembered, { size: OVERHEAD_CHARS + chars }),
    forget: name => void cache.delete(name),
    clear: () => cache.clear(),
  };
}

/** Forgets what a commit changes. Called before it is sent: until its outcome is known, no transaction builds on these records. */
export function forgetChanges(memory: Memory, { bodies }: Changes): void {
  for (const name of bodies.keys()) memory.forget(name);
}

/** Remembers what a commit has changed. Called once it is known to be written. */
export function rememberChanges(memory: Memory, { bodies, rows }: Changes, version: string): void {
  for (const [name, row] of rows)
    memory.remember(name, { version: row === null ? '' : version, row }, bodies.get(name)?.length ?? 0);
}

/**
 * Thrown when a transaction reads data that isn't fetched yet. The transaction's function must not catch it, because it runs again
 * with the data.
 */
class Unfetched {}

/** The reads of one transaction, from fetched and remembered records. */
export class OptimisticReader implements StoreReader {
  readonly #memory: Memory | null;
  readonly #records = new Map<string, StoredRecord>();
  readonly #lists = new Map<string, readonly Entry[]>();
  readonly #counts = new Map<string, number>();
  readonly #wantedRecords = new Set<string>();
  readonly #wantedRanges = new Map<string, Range>();
  readonly #wantedCounts = new Set<string>();
  readonly #fetchedRanges = new Map<string, Range>();
  /** The records read from memory in this attempt (rule 1). */
  readonly #recalled = new Map<string, Remembered>();
  #mayRecall: boolean;

  /** @param memory null if no commit follows that would compare versions */
  constructor(memory: Memory | null) {
    this.#memory = memory;
    this.#mayRecall = memory !== null;
  }

  get(names: readonly string[]): (string | null)[] {
    this.ahead(names, [], []);
    return names.map(name => this.#records.get(name)?.body ?? null);
  }

  list(range: Range): readonly Entry[] {
    this.ahead([], [range], []);
    return this.#lists.get(keyOf(range)) ?? [];
  }

  count(index: string): number {
    this.ahead([], [], [index]);
    return this.#counts.get(index) ?? 0;
  }

  ahead(names: readonly string[], ranges: readonly Range[], counts: readonly string[]): void {
    for (const name of names) if (!this.#records.has(name)) this.#wantedRecords.add(name);
    for (const range of ranges)
      if (!this.#lists.has(keyOf(range))) this.#wantedRanges.set(keyOf(range), range);
    for (const index of counts) if (!this.#counts.has(index)) this.#wantedCounts.add(index);
    if (this.#wantsMore()) throw new Unfetched();
  }

  recall(name: string): Row | null | undefined {
    if (!this.#mayRecall || this.#records.has(name)) return undefined;
    const remembered = this.#recalled.get(name) ?? this.#memory?.recall(name);
    if (remembered) this.#recalled.set(name, remembered);
    return remembered?.row;
  }

  /** Assumes that there is no such record, unless memory has one; the commit compares. */
  expectNone(name: string): void {
    if (this.#mayRecall && !this.#records.has(name) && !this.#memory?.recall(name))
      this.#recalled.set(name, NONE);
  }

  remember(name: string, row: Row | null): void {
    const stored = this.#records.get(name);
    if (stored && stored.version !== null)
      this.#memory?.remember(name, { version: stored.version, row }, stored.body?.length ?? 0);
  }

  /** The version that the transaction has read; '' if there was no record or it wasn't read; null if it can't be compared. */
  versionOf(name: string): string | null {
    const record = this.#recalled.get(name) ?? this.#records.get(name);
    return record ? record.version : '';
  }

  /** True if no read was answered from memory. */
  isAllFetched(): boolean {
    return this.#recalled.size === 0;
  }

  /** Marks all reads to be fetched again, because some of them may have changed. */
  refetch(): void {
    for (const name of this.#recalled.keys()) {
      this.#memory?.forget(name);
      this.#wantedRecords.add(name);
    }
    this.#recalled.clear();
    this.#mayRecall = false;
    for (const name of this.#records.keys()) this.#wantedRecords.add(name);
    for (const [key, range] of this.#fetchedRanges) this.#wantedRanges.set(key, range);
    for (const index of this.#counts.keys()) this.#wantedCounts.add(index);
    this.#records.clear();
    this.#lists.clear();
    this.#counts.clear();
  }

  /** Fetches all wanted data in one round trip. */
  async fetchWith(fetch: (keys: Wanted) => Promise<Fetched>): Promise<void> {
    if (!this.#wantsMore()) return;
    const records = [...this.#wantedRecords];
    const ranges = [...this.#wantedRanges];
    const counts = [...this.#wantedCounts];
    const fetched = await fetch({ records, ranges: ranges.map(([, range]) => range), counts });
    for (const [at, name] of records.entries())
      this.#records.set(name, fetched.records[at] ?? { version: '', body: null });
    for (const [at, [key, range]] of ranges.entries()) {
      this.#lists.set(key, fetched.lists[at] ?? []);
      this.#fetchedRanges.set(key, range);
    }
    for (const [at, index] of counts.entries()) this.#counts.set(index, fetched.counts[at] ?? 0);
    this.#wantedRecords.clear();
    this.#wantedRanges.clear();
    this.#wantedCounts.clear();
  }

  #wantsMore(): boolean {
    return this.#wantedRecords.size + this.#wantedRanges.size + this.#wantedCounts.size > 0;
  }
}

const NONE: Remembered = { version: '', row: null };

const keyOf = (range: Range): string => JSON.stringify(range);

/**
 * Runs a transaction's function until all its data is fetched and its result counts (rule 2). Its changes still have to be
 * committed.
 */
export async function decide<T>(
  step: (tx: Tx) => T,
  reader: OptimisticReader,
  fetch: (keys: Wanted) => Promise<Fetched>,
): Promise<{ value: T; changes: Changes; notes: Tx['notes'] }> {
  for (;;) {
    await reader.fetchWith(fetch);
    const tx = new Tx(reader);
    try {
      const value = step(tx);
      const changes = tx.changes();
      if (!isEmpty(changes) || reader.isAllFetched()) return { value, changes, notes: tx.notes };
    } catch (error) {
      if (error instanceof Unfetched) continue;
      // A record from memory may be outdated and have caused the error.
      if (reader.isAllFetched()) throw error;
    }
    reader.refetch();
  }
}
