import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../../log.ts';
import { machineMs, onceRead, type TimeSource } from '../../clock.ts';
import { createKeyedLimiter } from '../../fair-scheduler.ts';
import { StorageError } from '../errors.ts';
import {
  createMemory,
  createRecentCommits,
  decide,
  type Fetched,
  forgetChanges,
  OptimisticReader,
  rememberChanges,
  type Wanted,
} from '../optimistic.ts';
import { type Changes, isEmpty, type Note, type Store, type Tx } from '../store.ts';
import { ANSWER_MS, type Connection, loadScript } from './connection.ts';
import { argumentsOf, fetchArguments, fetchedFrom, lastCommitKey, PREFIX, PROCESSES } from './encoding.ts';
import type { Copies } from './replication.ts';
import type { Server } from './server.ts';

/** A step that has to run again so often waits a moment in between, so that one of those that disturb each other gets through. */
const PATIENT_RUNS = 5;
const PAUSE_MS = 10;

/** How long to wait for what others write again. */
const WRITE_AGAIN_MS = 1000;

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
  time: Pick<TimeSource, 'speed'>;
  owner: string;
  copies: Copies;
  graceMs: number;
  noted: (note: Note) => void;
  log: Log;
}): Store {
  const { connection, server, time, owner, copies, graceMs, noted, log } = deps;
  const readAll = loadScript(connection, 'read');
  const write = loadScript(connection, 'commit');
  const oneByOne = createKeyedLimiter(1);
  const memory = createMemory();
  const recent = createRecentCommits<Commit>();
  /** Once what a server that came back has lost was written again. */
  let recovered: Promise<void> = Promise.resolve();
  let rememberedServer = '';
  let commits = 0;

  const fetch = async (wanted: Wanted): Promise<Fetched> =>
    fetchedFrom((await readAll(PREFIX, fetchArguments(wanted))) as unknown[], wanted);

  async function commit(changes: Changes, reader: OptimisticReader, leftMs: number): Promise<string> {
    commits += 1;
    const number = commits;
    const version = `${owner}.${number.toString(36)}`;
    const deadline = String(server.redisClock() + leftMs);
    const given = argumentsOf(changes, name => reader.versionOf(name));
    forgetChanges(memory, changes);
    const said = String(
      await write(PREFIX, [deadline, version, owner, String(number), server.epoch(), ...given]),
    );
    if (said === 'written') {
      rememberChanges(memory, changes, version);
      recent.add({ version, number, given }, charsIn(given), server.now());
    }
    return said;
  }

  async function writeAgain({ version, number, given }: Commit): Promise<boolean> {
    const deadline = String(server.redisClock() + machineMs(time, ANSWER_MS));
    const asked = [deadline, version, owner, String(number), server.epoch(), ...given];
    return (await write(PREFIX, asked)) === 'written';
  }

  /** What builds on others' commits waits for theirs, until claims go on. */
  async function writeAgainWhileNobodyClaims(lost: readonly Commit[]): Promise<void> {
    let left = [...lost];
    while (left.length > 0 && server.claimsPausedMs() > WRITE_AGAIN_MS) {
      await sleep(WRITE_AGAIN_MS);
      const lacking: Commit[] = [];
      for (const commit of left) if (!(await writeAgain(commit))) lacking.push(commit);
      left = lacking;
    }
  }

  async function recover(): Promise<void> {
    memory.clear();
    const last = Number((await connection.ask(client => client.get(lastCommitKey(owner)))) ?? 0);
    const lacking = await recent.writeAgain(last, writeAgain);
    writeAgainWhileNobodyClaims(lacking).catch(notRecovered);
  }

  const notRecovered = (error: unknown): void =>
    log.error({ err: error }, 'can’t write again what Redis may have lost');
  server.onAnother(() => {
    recovered = recover().catch(notRecovered);
  });

  /** What one server knew may be otherwise on another. */
  function forgetAnotherServer(): void {
    const current = `${connection.number()} ${server.epoch()}`;
    if (current !== rememberedServer) memory.clear();
    rememberedServer = current;
  }

  /** Runs and writes until nothing that was read has changed meanwhile. */
  async function runAndWrite<T>(asked: AskedStep<T>): Promise<T> {
    if (asked.is === 'over') throw new StorageError(LATE);
    asked.is = 'asking';
    const number = connection.number();
    forgetAnotherServer();
    const reader = new OptimisticReader(memory);
    for (let runs = 1; ; runs++) {
      const { value, changes, notes } = await decide(asked.step, reader, fetch);
      // If nobody waits for it any more, it has no effect.
      if (isOver(asked)) throw new StorageError(LATE);
      if (isEmpty(changes)) return value;
      // What was decided by one server's records may be otherwise on another.
      if (connection.number() !== number) throw new StorageError(ANOTHER);
      const said = await commit(changes, reader, asked.deadline - server.now());
      if (said === 'written') {
        for (const note of notes) noted(note);
        await copies.made();
        return value;
      }
      if (server.now() > asked.deadline) throw new StorageError(LATE);
      // Too early for that: the server's clock was set. Or it is a server we don't know, or it has lost its memory.
      if (said === 'late' || said === 'other') await server.look();
      if (!server.hasTime()) throw new StorageError(server.whyNot());
      if (runs > PATIENT_RUNS) await sleep(Math.random() * PAUSE_MS);
      reader.refetch();
    }
  }

  async function transaction<T>(step: (tx: Tx) => T, serializeBy?: string): Promise<T> {
    if (!server.isKnown()) await server.look();
    await recovered;
    if (!server.hasTime()) throw new StorageError(server.whyNot());
    copies.demand();
    const deadline = server.now() + machineMs(time, ANSWER_MS);
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

const isOver = ({ is }: { is: AskedStep<unknown>['is'] }): boolean => is === 'over';

const ANOTHER = 'Redis was connected to anew meanwhile: nothing was written.';
const LATE = 'Redis came to it too late: nothing was written.';
const SILENT = 'Redis did not answer in time.';
