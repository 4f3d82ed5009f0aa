import { afterAll, beforeAll, describe } from 'vitest';
import { hasRedisServer, type RedisServer, startRedisServer } from './redis-server.ts';

/**
 * The same journeys with either store behind the app.
 *
 * @param journeys gets what makes the environment of a stage with an empty store
 */
export function describeOnEngines(
  title: string,
  journeys: (fresh: () => Record<string, string>) => void,
): void {
  const engines = hasRedisServer() ? ['SQLite', 'Redis'] : ['SQLite'];
  describe.each(engines)(`${title}, on %s`, engine => {
    let redis: RedisServer | undefined;
    beforeAll(async () => {
      if (engine === 'Redis') redis = await startRedisServer();
    });
    afterAll(() => redis?.close());
    journeys(() =>
      redis ? { REDIS_URL: redis.freshUrl(), ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64') } : {},
    );
  });
}
