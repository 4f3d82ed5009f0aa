import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Node, parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { growthOf } from '../support/expression-growth.ts';
import { parsed } from '../support/expression-steps.ts';

/*
 * Strangers choose what our regular expressions search: they write alert titles, cells of files and messages.
 * A backtracking engine can take time that grows with the square of a text, or doubles with each character,
 * and blocks everybody else meanwhile. So every expression must stay linear, measured in counted steps on
 * texts derived from the expression.
 */

const root = join(import.meta.dirname, '../..');

/** Expressions built at run time: the resulting source, and where it comes from. */
const MADE: Record<string, { source: string; of: string }> = {
  'src/schedules/store/store.ts new RegExp(`"${name}":"([^"\\\\\\\\]*)"`)': {
    source: '"workspace":"([^"\\\\]*)"',
    of: 'names of fields of ours',
  },
  "src/kit/store/redis/durability-check.ts new RegExp(`^${name}:(.*?)\\\\r?$`, 'm')": {
    source: '^maxmemory_policy:(.*?)\\r?$',
    of: 'names of fields of ours, in what Redis says about itself',
  },
  "src/kit/store/redis/server.ts new RegExp(`^${name}:(\\\\w+)`, 'm')": {
    source: '^redis_version:(\\w+)',
    of: 'names of fields of ours, in what Redis says about itself',
  },
  "src/kit/slack/bolt.ts new RegExp(`^(?:${listeners.map(({ id }) => id).join('|')})$`)": {
    source: '^(?:send_again|cancel)$',
    of: 'our own ids of buttons and forms',
  },
  [`src/texts/parse/slack-markup.ts new RegExp(
    String.raw\`(?<![\\p{L}\\p{N}\${mark}])[\${mark}](?=[^\\s\${mark}])([^\${mark}\\n]*[^\\s\${mark}])[\${mark}](?![\\p{L}\\p{N}\${mark}])\`,
    'gu',
  )`]: {
    source: String.raw`(?<![\p{L}\p{N}*])[*](?=[^\s*])([^*\n]*[^\s*])[*](?![\p{L}\p{N}*])`,
    of: 'the signs that Slack formats words with',
  },
  "src/contacts/importing/reading/vcard.ts new RegExp(`^${indent}`, 'gm')": {
    source: '^  ',
    of: 'blanks before the first line of a card',
  },
  'src/texts/text-links.ts new RegExp(`^[${ALPHABET}]{${length}}$`)': {
    source: '^[0-9A-Za-z]{10}$',
    of: 'the length of our own tokens',
  },
  "src/texts/text-links.ts new RegExp(`(?<=${path})[${ALPHABET}]{${length}}(?![${ALPHABET}])`, 'g')": {
    source: '(?<=/s/)[0-9A-Za-z]{10}(?![0-9A-Za-z])',
    of: 'our own paths, and the length of our own tokens',
  },
};

type Expression = { where: string; code: string; source: string | null; flags: string };

const children = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter(value => typeof value === 'object' && value !== null && 'type' in value);

/** Every expression of a file; `source` is null if it isn't written there. */
function expressionsOf(file: string, code: string): Expression[] {
  const { program } = parseSync(file, code);
  const constants = new Map<string, Node>();
  const expressions: Expression[] = [];
  const at = (node: Node): string => `${file}:${code.slice(0, node.start).split('\n').length}`;
  (function walk(node: Node): void {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      constants.set(node.id.name, node.init);
    if (node.type === 'Literal' && 'regex' in node)
      expressions.push({
        where: at(node),
        code: code.slice(node.start, node.end),
        source: node.regex.pattern,
        flags: node.regex.flags,
      });
    const isMade = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (isMade && node.callee.type === 'Identifier' && node.callee.name === 'RegExp') {
      const [source, flags] = node.arguments as [Node, Node?];
      expressions.push({
        where: at(node),
        code: code.slice(node.start, node.end),
        source: textOf(source, name => constants.get(name) ?? exportedAs(name)),
        flags: flags ? (textOf(flags, name => constants.get(name) ?? null) ?? '') : '',
      });
    }
    children(node).forEach(walk);
  })(program);
  return expressions;
}

type Lookup = (name: string) => Node | null;

