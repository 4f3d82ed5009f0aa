import type { KeyvStoreAdapter, StoredData } from 'keyv';
import { unpack } from '../../src/kit/inbox/reading.ts';
import type { Fetched, Wanted } from '../../src/kit/store/optimistic.ts';
import type { Changes, Entry, Range, StoreReader } from '../../src/kit/store/store.ts';
import type { Mark } from '../../src/kit/timeline.ts';

/*
 * The data that outlives processes, in memory: records, indexes and temporary values. A commit is all or nothing, and the
 * story decides the fate of each: the process dies before or after it is on disk, or the answer is lost.
 */

/**
 * The fate of a commit. `unheard`: written, but no answer comes. `lost`: not written, and no answer comes. `full`: not
 * written, and the store says so.
 */
export type Fate = 'fine' | 'dies before' | 'dies after' | 'unheard' | 'lost' | 'full';
/** True if a record that the commit writes contains these words. */
type Says = (words: string) => boolean;

/** A commit that no replica or file may have yet; `undo` reverts it. */
type Commit = { undo: (() => void)[] };

/** A process without a sign of life for this long is dead. */
const SILENT_MS = 15_000;

type Passing = { value: string; expiresAt: number | null };

export class Disk {
  readonly #records = new Map<string, string>();
  /** The version of each record: the id of the commit that wrote it. */
  readonly #versions = new Map<string, string>();
  readonly #lastCommits = new Map<string, number>();
  readonly #lists = new Map<string, Entry[]>();
  readonly #temporary = new Map<string, Passing>();
  /** Commits that no replica or file has, oldest first. */
  #uncopied: Commit[] = [];
  #undo: (() => void)[] = [];
  #mark: Mark | null = null;
  /** True if the store syncs only once a second, as a Redis does with `appendfsync everysec`. */
  isEverySecond = false;
  /** The position of the shared timeline, and the time of the disk's own clock then; that clock runs on and is never set. */
  reached: { line: number; at: number } | null = null;
  clock: () => number = () => 0;
  /** The number of commits so far. */
  commits = 0;
  /** Increases whenever the store may have lost commits. */
  epoch = 0;
  /** Claims resume at this time after commits were lost. */
  claimsPausedUntil = 0;
  /** The last sign of life of each process that shares the store. */
  readonly owners = new Map<string, number>();
  /** By process: the last epoch whose lost commits the process has written again. */
  readonly recovered = new Map<string, number>();
  /** Called when the store may have lost commits. */
  readonly forgetting = new Set<() => void>();
  /** Called after each commit, with the process that made it. */
  readonly listeners = new Set<(owner: string) => void>();
  /** Decides the fate of the commit with this number. */
  fateOf: (commit: number, says: Says) => Fate = () => 'fine';

  commit(owner: string, mark: Mark, write: () => void, says: Says = () => false): Fate {
    this.commits += 1;
    const planned = this.fateOf(this.commits, says);
    const fate = /^dies/.test(planned) && this.isRecovering() ? 'fine' : planned;
    if (fate === 'dies before' || fate === 'lost' || fate === 'full') return fate;
    this.#undo = [];
    write();
    this.#keepMark(mark);
    this.#uncopied.push({ undo: this.#undo });
    for (const listener of [...this.listeners]) listener(owner);
    return fate;
  }

  /** The position of the timeline at the last commit; null if there was none. */
  get mark(): Mark | null {
    return this.#mark;
  }

  /** From now on, a replica or file has all commits so far. */
  copied(): void {
    this.#uncopied = [];
  }

  /** Fails over to a replica that lacks at most the last `most` commits, but none that were copied. Returns how many it lacks. */
  forget(most: number): number {
    const gone = most === 0 ? [] : this.#uncopied.slice(-most).reverse();
    this.#undo = []; // Undoing must not record undo steps.
    for (const { undo } of gone) for (const back of undo.reverse()) back();
    this.#uncopied = [];
    this.epoch += 1;
    for (const notice of [...this.forgetting]) notice();
    return gone.length;
  }

