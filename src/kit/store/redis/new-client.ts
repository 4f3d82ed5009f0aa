import { createClient, type RedisClientOptions } from '@redis/client';

const make = () => createClient({ disableOfflineQueue: true });
export type RedisClient = ReturnType<typeof make>;

let pattern: RedisClient | undefined;

/**
 * A client that connects nowhere yet. Without a connection it refuses commands instead of queueing them.
 *
 * `createClient` would build hundreds of commands anew for each address, which takes longer than to connect; the copies of a
 * client share them.
 */
export function newClient(
  where: Pick<RedisClientOptions, 'url' | 'socket' | 'username' | 'password' | 'database'>,
): RedisClient {
  pattern ??= make();
  return pattern.duplicate(where);
}
