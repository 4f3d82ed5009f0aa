import { expect, test } from 'vitest';
import { parseCredits } from '../../src/domain/credits.ts';

test.each([
  ['0.35', '0.35'],
  ['12.50', '12.50'],
  ['-0.1', '-0.1'],
  [' 99.65 ', '99.65'],
  // As a service that subtracts binary floats writes them.
  ['99.30000000000001', '99.3'],
  ['1e-7', '0'],
  ['1e3', '1000'],
  ['1,234.50', '1234.50'],
])('%s is shown as %s', (written, shown) => {
  expect(parseCredits(written)).toBe(shown);
});

test.each(['', 'a lot', '1,23', '1e400', 'NaN', '0x10', '1.2.3'])('%s is no amount', written => {
  expect(parseCredits(written)).toBeNull();
});
