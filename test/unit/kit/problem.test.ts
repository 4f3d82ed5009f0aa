import { expect, test } from 'vitest';
import { holdingCodeOf, type Problem } from '../../../src/kit/problem.ts';

const refused = (code: Extract<Problem, { kind: 'SERVICE_REFUSED' }>['code'], proven = true): Problem => ({
  kind: 'SERVICE_REFUSED',
  code,
  status: 400,
  proven,
});

test('a refusal about the key or its account holds the key; a bare status, or one about a text, does not', () => {
  for (const code of [
    'MISSING_API_KEY',
    'INVALID_API_KEY',
    'ACCOUNT_SUSPENDED',
    'INSUFFICIENT_CREDITS',
  ] as const) {
    expect(holdingCodeOf(refused(code))).toBe(code);
    expect(holdingCodeOf(refused(code, false))).toBeNull();
  }
  for (const code of [
    null,
    'MISSING_PARAMETERS',
    'INVALID_NUMBER',
    'MESSAGE_TOO_LONG',
    'RATE_LIMITED',
  ] as const)
    expect(holdingCodeOf(refused(code))).toBeNull();
  expect(holdingCodeOf({ kind: 'EXPIRED' })).toBeNull();
});
