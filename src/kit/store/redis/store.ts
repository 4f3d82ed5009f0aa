import { setTimeout as sleep } from 'node:timers/promises';
import { machineMs, onceRead, type TimeSource } from '../../clock.ts';
import { StorageError } from '../errors.ts';
import { type Changes, isEmpty, type Note, type Store, Tx } from '../store.ts';
import { ANSWER_MS, type Connection, loadScript } from './connection.ts';
import { argumentsOf, Fetched, PREFIX, PROCESSES, Unread } from './encoding.ts';
import type { Copies } from './replication.ts';
import type { Server } from './server.ts';

/** A step that has to run again so often waits a moment in between, so that one of those that disturb each other gets through. */
const PATIENT_RUNS = 5;
const PAUSE_MS = 10;

/** What somebody waits for. `over`: they have an answer, or no longer wait. */
type AskedStep<T> = {
  step: (tx: Tx) => T;
  /** When the caller stops waiting, by the shared time line. */
  deadline: number;
  is: 'waiting' | 'asking' | 'over';
};

/**
 * Steps read without exclusive access, and one script writes the result if no record that they read has changed meanwhile;
 * otherwise they run again.
 */
export function createStore(deps: {
  connection: Connection;
  server: Server;
  time: Pick<TimeSource, 'speed'>;
  owner: string;
  copies: Copies;
  graceMs: number;
  noted: (note: Note) => void;
}): Store {
  const { connection, server, time, owner, copies, graceMs, noted } = deps;
  const readAll = loadScript(connection, 'read');
  const write = loadScript(connection, 'commit');
  const turns = new Map<string, Promise<unknown>>();
  let commits = 0;

  /** Runs a step until nothing more has to be fetched. */
  async function run<T>(step: (tx: Tx) => T, fetched: Fetched): Promise<{ tx: Tx; value: T }> {
    for (;;) {
      const commands = fetched.commands().flatMap(words => [String(words.length), ...words]);
      if (commands.length > 0) fetched.learn((await readAll(PREFIX, commands)) as unknown[]);
      const tx = new Tx(fetched);
      try {
        return { tx, value: step(tx) };
      } catch (error) {
        if (!(error instanceof Unread)) throw error;
      }
    }
  }

  async function commit(changes: Changes, fetched: Fetched, leftMs: number): Promise<string> {
    commits += 1;
    const version = `${owner}.${commits.toString(36)}`;
    const deadline = String(server.redisClock() + leftMs);
    const given = argumentsOf(changes, name => fetched.versionOf(name));
    return String(await write(PREFIX, [deadline, version, owner, server.epoch(), ...given]));
  }

  /** Runs and writes until nothing that was read has changed meanwhile. */
  async function runAndWrite<T>(asked: AskedStep<T>): Promise<T> {
    if (asked.is === 'over') throw new StorageError(LATE);
    asked.is = 'asking';
    const number = connection.number();
    const fetched = new Fetched();
    for (let runs = 1; ; runs++) {
      const { tx, value } = await run(asked.step, fetched);
      // If nobody waits for it any more, it has no effect.
      if (isOver(asked)) throw new StorageError(LATE);
      const changes = tx.changes();
      if (isEmpty(changes)) return value;
      // What was decided by one server's records may be otherwise on another.
      if (connection.number() !== number) throw new StorageError(ANOTHER);
      const said = await commit(changes, fetched, asked.deadline - server.now());
      if (said === 'written') {
        for (const note of tx.notes) noted(note);
        await copies.made();
        return value;
      }
      if (server.now() > asked.deadline) throw new StorageError(LATE);
      // Too early for that: the server's clock was set. Or it is a server we don't know, or it has lost its memory.
      if (said === 'late' || said === 'other') await server.look();
      if (!server.hasTime()) throw new StorageError(server.whyNot());
      if (runs > PATIENT_RUNS) await sleep(Math.random() * PAUSE_MS);
      fetched.refetch();
    }
  }

  /** After all that came before it and is about the same. */
  function inTurn<T>(serializeBy: string | undefined, work: () => Promise<T>): Promise<T> {
    if (serializeBy === undefined) return work();
    const turn = (turns.get(serializeBy) ?? Promise.resolve()).then(work, work);
    turns.set(serializeBy, turn);
    const leave = (): void => {
      if (turns.get(serializeBy) === turn) turns.delete(serializeBy);
    };
    turn.then(leave, leave);
    return turn;
  }

  async function transaction<T>(step: (tx: Tx) => T, serializeBy?: string): Promise<T> {
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
      return await Promise.race([inTurn(serializeBy, () => runAndWrite(asked)), late.promise]);
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
      return (await run(step, new Fetched())).value;
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
