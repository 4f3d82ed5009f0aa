import type { TestProject } from 'vitest/node';
import { hasRedisServer, startRedisServer } from './redis-server.ts';

/** Starts the Redis that journeys run on instead of SQLite, and ends it after them. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!hasRedisServer()) return undefined;
  const redis = await startRedisServer();
  project.provide('redis', redis.url);
  return redis.close;
}
