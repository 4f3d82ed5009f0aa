import { expect, test } from 'vitest';
import { masked, maskedExcerpt } from '../../../src/alerts/payloads/masking.ts';

/**
 * Words in calls, and the masked form that admins may read later. Keys have the shapes that their makers give
 * them.
 */
const MASKED = {
  'call 017 1234 5678': 'call •••',
  '+880 1712-345678.': '+•••.',
  '০১৭১২-৩৪৫৬৭৮': '•••',
  '০ ১ ৭ ১ ২ ৩ ৪ ৫ ৬ ৭ ৮': '•••',
  '(01712) 34 56 78': '(•••',
  '{"nid":1990123456789}': '{"nid":•••}',
  'ask rafiq.islam@example.com': 'ask •••',
  'ask rafiq%40example.com': 'ask •••',
  'Authorization: Bearer abcd': 'Authorization: ••• •••',
  'got Bearer eyJhbGciOiJIUzI1NiJ9': 'got Bearer •••',
  '{"password":"hunter2","state":"down"}': '{"password":"•••","state":"down"}',
  '{"db_password": "a \\" b"}': '{"db_password": "•••"}',
  '{\\"token\\":\\"abc\\",': '{\\"token\\":"•••"',
  "{'pin': 1234}": "{'pin': •••}",
  'otp=4821&host=db-1': 'otp=•••&host=db-1',
  'X-Api-Key: abc': 'X-Api-Key: •••',
  'https://app:s3cret@db.example.com/x': 'https://•••@db.example.com/x',
  ghp_16C7e42F292c6912E7710c838347Ae178B4a: '•••',
  AKIAIOSFODNN7EXAMPLE: '•••',
  sk_live_4eC39HqLyjWDarjtT1zdp7dc: '•••',
  'xoxb-123456789012-abcdefGHIJKL': '•••',
  smsh_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE: '•••',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3': '•••.•••.•••',
  '3f2504e0-4f89-11d3-9a0c-0305e82c3301': '•••',
  '5f4dcc3b5aa765d61d8327deb882cf99': '•••',
  '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----': '•••',
} as const;

const SHOWN = [
  'CPU 97% at 09:00 on web-1:443, 10.0.0.5, 94.8% of 64 GiB',
  'NodeFilesystemAlmostOutOfSpace on pg-replica-lag-seconds',
  'author: bob, shipping: 5, a passing test',
  '{"severity":"critical","host":"db-1","value":12345}',
  'ওয়েব সার্ভার web-5 সাড়া দিচ্ছে না',
];

test('numbers of people, addresses, and whatever looks like a secret are masked', () => {
  const all = Object.keys(MASKED).map(text => [text, masked(text)]);
  expect(Object.fromEntries(all)).toEqual(MASKED);
});

test('the description of the problem stays', () => {
  expect(SHOWN.map(masked)).toEqual(SHOWN);
});

test('an excerpt is one line of 200 characters without half a secret in it', () => {
  expect(maskedExcerpt('a\n\tb')).toBe('a b');
  const long = maskedExcerpt(`${'word '.repeat(60)}`);
  expect(long).toHaveLength(200);
  // The excerpt ends inside a key, and the part that remains is too short to look like one.
  const key = 'x9fK2mQp7LzR4tWv8YbN';
  const start = `${'{"password":"'}${'p'.repeat(970)}","k":"${key}`.slice(0, 1000);
  expect(maskedExcerpt(start)).not.toContain(key.slice(0, 6));
});
