import { onceRead } from '../../domain/deadline.ts';
import { StorageError } from '../errors.ts';
import type { Answer, Cell, Read, Step, Store, Write } from '../store.ts';
import { encode, type Noted, type Transaction } from '../transaction.ts';
import { type Ended, keyOfList, keyOfRecord, nameOf, Reading, runAll } from './batch.ts';
import { ANSWER_MS, type Connection, type RedisClient } from './connection.ts';
import { PREFIX } from './prefix.ts';
import { loadScript } from './script.ts';
import type { Server } from './server.ts';

/** So many steps go together: more would keep the others waiting. */
const TOGETHER = 50;

type Asked = {
  step: (tx: Transaction) => Step<unknown>;
  /** When whoever asked stops waiting. */
  deadline: number;
  /** `over`: whoever asked has an answer, or waits no longer. */
  is: 'waiting' | 'asking' | 'over';
  end(ended: Ended): void;
};

/**
 * Records as strings behind the version that wrote them, lists as sorted sets. Steps read without being alone, and one
 * script writes what follows if no record that they read has changed meanwhile; else they are run again. Those that are
 * asked for while others are under way go together.
 */
export function createStore(parts: {
  connection: Connection;
  server: Server;
  owner: string;
  graceMs: number;
  noted: (row: Noted) => void;
}): Store {
  const { connection, server, owner, graceMs, noted } = parts;
  const script = loadScript(connection, 'commit');
  let commits = 0;
  let waiting: Asked[] = [];
  let isBusy = false;

  /** Asks for all that is missing in one round trip. */
  async function read(reads: readonly Read[], into: Reading): Promise<void> {
    const answers = await connection.ask(client => Promise.all(reads.map(one => answerOf(client, one))));
    for (const [index, one] of reads.entries()) {
      const found = answers[index];
      if (one.kind === 'record') {
        const stored = found as string | null;
        const { version, cell } = cellOf(stored);
        // What has no version was not written by us: nothing can be held against it.
        if (version !== null) into.versions.set(nameOf(one), version);
        into.answers.set(nameOf(one), cell);
      } else into.answers.set(nameOf(one), found as Answer);
    }
  }

  async function run(
    steps: Asked['step'][],
    reading: Reading,
  ): Promise<{ ended: Ended[]; writes: Write[]; notes: Noted[] }> {
    for (;;) {
      const came = runAll(steps, reading);
      if (came.kind === 'ended') return came;
      await read(came.reads, reading);
    }
  }

  async function commit(writes: readonly Write[], reading: Reading, leftMs: number): Promise<string> {
    commits += 1;
    const version = `${owner}.${commits.toString(36)}`;
    return String(
      await script(PREFIX, [
        String(server.redisClock() + leftMs),
        version,
        owner,
        ...argumentsOf(writes, reading),
      ]),
    );
  }

  /** Runs and writes until nothing that was read has changed meanwhile. */
  async function carryOut(group: readonly Asked[]): Promise<Ended[]> {
    const deadline = Math.min(...group.map(asked => asked.deadline));
    for (;;) {
      const reading = new Reading();
      const { ended, writes, notes } = await run(
        group.map(({ step }) => step),
        reading,
      );
      // What nobody waits for any more is void.
      if (group.some(isOver)) throw new StorageError(LATE);
      if (writes.length === 0) return ended;
      const said = await commit(writes, reading, deadline - server.now());
      if (said === 'written') {
        for (const note of notes) noted(note);
        return ended;
      }
      if (server.now() > deadline) throw new StorageError(LATE);
      // Too soon for that: its clock was set.
      if (said === 'late') await server.look();
    }
  }

  async function work(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      const group = waiting.filter(asked => !isOver(asked)).slice(0, TOGETHER);
      waiting = waiting.filter(asked => !isOver(asked)).slice(TOGETHER);
      if (group.length > 0) await workOn(group);
    }
    isBusy = false;
  }

  async function workOn(group: readonly Asked[]): Promise<void> {
    for (const asked of group) asked.is = 'asking';
    try {
      const ended = await carryOut(group);
      for (const [index, end] of ended.entries()) group[index]?.end(end);
      // The others look at lists that these ones changed.
      waiting.unshift(...group.slice(ended.length));
    } catch (error) {
      const left = group.filter(asked => !isOver(asked));
      // Somebody among them stopped waiting before anything was written: the others are no part of that.
      if (left.length > 0 && left.length < group.length) waiting.unshift(...left);
      else for (const asked of left) asked.end({ ok: false, error });
    }
  }

  function change<T>(step: (tx: Transaction) => Step<T>): Promise<T> {
    if (!server.hasTime()) return Promise.reject(new StorageError('Redis was not there yet.'));
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(
        () =>
          onceRead(() =>
            asked.end({ ok: false, error: new StorageError(SILENT, { unsure: asked.is === 'asking' }) }),
          ),
        ANSWER_MS,
      );
      const asked: Asked = {
        step,
        deadline: server.now() + ANSWER_MS,
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
    async read<T>(step: (tx: Transaction) => Step<T>): Promise<T> {
      const { ended } = await run([step], new Reading());
      const [end] = ended;
      if (!end?.ok) throw end?.error;
      return end.value as T;
    },
    quietUntil: server.quietUntil,
    quietMs: server.quietMs,
    since: server.since,
    purge: async () => undefined,
  };
}

