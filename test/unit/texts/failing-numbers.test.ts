import { expect, test } from 'vitest';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { withFailing } from '../../../src/texts/store/failing-numbers.ts';
import type { WorkspaceRecord } from '../../../src/texts/store/usage.ts';

const EMPTY: WorkspaceRecord = { id: 'T1', lastPrice: null, warnedAt: null, recentTexts: '' };
const NUMBER = '01712345678' as LocalNumber;
const refusedFor = (code: 'INVALID_NUMBER' | 'MESSAGE_TOO_LONG') =>
  ({ state: 'refused', problem: { kind: 'SERVICE_REFUSED', code, status: 400, proven: true } }) as const;
const ENDS = {
  number: refusedFor('INVALID_NUMBER'),
  length: refusedFor('MESSAGE_TOO_LONG'),
  late: { state: 'refused', problem: { kind: 'EXPIRED' } },
  uncertain: { state: 'uncertain', problem: undefined },
  sent: { state: 'sent', problem: undefined },
} as const;

test.each([
  [['number', 'number', 'number'], 3],
  [['number', 'number', 'sent', 'number'], 1],
  [['number', 'uncertain', 'late', 'length', 'number'], 2],
  [['sent', 'sent'], undefined],
] as const)('%j', (ends, times) => {
  const after = ends.reduce(
    (record, end, at) => withFailing(record, { ...ENDS[end], number: NUMBER }, at),
    EMPTY,
  );
  expect(after.failing?.find(({ number }) => number === NUMBER)?.times).toBe(times);
});

test('a text that is sent changes nothing for other numbers, so it costs no write', () => {
  const failing = withFailing(EMPTY, { ...ENDS.number, number: NUMBER }, 1);
  expect(withFailing(failing, { ...ENDS.sent, number: '01812345678' as LocalNumber }, 2)).toBe(failing);
});

test('the number that failed longest ago gives way to the hundred and first', () => {
  let record = EMPTY;
  for (let n = 0; n <= 100; n++)
    record = withFailing(
      record,
      { ...ENDS.number, number: `018${String(n).padStart(8, '0')}` as LocalNumber },
      n,
    );
  expect(record.failing).toHaveLength(100);
  expect(record.failing?.[0]?.number).toBe('01800000001');
});
