import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LabelRoute, parseRoutes, routedTo, routesAsTyped } from '../../../src/alerts/label-routes.ts';

const POLICIES = [
  { id: 'p1', label: 'Databases' },
  { id: 'p2', label: 'ওয়েব' },
];
const [DB, WEB] = POLICIES as [(typeof POLICIES)[number], (typeof POLICIES)[number]];

test.each([
  ['team = db -> Databases', [['team', 'db']]],
  ['team=db→databases', [['team', 'db']]],
  ['team == "db, main" => DATABASES', [['team', 'db, main']]],
  ['team = db, web , "a → b" → Databases', [['team', 'db', 'web', 'a → b']]],
  ['team one of db, web -> Databases', [['team', 'db', 'web']]],
  ['team is one of (db, web) -> Databases', [['team', 'db', 'web']]],
  [
    'team = “db” and env = prod → Databases',
    [
      ['team', 'db'],
      ['env', 'prod'],
    ],
  ],
  [
    'team = db এবং env = prod → "Databases"',
    [
      ['team', 'db'],
      ['env', 'prod'],
    ],
  ],
])('reads %s', (typed, labels) => {
  const routes = [{ labels: labels.map(([name, ...values]) => ({ name, values })), policy: DB }];
  expect(parseRoutes(`\n${typed}\n`, POLICIES)).toEqual({ routes, problem: null });
});

test.each([
  ['team = db', { kind: 'no_arrow', line: 1 }],
  ['team = db →', { kind: 'no_policy', line: 1 }],
  ['team = db → Databases\n\nteam =~ w.* → ওয়েব', { kind: 'pattern', part: 'team =~ w.*', line: 3 }],
  ['team != db → Databases', { kind: 'pattern', part: 'team != db', line: 1 }],
  ['team = d* → Databases', { kind: 'pattern', part: 'team = d*', line: 1 }],
  ['db → Databases', { kind: 'unclear', part: 'db', line: 1 }],
  ['team = db, → Databases', { kind: 'unclear', part: 'team = db,', line: 1 }],
  ['team = db → Network', { kind: 'unknown_policy', part: 'Network', line: 1 }],
  [`team = ${'x'.repeat(300)} → Databases`, { kind: 'too_long', line: 1 }],
  [
    Array.from({ length: 21 }, () => 'team = db → Databases').join('\n'),
    { kind: 'too_many', limit: 20, line: 21 },
  ],
])('says what is wrong with %s', (typed, problem) => {
  expect(parseRoutes(typed, POLICIES).problem).toMatchObject(problem);
});

test('the first route that fits decides; an alert without the label goes to the hook’s own people', () => {
  const { routes } = parseRoutes('team = db and env = prod → Databases\nteam = db, web → ওয়েব', POLICIES);
  expect(routedTo(routes, { team: 'db', env: 'prod' })).toEqual(DB);
  expect(routedTo(routes, { team: 'db' })).toEqual(WEB);
  expect(routedTo(routes, { team: 'web', env: 'prod' })).toEqual(WEB);
  expect(routedTo(routes, { env: 'prod' })).toBeNull();
  expect(routedTo(routes, { constructor: 'db' })).toBeNull();
});

const word = fc
  .stringMatching(/^[^\s=!~"“”„«»,()<>→⇒⟶*-][^"“”„«»*\n\r\p{Cc}]{0,8}$/u)
  .filter(text => text.trim() === text);
const label = fc.stringMatching(/^[a-z_]{1,8}$/);
const route: fc.Arbitrary<LabelRoute> = fc.record({
  labels: fc.uniqueArray(
    fc.record({ name: label, values: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }) }),
    {
      minLength: 1,
      maxLength: 3,
      selector: ({ name }) => name,
    },
  ),
  policy: fc.constantFrom(...POLICIES),
});

test('routes are read again as they are shown', () => {
  fc.assert(
    fc.property(fc.array(route, { maxLength: 5 }), routes => {
      expect(parseRoutes(routesAsTyped(routes), POLICIES)).toEqual({ routes, problem: null });
    }),
  );
});

test('every alert goes by exactly one policy, or by none: that of the first line that it fits', () => {
  const labels = fc.dictionary(fc.constantFrom('team', 'env'), fc.constantFrom('db', 'web', 'prod'));
  const some: fc.Arbitrary<LabelRoute> = fc.record({
    labels: fc.array(
      fc.record({
        name: fc.constantFrom('team', 'env'),
        values: fc.uniqueArray(fc.constantFrom('db', 'web', 'prod'), { minLength: 1 }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    policy: fc.constantFrom(...POLICIES),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 5 }), labels, (routes, of) => {
      const fitting = routes.filter(({ labels: all }) =>
        all.every(({ name, values }) => values.some(value => of[name] === value)),
      );
      expect(routedTo(routes, of)).toEqual(fitting[0]?.policy ?? null);
    }),
  );
});
