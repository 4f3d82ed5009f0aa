import { nameOfRecord } from '../batch.ts';
import type { Write } from '../records.ts';
import { encode } from '../transaction.ts';
import type { Connection } from './connection.ts';
import { PREFIX, SERVER } from './prefix.ts';
import { scan } from './scan.ts';
import { loadScript } from './script.ts';

/** What a migration gets: the connection, and a way to write. */
export type Leading = {
  connection: Connection;
  /** Writes records, as long as the data still has the old version and nobody else is converting it. */
  write(writes: readonly Write[]): Promise<void>;
};

/** A migration from one version to the next. It reads the old data and writes beside it, so that it can start again at any time. */
export type RedisMigration = {
  /** Returns what there was, in numbers. */
  lead(leading: Leading): Promise<Record<string, number>>;
  /** Whether this migration makes a key (given without the common prefix): if one exists beforehand, an earlier attempt was interrupted. */
  isMade(name: string): boolean;
  /** Whether a key is no longer needed afterwards. */
  isLeftOver(name: string): boolean;
};

/** Larger commands would occupy Redis for too long. */
const MOST = { writes: 500, bytes: 1024 * 1024 };

/** Somebody else is converting the data, or already has. */
export class Overtaken extends Error {}

/** Who converts the data. If they are silent for this long, they have given up. */
export type Leader = { id: string; silentMs: number };

const LEADER = `${PREFIX}leading`;
/** Whether somebody is converting the data to another version: nobody else may write then. */
export const isBeingLed = async ({ ask }: Connection): Promise<boolean> =>
  (await ask(client => client.exists(LEADER))) === 1;
/** Marks what an interrupted attempt left. */
const HALF = `${PREFIX}led_half`;

/**
 * Makes this process the only one that converts the data from a version. It starts without anything that an interrupted
 * attempt left.
 *
 * @returns null: somebody else is doing it. `leave` lets others try if this attempt was interrupted
 */
export async function createLeader(
  connection: Connection,
  { isMade }: RedisMigration,
  version: number,
  { id, silentMs }: Leader,
): Promise<(Pick<Leading, 'write'> & { end(): Promise<void>; leave(): Promise<void> }) | null> {
  const script = loadScript(connection, 'lead');
  const counts = new Map<string, number>();

  async function run(what: {
    gone?: string[];
    writes?: readonly Write[];
    counters?: string[];
    next?: number;
  }) {
    const { gone = [], writes = [], counters = [], next = '' } = what;
    const records = writes.flatMap(({ id, record }) => {
      if (!record) return [];
      const { table, workspace, value } = record;
      return [nameOfRecord(table, id), `led.${version}\n${workspace ?? ''}\n${encode(value)}`];
    });
    const places = writes.flatMap(({ id, comes }) =>
      comes.flatMap(place => ('list' in place ? [`list:${place.list}`, String(place.score), id] : [])),
    );
    const lists = [gone, records, places, counters].flatMap(list => [String(list.length), ...list]);
    const given = [String(version), String(next), id, String(silentMs), ...lists];
    if ((await script(PREFIX, given)) === 0) throw new Overtaken();
  }

  const begins = await connection.ask(async client => {
    const expiration = { type: 'PX', value: silentMs } as const;
    const isOurs = (await client.set(LEADER, id, { condition: 'NX', expiration })) !== null;
    return isOurs || (await client.get(LEADER)) === id;
  });
  if (!begins) return null;
  // A process that still works with the old version, frozen until now for example, must look again before it writes.
  await connection.ask(client => client.hIncrBy(SERVER, 'epoch', 1));
  if ((await connection.ask(client => client.get(HALF))) !== null)
    for await (const names of scan(connection)) await run({ gone: names.filter(isMade) });

  return {
    async write(writes) {
      for (const some of inParts(writes)) await run({ writes: some });
      for (const { comes } of writes)
        for (const place of comes)
          if ('counter' in place) counts.set(place.counter, (counts.get(place.counter) ?? 0) + 1);
    },
    end() {
      const counters = [...counts].flatMap(([name, count]) => [name, String(count)]);
      return run({ counters, next: version + 1 });
    },
    async leave() {
      if ((await connection.ask(client => client.get(LEADER))) === id)
        await connection.ask(client => client.del(LEADER));
    },
  };
}

function* inParts(writes: readonly Write[]): Generator<Write[]> {
  let some: Write[] = [];
  let bytes = 0;
  for (const write of writes) {
    some.push(write);
    bytes += JSON.stringify(write.record?.value ?? null).length;
    if (some.length < MOST.writes && bytes < MOST.bytes) continue;
    yield some;
    some = [];
    bytes = 0;
  }
  if (some.length > 0) yield some;
}
