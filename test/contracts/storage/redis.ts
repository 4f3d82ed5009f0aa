import pino from 'pino';
import { openRedisStorage } from '../../../src/storage/redis/index.ts';
import type { RedisServer } from '../../support/redis-server.ts';
import type { Engine } from './rig.ts';

/** The shared engine, each store in a database of its own. */
export const redis = (server: () => RedisServer): Engine => ({
  ownClock: true,
  async store() {
    const url = server().freshUrl();
    return {
      open: ({ newId }) => openRedisStorage({ url, newId, log: pino({ level: 'silent' }) }),
      remove: async () => undefined,
    };
  },
});
