import type { TimeSource } from '../../src/kit/clock.ts';
import { createKeyedLimiter } from '../../src/kit/fair-scheduler.ts';
import { StorageError } from '../../src/kit/store/errors.ts';
import { createLostCommits } from '../../src/kit/store/lost-commits.ts';
import {
  createMemory,
  decide,
  type Fetched,
  forgetChanges,
  OptimisticReader,
  rememberChanges,
  type Wanted,
} from '../../src/kit/store/optimistic.ts';
import type { Storage } from '../../src/kit/store/storage.ts';
import { type Changes, isEmpty, type Note, type Store, Tx } from '../../src/kit/store/store.ts';
import { createTemporary } from '../../src/kit/store/temporary.ts';
import { createTimeline, resumed } from '../../src/kit/timeline.ts';
import { storageOn } from '../../src/wiring/storage.ts';
import { type Disk, keyvOn } from './disk.ts';

/** The process that opens a disk. */
export type Host = {
  isAlive(): boolean;
  die(): void;
  after(ms: number, run: () => void): () => void;
  /** A random duration up to `most`, in milliseconds. */
  takes(most: number): number;
};

/** The wait between two attempts to write lost commits again. */
const WRITE_AGAIN_MS = 250;
/** A process notices a failover within this time, because its connection broke. */
const NOTICED_MS = 600;

/** A commit of this process, with the versions of the records that it read. */
type WrittenCommit = {
  number: number;
  changes: Changes;
  version: string;
  seen: ReadonlyMap<string, string | null>;
};

/** Timings of processes that share a store, as they do a Redis. */
export type Sharing = { beatMs: number; silentMs: number; graceMs: number };
export const SHARED: Sharing = { beatMs: 5000, silentMs: 15_000, graceMs: 30_000 };

/** Claims are paused for this long after a failover. */
const SETTLE_FIRST_MS = 30_000;
/** A process stops waiting for an answer after this time. */
const ANSWER_MS = 1500;
const NEWS_MS = 20;
/** A transaction with `when: 'soon'` waits up to this long, and may be lost meanwhile. */
const SOON_MS = 200;

/** All steps of a process share remembered rows, so a step must not change them in place. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

/**
 * The answer to a dead process never comes. A new promise each time, because a shared one would retain everything that
 * waits for it.
 */
const nothing = (): Promise<never> => new Promise(() => undefined);

