import fc from 'fast-check';
import { expect, it } from 'vitest';
import { creditsAsNumber, formatCredits, MAX_CREDITS, parseCredits } from '../../../src/sms-service/money.ts';

const anyCredits = fc.bigInt({ min: 0n, max: MAX_CREDITS });

it('writes what it reads, in text and as a JSON number', () => {
  fc.assert(
    fc.property(anyCredits, amount => {
      const written = formatCredits(amount);
      expect(parseCredits(written)).toBe(amount);
      expect(JSON.stringify(creditsAsNumber(amount))).toBe(written);
    }),
    { numRuns: 2000, examples: [[MAX_CREDITS], [1n], [996_500n], [0n]] },
  );
});

it('adds up without drift: any charges and the remainder make the original amount', () => {
  fc.assert(
    fc.property(anyCredits, fc.array(fc.bigInt({ min: 1n, max: 10_000_000n })), (start, charges) => {
      let balance = start;
      for (const charge of charges) balance -= charge;
      expect(charges.reduce((sum, it) => sum + it, balance)).toBe(start);
    }),
  );
  // In doubles, a thousand times 0.1 is 99.9999999999986.
  const tenth = parseCredits('0.1') ?? 0n;
  expect(formatCredits(tenth * 1000n)).toBe('100');
});

it.each([
  '',
  '-1',
  '+1',
  '1e3',
  '.5',
  '1.',
  '0.00001',
  '1,000',
  ' 1',
  '১',
  'NaN',
  '100000000000',
  '9'.repeat(50),
])('refuses %j as an amount', written => {
  expect(parseCredits(written)).toBeNull();
});
