import { afterAll, beforeAll, describe } from 'vitest';
import { hasRedisServer, type RedisServer, startRedisServer } from './redis-server.ts';

/** Tests that hold on SQLite and on Redis. `environment`: for a stage on a place that nobody has used yet. */
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
