import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MUTATIONS } from '../mutations/list.ts';

const root = join(import.meta.dirname, '../..');

/* What `npm run mutations` edits is still there to be edited, and who should notice is there, too. */

describe.each(MUTATIONS)('$guards', ({ file, from, to, tests, named }) => {
  test('has its line', () => {
    const times = readFileSync(join(root, file), 'utf8').split(from).length - 1;
    expect(times, `${file} should have this once; change test/mutations with it: ${from}`).toBe(1);
    expect(to).not.toBe(from);
  });

  test('has tests', () => {
    expect(tests.filter(path => !existsSync(join(root, path)))).toEqual([]);
    expect(named).not.toBe('');
  });
});

test('each promise is named once', () => {
  const names = MUTATIONS.map(({ guards }) => guards);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
