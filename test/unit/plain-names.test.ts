import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Pronouns and participles, which don't say what a variable holds. */
const RIDDLES = new Set(
  (
    'its who whom whose what that those one other others another found known given wanted said made left rest asked told ' +
    'taken judged meant kept'
  ).split(' '),
);
/** A comparison may call its two sides so. */
const SIDES = new Set(['one', 'other', 'another']);

type Node = { type: string; start: number; [field: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The names that a pattern declares, such as both of `{ a, b: [c] }`. `...rest` is what everybody calls it. */
function declaredBy(pattern: unknown): { name: string; start: number }[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [{ name: String(pattern.name), start: pattern.start }];
    case 'AssignmentPattern':
      return declaredBy(pattern.left);
    case 'RestElement':
      return declaredBy(pattern.argument).filter(({ name }) => name !== 'rest');
    case 'ArrayPattern':
      return (pattern.elements as unknown[]).flatMap(declaredBy);
    case 'ObjectPattern':
      return (pattern.properties as Node[]).flatMap(property => declaredBy(property.value ?? property));
    default:
      return [];
  }
}

/** Variables that are riddles, and literals that are spread into an object only to squeeze its lines. */
function riddlesIn(file: string): string[] {
  const code = readFileSync(join(root, file), 'utf8');
  const riddles: string[] = [];
  const report = (start: number, riddle: string) =>
    riddles.push(`${file}:${code.slice(0, start).split('\n').length} ${riddle}`);
  function walk(value: unknown): void {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isNode(value)) return;
    const params = Array.isArray(value.params) ? value.params : [];
    const isComparison =
      params.length === 2 && params.every(param => isNode(param) && SIDES.has(String(param.name)));
    for (const { name, start } of [
      ...(isComparison ? [] : params.flatMap(declaredBy)),
      ...(value.type === 'VariableDeclarator' ? declaredBy(value.id) : []),
      ...(value.type === 'CatchClause' ? declaredBy(value.param) : []),
    ]) {
      if (RIDDLES.has(name)) report(start, name);
    }
    if (value.type === 'ObjectExpression') {
      for (const property of value.properties as Node[]) {
        const isLiteral = isNode(property.argument) && property.argument.type === 'ObjectExpression';
        if (property.type === 'SpreadElement' && isLiteral) report(property.start, '...{');
      }
    }
    Object.values(value).forEach(walk);
  }
  walk(parseSync(file, code).program);
  return riddles;
}

test('variables say what they hold, and no spread only squeezes lines', () => {
  const files = globSync('{src,test,tools,bench}/**/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(900);
  expect(files.flatMap(riddlesIn)).toEqual([]);
});
