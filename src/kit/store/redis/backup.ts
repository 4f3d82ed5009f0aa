import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../../../log.ts';
import { DATA_VERSION, DataVersionError, RESTORING, StorageError } from '../errors.ts';
import type { StorageChoice } from '../storage.ts';
import { partsOf } from '../store.ts';
import { type Connection, connect, loadScript } from './connection.ts';
import { VERSION_KEY } from './durability-check.ts';
import { entryOf, indexKey, memberOf, PREFIX, PROCESSES, recordKey, SERVER, storedIn } from './encoding.ts';

/*
 * A copy of what the app keeps in Redis, of one moment, while processes write: everything is read in pages, and the commit script
 * notes meanwhile what changes (commit.lua). That is read again until nothing is left (backup.lua); everything that was read is then
 * of that moment. It needs no rights beyond the app's own, and holds up no process for longer than a page takes.
 */

type RedisChoice = Extract<StorageChoice, { kind: 'redis' }>;

const PAGE = 500;
/** A backup that reads nothing for so long is over: its process died. What was noted for it goes a minute later. */
const SILENT_MS = 60_000;

const RECORDS = PREFIX + recordKey('');
const LISTS = PREFIX + indexKey('');
const SIGNS_OF_LIFE = PREFIX + recordKey(`${PROCESSES.name}:`);
const BACKUP = `${PREFIX}backup`;
const NOTED = ['records', 'entries'].map(kind => `${BACKUP}:${kind}`);

/** Connects; a Redis that isn't there is the operator's to start. */
async function connected(url: string, log: Log): Promise<Connection> {
  const connection = await connect(url, log);
  if (connection.client().isReady) return connection;
  connection.destroy();
  throw new StorageError('Redis doesn’t answer: start it, or correct REDIS_URL.');
}

/** Calls `each` with the keys that begin with this, some at a time. A key may come twice. */
async function eachKey(
  { ask }: Connection,
  start: string,
  each: (keys: string[]) => Promise<void>,
): Promise<void> {
  const MATCH = `${start.replaceAll(/[[\]?*\\]/g, '\\$&')}*`;
  let cursor = '0';
  do {
    const from = cursor;
    const reply = await ask(client => client.scan(from, { MATCH, COUNT: PAGE }));
    cursor = reply.cursor;
    if (reply.keys.length > 0) await each(reply.keys);
  } while (cursor !== '0');
}

/**
 * Copies everything into an empty database, as it is at one moment.
 *
 * @throws StorageError if there is nothing, it has another version, or Redis was replaced meanwhile
 */
export async function copyRedis({ url }: RedisChoice, db: DatabaseSync, log: Log): Promise<void> {
  const connection = await connected(url, log);
  try {
    const version = await connection.ask(client => client.get(VERSION_KEY));
    if (version === null) throw new StorageError('There is no data in Redis: set REDIS_URL to the app’s.');
    if (version !== String(DATA_VERSION))
      throw new DataVersionError(version, { data: 'The data on Redis', empty: 'another REDIS_URL' });
    const before = connection.number();
    await readAll(connection, createRows(db));
    if (connection.number() !== before)
      throw new StorageError('Redis was connected to again meanwhile: run this again.');
  } finally {
    await connection.close();
  }
}

async function readAll(connection: Connection, rows: ReturnType<typeof createRows>): Promise<void> {
  const { ask } = connection;
  const id = randomUUID();
  const began = await ask(client =>
    client.set(BACKUP, id, { condition: 'NX', expiration: { type: 'PX', value: SILENT_MS } }),
  );
  if (began === null) throw new StorageError('Another backup is being made: wait for its end, or a minute.');
  const goOn = (): Promise<unknown> =>
    ask(client =>
      Promise.all([
        ...NOTED.map(key => client.pExpire(key, 2 * SILENT_MS)),
        client.pExpire(BACKUP, SILENT_MS),
      ]),
    );
  await ask(client => client.del(NOTED));
  await eachKey(connection, RECORDS, async keys => {
    await goOn();
    const bodies = await ask(client => client.mGet(keys));
    keys.forEach((key, index) => void rows.record(key, bodies[index] ?? null));
  });
  await eachKey(connection, LISTS, async keys => {
    for (const key of keys) {
      for (let after = '-'; ; ) {
        await goOn();
        const page: string[] = await ask(client =>
          client.zRange(key, after, '+', { BY: 'LEX', LIMIT: { offset: 0, count: PAGE } }),
        );
        for (const member of page) rows.entry(key, member, true);
        if (page.length < PAGE) break;
        after = `(${page.at(-1)}`;
      }
    }
  });
  await readChanged(connection, { id, goOn }, rows);
}

