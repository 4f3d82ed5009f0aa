import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../../', import.meta.url);
/** The page's own rules, and those of the demo's panels. */
const files = globSync(['src/playground/page/*.css', 'src/demo/*/panel.css'], { cwd: root });
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const css = read('src/playground/page/base.css');

/** Every colour on the page, by custom property, light and dark. */
const colours = new Map(
  [...css.matchAll(/--([\w-]+):\s*(?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g)].map(
    ([, name = '', light, dark, both]) => [name, { light: light ?? both ?? '', dark: dark ?? both ?? '' }],
  ),
);

/** Text and its background. WCAG 2.2, 1.4.3: 4.5 to 1. */
const TEXTS: [string, string[]][] = [
  ['text', ['page', 'surface', 'raised', 'sunken', 'hover', 'private', 'screen', 'bubble', 'accent-soft']],
  ['muted', ['page', 'surface', 'raised', 'sunken', 'hover', 'private', 'screen', 'tag', 'accent-soft']],
  ['accent', ['accent-soft']],
  ['on-accent', ['accent']],
  ['link', ['surface', 'hover', 'private', 'raised', 'bubble']],
  ['code', ['sunken']],
  ['danger', ['danger-soft', 'surface', 'raised', 'hover', 'private']],
  ['on-danger', ['danger']],
  ['warning', ['warning-soft', 'sunken']],
  ['success', ['success-soft', 'sunken']],
  ['info', ['info-soft', 'sunken']],
  ['bar-text', ['bar', 'bar-hover']],
  ['bar-muted', ['bar', 'bar-hover']],
  ['on-bar-active', ['bar-active']],
  ['on-unread', ['unread']],
  ['on-toast', ['toast']],
];

/** Edges of controls and focus rings, against their surroundings. WCAG 2.2, 1.4.11: 3 to 1. */
const EDGES: [string, string[]][] = [
  ['line-strong', ['surface', 'raised', 'page', 'sunken']],
  ['focus', ['page', 'surface', 'raised', 'hover', 'accent-soft']],
  ['accent', ['surface', 'raised']],
  ['danger', ['surface', 'raised']],
];

const pairs = (list: [string, string[]][], least: number) =>
  list.flatMap(([front, backs]) =>
    backs.flatMap(back => (['light', 'dark'] as const).map(theme => ({ front, back, theme, least }))),
  );

test('texts and edges stand out from their surroundings, in light and dark', () => {
  const all = [...pairs(TEXTS, 4.5), ...pairs(EDGES, 3)];
  expect(all.length).toBeGreaterThan(100);
  const faint = all.filter(
    ({ front, back, theme, least }) => contrast(colour(front, theme), colour(back, theme)) < least,
  );
  expect(faint).toEqual([]);
});

test('only base.css sets colours of text, background or outline', () => {
  expect(files.length).toBeGreaterThan(6);
  const elsewhere = files
    .filter(file => !file.endsWith('/base.css'))
    .filter(file => /[\s;](?:color|background|outline-color):[^;]*#/.test(read(file)));
  expect(elsewhere).toEqual([]);
});

function colour(name: string, theme: 'light' | 'dark'): string {
  const values = colours.get(name);
  if (!values) throw new Error(`No colour --${name}`);
  return values[theme];
}

/** WCAG's ratio of relative luminances. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map(channel => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test('everything that moves uses --motion, which is zero for people who prefer less motion', () => {
  expect(css).toMatch(/@media \(prefers-reduced-motion: reduce\) \{\s*:root \{\s*--motion: 0s;/);
  const moving = files.map(read).flatMap(text => text.match(/(?:animation|transition)[^;{]*:[^;{]*;/g) ?? []);
  expect(moving.length).toBeGreaterThan(3);
  expect(moving.filter(rule => !rule.includes('var(--motion)') || /\d+m?s/.test(rule))).toEqual([]);
});

test('no :is() holds a pseudo-element, which a browser drops from it without a word', () => {
  const dropped = files.flatMap(file => read(file).match(/:(?:is|where)\([^){]*::[^{]*/g) ?? []);
  expect(dropped).toEqual([]);
});
