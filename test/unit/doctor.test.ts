import { expect, test } from 'vitest';
import { clockFinding } from '../../src/kit/examination.ts';
import { durability, memory, replication } from '../../src/kit/store/redis/examine.ts';
import { validity } from '../../src/texts/examine.ts';
import { missingScopes } from '../../src/workspace/examine.ts';
import { BOT_SCOPES } from '../../src/workspace/slack/install/routes.ts';

/* The rules of `npm run doctor`; test/real/programs/doctor.test.ts runs it. */

test('a clock that is off by more than a minute is wrong', () => {
  const at = Date.parse('2026-11-21T09:00:00Z');
  const isAt = (offMs: number) =>
    clockFinding('clock', new Date(at).toUTCString(), {
      askedAt: at + offMs,
      answeredAt: at + offMs + 1000,
    })[0]?.is;
  expect([-90_000, -30_000, 0, 30_000, 90_000].map(isAt)).toEqual(['wrong', 'ok', 'ok', 'ok', 'wrong']);
  expect(clockFinding('clock', null, { askedAt: at, answeredAt: at }), 'nothing to go by').toEqual([]);
  expect(clockFinding('clock', 'yesterday', { askedAt: at, answeredAt: at })).toEqual([]);
});

test.each([
  ['aof_enabled:1', { save: '', fsync: 'everysec' }, 'ok'],
  ['aof_enabled:1', { save: '', fsync: null }, 'ok'],
  ['aof_enabled:1', { save: '', fsync: 'no' }, 'look'],
  ['aof_enabled:1\r\naof_last_write_status:err', { save: '', fsync: 'always' }, 'wrong'],
  ['aof_enabled:1\r\nmaxmemory_policy:allkeys-lru', { save: '', fsync: 'always' }, 'wrong'],
  ['aof_enabled:0', { save: '', fsync: null }, 'wrong'],
  ['aof_enabled:0', { save: '3600 1', fsync: null }, 'look'],
  ['aof_enabled:0', { save: null, fsync: null }, 'look'],
])('Redis with %s and %o: %s', (info, settings, is) => {
  expect(durability(info, { ...settings, isEphemeral: false }).is).toBe(is);
});

test('Redis’ memory and replicas', () => {
  const used = (most: number) => memory(`used_memory:${80 * 2 ** 20}\r\nmaxmemory:${most * 2 ** 20}`).is;
  expect([0, 1000, 100, 84].map(used)).toEqual(['ok', 'ok', 'look', 'wrong']);
  const info = 'slave0:ip=a,state=online,lag=0\r\nslave1:ip=b,state=wait_bgsave,lag=0';
  expect([0, 1, 2].flatMap(replicas => replication(info, replicas)).map(({ is }) => is)).toEqual([
    'ok',
    'wrong',
  ]);
});

test('scopes that the manifest asks for and the token lacks', () => {
  expect(missingScopes(BOT_SCOPES.join(','), false)).toEqual([]);
  expect(missingScopes('commands, chat:write', false)).toEqual(['users:read', 'usergroups:read']);
  expect(missingScopes(BOT_SCOPES.join(','), true), 'with SLACKBOT=yes').toEqual(['mcp:connect']);
});

test('a certificate that ends soon', () => {
  const now = Date.parse('2026-11-21T09:00:00Z');
  const until = (days: number) =>
    validity('certificate', { valid_to: new Date(now + days * 86_400_000).toUTCString() }, now);
  expect(until(60)).toMatchObject({ is: 'ok', detail: 'valid for 60 days' });
  expect(until(13).is).toBe('look');
});
