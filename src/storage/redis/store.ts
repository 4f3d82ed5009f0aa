import { machineMs, type TimeSource } from '../../domain/clock.ts';
import { onceRead } from '../../domain/deadline.ts';
import { StorageError } from '../errors.ts';
import type { Store } from '../store.ts';
import { type Ended, runTogether, type Step, type Together } from '../together.ts';
import type { Noted, Transaction } from '../transaction.ts';
import { ANSWER_MS, type Connection } from './connection.ts';
import type { Copies } from './copies.ts';
import { argumentsOf, commandFor, learn, type ReadSoFar } from './encoding.ts';
import { PREFIX } from './prefix.ts';
import { loadScript } from './script.ts';
import type { Server } from './server.ts';

/** How many steps go together: more would keep the others waiting. */
const TOGETHER = 50;

type QueuedStep = {
  step: Step;
  /** When the caller stops waiting. */
  deadline: number;
  /** `over`: the caller has an answer, or no longer waits. */
  is: 'waiting' | 'asking' | 'over';
  end(ended: Ended): void;
};

/**
 * Records as strings prefixed with the version that wrote them, lists as sorted sets. Steps read without exclusive access,
 * and one script writes the result if no record that they read has changed meanwhile; otherwise they run again. Steps that
 * are requested while others are in progress go together.
 */
export function createStore(parts: {
  connection: Connection;
  server: Server;
  time: Pick<TimeSource, 'speed'>;
  owner: string;
  copies: Copies;
  graceMs: number;
  noted: (row: Noted) => void;
}): Store {
  const { connection, server, time, owner, copies, graceMs, noted } = parts;
  const readAll = loadScript(connection, 'read');
  const write = loadScript(connection, 'commit');
  let commits = 0;
  let waiting: QueuedStep[] = [];
  let isBusy = false;

  /** Runs steps until nothing more has to be fetched. */
  async function run(steps: readonly Step[]): Promise<{ came: Together; known: ReadSoFar }> {
    const known: ReadSoFar = { answers: new Map(), versions: new Map() };
    for (;;) {
      const came = runTogether(steps, (_read, name) => known.answers.get(name));
      if (came.missing.length === 0) return { came, known };
      const commands = came.missing.map(commandFor).flatMap(words => [String(words.length), ...words]);
      const replies = (await readAll(PREFIX, commands)) as unknown[];
      for (const [index, read] of came.missing.entries()) learn(known, read, replies[index]);
    }
  }

  async function commit(
    { read: names, writes }: Together,
    { versions }: ReadSoFar,
    leftMs: number,
  ): Promise<string> {
    commits += 1;
    const read = [...names].flatMap(name => {
      const version = versions.get(name);
      return version === undefined ? [] : [name, version];
    });
    const version = `${owner}.${commits.toString(36)}`;
    const deadline = String(server.redisClock() + leftMs);
    return String(
      await write(PREFIX, [deadline, version, owner, server.epoch(), ...argumentsOf(writes, read)]),
    );
  }

  /** Runs and writes until nothing that was read has changed meanwhile. */
  async function carryOut(
    group: readonly QueuedStep[],
  ): Promise<{ ends: (Ended | 'later')[]; wrote: boolean }> {
    const number = connection.number();
    const deadline = Math.min(...group.map(asked => asked.deadline));
    for (;;) {
      const { came, known } = await run(group.map(({ step }) => step));
      // If nobody waits for it any more, it has no effect.
      if (group.some(isOver)) throw new StorageError(LATE);
      if (came.writes.length === 0) return { ends: came.ends, wrote: false };
      // What was decided by one server's records may be otherwise on another.
      if (connection.number() !== number) throw new StorageError(ANOTHER);
      const said = await commit(came, known, deadline - server.now());
      if (said === 'written') {
        for (const note of came.notes) noted(note);
        return { ends: came.ends, wrote: true };
      }
      if (server.now() > deadline) throw new StorageError(LATE);
      // Too early for that: the server's clock was set. Or it is a server we don't know, or it has lost its memory.
      if (said === 'late' || said === 'other') await server.look();
      if (!server.hasTime()) throw new StorageError(server.whyNot());
    }
  }

  async function work(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      const left = waiting.filter(asked => !isOver(asked));
      const group = left.slice(0, TOGETHER);
      waiting = left.slice(TOGETHER);
      if (group.length > 0) await workOn(group);
    }
    isBusy = false;
  }

  async function workOn(group: readonly QueuedStep[]): Promise<void> {
    for (const asked of group) asked.is = 'asking';
    try {
      const { ends, wrote } = await carryOut(group);
      waiting.unshift(...group.filter((_asked, index) => ends[index] === 'later'));
      const copied = wrote ? copies.made() : Promise.resolve();
      // Nobody waits here for the replicas: what comes next is written meanwhile.
      void copied.then(
        () => tell(group, ends),
        error => tell(group, ends, { ok: false, error }),
      );
    } catch (error) {
      const left = group.filter(asked => !isOver(asked));
      // A caller stopped waiting before anything was written: the other steps are not affected.
      if (left.length > 0 && left.length < group.length) waiting.unshift(...left);
      else for (const asked of left) asked.end({ ok: false, error });
    }
  }

  /** @param instead of having been done, for those that were */
  function tell(group: readonly QueuedStep[], ends: readonly (Ended | 'later')[], instead?: Ended): void {
    for (const [index, asked] of group.entries()) {
      const end = ends[index];
      if (end && end !== 'later') asked.end(end.ok && instead ? instead : end);
    }
  }

  async function change<T>(step: (tx: Transaction) => T): Promise<T> {
    if (!server.hasTime()) throw new StorageError(server.whyNot());
    copies.demand();
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(
        () =>
          onceRead(() => {
            const unsure = asked.is === 'asking';
            if (unsure) connection.giveUp();
            asked.end({ ok: false, error: new StorageError(SILENT, { unsure }) });
          }),
        ANSWER_MS,
      );
      const asked: QueuedStep = {
        step,
        deadline: server.now() + machineMs(time, ANSWER_MS),
        is: 'waiting',
        end(ended) {
          if (asked.is === 'over') return;
          asked.is = 'over';
          clearTimeout(timer);
          if (ended.ok) resolve(ended.value as T);
          else reject(ended.error);
        },
      };
      waiting.push(asked);
      if (!isBusy) void work();
    });
  }

  return {
    owner,
    graceMs,
    change,
    async read<T>(step: (tx: Transaction) => T): Promise<T> {
      if (!server.hasTime()) throw new StorageError(server.whyNot());
      const [end] = (await run([step])).came.ends;
      if (end === undefined || end === 'later') throw new Error('It has not ended');
      if (!end.ok) throw end.error;
      return end.value as T;
    },
    quietUntil: server.quietUntil,
    quietMs: server.quietMs,
    purge: async () => undefined,
  };
}

const isOver = ({ is }: QueuedStep): boolean => is === 'over';

const ANOTHER = 'Redis was connected to anew meanwhile: nothing was written.';
const LATE = 'Redis came to it too late: nothing was written.';
const SILENT = 'Redis did not answer in time.';
