import { openRedis } from '../../src/kit/store/redis/index.ts';
import { openSqlite } from '../../src/kit/store/sqlite/index.ts';
import type { Storage } from '../../src/kit/store/storage.ts';
import { storageOn } from '../../src/wiring/storage.ts';

export const openSqliteStorage = (options: Parameters<typeof openSqlite>[0]): Storage =>
  storageOn(openSqlite(options), options.newId);

export const openRedisStorage = async (options: Parameters<typeof openRedis>[0]): Promise<Storage> =>
  storageOn(await openRedis(options), options.newId);