/** The value of a constant text; null if the code doesn't determine it. */
function textOf(node: Node, constant: Lookup): string | null {
  const all = (nodes: readonly Node[]): string[] | null => {
    const texts = nodes.map(element => textOf(element, constant));
    return texts.includes(null) ? null : (texts as string[]);
  };
  switch (node.type) {
    case 'Literal':
      if ('regex' in node) return node.regex.pattern;
      return typeof node.value === 'string' ? node.value : null;
    case 'TemplateLiteral': {
      const filled = all(node.expressions);
      return filled && node.quasis.map(({ value }, index) => value.cooked + (filled[index] ?? '')).join('');
    }
    case 'TaggedTemplateExpression': {
      // `String.raw`
      const { quasis, expressions } = node.quasi;
      const filled = all(expressions);
      return filled && quasis.map(({ value }, index) => value.raw + (filled[index] ?? '')).join('');
    }
    case 'BinaryExpression':
      return all([node.left, node.right])?.join('') ?? null;
    case 'Identifier': {
      const value = constant(node.name);
      return value && textOf(value, constant);
    }
    case 'MemberExpression':
      return node.property.type === 'Identifier' && node.property.name === 'source'
        ? textOf(node.object, constant)
        : null;
    case 'CallExpression': {
      // `[…].join('|')` and `Object.keys({…}).join('')`
      const [between] = node.arguments;
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || !between) return null;
      const parts = partsOf(callee.object, constant);
      return (parts && all(parts))?.join(textOf(between as Node, constant) ?? '') ?? null;
    }
    default:
      return null;
  }
}

function partsOf(node: Node, constant: Lookup): Node[] | null {
  if (node.type === 'ArrayExpression') return node.elements as Node[];
  const [argument] = node.type === 'CallExpression' ? node.arguments : [];
  const object = argument?.type === 'Identifier' ? constant(argument.name) : null;
  return object?.type === 'ObjectExpression'
    ? object.properties.flatMap(property => (property.type === 'Property' ? [property.key as Node] : []))
    : null;
}

const files = globSync('src/**/*.{ts,js,mjs}', { cwd: root }).toSorted();
const codes = new Map(files.map(file => [file, readFileSync(join(root, file), 'utf8')]));

/** A regular expression, or a part of one, that another file exports under this name. */
function exportedAs(name: string): Node | null {
  for (const [file, code] of codes) {
    const at = code.search(new RegExp(`^export const ${name} = (?:/|String\\.raw)`, 'm'));
    if (at < 0) continue;
    const [first] = parseSync(file, code.slice(at + 'export '.length)).program.body;
    if (first?.type === 'VariableDeclaration') return first.declarations[0]?.init ?? null;
  }
  return null;
}

const expressions = [...codes].flatMap(([file, code]) => expressionsOf(file, code));
const nameOf = ({ where, code }: Expression): string => `${where.replace(/:\d+$/, '')} ${code}`;

test('every expression’s source is written in the code, or is a named exception', () => {
  const unknown = expressions.filter(({ source }) => source === null).map(nameOf);
  expect(unknown.toSorted()).toEqual(Object.keys(MADE).toSorted());
});

test('every regular expression stays linear on any input', () => {
  const growing = expressions.flatMap(expression => {
    const growth = growthOf(
      parsed(expression.source ?? MADE[nameOf(expression)]?.source ?? '', expression.flags),
    );
    if (!growth) return [];
    const { before, repeated, after, exponent } = growth;
    const text = `${JSON.stringify(before)} + ${JSON.stringify(repeated)} × n + ${JSON.stringify(after)}`;
    return [`${expression.where} ${expression.code}: n^${exponent.toFixed(1)} on ${text}`];
  });
  expect(expressions.length).toBeGreaterThan(400);
  expect(growing).toEqual([]);
});

test.each([
  ['a leading repeat that starts anywhere', '\\s+$', ''],
  ['a repeat that reads its own start', '<[!@#][^>]*>', 'g'],
  ['two repeats of the same', '^a*\\s*a*$', ''],
  ['a repeat in a lookahead', '(?<=^|[;\\n])(?=\\s*=)', 'g'],
  ['a repeat in a lookbehind', '(?<=a.*)b', 'g'],
  ['a mark inside and outside of brackets', '^(?:\\W*\\[[^\\]]*\\])*\\W*test', 'i'],
  ['repeats of repeats', '^(?:\\w+\\s?)*$', ''],
  ['words that begin alike', '^(?:up|u|p)+$', ''],
  ['a backreference', '(a*)\\1b', ''],
])('finds %s', (_what, source, flags) => {
  expect(growthOf(parsed(source, flags))).not.toBeNull();
});

test.each([
  ['\\d{4}-\\d\\d', 'g'],
  ['(?<!\\s)\\s+$', ''],
  ['<[!@#][^<>]*>', 'g'],
  ['^(?:[^\\w[]*\\[[^\\]]*\\])*x', ''],
])('leaves %s alone', (source, flags) => {
  expect(growthOf(parsed(source, flags))).toBeNull();
});
