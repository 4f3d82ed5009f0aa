import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../log.ts';
import { onceRead } from '../../clock.ts';
import { createKeyedLimiter } from '../../fair-scheduler.ts';
import { StorageError } from '../errors.ts';
import { createLostCommits } from '../lost-commits.ts';
import {
  createMemory,
  decide,
  type Fetched,
  forgetChanges,
  OptimisticReader,
  rememberChanges,
  type Wanted,
} from '../optimistic.ts';
import { type Changes, isEmpty, type Note, type Store, type Tx } from '../store.ts';
import { ANSWER_MS, type Connection, loadScript } from './connection.ts';
import {
  argumentsOf,
  fetchArguments,
  fetchedFrom,
  lastCommitKey,
  PREFIX,
  PROCESSES,
  processKey,
  RECOVERED,
} from './encoding.ts';
import type { Copies } from './replication.ts';
import type { Server } from './server.ts';

/** After this many conflicts, a transaction pauses before each run, so that one of the conflicting ones gets through. */
const MAX_RUNS_WITHOUT_PAUSE = 5;
const MAX_PAUSE_MS = 10;

/** The pause between two tries to restore lost commits. */
const RESTORE_PAUSE_MS = 250;

/** `args`: its changes, as the script's arguments. */
type Commit = { version: string; number: number; args: string[] };

const charsIn = (args: readonly string[]): number => args.reduce((sum, { length }) => sum + length, 0);

/** A transaction that a caller waits for. `asking`: a command may be on its way; `over`: the caller no longer waits. */
type PendingTransaction<T> = {
  work: (tx: Tx) => T;
  /** When the caller stops waiting, on the shared time line. */
  deadline: number;
  state: 'waiting' | 'asking' | 'over';
};

