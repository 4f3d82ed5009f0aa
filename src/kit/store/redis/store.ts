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

/** A step that has to run again so often waits a moment in between, so that one of those that disturb each other gets through. */
const PATIENT_RUNS = 5;
const PAUSE_MS = 10;

/** How long to wait for what others write again. */
const WRITE_AGAIN_MS = 250;

/** A commit that was written, by the arguments of its script. */
type Commit = { version: string; number: number; given: string[] };

const charsIn = (given: readonly string[]): number => given.reduce((sum, { length }) => sum + length, 0);

/** What somebody waits for. `over`: they have an answer, or no longer wait. */
type AskedStep<T> = {
  step: (tx: Tx) => T;
  /** When the caller stops waiting, by the shared time line. */
  deadline: number;
  is: 'waiting' | 'asking' | 'over';
};

/** Steps as in `optimistic.ts`: one script fetches what they ask for, and one compares and writes. */
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
  /** Once what a server that came back has lost was written again. */
  let recovered: Promise<void> = Promise.resolve();
  let isRecovering = false;
  let commits = 0;

  const fetch = async (wanted: Wanted): Promise<Fetched> =>
    fetchedFrom((await readAll(PREFIX, fetchArguments(wanted))) as unknown[], wanted);

  async function commit(changes: Changes, reader: OptimisticReader, leftMs: number): Promise<string> {
    commits += 1;
    const given = argumentsOf(changes, name => reader.versionOf(name));
    const commit = { number: commits, version: `${owner}.${commits.toString(36)}`, given };
    forgetChanges(memory, changes);
    const said = await send(commit, leftMs);
    if (said === 'written') {
      rememberChanges(memory, changes, commit.version);
      lost.add(commit, charsIn(given), server.now());
    }
    return said;
  }

  async function send({ number, version, given }: Commit, leftMs: number): Promise<string> {
    const deadline = String(server.redisClock() + leftMs);
    const asked = [deadline, version, owner, String(number), server.epoch(), ...given];
    return String(await write(PREFIX, asked));
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
      await sleep(WRITE_AGAIN_MS);
      return server.claimsPausedMs() > WRITE_AGAIN_MS;
    },
    async sayRecovered(epoch) {
      if (server.epoch() === epoch) await connection.ask(client => client.hSet(RECOVERED, owner, epoch));
    },
    async othersRecovered(epoch) {
      const all = await connection.ask(client => client.hGetAll(RECOVERED));
      const behind = Object.keys(all).filter(one => Number(all[one]) < Number(epoch));
      const alive = await Promise.all(
        behind.map(one => connection.ask(client => client.exists(processKey(one)))),
      );
      const dead = behind.filter((_, index) => alive[index] === 0);
      if (dead.length > 0) await connection.ask(client => client.hDel(RECOVERED, dead));
      return dead.length === behind.length;
    },
    failed: error => log.error({ err: error }, 'can’t write again what Redis may have lost'),
  });
  server.onAnother(() => {
    memory.clear();
    const mine = lost.recover(server.epoch());
    const done = (): void => {
      if (recovered === mine) isRecovering = false;
    };
    recovered = mine;
    isRecovering = true;
    mine.then(done, done);
  });

  /** Runs and writes until nothing that was read has changed meanwhile. */
  async function runAndWrite<T>(asked: AskedStep<T>): Promise<T> {
    if (asked.is === 'over') throw new StorageError(LATE);
    asked.is = 'asking';
    const number = connection.number();
    const reader = new OptimisticReader(memory);
    for (let runs = 1; ; runs++) {
      const whole = recovered;
      const { value, changes, notes } = await decide(asked.step, reader, fetch);
      // If nobody waits for it any more, it has no effect.
      if (isOver(asked)) throw new StorageError(LATE);
      if (isEmpty(changes)) return value;
      // What was decided by one server's records may be otherwise on another.
      if (connection.number() !== number) throw new StorageError(ANOTHER);
      const isWhole = recovered === whole;
      const said = isWhole ? await commit(changes, reader, asked.deadline - server.now()) : 'other';
      if (said === 'written') {
        for (const note of notes) noted(note);
        await copies.made();
        return value;
      }
      if (server.now() > asked.deadline) throw new StorageError(LATE);
      // Too early for that: the server's clock was set. Or it is a server we don't know, or it has lost its memory.
      if (said === 'late' || said === 'other') await server.look();
      asked.is = 'waiting';
      await recovered;
      if (isOver(asked)) throw new StorageError(LATE);
      asked.is = 'asking';
      if (!server.hasTime()) throw new StorageError(server.whyNot());
      if (runs > PATIENT_RUNS) await sleep(Math.random() * PAUSE_MS);
      reader.refetch();
    }
  }

  async function transaction<T>(step: (tx: Tx) => T, serializeBy?: string): Promise<T> {
    if (!server.isKnown()) await server.look();
    if (isRecovering) await inTime(recovered);
    if (!server.hasTime()) throw new StorageError(server.whyNot());
    copies.demand();
    const deadline = server.now() + ANSWER_MS;
    const asked: AskedStep<T> = { step, deadline, is: 'waiting' };
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () =>
        onceRead(() => {
          const unsure = asked.is === 'asking';
          if (unsure) connection.giveUp();
          late.reject(new StorageError(SILENT, { unsure }));
        }),
      ANSWER_MS,
    );
    try {
      return await Promise.race([
        serializeBy === undefined ? runAndWrite(asked) : oneByOne(serializeBy, () => runAndWrite(asked)),
        late.promise,
      ]);
    } finally {
      asked.is = 'over';
      clearTimeout(timer);
    }
  }

  return {
    owner,
    isShared: true,
    now: server.now,
    transaction,
    async read(step) {
      if (!server.hasTime()) throw new StorageError(server.whyNot());
      return (await decide(step, new OptimisticReader(null), fetch)).value;
    },
    isAlive: (tx, process) => tx.stored(PROCESSES, process) !== null,
    graceMs,
    claimsPausedUntil: server.claimsPausedUntil,
    claimsPausedMs: server.claimsPausedMs,
    purge: async () => true,
  };
}

/** @throws StorageError if it takes longer than anybody waits for a step */
async function inTime(recovered: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new StorageError(RECOVERING)), ANSWER_MS);
  await Promise.race([recovered, late.promise]).finally(() => clearTimeout(timer));
}

const isOver = ({ is }: { is: AskedStep<unknown>['is'] }): boolean => is === 'over';

const ANOTHER = 'Redis was connected to again meanwhile: nothing was written.';
const LATE = 'Redis came to it too late: nothing was written.';
const RECOVERING = 'Redis was restarted or replaced: what it may have lost is being written again.';
const SILENT = 'Redis did not answer in time.';
