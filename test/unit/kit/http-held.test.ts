import { expect, test } from 'vitest';
import { createHolding } from '../../../src/kit/http/rate-limit.ts';

test('limits the bytes that one caller’s calls hold together: refuses large calls first, and no other caller’s', async () => {
  const holding = createHolding(1000);
  const ends = Promise.withResolvers<string>();
  const hold = (owner: string, bytes: number) => holding(owner, bytes, () => ends.promise);
  const first = [hold('a', 5000)];
  expect(await hold('a', 1)).toBe('too_busy');
  first.push(hold('b', 100), hold('b', 100), hold('b', 100));
  expect(await hold('b', 100)).toBe('too_busy');
  first.push(hold('b', 50));
  ends.resolve('done');
  expect(await Promise.all(first)).toEqual(Array(5).fill('done'));
  // A finished call holds nothing, even if it failed.
  await expect(holding('b', 900, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await hold('a', 1)).toBe('done');
  expect(await hold('b', 100)).toBe('done');
});
