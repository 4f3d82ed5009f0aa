import { afterAll, beforeAll, describe } from 'vitest';
import { describeModel } from '../../contracts/storage/model-run.ts';
import { redis } from '../../contracts/storage/redis.ts';
import { describeStorage } from '../../contracts/storage/suite.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

describe.skipIf(!hasRedisServer())('against a real redis-server', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());

  const engine = redis(() => server);
  describeStorage('Redis', engine);
  // The rules are the same for every engine, so most sequences run on the other one, which is several times
  // as fast.
  describeModel('Redis', engine, 30);
});
