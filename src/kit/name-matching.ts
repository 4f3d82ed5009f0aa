import { distance } from 'fastest-levenshtein';
import { withoutUnseen } from './unseen.ts';

const NUKTA = '\u09bc';
/** How ৎ was written before Unicode had it. */
const EARLIER_KHANDA_TA = /\u09a4\u09cd\u200d/gu;
/** র written as ব with a dot. */
const DOTTED_BA = /\u09ac\u09bc/gu;

/**
 * A name such that names which people take for the same are equal, and a part that is typed is found in it: without
 * regard to case, composition, nukta (ড় is ড), what isn't seen, and how much white space there is. Folding it again changes
 * nothing.
 */
export function fold(name: string): string {
  return withoutUnseen(name.normalize('NFD').replace(EARLIER_KHANDA_TA, 'ৎ'))
    .toLowerCase()
    .normalize('NFD')
    .replace(DOTTED_BA, 'র')
    .replaceAll(NUKTA, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFC');
}

/** Orders by name, as people see it. */
export const byName = (one: { name: string }, other: { name: string }): number =>
  fold(one.name) < fold(other.name) ? -1 : 1;

/**
 * How well a name fits what was typed, both folded: 0 if it begins with it, 1 if a word in it does, 2 if it has it anywhere;
 * null: it doesn't.
 */
export function nameRank(folded: string, typed: string): 0 | 1 | 2 | null {
  const at = folded.indexOf(typed);
  if (at <= 0) return at === 0 ? 0 : null;
  return folded.includes(` ${typed}`) ? 1 : 2;
}

/** A name that was typed, by its place among those sought, and the share of its letters that differ. */
export type Near = { at: number; far: number };

/** Fewer letters of a single word are in too many names. */
const FEWEST_LETTERS = 3;

/**
 * The first of the names sought that a name is like: it has all its words, one after the other; or as many words, in each of which a
 * third of the letters differ at most. Null: it is like none.
 *
 * @param name folded, as those sought are
 */
export function nearTo(name: string, sought: readonly string[]): Near | null {
  const words = name.split(' ');
  for (const [at, typed] of sought.entries()) {
    if (typed.length >= FEWEST_LETTERS && ` ${name} `.includes(` ${typed} `)) return { at, far: 0 };
    const differing = differingIn(words, typed.split(' '));
    if (differing !== null) return { at, far: differing / name.length };
  }
  return null;
}

/** How many letters differ; null: too many. */
function differingIn(words: readonly string[], typed: readonly string[]): number | null {
  if (words.length !== typed.length) return null;
  let differing = 0;
  for (const [index, word] of words.entries()) {
    const letters = distance(typed[index] ?? '', word);
    if (letters > Math.floor(word.length / 3)) return null;
    differing += letters;
  }
  return differing;
}

/** Of those that are like the first name that any is like, the nearest. */
export function nearest<T extends Near>(all: readonly T[]): T[] {
  const order = (one: Near, other: Near) => one.at - other.at || one.far - other.far;
  const [best] = all.toSorted(order);
  return best ? all.filter(one => order(one, best) === 0) : [];
}
