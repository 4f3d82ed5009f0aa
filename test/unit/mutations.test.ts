import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTATIONS } from '../mutations/list.ts';

const root = join(import.meta.dirname, '../..');

/* Each line that `npm run mutations` edits still exists, and so do the tests that should notice. */

test('each has its line, once, and an edit that changes it', () => {
  const wrong = MUTATIONS.filter(({ file, from, to }) => {
    const times = readFileSync(join(root, file), 'utf8').split(from).length - 1;
    return times !== 1 || to === from;
  });
  expect(wrong.map(({ guards, file, from }) => `${guards}: ${file} should have this once: ${from}`)).toEqual(
    [],
  );
});

test('each has tests', () => {
  expect(MUTATIONS.flatMap(({ tests }) => tests.filter(path => !existsSync(join(root, path))))).toEqual([]);
  expect(MUTATIONS.filter(({ named }) => named === '')).toEqual([]);
});

test('each promise is named once', () => {
  const names = MUTATIONS.map(({ guards }) => guards);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
