import { type Node, type Program, parseSync, visitorKeys } from 'oxc-parser';

/*
 * Finds sentences that nothing shows. Code reaches a sentence by its path, `words.rotas.wrong.time`, by a variable that
 * holds a part of it, or by passing its group on. Types would need the compiler, so this goes by names: it always finds an
 * unused sentence, unless a sentence with the same name is used nearby.
 */

/**
 * The end of a path to a sentence or group, as far as a file shows it. `isWhole`: the path begins at the root of all
 * sentences.
 */
type Tail = { names: string[]; isWhole: boolean };
/** A tail with the names that its file mentions. */
type FileTail = Tail & { mentioned: ReadonlySet<string> };

export type Uses = Record<'read' | 'passed' | 'opened', Map<string, FileTail[]>> & {
  /** Texts that a variable may hold: every quoted text and every key. */
  sayable: Set<string>;
};

const ALL: Tail = { names: [], isWhole: true };
const UNKNOWN: Tail = { names: [], isWhole: false };
/** The tails of a name that holds all sentences. */
const WORDS = [ALL, UNKNOWN];

/** The sentences that these sources read, the groups that they pass on, and the groups from which a variable selects. */
export function usesIn(sources: readonly { file: string; code: string }[]): Uses {
  const uses: Uses = { read: new Map(), passed: new Map(), opened: new Map(), sayable: new Set() };
  for (const { file, code } of sources) collect(parseSync(file, code).program, uses);
  return uses;
}

export function unsaid(words: object, uses: Uses): string[] {
  return paths(words)
    .filter(path => !isShown(path, uses))
    .map(path => path.join('.'));
}

function paths(part: object): string[][] {
  return Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'object' ? paths(value).map(path => [name, ...path]) : [[name]],
  );
}

function isShown(path: string[], uses: Uses): boolean {
  const inAny = (tails: Map<string, FileTail[]>, where: string[]): boolean =>
    tails.get(where.at(-1) ?? '')?.some(use => fits(use, where)) ?? false;
  if (inAny(uses.read, path)) return true;
  if (uses.sayable.has(path.at(-1) ?? '') && inAny(uses.opened, path.slice(0, -1))) return true;
  const reads = uses.read.get(path.at(-1) ?? '') ?? [];
  if (!reads.some(tail => !tail.isWhole && endsAlike(tail.names, path))) return false;
  return path.some((_, depth) => {
    const group = path.slice(0, depth);
    return inAny(uses.passed, group) || inAny(uses.opened, group);
  });
}

/** True if a file that has only the end of a path may mean this path, because it mentions the other names too. */
function fits({ names, isWhole, mentioned }: FileTail, path: string[]): boolean {
  if (!endsAlike(names, path)) return false;
  const ancestors = path.slice(0, -names.length);
  return isWhole ? ancestors.length === 0 : ancestors.every(name => mentioned.has(name));
}

/** True for calls that return all sentences of a language: `wordingIn(…)` and `words.in(…)`. */
function isAll(callee: Node): boolean {
  if (callee.type === 'Identifier') return callee.name === 'wordingIn';
  return callee.type === 'MemberExpression' && !callee.computed && nameOf(callee.property) === 'in';
}

const nameOf = (node: Node): string | null => (node.type === 'Identifier' ? node.name : null);

function endsAlike(names: string[], path: string[]): boolean {
  const from = path.length - names.length;
  return names.length > 0 && from >= 0 && names.every((name, at) => name === path[from + at]);
}

