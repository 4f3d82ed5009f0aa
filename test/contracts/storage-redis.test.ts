import { afterAll, beforeAll, describe } from 'vitest';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { describeModel } from './storage/model-run.ts';
import { redis } from './storage/redis.ts';
import { describeStorage } from './storage/suite.ts';

describe.skipIf(!hasRedisServer())('against a real redis-server', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());

  const engine = redis(() => server);
  describeStorage('Redis', engine);
  // The rules are the same for every engine: most sequences run on the other one, which is several times as fast.
  describeModel('Redis', engine, 30);
});
