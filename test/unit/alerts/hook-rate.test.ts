import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { hooksRoute } from '../../../src/alerts/http/hook-route.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { createRateLimit } from '../../../src/kit/http/rate-limit.ts';
import { createHttpServer } from '../../../src/kit/http/server.ts';

test('each name has a bucket: a burst at once, then a steady rate', () => {
  let now = 0;
  const waitFor = createRateLimit({ burst: 3, perSecond: 2, now: () => now });
  const waits = (name: string, calls: number) => Array.from({ length: calls }, () => waitFor(name));
  expect(waits('a', 5)).toEqual([0, 0, 0, 500, 500]);
  expect(waits('b', 1)).toEqual([0]);
  now = 250;
  expect(waits('a', 1)).toEqual([250]);
  now = 500;
  expect(waits('a', 2)).toEqual([0, 500]);
  now = 60_000;
  expect(waits('a', 4)).toEqual([0, 0, 0, 500]);
  now = 0; // Setting the clock back takes no token away.
  expect(waits('a', 1)).toEqual([500]);
});

test('only callers with the token learn how long to wait when they call too often', async () => {
  const hook = { id: 'T1-hook' } as never;
  const route = hooksRoute({
    callerOf: async ({ headers }) =>
      headers.authorization === 'Bearer good'
        ? { kind: 'admitted', workspace: 'T1', hook, body: null }
        : { kind: 'refused', existing: null },
    intake: async () => {
      throw new Error('It was taken in');
    },
    beat: async () => {
      throw new Error('It was taken in');
    },
    readBody: async () => Buffer.from('{}'),
    runFairly: async (_workspace, work) => runToEnd(work),
    waitFor: () => 1500,
    logSparingly: () => undefined,
    answered: () => undefined,
    calls: { note: () => undefined, noteRefused: () => undefined },
    refusedCalls: { note: async () => undefined },
    subscribe: async () => undefined,
    unlessStalled: () => (_body, work) => work(),
    log: pino({ level: 'silent' }),
  });
  const server = createHttpServer(
    { '/hooks/': route },
    { maxConnections: 10, dropped: () => undefined, failed: () => undefined },
  );
  const port = await server.listen(0, '127.0.0.1');
  onTestFinished(() => server.close(0));
  const call = (token: string) =>
    fetch(`http://127.0.0.1:${port}/hooks/T1-hook`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"message":"x"}',
    });
  const refused = await call('good');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
  expect((await call('bad')).status).toBe(401);
});
