import { expect, test } from 'vitest';
import { nearLimit } from '../../../src/attention/sources/limits.ts';
import type { Credits } from '../../../src/kit/credits.ts';

const texts = (cap: number) => ({ texts: cap, credits: null });
const credits = (cap: string) => ({ texts: null, credits: cap as Credits });
const use = (used: number, millionths = 0, open = 0) => ({ texts: used, millionths, open });
const PRICE = { cost: '0.70' as Credits, parts: 2 };

test.each([
  ['no limit', { texts: null, credits: null }, use(999), null],
  ['three quarters', texts(4), use(3), null],
  ['four fifths', texts(5), use(4), '4 of 5 texts'],
  ['a limit of one', texts(1), use(0), null],
  ['all of it', texts(1), use(1), '1 of 1 texts'],
  ['credits that aren’t many', credits('10'), use(50, 7_999_999), null],
  ['credits at four fifths', credits('10'), use(50, 8_000_000), '8 of 10 credits'],
  [
    'texts whose cost isn’t known yet count at the last price',
    credits('10'),
    use(50, 7_300_000, 2),
    '8 of 10 credits',
  ],
] as const)('%s', (_, limit, used, near) => {
  const answer = nearLimit(limit, used, PRICE);
  expect(answer && `${answer.used} of ${answer.cap} ${answer.unit}`).toBe(near);
});
