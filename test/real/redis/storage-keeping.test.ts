import { createClient, type RedisClientType } from '@redis/client';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemTime } from '../../../src/kit/clock.ts';
import { openRedisStorage } from '../../support/engines.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* A server that would lose data is refused at start, in one sentence. */

describe.skipIf(!hasRedisServer())('a Redis that', () => {
  let server: RedisServer;
  let admin: RedisClientType;
  beforeAll(async () => {
    server = await startRedisServer();
    admin = createClient({ url: server.url });
    await admin.connect();
    await admin.sendCommand(
      'ACL SETUSER sms on >secret ~{sms}:* &{sms}:* +@all -@dangerous +info'.split(' '),
    );
  });
  afterAll(async () => {
    admin?.destroy();
    await server?.close();
  });

  /** The error when it is opened, or the warnings if it opens. */
  async function openedWith(
    settings: Record<string, string>,
    how: { isEphemeral?: boolean; user?: string } = {},
  ): Promise<{ refused: string } | { warned: string }> {
    await admin.configSet({ 'maxmemory-policy': 'noeviction', appendonly: 'yes', save: '', ...settings });
    const url = new URL(server.freshUrl());
    if (how.user) Object.assign(url, { username: how.user, password: 'secret' });
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: line => void lines.push(line) });
    const { isEphemeral = false } = how;
    const opened = openRedisStorage({
      url: url.href,
      newId: () => crypto.randomUUID(),
      log,
      time: systemTime,
      isEphemeral,
    });
    return opened.then(
      async storage => {
        await storage.close();
        return { warned: lines.join('') };
      },
      error => ({ refused: error.message }),
    );
  }

  test('saves to disk is accepted without a warning', async () => {
    expect(await openedWith({})).toEqual({ warned: '' });
  });

  test('evicts keys is refused, even if its user may not read the configuration', async () => {
    const refused = expect.stringMatching(
      /maxmemory-policy allkeys-lru\): set maxmemory-policy noeviction\.$/,
    );
    expect(await openedWith({ 'maxmemory-policy': 'allkeys-lru' })).toEqual({ refused });
    expect(await openedWith({ 'maxmemory-policy': 'allkeys-lru' }, { user: 'sms' })).toEqual({ refused });
    expect(await openedWith({ 'maxmemory-policy': 'allkeys-lru' }, { isEphemeral: true })).toEqual({
      refused,
    });
  });

  test('keeps nothing on disk is refused, unless you allow that', async () => {
    expect(await openedWith({ appendonly: 'no' })).toEqual({
      refused: expect.stringMatching(/keeps nothing on disk.* set appendonly yes, or REDIS_EPHEMERAL=yes/),
    });
    expect(await openedWith({ appendonly: 'no' }, { isEphemeral: true })).toEqual({ warned: '' });
  });

  test('keeps only snapshots, or doesn’t say, is accepted with a warning', async () => {
    expect(await openedWith({ appendonly: 'no', save: '3600 1' })).toEqual({
      warned: expect.stringContaining('has no append-only file'),
    });
    expect(await openedWith({ appendonly: 'no' }, { user: 'sms' })).toEqual({
      warned: expect.stringContaining('can’t check whether Redis saves'),
    });
  });
});