function collect(program: Program, uses: Uses): void {
  const mentioned = new Set<string>();
  /** The possible tails of each variable in this file, and of each type. */
  const variables = new Map<string, Tail[]>();
  const types = new Map<string, Tail>([
    ['Wording', ALL],
    ['Words', ALL],
  ]);
  const foreign = new Set<string>();
  /** Texts in literal types, which a variable may hold. */
  const quoted = new Set<string>();

  function tailsOf(node: Node | null | undefined): Tail[] {
    switch (node?.type) {
      case 'Identifier':
        return variables.get(node.name) ?? (node.name === 'words' ? WORDS : [UNKNOWN]);
      case 'MemberExpression': {
        const { property } = node;
        if (node.computed || property.type !== 'Identifier') return [UNKNOWN];
        return property.name === 'words' ? WORDS : tailsOf(node.object).map(longer(property.name));
      }
      case 'ConditionalExpression':
        return [...tailsOf(node.consequent), ...tailsOf(node.alternate)];
      case 'AwaitExpression':
        return tailsOf(node.argument);
      case 'ParenthesizedExpression':
        return tailsOf(node.expression);
      case 'CallExpression':
        return [isAll(node.callee) ? ALL : UNKNOWN];
      default:
        return [UNKNOWN];
    }
  }

  function bind(pattern: Node, tails: Tail[]): void {
    if (pattern.type === 'AssignmentPattern') bind(pattern.left, tails);
    const type = 'typeAnnotation' in pattern ? (pattern.typeAnnotation as Node | null) : null;
    const possible = !type ? tails : isForeign(type) ? [] : [typed(type) ?? tails].flat();
    if (pattern.type === 'Identifier') {
      const indexedAt = pattern.name === 'words' && !type && possible.includes(UNKNOWN) ? WORDS : possible;
      variables.set(pattern.name, [...(variables.get(pattern.name) ?? []), ...indexedAt].filter(isFirst));
    }
    for (const property of pattern.type === 'ObjectPattern' ? pattern.properties : [])
      if (property.type === 'RestElement') bind(property.argument, possible);
      else if (property.key.type === 'Identifier') {
        const { name } = property.key;
        note(uses.read, possible.map(longer(name)));
        bind(property.value, name === 'words' ? WORDS : possible.map(longer(name)));
      }
  }

  /** The tail that a type stands for, such as `Wording['rotas']['wrong']`; null for any other type. */
  function typed(type: Node): Tail | null {
    switch (type.type) {
      case 'TSTypeAnnotation':
        return typed(type.typeAnnotation);
      case 'TSIntersectionType':
        return type.types.map(typed).find(tail => tail !== null) ?? null;
      case 'TSTypeReference': {
        const [argument] = type.typeArguments?.params ?? [];
        const name = type.typeName.type === 'Identifier' ? type.typeName.name : '';
        return types.get(name) ?? (argument && name === 'Pick' ? typed(argument) : null);
      }
      case 'TSIndexedAccessType': {
        const { indexType } = type;
        const name =
          indexType.type === 'TSLiteralType' && 'value' in indexType.literal && indexType.literal.value;
        const whole = typed(type.objectType);
        return whole && typeof name === 'string' ? longer(name)(whole) : null;
      }
      default:
        return null;
    }
  }

  /** True for an imported type that isn't one of sentences. */
  function isForeign(type: Node): boolean {
    if (type.type === 'TSTypeAnnotation') return isForeign(type.typeAnnotation);
    return (
      type.type === 'TSTypeReference' &&
      type.typeName.type === 'Identifier' &&
      foreign.has(type.typeName.name) &&
      !types.has(type.typeName.name)
    );
  }

  const note = (tailsByName: Map<string, FileTail[]>, tails: Tail[]) => {
    for (const tail of tails) {
      const name = tail.names.at(-1);
      if (name !== undefined)
        tailsByName.set(name, [...(tailsByName.get(name) ?? []), { ...tail, mentioned }]);
    }
  };

  walk(program, node => {
    if (node.type === 'Identifier') mentioned.add(node.name);
    if (node.type === 'Literal' && typeof node.value === 'string') mentioned.add(node.value);
    if (node.type === 'Literal') uses.sayable.add(String(node.value));
    if (node.type === 'Property' && node.key.type === 'Identifier') uses.sayable.add(node.key.name);
    if (node.type === 'TSLiteralType' && 'value' in node.literal) quoted.add(String(node.literal.value));
    if (node.type === 'ImportDeclaration' && !node.source.value.includes('/words/'))
      for (const { local } of node.specifiers) foreign.add(local.name);
    if (node.type !== 'TSTypeAliasDeclaration') return;
    const tail = typed(node.typeAnnotation);
    if (tail) types.set(node.id.name, tail);
  });
  walk(program, node => {
    if (node.type === 'VariableDeclarator') bind(node.id, tailsOf(node.init));
    if ('params' in node && Array.isArray(node.params))
      for (const param of node.params as Node[]) bind(param, [UNKNOWN]);
  });
  walk(program, (node, above) => {
    if (node.type !== 'MemberExpression' && node.type !== 'Identifier') return;
    const isHandedOn =
      above?.type !== 'VariableDeclarator' && (above?.type !== 'MemberExpression' || above.object !== node);
    if (isHandedOn) note(uses.passed, tailsOf(node));
    if (node.type !== 'MemberExpression') return;
    note(uses.read, tailsOf(node));
    if (!node.computed || node.property.type === 'Literal') return; // A list is indexed by numbers.
    const opened = tailsOf(node.object);
    note(
      uses.opened,
      opened.filter(({ isWhole, names }) => isWhole || names.length > 1),
    );
    if (opened.includes(UNKNOWN)) for (const name of quoted) note(uses.read, [longer(name)(UNKNOWN)]);
  });
}

const longer =
  (name: string) =>
  ({ names, isWhole }: Tail): Tail => ({ names: [...names, name], isWhole });

function isFirst(tail: Tail, at: number, all: Tail[]): boolean {
  return (
    all.findIndex(
      earlier => earlier.isWhole === tail.isWhole && earlier.names.join() === tail.names.join(),
    ) === at
  );
}

function walk(node: Node, visit: (node: Node, above: Node | null) => void, above: Node | null = null): void {
  visit(node, above);
  for (const key of visitorKeys[node.type] ?? []) {
    const child = (node as unknown as Record<string, Node | (Node | null)[] | null>)[key];
    for (const item of Array.isArray(child) ? child : [child]) if (item) walk(item, visit, node);
  }
}
