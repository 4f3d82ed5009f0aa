import { type AST, RegExpParser } from '@eslint-community/regexpp';

/*
 * Measures the work of a regular expression without a clock: a plain backtracking matcher, as engines have, that counts its
 * attempts. It searches a whole text, as `replace` and `matchAll` do.
 */

type Matching = { text: string; steps: number; most: number; groups: Map<string | number, string> };
/** Continues after a match that ends at this index. */
type Then = (at: number) => boolean;
type Matcher = (on: Matching, at: number, then: Then) => boolean;

class TooManySteps extends Error {}

export type Expression = { pattern: AST.Pattern; flags: string };

export function parsed(source: string, flags: string): Expression {
  const sets = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') };
  return { pattern: new RegExpParser().parsePattern(source, 0, source.length, sets), flags };
}

/** Counts the steps of searching a text; `most` if the search takes more. */
export function createStepCounter({ pattern, flags }: Expression): (text: string, most: number) => number {
  const match = oneOf(pattern.alternatives, flags, false);
  return (text, most) => {
    const on: Matching = { text, steps: 0, most, groups: new Map() };
    try {
      for (let at = 0; at <= text.length; ) {
        let end = at;
        const isMatch = match(on, at, to => {
          end = to;
          return true;
        });
        if (isMatch ? !flags.includes('g') : flags.includes('y')) break;
        at = Math.max(at + 1, end);
      }
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
    }
    return on.steps;
  };
}

function count(on: Matching): void {
  on.steps += 1;
  if (on.steps >= on.most) throw new TooManySteps();
}

/** @param back inside a lookbehind, which matches from its end */
function oneOf(alternatives: readonly AST.Alternative[], flags: string, back: boolean): Matcher {
  const each = alternatives.map(({ elements }) => {
    const inOrder = elements.map(element => matcherOf(element, flags, back));
    return sequence(back ? inOrder.toReversed() : inOrder);
  });
  return (on, at, then) => each.some(match => match(on, at, then));
}

function sequence(all: readonly Matcher[]): Matcher {
  const from =
    (index: number): Matcher =>
    (on, at, then) => {
      const match = all[index];
      return match ? match(on, at, to => (following[index] as Matcher)(on, to, then)) : then(at);
    };
  const following = all.map((_match, index) => from(index + 1));
  return from(0);
}

function matcherOf(node: AST.Element, flags: string, back: boolean): Matcher {
  switch (node.type) {
    case 'Group':
      return oneOf(node.alternatives, flags, back);
    case 'CapturingGroup': {
      const match = oneOf(node.alternatives, flags, back);
      return (on, at, then) =>
        match(on, at, to => {
          on.groups.set(node.name ?? '', on.text.slice(Math.min(at, to), Math.max(at, to)));
          return then(to);
        });
    }
    case 'Quantifier':
      return repeated(node, flags, back);
    case 'Assertion':
      return assertion(node, flags);
    case 'Backreference':
      return (on, at, then) => {
        count(on);
        const captured = on.groups.get(String(node.ref)) ?? '';
        return on.text.startsWith(captured, at) && then(at + captured.length);
      };
    default: {
      const length = lengthOf(node, flags);
      return (on, at, then) => {
        const read = length(on, at, back);
        return read > 0 && then(back ? at - read : at + read);
      };
    }
  }
}

function repeated(node: AST.Quantifier, flags: string, back: boolean): Matcher {
  const { element, min, max, greedy } = node;
  if (element.type.startsWith('Character') && greedy && !back) return repeatedCharacter(node, flags);
  const match = matcherOf(element as AST.Element, flags, back);
  const again = (on: Matching, at: number, then: Then, times: number): boolean => {
    count(on);
    const more = (): boolean =>
      times < max &&
      match(on, at, to => (to === at && times >= min ? false : again(on, to, then, times + 1)));
    if (times < min) return more();
    return greedy ? more() || then(at) : then(at) || more();
  };
  return (on, at, then) => again(on, at, then, 0);
}

/** Greedy: as many characters as match, then one fewer each time. */
function repeatedCharacter({ element, min, max }: AST.Quantifier, flags: string): Matcher {
  const length = lengthOf(element as AST.Element, flags);
  return (on, at, then) => {
    const ends = [at];
    for (let to = at; ends.length <= max; ends.push(to)) {
      const read = length(on, to, false);
      if (read === 0) break;
      to += read;
    }
    for (let times = ends.length - 1; times >= min; times -= 1) {
      count(on);
      if (then(ends[times] as number)) return true;
    }
    return false;
  };
}

const WORD = /\w/;

function assertion(node: AST.Assertion, flags: string): Matcher {
  if (node.kind === 'lookahead' || node.kind === 'lookbehind') {
    const match = oneOf(node.alternatives, flags, node.kind === 'lookbehind');
    return (on, at, then) => match(on, at, () => true) !== node.negate && then(at);
  }
  const holds = ({ text }: Matching, at: number): boolean => {
    const [before = '', after = ''] = [text[at - 1], text[at]];
    if (node.kind === 'word') return (WORD.test(before) !== WORD.test(after)) !== node.negate;
    const neighbour = node.kind === 'start' ? before : after;
    return neighbour === '' || (flags.includes('m') && /[\n\r\u2028\u2029]/.test(neighbour));
  };
  return (on, at, then) => {
    count(on);
    return holds(on, at) && then(at);
  };
}

type OneCharacter = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

/** True if the node matches the character, decided by the engine itself. */
export function fits(node: OneCharacter, flags: string): (character: string) => boolean {
  const expression = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gymd]/g, ''));
  const results = new Map<string, boolean>();
  return character => {
    const isFit = results.get(character) ?? expression.test(character);
    results.set(character, isFit);
    return isFit;
  };
}

function lengthOf(node: AST.Element, flags: string): (on: Matching, at: number, back: boolean) => number {
  const isFit = fits(node as OneCharacter, flags);
  const isUnicode = /[uv]/.test(flags);
  return (on, at, back) => {
    count(on);
    const low = on.text.codePointAt(back ? at - 2 : at) ?? 0;
    const size = isUnicode && low > 0xffff ? 2 : 1;
    const character = back ? on.text.slice(Math.max(0, at - size), at) : on.text.slice(at, at + size);
    return character !== '' && isFit(character) ? size : 0;
  };
}
