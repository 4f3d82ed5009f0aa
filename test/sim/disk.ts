import type { KeyvStoreAdapter, StoredData } from 'keyv';
import type { Mark } from '../../src/domain/timeline.ts';
import type { Answer, Entry, Place, Range, Read, Write } from '../../src/storage/records.ts';
import { encode } from '../../src/storage/transaction.ts';

/*
 * What outlives processes: records, lists, counters and documents in memory. A commit is all or nothing, and the story decides
 * what happens at each: whether the process dies before or after it is on disk, or whether its answer is lost.
 */

/** What happens at a commit. `unheard`: it is written, and no answer comes; `lost`: it isn't, and no answer comes. */
export type Fate = 'fine' | 'dies before' | 'dies after' | 'unheard' | 'lost';

/** A commit that a replica may not have yet: `undo` takes it back. */
type Commit = { undo: (() => void)[] };

type Document = { value: string; expiresAt: number | null };

export class Disk {
  readonly #records = new Map<string, { raw: string; workspace: string | null }>();
  readonly #lists = new Map<string, Entry[]>();
  readonly #counters = new Map<string, number>();
  readonly #documents = new Map<string, Document>();
  /** Commits that no replica has, oldest first. */
  #uncopied: Commit[] = [];
  #undo: (() => void)[] = [];
  #mark: Mark | null = null;
  /** How many there have been. */
  commits = 0;
  /** Counts up whenever it may have forgotten something. */
  epoch = 0;
  /** After that nothing is claimed before this time. */
  quietUntil = 0;
  /** When each process that shares it last gave a sign of life. */
  readonly owners = new Map<string, number>();
  /** Called after each commit, with the process that made it. */
  readonly listeners = new Set<(owner: string) => void>();
  /** Decides over the commit with this number. */
  fateOf: (commit: number) => Fate = () => 'fine';

  /** Writes everything, or nothing. */
  commit(owner: string, mark: Mark, write: () => void): Fate {
    this.commits += 1;
    const fate = this.fateOf(this.commits);
    if (fate === 'dies before' || fate === 'lost') return fate;
    this.#undo = [];
    write();
    this.#keepMark(mark);
    this.#uncopied.push({ undo: this.#undo });
    for (const listener of [...this.listeners]) listener(owner);
    return fate;
  }

  /** How far the time line was at the last commit; null: there was none. */
  get mark(): Mark | null {
    return this.#mark;
  }

  /** A replica has everything so far. */
  copied(): void {
    this.#uncopied = [];
  }

  /** A replica takes over that lacks at most the last `most` commits: of those that were copied, it lacks none. */
  forget(most: number): number {
    const gone = most === 0 ? [] : this.#uncopied.slice(-most).reverse();
    for (const { undo } of gone) for (const back of undo.reverse()) back();
    this.#uncopied = [];
    this.epoch += 1;
    return gone.length;
  }

