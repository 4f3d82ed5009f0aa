import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createInstallations, INSTALLATION } from '../../../src/workspace/installations.ts';
import { createLinkedKeys, LINKED_KEY } from '../../../src/workspace/linked-keys.ts';
import { createSealer } from '../../../src/workspace/sealing.ts';
import { redis } from '../../contracts/storage/redis.ts';
import { type Engine, Rig } from '../../contracts/storage/rig.ts';
import { sqlite } from '../../contracts/storage/sqlite.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/*
 * A sealed secret belongs to its workspace: a person who can write to the store can't make another workspace
 * use it.
 */

let server: RedisServer;
const ENGINES: [string, Engine][] = [
  ['SQLite', sqlite],
  ...(hasRedisServer() ? [['Redis', redis(() => server)] satisfies [string, Engine]] : []),
];
beforeAll(async () => {
  if (ENGINES.length > 1) server = await startRedisServer();
});
afterAll(() => server?.close());

describe.each(ENGINES)('a sealed secret that was copied to another workspace, on %s', (_name, engine) => {
  async function rigOf() {
    const rig = await Rig.on(engine);
    const { documents, deletions, queue, audit } = rig.storage;
    const clock = { now: () => rig.now, wall: () => rig.now, after: () => () => undefined };
    const sealer = createSealer([Buffer.alloc(32, 7)]);
    const parts = { documents, deletions, queue, audit, sealer, clock };
    const baseUrl = 'https://sms.test';
    return {
      keys: createLinkedKeys({
        ...parts,
        texts: () => null,
        baseUrl,
      }),
      installations: createInstallations(parts),
      async copy(document: string) {
        await documents.set('T2', document, await documents.get('T1', document, z.unknown()));
      },
    };
  }

  test('opens no API key there, even while the key is in use in its own workspace', async () => {
    const { keys, copy } = await rigOf();
    await keys.link('T1', 'sk_of_T1', 'U1', async () => null);
    await copy(LINKED_KEY.document);
    for (const _again of [1, 2]) {
      expect(await keys.open('T1')).toMatchObject({ apiKey: 'sk_of_T1' });
      expect(await keys.open('T2')).toBe('unreadable');
    }
  });

  test('opens no bot token there', async () => {
    const { installations, copy } = await rigOf();
    const about = { botId: 'B1', botUserId: 'U1', installedBy: 'U2', orgWide: false };
    await installations.save({ ...about, owner: 'T1', botToken: 'xoxb-of-T1' });
    await copy(INSTALLATION.document);
    for (const _again of [1, 2]) {
      expect(await installations.of('T1')).toMatchObject({ botToken: 'xoxb-of-T1' });
      expect(await installations.of('T2')).toBe('unreadable');
    }
  });
});
