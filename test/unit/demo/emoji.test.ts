import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the demo’s page draws each emoji that the app’s words and posts use, instead of its name', () => {
  const page = readFileSync('src/playground/page/mrkdwn.js', 'utf8');
  const drawn = new Set(
    [...page.matchAll(/(?:^ +|`| {2})([a-z0-9_+]+) \p{Emoji}/gmu)].map(([, name]) => name),
  );
  const used = globSync(['src/**/words/**/*.ts', 'src/alerts/posts/lines.ts']).flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/:([a-z][a-z_]+):/g)].map(([, name]) => name),
  );
  expect(used).toContain('test_tube');
  expect([...new Set(used)].filter(name => !drawn.has(name))).toEqual([]);
});
