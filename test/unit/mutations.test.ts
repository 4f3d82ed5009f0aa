import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
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
  const code = globSync('test/{contracts,journeys,real,sim,unit}/**/*.ts', { cwd: root })
    .map(file => readFileSync(join(root, file), 'utf8'))
    .join();
  const unnamed = MUTATIONS.filter(
    ({ named }) => named !== undefined && (named === '' || !code.includes(named)),
  );
  expect(unnamed.map(({ guards, named }) => `${guards}: no test is named ${named}`)).toEqual([]);
});

test('each promise is named once', () => {
  const names = MUTATIONS.map(({ guards }) => guards);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

/** The variables that code names, without fields. */
function variablesIn(file: string, code: string): Set<string> {
  const variables = new Set<string>();
  function walk(node: unknown, isField = false): void {
    if (Array.isArray(node)) for (const child of node) walk(child);
    else if (typeof node === 'object' && node !== null) {
      const { type, name, computed, shorthand, ...children } = node as Record<string, unknown>;
      if (type === 'Identifier' && !isField) variables.add(String(name));
      for (const [key, child] of Object.entries(children))
        walk(child, (key === 'property' || key === 'key') && !computed && !shorthand);
    }
  }
  walk(parseSync(file, code).program);
  return variables;
}

test('each edit names only what its file knows: a mutant that can’t run is noticed by any test', () => {
  const unknown = MUTATIONS.filter(({ file }) => file.endsWith('.ts')).flatMap(
    ({ guards, file, from, to }) => {
      const code = readFileSync(join(root, file), 'utf8');
      const names = variablesIn(file, code);
      return [
        ...variablesIn(
          file,
          code.replace(from, () => to),
        ),
      ]
        .filter(
          name =>
            !names.has(name) && !(name in globalThis) && !to.includes(`const [${name}]`) && name !== '_',
        )
        .map(name => `${guards}: ${name}`);
    },
  );
  expect(unknown).toEqual([]);
});
