import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/*
 * Bodies that an attacker would write to make a call slow: every sender's sample, with one value repeated or nested up to
 * the size limit of a call. Always the same bodies in the same order.
 */

export type HostileBody = { name: string; make: () => string };

/** Slightly below the size limit of a call. */
const SIZE = 240_000;
const SAMPLES = join(import.meta.dirname, '../samples/alerts');

type Path = readonly (string | number)[];

/** Texts that our regular expressions look for, so that repeats restart a search again and again. */
const PUMPS = [
  ...[
    ' ',
    '\n',
    '\t',
    '\\n',
    '[',
    ']',
    '[]',
    '[x] ',
    '(',
    '()',
    '<',
    '<!',
    '<#',
    '<@U1',
    '<http:',
    '<a>',
    '](',
    '[a](',
    '{',
    '{{',
    '{}',
  ],
  ...[
    '@',
    'a@',
    'a@b.',
    '.',
    ',',
    ';',
    ':',
    ': ',
    ':a',
    '-',
    '- ',
    '_',
    '*',
    ' *a',
    '`',
    '```',
    '&',
    '&lt;',
    '>',
    '"',
    "'",
    '/',
    '//',
    '\\',
  ],
  ...[
    'a',
    'a ',
    'up ',
    'down ',
    'is up ',
    'has been ',
    'test ',
    '[test] ',
    'ok ',
    'not ',
    '0',
    '0171',
    '+880 ',
    '১',
    'ক ',
    '\u0301',
    '\u200b',
  ],
  ...['\u0001', '\ue000', '\ud83d', '👍', 'https://a ', 'labels={', 'a=b, ', 'a,b\n', 'P1 ', '%%%', '__'],
];
const PROTOTYPE_NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
];

export function* hostileBodies(): Iterable<HostileBody> {
  for (const file of globSync('*.json', { cwd: SAMPLES }).toSorted()) {
    const sample: unknown = JSON.parse(readFileSync(join(SAMPLES, file), 'utf8'));
    for (const { path, value } of placesIn(sample)) {
      const where = `${basename(file, '.json')} ${path.join('.')}`;
      for (const [variant, instead] of insteadOf(value))
        yield { name: `${where}: ${variant}`, make: () => JSON.stringify(replaced(sample, path, instead())) };
    }
    yield { name: `${file} in lists`, make: () => '['.repeat(SIZE / 2) + ']'.repeat(SIZE / 2) };
  }
}

/** Every place in a value, including the value itself. */
function* placesIn(value: unknown, path: Path = []): Iterable<{ path: Path; value: unknown }> {
  yield { path, value };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    yield* placesIn(inner, [...path, Array.isArray(value) ? Number(key) : key]);
}

function replaced(value: unknown, [key, ...rest]: Path, instead: unknown): unknown {
  if (key === undefined) return instead;
  if (Array.isArray(value))
    return value.map((item, at) => (at === key ? replaced(item, rest, instead) : item));
  const fields = Object.entries(value as object);
  return Object.fromEntries(
    fields.map(([name, field]) => [name, name === key ? replaced(field, rest, instead) : field]),
  );
}

type Instead = [what: string, value: () => unknown];

function insteadOf(value: unknown): Instead[] {
  if (Array.isArray(value)) return [...(value.length > 0 ? ofList(value) : []), ...nested(value)];
  if (typeof value === 'object' && value !== null) return [...ofObject(value), ...nested(value)];
  if (typeof value !== 'string') return nested(value);
  return [...ofText(value), ...nested(value)];
}

function ofText(text: string): Instead[] {
  const words = new Set([text, ...text.split(/\s+/).slice(0, 3), ...text.split(/\b/).slice(0, 3)]);
  const pumps = [...PUMPS, ...words].filter(pump => pump !== '');
  return pumps.flatMap((pump): Instead[] => {
    const repeated = () => pump.repeat(Math.ceil(SIZE / bytesOf(pump)));
    return [
      [`${JSON.stringify(pump)} repeated`, repeated],
      [`${JSON.stringify(pump)} repeated behind it`, () => text + repeated()],
      [`${JSON.stringify(pump)} repeated before it`, () => `${repeated()}\u0001${text}`],
    ];
  });
}

