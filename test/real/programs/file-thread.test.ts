import { expect, test, vi } from 'vitest';
import { createReadInThread } from '../../../src/contacts/importing/reading/thread.ts';
import { farmersXlsx } from '../../support/farmers.ts';
import { bombs, withOneFarCell } from '../../support/workbooks.ts';

const MB = 1024 * 1024;

test('whatever a file does to its thread, the app keeps running, and its memory stays within bounds', async () => {
  const failed = vi.fn();
  const read = createReadInThread(failed);
  const before = process.memoryUsage.rss();
  let maxBytes = 0;
  const watch = setInterval(() => {
    maxBytes = Math.max(maxBytes, process.memoryUsage.rss());
  }, 5);
  const { honest, lying, unlisted } = bombs(2800);
  expect(await read(honest)).toBe('swells');
  expect(await read(lying)).toBe('broken');
  expect(await read(unlisted)).toMatchObject({ format: 'xlsx' });
  expect(await read(withOneFarCell('XFD1048576'))).toBe('too_many_columns');
  const table = await read(farmersXlsx(2000));
  clearInterval(watch);
  expect(table).toMatchObject({
    format: 'xlsx',
    sheets: [{ name: 'Farmers', isHidden: false, fault: null }],
  });
  if (typeof table !== 'string') expect(table.sheets[0]?.rows).toHaveLength(2001);
  expect(failed).not.toHaveBeenCalled();
  expect(maxBytes - before).toBeLessThan(250 * MB);
}, 120_000);

test('a file that takes too long is stopped', async () => {
  expect(await createReadInThread(vi.fn(), 1)(farmersXlsx())).toBe('too_slow');
});