/** Transactions as in `optimistic.ts`: one script fetches their data, another one compares and writes. */
export function createStore(deps: {
  connection: Connection;
  server: Server;
  owner: string;
  copies: Copies;
  graceMs: number;
  noted: (note: Note) => void;
  log: Log;
}): Store {
  const { connection, server, owner, copies, graceMs, noted, log } = deps;
  const readAll = loadScript(connection, 'read');
  const write = loadScript(connection, 'commit');
  const oneByOne = createKeyedLimiter(1);
  const memory = createMemory();
  /** Resolves when the commits that a restarted server had lost are restored. */
  let recovered: Promise<void> = Promise.resolve();
  let isRecovering = false;
  let commits = 0;

  const fetch = async (request: Wanted): Promise<Fetched> =>
    fetchedFrom((await readAll(PREFIX, fetchArguments(request))) as unknown[], request);

  async function commit(changes: Changes, reader: OptimisticReader, timeoutMs: number): Promise<string> {
    commits += 1;
    const args = argumentsOf(changes, name => reader.versionOf(name));
    const commit = { number: commits, version: `${owner}.${commits.toString(36)}`, args };
    forgetChanges(memory, changes);
    const reply = await send(commit, timeoutMs);
    if (reply === 'written') {
      rememberChanges(memory, changes, commit.version);
      lost.add(commit, charsIn(args), server.now());
    }
    return reply;
  }

  async function send({ number, version, args }: Commit, timeoutMs: number): Promise<string> {
    const deadline = String(server.redisClock() + timeoutMs);
    return String(await write(PREFIX, [deadline, version, owner, String(number), server.epoch(), ...args]));
  }

  const lost = createLostCommits<Commit>({
    async lastKept() {
      const last = await connection.ask(client => client.get(lastCommitKey(owner)));
      return last === null ? null : Number(last);
    },
    async write(commit) {
      try {
        return (await send(commit, ANSWER_MS)) === 'written';
      } catch (error) {
        if (error instanceof StorageError) return false;
        throw error;
      }
    },
    async mayTryAgain() {
      await sleep(RESTORE_PAUSE_MS);
      return server.claimsPausedMs() > RESTORE_PAUSE_MS;
    },
    async sayRecovered(epoch) {
      if (server.epoch() === epoch) await connection.ask(client => client.hSet(RECOVERED, owner, epoch));
    },
    async othersRecovered(epoch) {
      const all = await connection.ask(client => client.hGetAll(RECOVERED));
      const behind = Object.keys(all).filter(process => Number(all[process]) < Number(epoch));
      const alive = await Promise.all(
        behind.map(process => connection.ask(client => client.exists(processKey(process)))),
      );
      const dead = behind.filter((_, index) => alive[index] === 0);
      if (dead.length > 0) await connection.ask(client => client.hDel(RECOVERED, dead));
      return dead.length === behind.length;
    },
    failed: error => log.error({ err: error }, 'can’t write again what Redis may have lost'),
  });
  server.onNewEpoch(() => {
    memory.clear();
    const mine = lost.recover(server.epoch());
    const done = (): void => {
      if (recovered === mine) isRecovering = false;
    };
    recovered = mine;
    isRecovering = true;
    mine.then(done, done);
  });

  /** Runs and commits until there is no conflict. */
  async function runAndCommit<T>(pending: PendingTransaction<T>): Promise<T> {
    if (pending.state === 'over') throw new StorageError(LATE);
    pending.state = 'asking';
    const number = connection.number();
    const reader = new OptimisticReader(memory);
    for (let runs = 1; ; runs++) {
      const whole = recovered;
      const { value, changes, notes } = await decide(pending.work, reader, fetch);
      // The caller no longer waits for the outcome, so nothing must be written.
      if (isOver(pending)) throw new StorageError(LATE);
      if (isEmpty(changes)) return value;
      // The transaction was decided by the records of a server that may have been replaced.
      if (connection.number() !== number) throw new StorageError(ANOTHER);
      const isWhole = recovered === whole;
      const reply = isWhole ? await commit(changes, reader, pending.deadline - server.now()) : 'other';
      if (reply === 'written') {
        for (const note of notes) noted(note);
        await copies.made();
        return value;
      }
      if (server.now() > pending.deadline) throw new StorageError(LATE);
      // `late` before the deadline: the server's clock was set. `other`: an unknown server, or one that may have lost data.
      if (reply === 'late' || reply === 'other') await server.look();
      pending.state = 'waiting';
      await recovered;
      if (isOver(pending)) throw new StorageError(LATE);
      pending.state = 'asking';
      if (!server.hasTime()) throw new StorageError(server.whyNot());
      if (runs > MAX_RUNS_WITHOUT_PAUSE) await sleep(Math.random() * MAX_PAUSE_MS);
      reader.refetch();
    }
  }

  async function transaction<T>(work: (tx: Tx) => T, serializeBy?: string): Promise<T> {
    if (!server.isKnown()) await server.look();
    if (isRecovering) await inTime(recovered);
    if (!server.hasTime()) throw new StorageError(server.whyNot());
    copies.demand();
    const deadline = server.now() + ANSWER_MS;
    const pending: PendingTransaction<T> = { work, deadline, state: 'waiting' };
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () =>
        onceRead(() => {
          const unsure = pending.state === 'asking';
          if (unsure) connection.giveUp();
          late.reject(new StorageError(SILENT, { unsure }));
        }),
      ANSWER_MS,
    );
    try {
      return await Promise.race([
        serializeBy === undefined
          ? runAndCommit(pending)
          : oneByOne(serializeBy, () => runAndCommit(pending)),
        late.promise,
      ]);
    } finally {
      pending.state = 'over';
      clearTimeout(timer);
    }
  }

  return {
    owner,
    isShared: true,
    now: server.now,
    transaction,
    async read(work) {
      if (!server.hasTime()) throw new StorageError(server.whyNot());
      return (await decide(work, new OptimisticReader(null), fetch)).value;
    },
    isAlive: (tx, process) => tx.stored(PROCESSES, process) !== null,
    graceMs,
    claimsPausedUntil: server.claimsPausedUntil,
    claimsPausedMs: server.claimsPausedMs,
    purge: async () => true,
  };
}

/** Waits for lost commits to be restored. @throws StorageError if that takes longer than a caller waits for a transaction */
async function inTime(recovered: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new StorageError(RECOVERING)), ANSWER_MS);
  await Promise.race([recovered, late.promise]).finally(() => clearTimeout(timer));
}

const isOver = ({ state }: { state: PendingTransaction<unknown>['state'] }): boolean => state === 'over';

const ANOTHER = 'Redis was connected to again meanwhile: nothing was written.';
const LATE = 'Redis came to it too late: nothing was written.';
const RECOVERING = 'Redis was restarted or replaced: what it may have lost is being written again.';
const SILENT = 'Redis did not answer in time.';