/** The size as JSON, where some characters take more. */
const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

const manyTimes = (value: unknown): number => Math.ceil(SIZE / (bytesOf(JSON.stringify(value)) + 1));

function ofList(list: unknown[]): Instead[] {
  const [first] = list;
  const many = (change: (value: unknown, at: number) => unknown) => () =>
    Array.from({ length: manyTimes(first) }, (_none, at) => change(first, at));
  return [
    ['many of its first', many(item => item)],
    ['many that differ', many((item, at) => differing(item, at))],
    ['many with names of their own', many((item, at) => withOwnNames(item, at))],
    ['many empty objects', () => Array.from({ length: SIZE / 3 }, () => ({}))],
    ['many short texts', () => Array.from({ length: SIZE / 4 }, () => 'a')],
    ['many nulls', () => Array.from({ length: SIZE / 5 }, () => null)],
  ];
}

function differing(value: unknown, at: number): unknown {
  if (typeof value === 'string') return `${value}${at}`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const keep = new Set(['status', 'startsAt', 'endsAt']);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, keep.has(name) ? field : differing(field, at)]),
  );
}

/** Gives objects of texts, such as labels, unique names. */
function withOwnNames(value: unknown, at: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value);
  const isTexts = fields.length > 0 && fields.every(([, field]) => typeof field === 'string');
  return Object.fromEntries(
    fields.map(([name, field]) => [isTexts ? `${name}${at}` : name, withOwnNames(field, at)]),
  );
}

function ofObject(object: object): Instead[] {
  const [[name, value] = ['a', 'b']] = Object.entries(object);
  const more = (fields: [string, unknown][]) => ({ ...object, ...Object.fromEntries(fields) });
  const many = (of: (at: number) => [string, unknown]) => () =>
    more(
      Array.from({ length: Math.ceil(SIZE / (bytesOf(JSON.stringify(of(9999))) + 1)) }, (_none, at) =>
        of(at),
      ),
    );
  return [
    ['many short names', many(at => [at.toString(36), ''])],
    ['many names like its first', many(at => [`${name}${at}`, 'a'])],
    ['many like its first', many(at => [`${name}${at}`, value])],
    ['many exported labels', many(at => [`exported_${at.toString(36)}`, 'a'])],
    ['one long name', () => more([[' '.repeat(SIZE), 'a']])],
    ['one long name of brackets', () => more([['['.repeat(SIZE), 'a']])],
    ['names of every object', () => more(PROTOTYPE_NAMES.map(prototypeName => [prototypeName, 'a']))],
    [
      'names of every object, with objects',
      () => more(PROTOTYPE_NAMES.map(prototypeName => [prototypeName, { [prototypeName]: 'a' }])),
    ],
  ];
}

function nested(value: unknown): Instead[] {
  const wrapped = (depth: number, wrap: (inner: unknown) => unknown) => () => {
    let inner = value;
    for (let at = 0; at < depth; at += 1) inner = wrap(inner);
    return inner;
  };
  return [
    ['in 90 lists', wrapped(90, inner => [inner])],
    ['in 90 objects', wrapped(90, inner => ({ data: inner }))],
    ['many of it in lists', wrapped(1, inner => Array.from({ length: manyTimes([inner]) }, () => [inner]))],
    ['as JSON in JSON', wrapped(8, inner => cutOff(JSON.stringify(inner)))],
    ['60,000 lists as JSON in JSON', () => '['.repeat(60_000) + ']'.repeat(60_000)],
    ['many lists as JSON in JSON', () => `[${'[],'.repeat(SIZE / 3)}[]]`],
    [
      'many fields as JSON in JSON',
      () =>
        JSON.stringify(Object.fromEntries(Array.from({ length: SIZE / 14 }, (_none, at) => [`n${at}`, 'a']))),
    ],
    ['an open list as JSON in JSON', () => `[${'"a",'.repeat(SIZE / 7)}`],
  ];
}

/** Cuts JSON off at the size limit, because escapes double with each level. */
const cutOff = (json: string): string => (json.length > SIZE / 2 ? json.slice(0, SIZE / 2) : json);
