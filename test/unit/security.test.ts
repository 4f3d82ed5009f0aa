import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

/* docs/security.md makes only promises that a test keeps. */

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const [, ...parts] = read('docs/security.md').split(/^## /m);
const sections = parts.map(part => {
  const [heading = '', ...lines] = part.split('\n').filter(line => line !== '');
  return { heading, lines };
});
/** The cells of a table's rows, without its head. */
const rowsOf = (lines: readonly string[]): string[][] =>
  lines.slice(2).map(line =>
    line
      .slice(1, -1)
      .split('|')
      .map(cell => cell.trim()),
  );

/** True if a file has a test, or a group of tests, with this title. */
function hasTest(file: string, title: string): boolean {
  const escaped = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?:\\b(?:test|it|describe)|\\))\\(\\s*(['"\`])${escaped}\\1,`).test(read(file));
}

test('outside of its tables it promises nothing', () => {
  expect(sections.length).toBeGreaterThan(5);
  for (const { heading, lines } of sections) {
    expect(
      lines.filter(line => !/^\|.*\|$/.test(line)),
      heading,
    ).toEqual([]);
    const head = heading === 'Scopes' ? '| scope | why |' : '| promise | held by |';
    expect(lines.slice(0, 2)).toEqual([head, '|---|---|']);
  }
});

test('each promise names an existing test', () => {
  const promises = sections
    .filter(({ heading }) => heading !== 'Scopes')
    .flatMap(({ lines }) => rowsOf(lines));
  expect(promises.length).toBeGreaterThan(50);
  const unheld = promises.filter(([, heldBy = '']) => {
    const [, file = '', title = ''] = /^`(test\/[\w./-]+\.ts)` › (.+)$/.exec(heldBy) ?? [];
    return !existsSync(join(root, file)) || file === '' || !hasTest(file, title);
  });
  expect(unheld).toEqual([]);
});

test('it explains the scopes that both manifests ask for', () => {
  const scopes = sections.flatMap(({ heading, lines }) => (heading === 'Scopes' ? rowsOf(lines) : []));
  const explained = scopes.map(([scope = '']) => scope.replaceAll('`', ''));
  for (const file of ['manifest.yml', 'manifest.public.yml'])
    expect(parse(read(file)).oauth_config.scopes.bot).toEqual(explained);
});
