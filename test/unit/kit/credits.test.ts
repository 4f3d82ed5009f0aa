import { expect, test } from 'vitest';
import { expectedCost, parseCredits, withDecimals } from '../../../src/kit/credits.ts';

test.each([
  ['0.35', '0.35'],
  ['12.50', '12.50'],
  ['-0.1', '-0.1'],
  [' 99.65 ', '99.65'],
  // As a service with binary floats writes them.
  ['99.30000000000001', '99.3'],
  ['1e-7', '0'],
  ['1e3', '1000'],
  ['1,234.50', '1234.50'],
])('%s is shown as %s', (written, shown) => {
  expect(parseCredits(written)).toBe(shown);
});

test.each([
  ['24.3', '24.30'],
  ['12', '12.00'],
  ['-0.5', '-0.50'],
  ['0.35', '0.35'],
  ['98.6501', '98.6501'],
])('people read %s as %s', (written, read) => {
  expect(withDecimals(written)).toBe(read);
});

test.each(['', 'a lot', '1,23', '1e400', 'NaN', '0x10', '1.2.3'])('%s is not an amount', written => {
  expect(parseCredits(written)).toBeNull();
});

test.each([
  ['0.35', 1, 2, '0.70'],
  ['1.05', 3, 1, '0.35'],
  ['0.1', 1, 3, '0.30'],
  ['2', 1, 4, '8'],
  // Rounded up, because an estimate that is too low is worse.
  ['1', 3, 1, '0.333334'],
  ['1', 3, 3, '1'],
  ['0', 2, 7, '0'],
  ['999999999999999999.999999', 1, 10, '9999999999999999999.99999'],
])('when %s was paid for %i parts, %i cost about %s', (cost, paidParts, parts, expected) => {
  expect(expectedCost({ cost: parseCredits(cost) as never, parts: paidParts }, parts)).toBe(expected);
});
