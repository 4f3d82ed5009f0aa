import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SHORTCODE = /(?<=[`'"\s]):([a-z0-9_+]+):(?=[`'"\s])/g;

test('the page draws every emoji that the app writes, and shows no shortcode as letters', () => {
  const drawn = readFileSync('src/playground/page/mrkdwn.js', 'utf8');
  const files = globSync(['src/*/words/**/*.ts', 'src/*/posts/*.ts', 'src/*/slack/**/*.ts']);
  const written = files.flatMap(file => [...readFileSync(file, 'utf8').matchAll(SHORTCODE)]);
  const names = new Set(written.map(([, name = '']) => name));
  expect(names.size).toBeGreaterThan(20);
  expect([...names].filter(name => !new RegExp(`\\b${name} \\P{ASCII}`, 'u').test(drawn))).toEqual([]);
});
