import { LRUCache } from 'lru-cache';
import { type Changes, type Entry, isEmpty, type Range, type Row, type StoreReader, Tx } from './store.ts';

/*
 * Steps on a store that others write to meanwhile. A step locks nothing: its commit names the version of each record that it
 * read, and where one of them has another version by then, nothing is written and the step runs again.
 *
 * So a step may begin with what this process remembers of a record, without asking for it: if that is out of date, the commit
 * finds out. Three rules keep that safe:
 *
 * 1. Within one attempt a record stays what it was when it was first looked at. Otherwise the record that guards a list could
 *    be newer than the list as it was fetched, and a change in between would be overlooked.
 * 2. A step that writes nothing, or throws, has no commit that compares anything: it counts only if all that it read was
 *    fetched for it.
 * 3. What a commit writes is forgotten before it is sent, and remembered when it is known to be written.
 */

/**
 * A record as the store has it. `version`: what its last commit called itself; '': there is no such record; null: something
 * else wrote it, so nobody can tell whether it changes.
 */
export type StoredRecord = { version: string | null; body: string | null };

/** What a step asks for that has to be fetched first. */
export type Wanted = { records: readonly string[]; ranges: readonly Range[]; counts: readonly string[] };

/** The answers, each in the order of what was wanted. */
export type Fetched = {
  records: readonly StoredRecord[];
  lists: readonly (readonly Entry[])[];
  counts: readonly number[];
};

/** How much is remembered, in characters as stored; decoded it takes some three times as many bytes. */
const MEMORY_CHARS = 16 * 2 ** 20;
/** Larger records are rare, and would push many others out. */
const LARGEST_CHARS = 16_384;
/** What a record takes beside its words. */
const OVERHEAD_CHARS = 200;

/** Records as this process read or wrote them last; `row` null: there was none. */
export type Memory = {
  recall(name: string): Remembered | undefined;
  remember(name: string, remembered: Remembered, chars: number): void;
  forget(name: string): void;
  clear(): void;
};

export type Remembered = { version: string; row: Row | null };

export function createMemory(): Memory {
  const known = new LRUCache<string, Remembered>({ maxSize: MEMORY_CHARS, maxEntrySize: LARGEST_CHARS });
  return {
    recall: name => known.get(name),
    // The cache drops what is there under a name if what takes its place is too large.
    remember: (name, remembered, chars) => void known.set(name, remembered, { size: OVERHEAD_CHARS + chars }),
    forget: name => void known.delete(name),
    clear: () => known.clear(),
  };
}

/** Before a commit is sent: until its fate is known, nobody builds on what these records were. */
export function forgetChanges(memory: Memory, { bodies }: Changes): void {
  for (const name of bodies.keys()) memory.forget(name);
}

/** Once a commit is known to be written. */
export function rememberChanges(memory: Memory, { bodies, rows }: Changes, version: string): void {
  for (const [name, row] of rows)
    memory.remember(name, { version: row === null ? '' : version, row }, bodies.get(name)?.length ?? 0);
}

/** Thrown where a step reads what has to be fetched first. A step must not catch it: it runs again once that is there. */
class Unfetched {}

/** What a step is told: what was fetched for it, and what is remembered. */
export class OptimisticReader implements StoreReader {
  readonly #memory: Memory | null;
  readonly #records = new Map<string, StoredRecord>();
  readonly #lists = new Map<string, readonly Entry[]>();
  readonly #counts = new Map<string, number>();
  readonly #wantedRecords = new Set<string>();
  readonly #wantedRanges = new Map<string, Range>();
  readonly #wantedCounts = new Set<string>();
  readonly #fetchedRanges = new Map<string, Range>();
  /** What it was told from memory in this attempt (rule 1). */
  readonly #recalled = new Map<string, Remembered>();
  #mayRecall: boolean;

  /** @param memory null where no commit follows that would compare what was read */
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

  /** Takes it for granted that there is no such record, unless it is known better: the commit finds out. */
  expectNone(name: string): void {
    if (this.#mayRecall && !this.#records.has(name) && !this.#memory?.recall(name))
      this.#recalled.set(name, NONE);
  }

  remember(name: string, row: Row | null): void {
    const stored = this.#records.get(name);
    if (stored && stored.version !== null)
      this.#memory?.remember(name, { version: stored.version, row }, stored.body?.length ?? 0);
  }

  /** The version of a record as the step knows it; '': there was none, or nobody looked; null: it can't be compared. */
  versionOf(name: string): string | null {
    const known = this.#recalled.get(name) ?? this.#records.get(name);
    return known ? known.version : '';
  }

  /** Whether nothing that was told came from memory. */
  isAllFetched(): boolean {
    return this.#recalled.size === 0;
  }

  /** Everything is to be fetched again, since some of it has changed, or may have. */
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

  /** Fetches all that is wanted, in one round trip. */
  async fetchWith(fetch: (wanted: Wanted) => Promise<Fetched>): Promise<void> {
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
 * Runs a step until it has all that it asks for and its result counts (rule 2): what it wants written still has to be
 * compared with what is there.
 */
export async function decide<T>(
  step: (tx: Tx) => T,
  reader: OptimisticReader,
  fetch: (wanted: Wanted) => Promise<Fetched>,
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
      // It may have come of what others have changed since.
      if (reader.isAllFetched()) throw error;
    }
    reader.refetch();
  }
}
