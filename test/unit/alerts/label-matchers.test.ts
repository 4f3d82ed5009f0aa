import { describe, expect, test } from 'vitest';
import { labelsAsTyped, parseLabels } from '../../../src/alerts/label-matchers.ts';

/* Labels as people type them into the form that mutes alerts. */

const read = (typed: string): unknown => {
  const parsed = parseLabels(typed);
  return parsed.ok
    ? parsed.labels.map(({ name, isEqual, value }) => [name, isEqual ? '=' : '!=', value])
    : parsed.problem.kind;
};

test.each<[string, unknown]>([
  ['team = db', [['team', '=', 'db']]],
  ['team=db', [['team', '=', 'db']]],
  ['team == db', [['team', '=', 'db']]],
  ['  env != prod  ', [['env', '!=', 'prod']]],
  [
    'team = db and env != prod',
    [
      ['team', '=', 'db'],
      ['env', '!=', 'prod'],
    ],
  ],
  [
    'team = db AND\nenv != prod',
    [
      ['team', '=', 'db'],
      ['env', '!=', 'prod'],
    ],
  ],
  [
    'team = db এবং env != prod',
    [
      ['team', '=', 'db'],
      ['env', '!=', 'prod'],
    ],
  ],
  ['service = payment gateway', [['service', '=', 'payment gateway']]],
  ['team = brand', [['team', '=', 'brand']]],
  ['dept = "research and development"', [['dept', '=', 'research and development']]],
  ['dept = “research and development”', [['dept', '=', 'research and development']]],
  ['url = http://x?a=b', [['url', '=', 'http://x?a=b']]],
  ['glob = "db-*"', [['glob', '=', 'db-*']]],
  ['env = ""', [['env', '=', '']]],
  ['env =', 'unclear'],
  ['', 'missing'],
  ['  ', 'missing'],
  ['db', 'unclear'],
  ['team db', 'unclear'],
  ['team = db and', 'unclear'],
  ['and', 'unclear'],
  ['team = db and "x"', 'unclear'],
  ['team = "db" prod', 'unclear'],
  ['two words = db', 'unclear'],
  ['team =~ db.*', 'pattern'],
  ['team !~ db', 'pattern'],
  ['instance = db-*', 'pattern'],
  [`a = ${'x'.repeat(200)}`, 'too_long'],
  [Array.from({ length: 11 }, (_, n) => `a${n} = b`).join(' and '), 'too_many'],
])('%j', (typed, labels) => {
  expect(read(typed)).toEqual(labels);
});

describe('reads matchers as people type them', () => {
  test.each([
    'team = db and env != prod',
    'dept = "research and development"',
    'env = ""',
    'glob = "db-*"',
    'service = payment gateway',
  ])('%s', typed => {
    const parsed = parseLabels(typed);
    expect(parsed.ok && labelsAsTyped(parsed.labels)).toBe(typed);
  });
});

test('names the part that can’t be read', () => {
  expect(parseLabels('team = db and prod')).toEqual({
    ok: false,
    problem: { kind: 'unclear', part: 'prod' },
  });
});
