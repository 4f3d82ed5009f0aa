import { expect, test } from 'vitest';
import { createSparingLog } from '../../../src/kit/http/rate-limit.ts';
import { createLog } from '../../../src/log.ts';

test('writes twenty lines at once, then one a second that says how many were left out', () => {
  const lines: { msg: string; n: number; leftOut?: number }[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  let now = 0;
  const write = createSparingLog(createLog({ level: 'info', stream, secrets: [] }), () => now);
  for (let n = 1; n <= 1000; n += 1) write('warn', { n }, 'refused');
  expect(lines.map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  now = 1000;
  write('error', { n: 1001 }, 'refused');
  write('error', { n: 1002 }, 'refused');
  now = 2000;
  write('warn', { n: 1003 }, 'refused');
  expect(lines.slice(20)).toMatchObject([
    { n: 1001, leftOut: 980, msg: 'refused' },
    { n: 1003, leftOut: 1 },
  ]);
  now = 60_000;
  write('warn', { n: 1004 }, 'refused');
  expect(lines.at(-1)).not.toHaveProperty('leftOut');
});