async function readChanged(
  connection: Connection,
  { id, goOn }: { id: string; goOn: () => Promise<unknown> },
  rows: ReturnType<typeof createRows>,
): Promise<void> {
  const read = loadScript(connection, 'backup');
  for (let remaining = 1; remaining > 0; ) {
    await goOn();
    const reply = await read(PREFIX, [id, String(PAGE)]);
    if (!Array.isArray(reply)) throw new StorageError('The backup took too long for Redis: run this again.');
    const [more, clock, records, entries] = reply as [number, (string | null)[], string[], string[]];
    for (let at = 0; at < records.length; at += 2) rows.record(records[at] ?? '', records[at + 1] || null);
    for (let at = 0; at < entries.length; at += 3)
      rows.entry(entries[at] ?? '', entries[at + 1] ?? '', entries[at + 2] === '1');
    rows.clock(clock);
    remaining = more;
  }
}

/** Writes rows of the embedded store; the latest of each counts. */
function createRows(db: DatabaseSync) {
  const put = db.prepare('INSERT OR REPLACE INTO records (tbl, id, body) VALUES (?, ?, ?)');
  const drop = db.prepare('DELETE FROM records WHERE tbl = ? AND id = ?');
  const add = db.prepare('INSERT OR REPLACE INTO entries (list, score, id) VALUES (?, ?, ?)');
  const remove = db.prepare('DELETE FROM entries WHERE list = ? AND score = ? AND id = ?');
  const time = db.prepare('INSERT OR REPLACE INTO clock (only, line, wall) VALUES (1, ?, ?)');
  return {
    record(key: string, stored: string | null): void {
      if (key.startsWith(SIGNS_OF_LIFE)) return;
      const [table, id] = partsOf(key.slice(RECORDS.length));
      const { body } = storedIn(stored);
      if (body === null) drop.run(table, id);
      else put.run(table, id, body);
    },
    entry(key: string, member: string, isThere: boolean): void {
      const { score, id } = entryOf(member);
      (isThere ? add : remove).run(key.slice(LISTS.length), score, id);
    },
    clock([line, wall]: (string | null)[]): void {
      if (line && wall) time.run(Math.floor(Number(line)), Math.floor(Number(wall)));
    },
  };
}

/**
 * Loads a database into Redis. Until it is whole, no process of the app starts on it.
 *
 * @param mayReplace earlier data is deleted
 * @throws StorageError if a process of the app runs, or there is data that may not be replaced
 */
export async function loadIntoRedis(
  { url, replicas = 0 }: RedisChoice,
  db: DatabaseSync,
  { mayReplace, log }: { mayReplace: boolean; log: Log },
): Promise<void> {
  const connection = await connected(url, log);
  const { ask } = connection;
  try {
    await demandFree(connection, mayReplace);
    await ask(client => client.set(VERSION_KEY, RESTORING));
    await eachKey(connection, PREFIX, async keys => {
      const old = keys.filter(key => key !== VERSION_KEY);
      if (old.length > 0) await ask(client => client.unlink(old));
    });
    for (const page of pages(db.prepare('SELECT tbl, id, body FROM records').iterate()))
      await ask(client =>
        Promise.all(
          page.map(({ tbl, id, body }) => client.set(`${RECORDS}${tbl}:${id}`, `restored\n${body}`)),
        ),
      );
    for (const page of pages(db.prepare('SELECT list, score, id FROM entries').iterate()))
      await ask(client =>
        Promise.all(
          page.map(({ list, score, id }) =>
            client.zAdd(`${LISTS}${list}`, {
              score: 0,
              value: memberOf({ score: Number(score), id: String(id) }),
            }),
          ),
        ),
      );
    const clock = db.prepare('SELECT line, wall FROM clock').get();
    if (clock)
      await ask(client => client.hSet(SERVER, { line: Number(clock.line), wall: Number(clock.wall) }));
    await ask(client => client.set(VERSION_KEY, String(DATA_VERSION)));
    if (replicas > 0 && (await ask(client => client.wait(replicas, 1000))) < replicas)
      throw new StorageError('All is restored, but too few Redis replicas have it yet (REDIS_REPLICAS).');
  } finally {
    await connection.close();
  }
}

async function demandFree(connection: Connection, mayReplace: boolean): Promise<void> {
  const version = await connection.ask(client => client.get(VERSION_KEY));
  let [isRunning, isEmpty] = [false, true];
  await eachKey(connection, PREFIX, async keys => {
    isEmpty &&= keys.every(key => key === VERSION_KEY && version === null);
    isRunning ||= keys.some(key => key.startsWith(SIGNS_OF_LIFE));
  });
  if (isRunning)
    throw new StorageError(
      'A process of the app uses this Redis: stop all of them, and wait a quarter of a minute.',
    );
  if (isEmpty || mayReplace || version === RESTORING) return;
  throw new StorageError(
    'There is data in this Redis: take an empty one, or say --replace to delete it. Make a backup of it first.',
  );
}

function* pages(rows: Iterable<Record<string, unknown>>): Generator<Record<string, unknown>[]> {
  let page: Record<string, unknown>[] = [];
  for (const row of rows) {
    page.push(row);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