  answer(read: Exclude<Read, { kind: 'owner' }>): Answer {
    switch (read.kind) {
      case 'record':
        return { ...(this.#records.get(`${read.table} ${read.id}`) ?? { raw: null, workspace: null }) };
      case 'list':
        return this.#entries(read.range);
      case 'place':
        return { score: this.#lists.get(read.list)?.find(({ id }) => id === read.id)?.score ?? null };
      case 'counter':
        return this.#counters.get(read.name) ?? 0;
    }
  }

  write({ id, leaves, comes, record }: Write): void {
    for (const place of leaves) this.#leave(id, place);
    for (const place of comes) this.#come(id, place);
    if (!record) return;
    const name = `${record.table} ${id}`;
    const { workspace, value } = record;
    set(this.#records, name, value === null ? undefined : { raw: encode(value), workspace }, this.#undo);
  }

  has(table: string, id: string): boolean {
    return this.#records.has(`${table} ${id}`);
  }

  /** The records of a table, as they are stored, by id. */
  table(table: string): Map<string, { raw: string }> {
    const its = [...this.#records].filter(([name]) => name.startsWith(`${table} `));
    return new Map(its.map(([name, record]) => [name.slice(table.length + 1), record]));
  }

  /** Puts something else in the place of a record (`table` null: a document), as a fault of the disk would. */
  damage(table: string | null, name: string, raw: string): void {
    const record = this.#records.get(`${table} ${name}`);
    const document = this.#documents.get(name);
    if (table !== null && record) this.#records.set(`${table} ${name}`, { ...record, raw });
    if (table === null && document) this.#documents.set(name, { ...document, value: raw });
  }

  readonly documents = {
    get: (name: string, now: number): string | undefined => {
      const known = this.#documents.get(name);
      return known && (known.expiresAt ?? now + 1) > now ? known.value : undefined;
    },
    set: (name: string, value: string, expiresAt: number | null): void =>
      set(this.#documents, name, { value, expiresAt }, this.#undo),
    delete: (name: string): boolean => {
      const had = this.#documents.has(name);
      set(this.#documents, name, undefined, this.#undo);
      return had;
    },
    /** Replaces a value that is still `before` (null: there is none, or it has expired) with `after`; its expiry stays. */
    replace: (name: string, before: string | null, after: string, now: number): boolean => {
      const there = this.#documents.get(name);
      const known = there && (there.expiresAt ?? now + 1) > now ? there : undefined;
      if ((known?.value ?? null) !== before) return false;
      set(this.#documents, name, { value: after, expiresAt: known?.expiresAt ?? null }, this.#undo);
      return true;
    },
    names: (): string[] => [...this.#documents.keys()].sort(),
  };

  #entries({ list, from = -Infinity, to = Infinity, limit, offset = 0, reverse }: Range): Entry[] {
    const all = this.#lists.get(list) ?? [];
    const [first, last] = [placeFor(all, { score: from, id: '' }), all.length];
    const found: Entry[] = [];
    for (let at = first; at < last && (all[at] as Entry).score <= to; at++) found.push(all[at] as Entry);
    return (reverse ? found.reverse() : found).slice(offset, offset + limit);
  }

  #leave(id: string, place: Place): void {
    if ('counter' in place) {
      this.#count(place.counter, -1);
      return;
    }
    const all = this.#lists.get(place.list) ?? [];
    const at = placeFor(all, { id, score: place.score });
    if (all[at]?.id !== id || all[at]?.score !== place.score) return;
    all.splice(at, 1);
    this.#undo.push(() => this.#insert(place.list, { id, score: place.score }));
  }

  #come(id: string, place: Place): void {
    if ('counter' in place) {
      this.#count(place.counter, 1);
      return;
    }
    const entry = { id, score: place.score };
    if (!this.#insert(place.list, entry)) return;
    this.#undo.push(() => this.#leave(id, place));
  }

  #insert(list: string, entry: Entry): boolean {
    const all = this.#lists.get(list) ?? [];
    this.#lists.set(list, all);
    const at = placeFor(all, entry);
    if (all[at]?.id === entry.id && all[at]?.score === entry.score) return false;
    all.splice(at, 0, entry);
    return true;
  }

  #count(name: string, more: number): void {
    set(this.#counters, name, (this.#counters.get(name) ?? 0) + more, this.#undo);
  }

  #keepMark(mark: Mark): void {
    const before = this.#mark;
    this.#mark = mark;
    this.#undo.push(() => {
      this.#mark = before;
    });
  }
}

/** Where an entry is, or belongs: by score, then by id. */
function placeFor(all: readonly Entry[], { score, id }: Entry): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const one = all[middle] as Entry;
    if (one.score < score || (one.score === score && one.id < id)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function set<V>(map: Map<string, V>, name: string, value: V | undefined, undo: (() => void)[]): void {
  const before = map.get(name);
  undo.push(() => void (before === undefined ? map.delete(name) : map.set(name, before)));
  if (value === undefined) map.delete(name);
  else map.set(name, value);
}

/** A store for Keyv on it; `write` runs a commit. */
export function keyvOn(
  disk: Disk,
  { now, write }: { now: () => number; write: <T>(work: () => T) => Promise<T> },
): KeyvStoreAdapter {
  const { documents } = disk;
  return {
    opts: {},
    namespace: undefined,
    get: async <Value>(key: string) => documents.get(key, now()) as StoredData<Value> | undefined,
    set: (key: string, value: unknown, ttl?: number) =>
      write(() => {
        documents.set(key, String(value), ttl === undefined ? null : now() + ttl);
        return true;
      }),
    delete: (key: string) => write(() => documents.delete(key)),
    clear: () => write(() => undefined),
    on() {
      return this;
    },
  };
}
