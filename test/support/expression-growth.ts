import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import { createStepCounter, type Expression, fits } from './expression-steps.ts';

/*
 * Finds texts on which a regular expression takes more than linear work. The texts come from the expression itself: parts
 * it matches, repeated, between a prefix it matches and a suffix it can't match.
 */

/** A text whose work grows faster than its length: `before`, `repeated` many times, `after`. */
export type Growth = { before: string; repeated: string; after: string; exponent: number };

/** The most work that a text twice as long may take: linear is 2, quadratic 4. */
const LINEAR = 2.6;
/** More steps than any polynomial takes on texts this short. */
const MAX_STEPS = 1_000_000;

/** A text on which the work grows; null if it is linear on all tried texts. */
export function growthOf(expression: Expression): Growth | null {
  if (!repeatsAt(expression.pattern)) return null;
  const count = createStepCounter(expression);
  for (const { before, repeated, after } of textsFor(expression)) {
    const stepsOf = (times: number): number => count(before + repeated.repeat(times) + after, MAX_STEPS);
    const ratioFor = (characters: number): number => {
      const times = Math.max(8, Math.round(characters / repeated.length));
      const more = stepsOf(2 * times);
      return more === MAX_STEPS ? Number.POSITIVE_INFINITY : more / stepsOf(times);
    };
    // A short text shows that most are harmless.
    if (ratioFor(20) < LINEAR || ratioFor(60) < LINEAR) continue;
    const growth = ratioFor(150);
    if (growth < LINEAR) continue;
    return { before, repeated, after, exponent: Math.log2(growth) };
  }
  return null;
}

/** A repeat up to this number multiplies the work by a constant at most. */
const MAX_CONSTANT_REPEATS = 20;

function repeatsAt(pattern: AST.Pattern): boolean {
  let repeats = false;
  visitRegExpAST(pattern, {
    onQuantifierEnter({ max }) {
      repeats ||= max > MAX_CONSTANT_REPEATS;
    },
  });
  return repeats;
}

function* textsFor({ pattern, flags }: Expression): Iterable<Omit<Growth, 'exponent'>> {
  const { characters, one: characterOf } = charactersFor(pattern, flags);
  const sampled = samplesOf(pattern, characterOf);
  const pairs = characters.flatMap(a => characters.flatMap(b => (a === b ? [] : [a + b])));
  const repeatable = new Set([...characters, ...pairs, ...sampled.words]);
  for (const before of sampled.before)
    for (const repeated of [...repeatable, before, ...characters.map(c => before + c)])
      for (const after of repeated === '' ? [] : sampled.after) yield { before, repeated, after };
}

const USUAL = [...'a0 \n-_.!/:,"<>[]{}()@#=ক০é\u00a0\u0001'];

/** One character for each set that the expression tells apart, and a function that returns a character for a node. */
function charactersFor(pattern: AST.Pattern, flags: string) {
  const tests: ((character: string) => boolean)[] = [];
  const literal = new Set<string>();
  const note = (node: AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass): void => {
    tests.push(fits(node, flags));
  };
  visitRegExpAST(pattern, {
    onCharacterSetEnter: node =>
      void (node.parent.type === 'CharacterClass' || note(node as AST.CharacterSet)),
    onCharacterClassEnter: node => void (node.parent.type === 'CharacterClass' || note(node)),
    onExpressionCharacterClassEnter: note,
    onCharacterEnter: ({ value }) => void literal.add(String.fromCodePoint(value)),
  });
  const marks = [...literal].filter(character => !/[\p{L}\p{N}]/u.test(character));
  const bySet = new Map<string, string>();
  for (const character of [...USUAL, ...literal]) {
    const isOwn = marks.includes(character) && marks.length <= 8;
    const key = `${tests.map(test => (test(character) ? 1 : 0)).join('')} ${isOwn ? character : ''}`;
    if (!bySet.has(key)) bySet.set(key, character);
  }
  const pool = [...USUAL, ...literal, ...'bcdefz19A'];
  return {
    characters: [...bySet.values()].slice(0, 14),
    one: (node: AST.Element): string => {
      if (node.type === 'Character') return String.fromCodePoint(node.value);
      const isFit = fits(node as AST.CharacterSet, flags);
      return pool.find(isFit) ?? '';
    },
  };
}

/** The shortest texts that parts of the expression match, the prefix before each repeat, and suffixes that stop a repeat. */
function samplesOf(pattern: AST.Pattern, characterOf: (node: AST.Element) => string) {
  const words = new Set<string>();
  const before = new Set(['']);
  const after = new Set(['', '\u0001', '\n', 'a', 'a\na']);
  const read = (node: AST.Element): string => {
    switch (node.type) {
      case 'Group':
      case 'CapturingGroup':
        return all(node.alternatives[0] as AST.Alternative);
      case 'Quantifier':
        return read(node.element as AST.Element).repeat(Math.min(node.min, 40));
      case 'Assertion':
      case 'Backreference':
        return '';
      default:
        return characterOf(node);
    }
  };
  const all = ({ elements }: { elements: AST.Element[] }): string => elements.map(read).join('');
  /** @param behind the text matched before it */
  const walk = (alternatives: readonly AST.Alternative[], behind: string): void => {
    for (const { elements } of alternatives) {
      let sofar = behind;
      for (const element of elements) {
        const inner = element.type === 'Quantifier' ? (element.element as AST.Element) : element;
        if (element.type === 'Quantifier' && element.max > MAX_CONSTANT_REPEATS) {
          before.add(sofar);
          const word = read(inner);
          if (word !== '') {
            words.add(word);
            words.add(`${word} `);
          }
        }
        if ('alternatives' in inner) {
          if (element.type === 'Quantifier' && element.max > MAX_CONSTANT_REPEATS)
            for (const alternative of inner.alternatives.slice(0, 8)) words.add(all(alternative));
          walk(inner.alternatives, sofar);
        }
        sofar += read(element);
      }
      if (elements.length > 0) words.add(all({ elements }));
    }
  };
  walk(pattern.alternatives, '');
  visitRegExpAST(pattern, {
    onQuantifierEnter({ max, element }) {
      if (max > MAX_CONSTANT_REPEATS && element.type === 'CharacterClass') {
        const stops = element.negate ? element.elements[0] : null;
        if (stops?.type === 'Character') after.add(String.fromCodePoint(stops.value));
      }
    },
  });
  return { words: [...words].slice(0, 24), before: [...before].slice(0, 8), after: [...after].slice(0, 8) };
}
