import { createHmac } from 'node:crypto';
import { verifySlackRequest } from '@slack/bolt/dist/receivers/verify-request.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSignatureCheck } from '../../../src/kit/slack/http.ts';

const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';
const NOW = Date.UTC(2026, 10, 21, 9);
const isSigned = createSignatureCheck(SECRET);

const sign = (timestamp: string, body: string, secret = SECRET, version = 'v0'): string =>
  `${version}=${createHmac('sha256', secret).update(`${version}:${timestamp}:${body}`).digest('hex')}`;

function boltSays(timestamp: string, signature: string, body: string): boolean {
  const headers = { 'x-slack-signature': signature, 'x-slack-request-timestamp': Number(timestamp) };
  try {
    verifySlackRequest({ signingSecret: SECRET, headers, body, nowMilliseconds: NOW });
    return true;
  } catch {
    return false;
  }
}

const ageS = fc.oneof(fc.integer({ min: -290, max: 290 }), fc.constantFrom(-4000, -301, 301, 4000));
const damage = fc.oneof(
  { weight: 3, arbitrary: fc.constant((signature: string) => signature) },
  fc.nat(66).map(at => (signature: string) => `${signature.slice(0, at)}x${signature.slice(at + 1)}`),
  fc.nat(66).map(at => (signature: string) => signature.slice(0, at)),
  fc.string().map(more => (signature: string) => signature + more),
  fc.constant((signature: string) => signature.toUpperCase()),
);

test('an accepted request is signed and fresh, by Bolt’s check too, and a genuine one is accepted', () => {
  let passed = 0;
  const request = fc.record({
    body: fc.string({ unit: 'binary' }),
    ageS,
    damage,
    secret: fc.oneof({ weight: 3, arbitrary: fc.constant(SECRET) }, fc.string({ minLength: 1 })),
    version: fc.oneof({ weight: 5, arbitrary: fc.constant('v0') }, fc.constantFrom('v1', '', 'V0')),
  });
  fc.assert(
    fc.property(request, ({ body, ageS: age, damage: damaged, secret, version }) => {
      const timestamp = String(NOW / 1000 - age);
      const genuine = sign(timestamp, body, secret, version);
      const signature = damaged(genuine);
      const headers = { 'x-slack-signature': signature, 'x-slack-request-timestamp': timestamp };
      const verdict = isSigned(headers, Buffer.from(body), NOW);
      if (verdict) expect(boltSays(timestamp, signature, body)).toBe(true);
      expect(verdict).toBe(signature === sign(timestamp, body) && Math.abs(age) <= 300);
      if (verdict) passed += 1;
    }),
    { numRuns: 2000 },
  );
  expect(passed).toBeGreaterThan(200);
});

test.each([
  ['no signature', {}],
  ['no timestamp', { 'x-slack-signature': sign('1', '') }],
  [
    'a timestamp that is no number',
    { 'x-slack-signature': sign('now', ''), 'x-slack-request-timestamp': 'now' },
  ],
  ['an empty timestamp', { 'x-slack-signature': sign('', ''), 'x-slack-request-timestamp': '' }],
])('%s does not pass', (_name, headers) => {
  expect(isSigned(headers, Buffer.from(''), NOW)).toBe(false);
});

test('the signature is checked against the bytes that arrived', () => {
  const timestamp = String(NOW / 1000);
  const headers = { 'x-slack-signature': sign(timestamp, '\ufffd'), 'x-slack-request-timestamp': timestamp };
  expect(isSigned(headers, Buffer.from([0xff]), NOW)).toBe(false);
});
