import type { KeyvStoreAdapter, StoredData } from 'keyv';
import { unpack } from '../../src/kit/inbox/reading.ts';
import type { Fetched, Wanted } from '../../src/kit/store/optimistic.ts';
import type { Changes, Entry, Range, StoreReader } from '../../src/kit/store/store.ts';
import type { Mark } from '../../src/kit/timeline.ts';

/*
 * What outlives processes: records, lists and what is kept for a time, in memory. A commit is all or nothing, and the story decides
 * what happens at each: whether the process dies before or after it is on disk, or whether its answer is lost.
 */

/**
 * What happens at a commit. `unheard`: it is written, and no answer comes; `lost`: it isn't, and no answer comes; `full`: it isn't,
 * and the store says so.
 */
export type Fate = 'fine' | 'dies before' | 'dies after' | 'unheard' | 'lost' | 'full';
/** Whether a record that a commit writes has these words. */
type Says = (words: string) => boolean;

/** A commit that no replica or file may have yet: `undo` takes it back. */
type Commit = { undo: (() => void)[] };

/** Without a sign of life for so long, a process is dead. */
const SILENT_MS = 15_000;

type Passing = { value: string; expiresAt: number | null };

export class Disk {
  readonly #records = new Map<string, string>();
  /** What the commit that wrote a record calls itself. */
  readonly #versions = new Map<string, string>();
  readonly #lastCommits = new Map<string, number>();
  readonly #lists = new Map<string, Entry[]>();
  readonly #temporary = new Map<string, Passing>();
  /** Commits that are kept nowhere else, oldest first. */
  #uncopied: Commit[] = [];
  #undo: (() => void)[] = [];
  #mark: Mark | null = null;
  /** What it was told it keeps only once a second, as a Redis does with `appendfsync everysec`. */
  isEverySecond = false;
  /** How far the time line of those who share it is, and when that was by the disk's own clock, which runs on and is never set. */
  reached: { line: number; at: number } | null = null;
  clock: () => number = () => 0;
  /** How many there have been. */
  commits = 0;
  /** Counts up whenever it may have forgotten something. */
  epoch = 0;
  /** After that nothing is claimed before this time. */
  claimsPausedUntil = 0;
  /** When each process that shares it last gave a sign of life. */
  readonly owners = new Map<string, number>();
  /** By process: of which epoch it has written again what was forgotten. */
  readonly recovered = new Map<string, number>();
  /** Called when it may have forgotten something. */
  readonly forgetting = new Set<() => void>();
  /** Called after each commit, with the process that made it. */
  readonly listeners = new Set<(owner: string) => void>();
  /** Decides over the commit with this number. */
  fateOf: (commit: number, says: Says) => Fate = () => 'fine';

  /** Writes everything, or nothing. */
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

  /** How far the time line was at the last commit; null: there was none. */
  get mark(): Mark | null {
    return this.#mark;
  }

  /** A replica, or its file, has everything so far. */
  copied(): void {
    this.#uncopied = [];
  }

  /** A replica takes over that lacks at most the last `most` commits: of those that were copied, it lacks none. */
  forget(most: number): number {
    const gone = most === 0 ? [] : this.#uncopied.slice(-most).reverse();
    this.#undo = []; // What is undone is not to be undone itself.
    for (const { undo } of gone) for (const back of undo.reverse()) back();
    this.#uncopied = [];
    this.epoch += 1;
    for (const notice of [...this.forgetting]) notice();
    return gone.length;
  }

  /** What steps read. */
  readonly source: StoreReader = {
    get: names => names.map(name => this.#records.get(name) ?? null),
    list: range => this.#entries(range),
    count: list => this.#lists.get(list)?.length ?? 0,
  };

  /** What several processes read that share it. */
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

  /** Whether all that a step read is still as it was. */
  isUnchanged({ read, fresh }: Changes, versionOf: (name: string) => string | null): boolean {
    return [...read, ...fresh].every(name => (this.#versions.get(name) ?? '') === versionOf(name));
  }

  /** The number of a process' last commit that is there; 0: there is none. */
  readonly lastCommitOf = (owner: string): number => this.#lastCommits.get(owner) ?? 0;

  /** @param by whose commit it is, and its number among theirs */
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

  /** Whether a process that lives has yet to write again what was forgotten. */
  isRecovering(): boolean {
    const latest = Math.max(...this.owners.values());
    const isAlive = (process: string): boolean => (this.owners.get(process) ?? 0) > latest - SILENT_MS;
    return [...this.recovered].some(([process, epoch]) => epoch < this.epoch && isAlive(process));
  }

  /** The records of a table, as they are stored, by id. */
  table(table: string): Map<string, string> {
    const records = [...this.#records].filter(([name]) => name.startsWith(`${table}:`));
    return new Map(records.map(([name, body]) => [name.slice(table.length + 1), body]));
  }

  /** How many records each table has, and how many entries the lists of each index. */
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

  /** Which records say something, also where it is packed. */
  readonly saying = (words: string): string[] =>
    [...this.#records].filter(([, body]) => packedIn(body).includes(words)).map(([name]) => name);

  /** Puts something else in the place of a record, as a fault of the disk would. */
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

/** A record with what is packed in it, as text. */
function packedIn(body: string): string {
  const fields: unknown[] = Object.values(JSON.parse(body));
  const packed = fields.filter(value => typeof value === 'string').flatMap(value => unpack(value) ?? []);
  return [body, ...packed].join(' ');
}

/** Where an entry is, or belongs (with `isPast`: just behind it): by score, then by id. */
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

/** A store for Keyv on it; `write` runs a commit. */
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
