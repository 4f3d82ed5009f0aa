import { afterAll, beforeAll, describe } from 'vitest';
import { hasRedisServer, type RedisServer, startRedisServer } from './redis-server.ts';

/** Tests for both SQLite and Redis. `environment`: for a stage in an unused place. */
export function onBothEngines(tests: (environment: () => Record<string, string>) => void): void {
  describe('on SQLite', () => tests(() => ({})));
  describe.skipIf(!hasRedisServer())('on Redis', () => {
    let redis: RedisServer;
    beforeAll(async () => {
      redis = await startRedisServer();
    });
    afterAll(() => redis.close());
    const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64');
    tests(() => ({ REDIS_URL: redis.freshUrl(), ENCRYPTION_KEYS }));
  });
}
