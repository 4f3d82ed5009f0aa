import { createClient } from '@redis/client';

/** The whole content of a Redis database as one text. */
export async function dumpOfRedis(url: string): Promise<string> {
  const client = await createClient({ url }).connect();
  const all: string[] = [];
  for await (const keys of client.scanIterator({ COUNT: 1000 })) {
    for (const key of keys) all.push(key, JSON.stringify(await contentOf(key)));
  }
  await client.close();
  return all.join('\n');

  async function contentOf(key: string): Promise<unknown> {
    switch (await client.type(key)) {
      case 'string':
        return client.get(key);
      case 'hash':
        return client.hGetAll(key);
      case 'zset':
        return client.zRangeWithScores(key, 0, -1);
      case 'set':
        return client.sMembers(key);
      case 'list':
        return client.lRange(key, 0, -1);
      default:
        throw new Error(`${key} is of a kind that is not dumped`);
    }
  }
}
