import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FEATURES, wordingIn } from '../../src/features.ts';
import { unsaid, usesIn } from '../support/said.ts';

const root = join(import.meta.dirname, '../..');
/** The SMS service has its own words, the playground has none, and words/ itself uses no sentence. */
const APART = /^src\/(sms-service|playground|.*\/words\/(.*\/)?(en|bn)\.ts$)/;

const uses = usesIn(
  globSync('src/**/*.ts', { cwd: root })
    .filter(file => !APART.test(file))
    .map(file => ({ file, code: readFileSync(join(root, file), 'utf8') })),
);
const { ofFeatures, reservedNames: _reserved, ...words } = wordingIn('en');

/** The kinds of entries in the audit log. */
const entries = FEATURES.flatMap(({ audit }) => Object.keys(audit?.kinds ?? {}));

test('every sentence is used', () => {
  const isEntry = (path: string) => entries.includes(path.split('.').at(-1) ?? '');
  expect(unsaid(words, uses).filter(path => !isEntry(path))).toEqual([]);
});

test('each entry of the audit log is written somewhere', () => {
  const writing = globSync('src/**/*.ts', { cwd: root })
    .filter(file => !APART.test(file))
    .map(file => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  for (const kind of entries) expect.soft(writing).toContain(`'${kind}'`);
});

test('each problem of a feature occurs somewhere', () => {
  const raising = globSync('src/**/*.ts', { cwd: root })
    .filter(file => !APART.test(file))
    .map(file => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  for (const { kinds, problem } of Object.values(ofFeatures)) {
    expect(Object.keys(problem).sort()).toEqual(Object.keys(kinds).sort());
    for (const kind of Object.keys(kinds)) expect.soft(raising).toContain(`'${kind}'`);
  }
});

test('an unused sentence is noticed, wherever it stands', () => {
  const groups = groupsOf(words);
  expect(groups.length).toBeGreaterThan(100);
  for (const group of groups) {
    const path = [...group, 'neverShown'];
    expect.soft(unsaid(nested(path), uses), group.join('.')).toEqual([path.join('.')]);
  }
});

test.each([
  ['a path', 'say(words.rotas.wrong.time)', []],
  ['the same name in another group', 'say(words.hooks.wrong.time)', ['rotas.wrong.time']],
  ['the same name of something else', 'say(clock.time)', ['rotas.wrong.time']],
  ['what a variable stands for', 'const said = words.rotas.wrong; say(said.time)', []],
  [
    'what a variable of another group stands for',
    'const said = words.hooks.wrong; say(said.time)',
    ['rotas.wrong.time'],
  ],
  ['a part of it', 'const { wrong: { time } } = words.rotas', []],
  ['the type of a parameter', "const say = (said: Wording['rotas']['wrong']) => said.time", []],
  [
    'the type of another one',
    "const say = (said: Wording['hooks']['wrong']) => said.time",
    ['rotas.wrong.time'],
  ],
  ['a group that is handed on', 'say(words.rotas.wrong); const say = said => said.time', []],
  [
    'a group from which nobody takes it',
    'say(words.rotas.wrong); const say = said => said.day',
    ['rotas.wrong.time'],
  ],
  ['what a variable says', "const why = 'time'; say(words.rotas.wrong[why])", []],
  ['what no variable says', "const why = 'day'; say(words.rotas.wrong[why])", ['rotas.wrong.time']],
])('these count as using a sentence: %s', (_, code, expected) => {
  expect(unsaid({ rotas: { wrong: { time: '' } } }, usesIn([{ file: 'a.ts', code }]))).toEqual(expected);
});

function groupsOf(part: object): string[][] {
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'object' ? [[name], ...groupsOf(value).map(group => [name, ...group])] : [],
  );
}

function nested(path: string[]): object {
  return path.reduceRight<object | string>((inside, name) => ({ [name]: inside }), '') as object;
}
