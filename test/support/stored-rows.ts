import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createClient, type RedisClientType } from '@redis/client';

/** A stored record. */
export type StoredRow = { table: string; id: string; body: string };

/** Access to a store's records while no app has it open. */
export type StoredRows = {
  all(): Promise<StoredRow[]>;
  /** Restores the state from when this was created. */
  restore(): Promise<void>;
  /** Replaces a record's body, as a fault of the disk or another program would. */
  replace(row: StoredRow): Promise<void>;
};

/** @param dataDir the folder of an embedded store */
export async function rowsOfSqlite(dataDir: string): Promise<StoredRows> {
  const copy = `${dataDir}.as-it-was`;
  cpSync(dataDir, copy, { recursive: true });
  const opened = <T>(work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(join(dataDir, 'sms.db'));
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  return {
    all: async () =>
      opened(db => db.prepare('SELECT tbl AS "table", id, body FROM records').all() as StoredRow[]),
    async restore() {
      rmSync(dataDir, { recursive: true });
      cpSync(copy, dataDir, { recursive: true });
    },
    replace: async ({ table, id, body }) =>
      opened(
        db => void db.prepare('UPDATE records SET body = ? WHERE tbl = ? AND id = ?').run(body, table, id),
      ),
  };
}

const RECORDS = '{sms}:record:';

/** @param url a database of a Redis */
export async function rowsOfRedis(url: string): Promise<StoredRows> {
  const opened = async <T>(work: (client: RedisClientType) => Promise<T>): Promise<T> => {
    const client: RedisClientType = createClient({ url });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  };
  const before = await opened(async client => {
    const strings = new Map<string, string>();
    const lists = new Map<string, { value: string; score: number }[]>();
    for (const key of await client.keys('*')) {
      const kind = await client.type(key);
      if (kind === 'string') strings.set(key, (await client.get(key)) ?? '');
      if (kind === 'zset') lists.set(key, await client.zRangeWithScores(key, 0, -1));
    }
    return { strings, lists };
  });
  return {
    all: () =>
      opened(async client => {
        const keys = (await client.keys(`${RECORDS}*`)).sort();
        return Promise.all(
          keys.map(async key => {
            const [, table = '', id = ''] = /^([^:]*):(.*)$/s.exec(key.slice(RECORDS.length)) ?? [];
            return { table, id, body: ((await client.get(key)) ?? '').replace(/^[^\n]*\n/, '') };
          }),
        );
      }),
    restore: () =>
      opened(async client => {
        // Keeps the server's identity: the app would wait if the store looked replaced.
        for (const key of await client.keys('*'))
          if (['string', 'zset'].includes(await client.type(key))) await client.del(key);
        for (const [key, value] of before.strings) await client.set(key, value);
        for (const [key, members] of before.lists) await client.zAdd(key, members);
      }),
    replace: ({ table, id, body }) =>
      opened(
        async client =>
          void (await client.set(`${RECORDS}${table}:${id}`, `by-hand.${Math.random()}\n${body}`)),
      ),
  };
}