const isOver = ({ is }: Asked): boolean => is === 'over';

const LATE = 'Redis came to it too late: nothing was written.';
const SILENT = 'Redis did not answer in time.';

/** A record as it is stored: the version that wrote it, whose it is, and its text, a line each. */
function cellOf(stored: string | null): { version: string | null; cell: Cell } {
  if (stored === null) return { version: '', cell: { raw: null, workspace: null } };
  const [, version, workspace, raw] = /^(.*)\n(.*)\n(.*)$/s.exec(stored) ?? [];
  if (version === undefined || raw === undefined)
    return { version: null, cell: { raw: stored, workspace: null } };
  return { version, cell: { raw, workspace: workspace || null } };
}

async function answerOf(client: RedisClient, read: Read): Promise<unknown> {
  switch (read.kind) {
    case 'record':
      return client.get(PREFIX + keyOfRecord(read.table, read.id));
    case 'list': {
      const { list, from, to, limit, offset = 0, reverse = false } = read.range;
      const key = PREFIX + keyOfList(list);
      const isAll = from === undefined && to === undefined;
      const [min, max] = [from ?? '-inf', to ?? '+inf'];
      const found = isAll
        ? await client.zRangeWithScores(key, offset, offset + limit - 1, reverse ? { REV: true } : {})
        : await client.zRangeWithScores(key, reverse ? max : min, reverse ? min : max, {
            BY: 'SCORE',
            ...(reverse ? { REV: true } : {}),
            LIMIT: { offset, count: limit },
          });
      return found.map(({ value, score }) => ({ id: value, score }));
    }
    case 'place':
      return { score: await client.zScore(PREFIX + keyOfList(read.list), read.id) };
    case 'counter':
      return Number((await client.hGet(`${PREFIX}counters`, read.name)) ?? 0);
    case 'owner':
      return (await client.exists(`${PREFIX}owner:${read.id}`)) === 1;
  }
}

/** What the script takes: what must not have changed, records, those that go, places that are left and taken, counters. */
function argumentsOf(writes: readonly Write[], { versions }: Reading): string[] {
  const records = new Map<string, NonNullable<Write['record']>>();
  const left: string[] = [];
  const taken: string[] = [];
  const counts = new Map<string, number>();
  const count = (name: string, more: number): void => void counts.set(name, (counts.get(name) ?? 0) + more);
  for (const { id, leaves, comes, record } of writes) {
    if (record) records.set(keyOfRecord(record.table, id), record);
    for (const place of leaves) {
      if ('counter' in place) count(place.counter, -1);
      else left.push(keyOfList(place.list), id);
    }
    for (const place of comes) {
      if ('counter' in place) count(place.counter, 1);
      else taken.push(keyOfList(place.list), String(place.score), id);
    }
  }
  const kept = [...records].filter(([, { value }]) => value !== null);
  const gone = [...records].filter(([, { value }]) => value === null);
  const lists = [
    [...versions].flat(),
    kept.flatMap(([key, { workspace, value }]) => [key, `${workspace ?? ''}\n${encode(value)}`]),
    gone.map(([key]) => key),
    left,
    taken,
    [...counts].filter(([, more]) => more !== 0).flatMap(([name, more]) => [name, String(more)]),
  ];
  return lists.flatMap(list => [String(list.length), ...list]);
}