/** Opens a disk in a process as storage that keeps every promise of the interface. `sharing` null: the process is alone. */
export function openDisk(
  disk: Disk,
  options: {
    time: TimeSource;
    newId: () => string;
    host: Host;
    sharing: Sharing | null;
    noted?: (note: Note) => void;
  },
): Storage {
  const { time, newId, host, sharing, noted = () => undefined } = options;
  const owner = newId();
  const line = createTimeline(time, resumed(disk.mark, time.wall()));
  const { now, wall } = line;
  let news = (): void => undefined;
  let epoch = disk.epoch;
  const waits = (most: number): Promise<void> =>
    new Promise(resolve => host.after(host.takes(most), resolve));

  /** Resolves when the process may know that the commit is on disk. */
  async function commit(write: () => void, says?: (words: string) => boolean): Promise<void> {
    const fate = disk.commit(owner, line.mark(), write, says);
    if (fate === 'dies before' || fate === 'dies after') host.die();
    if (!host.isAlive()) return nothing();
    if (fate === 'fine') {
      if (!disk.isEverySecond) disk.copied();
      // A shared store is behind a network.
      return sharing ? waits(3) : undefined;
    }
    if (fate === 'full') throw new StorageError('The store has no room.');
    await new Promise<void>(resolve => host.after(ANSWER_MS, resolve));
    throw new StorageError('The store did not answer in time.', { unsure: true });
  }

  const heard = (notes: readonly Note[]): void => {
    for (const note of notes) noted(note);
    if (notes.length > 0) news();
  };
  const versionOfNext = (): string => `${owner}.${disk.commits + 1}`;
  const containedIn =
    ({ bodies }: Changes) =>
    (words: string): boolean =>
      [...bodies.values()].some(body => body?.includes(words));

  /** A process that is alone decides and writes a step in one moment. */
  async function alone<T>(step: (tx: Tx) => T): Promise<T> {
    const tx = new Tx(disk.source);
    const value = step(tx);
    const changes = tx.changes();
    if (isEmpty(changes)) return value;
    await commit(() => disk.write(changes, versionOfNext()), containedIn(changes));
    heard(tx.notes);
    return value;
  }

  const memory = createMemory();
  /** Resolves when this process has written its lost commits again. */
  let recovered: Promise<void> = Promise.resolve();
  let written = 0;
  const oneByOne = createKeyedLimiter(1);
  /** The query and its answer both take time, in which other processes may write. */
  async function fetch(query: Wanted): Promise<Fetched> {
    await waits(2);
    if (!host.isAlive()) return nothing();
    const fetched = disk.fetch(query);
    await waits(2);
    return host.isAlive() ? fetched : nothing();
  }

  /** On a shared store, a step is decided from fetched or remembered rows, whose versions are compared when it commits. */
  async function among<T>(step: (tx: Tx) => T): Promise<T> {
    const reader = new OptimisticReader(memory);
    for (;;) {
      const whole = recovered;
      const { value, changes, notes } = await decide(step, reader, fetch);
      if (isEmpty(changes)) return value;
      forgetChanges(memory, changes);
      await waits(4);
      if (!host.isAlive()) return nothing();
      noticeEpoch();
      if (recovered === whole && disk.isUnchanged(changes, name => reader.versionOf(name))) {
        written += 1;
        const version = versionOfNext();
        const number = written;
        const names = [...changes.read, ...changes.fresh];
        const seen = new Map(names.map(name => [name, reader.versionOf(name)]));
        await commit(() => disk.write(changes, version, { owner, number }), containedIn(changes));
        if (!host.isAlive()) return nothing();
        lost.add({ number, changes, version, seen }, 0, now());
        for (const row of changes.rows.values()) freeze(row);
        rememberChanges(memory, changes, version);
        heard(notes);
        return value;
      }
      reader.refetch();
      await recovered;
    }
  }

  const lost = createLostCommits<WrittenCommit>({
    lastKept: async () => disk.lastCommitOf(owner),
    async write({ number, changes, version, seen }) {
      await waits(4);
      if (!host.isAlive()) return nothing();
      if (!disk.isUnchanged(changes, name => seen.get(name) ?? '')) return false;
      const written = commit(() => disk.write(changes, version, { owner, number }), containedIn(changes));
      return written.then(
        () => true,
        () => false,
      );
    },
    async mayTryAgain() {
      await new Promise<void>(resolve => host.after(WRITE_AGAIN_MS, resolve));
      return disk.claimsPausedUntil - now() > WRITE_AGAIN_MS;
    },
    async sayRecovered(of) {
      await waits(2);
      if (String(disk.epoch) === of && host.isAlive()) disk.recovered.set(owner, disk.epoch);
    },
    async othersRecovered(of) {
      await waits(2);
      if (!host.isAlive()) return nothing();
      const alive = [...disk.owners].filter(([, at]) => at > now() - (sharing?.silentMs ?? 0));
      return alive.every(([process]) => (disk.recovered.get(process) ?? 0) >= Number(of));
    },
    failed: error => {
      throw error;
    },
  });

  async function transaction<T>(step: (tx: Tx) => T, serializeBy?: string, when?: 'soon'): Promise<T> {
    if (!host.isAlive()) return nothing();
    await waits(when === 'soon' ? SOON_MS : 4);
    if (!host.isAlive()) return nothing();
    if (!sharing) return alone(step);
    noticeEpoch();
    await recovered;
    return serializeBy === undefined ? among(step) : oneByOne(serializeBy, () => among(step));
  }

  const store: Store = {
    owner,
    isShared: sharing !== null,
    now,
    transaction,
    async read(step) {
      if (!host.isAlive()) return nothing();
      if (!sharing) return step(new Tx(disk.source));
      return (await decide(step, new OptimisticReader(null), fetch)).value;
    },
    isAlive: (_tx, process) =>
      sharing === null
        ? process === owner
        : (disk.owners.get(process) ?? Number.NEGATIVE_INFINITY) > now() - sharing.silentMs,
    graceMs: sharing?.graceMs ?? 0,
    claimsPausedUntil: () => (sharing ? disk.claimsPausedUntil : 0),
    claimsPausedMs: () => (sharing ? Math.max(0, disk.claimsPausedUntil - now()) : 0),
    purge: async () => true,
  };

  const write = async <T>(work: () => T): Promise<T> => {
    await waits(4);
    if (!host.isAlive()) return nothing();
    let value: T | undefined;
    await commit(() => {
      value = work();
    });
    return value as T;
  };
  const temporary = createTemporary({
    store: keyvOn(disk, { now, write }),
    namespace: 'temporary',
    ask: work => (host.isAlive() ? work() : nothing()),
    write: work => (host.isAlive() ? work() : nothing()),
  });

  /** Starts recovery if the store has lost commits. */
  function noticeEpoch(): void {
    if (!sharing || epoch === disk.epoch) return;
    epoch = disk.epoch;
    disk.claimsPausedUntil = Math.max(disk.claimsPausedUntil, now() + SETTLE_FIRST_MS);
    memory.clear();
    recovered = lost.recover(String(epoch));
  }

  function beat(beatMs: number): void {
    disk.owners.set(owner, now());
    const at = disk.clock();
    const { reached } = disk;
    line.reach(reached ? reached.line + at - reached.at : (disk.mark?.line ?? 0));
    disk.reached = { line: now(), at };
    noticeEpoch();
    host.after(beatMs, () => beat(beatMs));
  }

  const noticeSoon = (): void => void host.after(host.takes(NOTICED_MS), noticeEpoch);

  let hears: (() => void) | null = null;
  const listener = (from: string): void => {
    if (from === owner || hears || !host.isAlive()) return;
    hears = host.after(NEWS_MS, () => {
      hears = null;
      news();
    });
  };
  if (sharing) {
    disk.listeners.add(listener);
    disk.recovered.set(owner, disk.epoch);
    disk.forgetting.add(noticeSoon);
    beat(sharing.beatMs);
  }

  const engine = {
    store,
    temporary,
    now,
    wall,
    onNews(run: () => void) {
      news = run;
    },
    isShared: sharing !== null,
    ping: async () => undefined,
    async close() {
      disk.owners.delete(owner);
      disk.recovered.delete(owner);
      disk.listeners.delete(listener);
      disk.forgetting.delete(noticeSoon);
    },
  };
  return storageOn(engine, newId);
}