  readonly source: StoreReader = {
    get: names => names.map(name => this.#records.get(name) ?? null),
    list: range => this.#entries(range),
    count: list => this.#lists.get(list)?.length ?? 0,
  };

  /** Reads with versions, for several processes that share the store. */
  fetch({ records, ranges, counts }: Wanted): Fetched {
    return {
      records: records.map(name => ({
        version: this.#versions.get(name) ?? '',
        body: this.#records.get(name) ?? null,
      })),
      lists: ranges.map(range => this.#entries(range)),
      counts: counts.map(list => this.source.count(list)),
    };
  }

  /** True if nothing that a step read has changed since. */
  isUnchanged({ read, fresh }: Changes, versionOf: (name: string) => string | null): boolean {
    return [...read, ...fresh].every(name => (this.#versions.get(name) ?? '') === versionOf(name));
  }

  /** The number of a process's last commit in the store; 0 if there is none. */
  readonly lastCommitOf = (owner: string): number => this.#lastCommits.get(owner) ?? 0;

  /** @param by the process that commits, and the number of the commit among its own */
  write(
    { bodies, removedEntries, addedEntries }: Changes,
    version: string,
    by?: { owner: string; number: number },
  ): void {
    if (by && by.number > this.lastCommitOf(by.owner))
      set(this.#lastCommits, by.owner, by.number, this.#undo);
    for (const { index, ...entry } of removedEntries) this.#leave(index, entry);
    for (const { index, ...entry } of addedEntries) this.#enter(index, entry);
    for (const [name, body] of bodies) {
      set(this.#records, name, body ?? undefined, this.#undo);
      set(this.#versions, name, body === null ? undefined : version, this.#undo);
    }
  }

  /** True if a live process has yet to write its lost commits again. */
  isRecovering(): boolean {
    const latest = Math.max(...this.owners.values());
    const isAlive = (process: string): boolean => (this.owners.get(process) ?? 0) > latest - SILENT_MS;
    return [...this.recovered].some(([process, epoch]) => epoch < this.epoch && isAlive(process));
  }

  /** The bodies of a table's records, by id. */
  table(table: string): Map<string, string> {
    const records = [...this.#records].filter(([name]) => name.startsWith(`${table}:`));
    return new Map(records.map(([name, body]) => [name.slice(table.length + 1), body]));
  }

  /** The number of records by table, and of entries by index. */
  sizes(): Map<string, number> {
    const sizes = new Map<string, number>();
    const count = (name: string, many: number): void => {
      const table = name.split(/[: ]/)[0] ?? '';
      sizes.set(table, (sizes.get(table) ?? 0) + many);
    };
    for (const name of this.#records.keys()) count(name, 1);
    for (const [name, list] of this.#lists) count(`${name}`, list.length);
    return sizes;
  }

  /** The names of the records that contain these words, packed values included. */
  readonly saying = (words: string): string[] =>
    [...this.#records].filter(([, body]) => packedIn(body).includes(words)).map(([name]) => name);

  /** Replaces the body of a record, as a fault of the disk would. */
  damage(table: string, id: string, body: string): void {
    const name = `${table}:${id}`;
    if (!this.#records.has(name)) return;
    this.#records.set(name, body);
    this.#versions.set(name, `damaged.${this.commits}.${id}`);
  }

  readonly temporary = {
    get: (name: string, now: number): string | undefined => {
      const entry = this.#temporary.get(name);
      return entry && (entry.expiresAt ?? now + 1) > now ? entry.value : undefined;
    },
    set: (name: string, value: string, expiresAt: number | null): void =>
      set(this.#temporary, name, { value, expiresAt }, this.#undo),
    delete: (name: string): boolean => {
      const had = this.#temporary.has(name);
      set(this.#temporary, name, undefined, this.#undo);
      return had;
    },
  };

  #entries({ index, from = 0, to = Infinity, after, limit, reverse }: Range): Entry[] {
    const all = this.#lists.get(index) ?? [];
    const first = { score: from, id: '' };
    const least = after && !reverse ? placeFor(all, after, true) : placeFor(all, first);
    const most = after && reverse ? placeFor(all, after) : placeFor(all, { score: to + 1, id: '' });
    const entries = all.slice(least, Math.max(least, most));
    return (reverse ? entries.reverse() : entries).slice(0, limit);
  }

  #leave(list: string, entry: Entry): void {
    const all = this.#lists.get(list) ?? [];
    const at = placeFor(all, entry);
    if (all[at]?.id !== entry.id || all[at]?.score !== entry.score) return;
    all.splice(at, 1);
    this.#undo.push(() => this.#insert(list, entry));
  }

  #enter(list: string, entry: Entry): void {
    if (!this.#insert(list, entry)) return;
    this.#undo.push(() => this.#leave(list, entry));
  }

  #insert(list: string, entry: Entry): boolean {
    const all = this.#lists.get(list) ?? [];
    this.#lists.set(list, all);
    const at = placeFor(all, entry);
    if (all[at]?.id === entry.id && all[at]?.score === entry.score) return false;
    all.splice(at, 0, entry);
    return true;
  }

  #keepMark(mark: Mark): void {
    const before = this.#mark;
    this.#mark = mark;
    this.#undo.push(() => {
      this.#mark = before;
    });
  }
}

/** A record's body followed by its packed values as text. */
function packedIn(body: string): string {
  const fields: unknown[] = Object.values(JSON.parse(body));
  const packed = fields.filter(value => typeof value === 'string').flatMap(value => unpack(value) ?? []);
  return [body, ...packed].join(' ');
}

/** The position of an entry by score, then by id; with `isPast`, the position right behind it. */
function placeFor(all: readonly Entry[], { score, id }: Entry, isPast = false): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const current = all[middle] as Entry;
    const isBefore = current.id < id || (isPast && current.id === id);
    if (current.score < score || (current.score === score && isBefore)) low = middle + 1;
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

/** A store for Keyv on the disk; `write` runs a commit. */
export function keyvOn(
  disk: Disk,
  { now, write }: { now: () => number; write: <T>(work: () => T) => Promise<T> },
): KeyvStoreAdapter {
  const { temporary } = disk;
  return {
    opts: {},
    namespace: undefined,
    get: async <Value>(key: string) => temporary.get(key, now()) as StoredData<Value> | undefined,
    set: (key: string, value: unknown, ttl?: number) =>
      write(() => {
        temporary.set(key, String(value), ttl === undefined ? null : now() + ttl);
        return true;
      }),
    delete: (key: string) => write(() => temporary.delete(key)),
    clear: () => write(() => undefined),
    on() {
      return this;
    },
  };
}
