import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;
/** Created by running the project, so missing in a fresh clone. */
const MADE_LATER = /^(\.\/)?(data|node_modules)\b/;

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...globSync('docs/**/*.md', { cwd: root }),
].map(file => ({ file, text: readFileSync(join(root, file), 'utf8') }));

test('the docs name only paths that exist', () => {
  const named = pages.flatMap(({ file, text }) => [
    ...[...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
      .map(([, path = '']) => path)
      .filter(path => !/^[a-z]+:/.test(path))
      .map(path => ({ file, path: join(dirname(file), path) })),
    ...[...text.matchAll(/`((?:src|test|docs|bench|tools|\.ci)\/[\w./-]*|[\w-]+\.(?:yml|json|md|ts))`/g)]
      .map(([, path = '']) => ({ file, path }))
      .filter(({ path }) => !MADE_LATER.test(path)),
  ]);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});

test('links to a heading lead to one', () => {
  const headings = ({ text }: { text: string }): string[] =>
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    );
  const links = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\(([^)#\s:]*)#([^)]+)\)/g)].map(([, path = '', heading = '']) => ({
      file,
      to: path === '' ? file : join(dirname(file), path),
      heading,
    })),
  );
  expect(links.length).toBeGreaterThan(20);
  const lost = links.filter(({ to, heading }) => {
    const page = pages.find(candidate => candidate.file === to);
    return page && !headings(page).includes(heading);
  });
  expect(lost).toEqual([]);
});

test('the docs name only commands that exist', () => {
  const named = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !(name in scripts))).toEqual([]);
});
