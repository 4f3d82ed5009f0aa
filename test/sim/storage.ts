import type { TimeSource } from '../../src/domain/clock.ts';
import { createTimeline, resumed } from '../../src/domain/timeline.ts';
import { createDocuments } from '../../src/storage/documents.ts';
import { StorageError } from '../../src/storage/errors.ts';
import { createRecords, type Storage } from '../../src/storage/index.ts';
import type { Answer, Read } from '../../src/storage/records.ts';
import type { Store } from '../../src/storage/store.ts';
import { type Ended, runTogether, type Step } from '../../src/storage/together.ts';
import { type Noted, Transaction } from '../../src/storage/transaction.ts';
import { type Disk, keyvOn } from './disk.ts';

/** A process for which a disk is open. */
export type Host = {
  isAlive(): boolean;
  die(): void;
  after(ms: number, run: () => void): () => void;
  /** How long the disk takes for something, in milliseconds. */
  takes(most: number): number;
};

/** Several processes share it, as they do a Redis. */
export type Sharing = { beatMs: number; silentMs: number; graceMs: number };
export const SHARED: Sharing = { beatMs: 5000, silentMs: 15_000, graceMs: 30_000 };

/** How long nothing is claimed after a store came back as another; what it was told, it has. */
const SETTLE_FIRST_MS = 30_000;
/** After so long without an answer, nobody waits for it any more. */
const ANSWER_MS = 1500;
const NEWS_MS = 20;

type Asked = { step: Step; end: (ended: Ended) => void };

/** Nothing comes back to a process that is gone. Each time another promise: one for all would keep whatever waits for it. */
const nothing = (): Promise<never> => new Promise(() => undefined);

/** Opens a disk in a process; it keeps all that storage promises. `sharing` null: the process has it to itself. */
export function openDisk(
  disk: Disk,
  given: {
    time: TimeSource;
    newId: () => string;
    host: Host;
    sharing: Sharing | null;
    noted?: (row: Noted) => void;
  },
): Storage {
  const { time, newId, host, sharing, noted = () => undefined } = given;
  const owner = newId();
  const line = createTimeline(time, resumed(disk.mark, time.wall()));
  const { now, wall } = line;
  let news = (): void => undefined;
  let group: Asked[] | null = null;
  let epoch = disk.epoch;
  const waits = (most: number): Promise<void> =>
    new Promise(resolve => host.after(host.takes(most), resolve));

  function answer(read: Read): Answer {
    if (read.kind !== 'owner') return disk.answer(read);
    if (sharing === null) return read.id === owner;
    return (disk.owners.get(read.id) ?? Number.NEGATIVE_INFINITY) > now() - sharing.silentMs;
  }

  /** Resolves when the process may know that it is on disk. */
  async function commit(write: () => void): Promise<void> {
    const fate = disk.commit(owner, line.mark(), write);
    if (fate === 'dies before' || fate === 'dies after') host.die();
    if (!host.isAlive()) return nothing();
    if (fate === 'fine') return disk.copied();
    await new Promise<void>(resolve => host.after(ANSWER_MS, resolve));
    throw new StorageError('The store did not answer in time.', { unsure: true });
  }

  /** Steps of one turn go together; those that look at what others change come after them. */
  async function carryOut(asked: readonly Asked[]): Promise<void> {
    for (let left = asked; left.length > 0; ) {
      const { ends, writes, notes } = runTogether(
        left.map(({ step }) => step),
        answer,
      );
      const done = left.flatMap((one, index) =>
        ends[index] === 'later' ? [] : [{ one, end: ends[index] as Ended }],
      );
      left = left.filter((_, index) => ends[index] === 'later');
      try {
        if (writes.length > 0) {
          await commit(() => {
            for (const one of writes) disk.write(one);
          });
        }
        for (const note of notes) noted(note);
        if (notes.length > 0) news();
        for (const { one, end } of done) one.end(end);
      } catch (error) {
        for (const { one } of done) one.end({ ok: false, error });
      }
    }
  }

  function change(step: Step): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (!host.isAlive()) return;
      const end = (ended: Ended): void => (ended.ok ? resolve(ended.value) : reject(ended.error));
      const asked = { step, end };
      if (group) return void group.push(asked);
      const mine = [asked];
      group = mine;
      void waits(4).then(() => {
        group = group === mine ? null : group;
        return carryOut(mine);
      });
    });
  }

  const store: Store = {
    owner,
    graceMs: sharing?.graceMs ?? 0,
    change: <T>(step: (tx: Transaction) => T) => change(step) as Promise<T>,
    async read(step) {
      if (!host.isAlive()) return nothing();
      if (sharing) await waits(2);
      return step(new Transaction(asked => asked.map(answer)));
    },
    quietUntil: () => (sharing ? disk.quietUntil : 0),
    quietMs: () => (sharing ? Math.max(0, disk.quietUntil - now()) : 0),
    purge: async () => undefined,
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
  const workspaceOf = (name: string): unknown => (JSON.parse(name) as unknown[])[0];
  const { removeSome, ...documents } = createDocuments({
    store: keyvOn(disk, { now, write }),
    namespace: 'documents',
    ask: asked => (host.isAlive() ? asked() : nothing()),
    write: asked => (host.isAlive() ? asked() : nothing()),
    note: async () => undefined,
    namesOf: async workspace => disk.documents.names().filter(name => workspaceOf(name) === workspace),
    removeSome: (workspace, { table, id }, limit) =>
      write(() => {
        if (!disk.has(table, id)) return 0;
        const its = disk.documents.names().filter(name => workspaceOf(name) === workspace);
        const some = its.slice(0, limit);
        for (const name of some) disk.documents.delete(name);
        return some.length;
      }),
    async *allNames() {
      yield disk.documents.names();
    },
    cells: {
      read: async name => (host.isAlive() ? disk.documents.get(name, now()) : nothing()),
      replace: (name, before, after) => write(() => disk.documents.replace(name, before, after, now())),
    },
  });

  /** A sign of life; it also finds out whether the store forgot something. */
  function beat(beatMs: number): void {
    disk.owners.set(owner, now());
    line.reach(disk.mark?.line ?? 0);
    if (epoch !== disk.epoch) {
      epoch = disk.epoch;
      disk.quietUntil = Math.max(disk.quietUntil, now() + SETTLE_FIRST_MS);
    }
    host.after(beatMs, () => beat(beatMs));
  }

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
    beat(sharing.beatMs);
  }

  return {
    ...createRecords(store, { newId, wall, removeDocuments: removeSome }),
    ...documents,
    now,
    wall,
    onNews(run) {
      news = run;
    },
    isShared: sharing !== null,
    ping: async () => undefined,
    async close() {
      disk.owners.delete(owner);
      disk.listeners.delete(listener);
    },
  };
}
