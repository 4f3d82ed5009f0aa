import { expect, test } from 'vitest';

/** The tests' tsconfig doesn't cover the page's scripts. */
const panel = new URL('../../../src/demo/phone/panel.js', import.meta.url).href;
const { unbroken }: { unbroken(parts: string[]): string[] } = await import(panel);

const LINK = 'http://localhost:36123/stop/abc';

test.each([
  ['a letter', ['ট', 'াকা'], ['টা', 'কা']],
  ['a link', ['Stop: http://localhost:361', '23/stop/abc. Bye'], ['Stop: ', `${LINK}. Bye`]],
  ['a link that fills a part', [LINK.slice(0, 20), LINK.slice(20)], [LINK.slice(0, 20), LINK.slice(20)]],
  ['nothing', ['Dear all, ', 'come'], ['Dear all, ', 'come']],
])('a part that ends inside %s isn’t cut there on the phone', (_what, parts, shown) => {
  expect(unbroken(parts)).toEqual(shown);
});
