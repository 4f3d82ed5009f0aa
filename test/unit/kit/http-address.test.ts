import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { networkOf } from '../../../src/kit/http/rate-limit.ts';

const from = (remoteAddress: string, forwarded: string | undefined, proxies: number): string =>
  networkOf(
    { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } as IncomingMessage['socket'] },
    proxies,
  );

test('callers are told apart by what the proxies in front wrote, never by a caller’s own headers', () => {
  const seen = [
    from('10.0.0.1', '203.0.113.9', 0),
    from('10.0.0.1', '198.51.100.7, 203.0.113.9', 1),
    from('10.0.0.1', '198.51.100.7, 203.0.113.9, 10.0.0.2', 2),
    from('10.0.0.1', '203.0.113.9', 2),
    from('10.0.0.1', 'unknown', 1),
    from('10.0.0.1', undefined, 1),
    from('::ffff:203.0.113.9', undefined, 0),
    from('2001:db8:0:a::1', undefined, 0),
    from('2001:0db8::000a:1:2:3:4', undefined, 0),
    from('::1', undefined, 0),
  ];
  expect(seen).toEqual([
    '10.0.0.1',
    '203.0.113.9',
    '203.0.113.9',
    '10.0.0.1',
    '10.0.0.1',
    '10.0.0.1',
    '203.0.113.9',
    '2001:db8:0:a',
    '2001:db8:0:a',
    '0:0:0:0',
  ]);
});
