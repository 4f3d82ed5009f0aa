import { distance } from 'fastest-levenshtein';
import { withoutUnseen } from './unseen.ts';

const NUKTA = '\u09bc';
/** ৎ as it was written before Unicode had it. */
const EARLIER_KHANDA_TA = /\u09a4\u09cd\u200d/gu;
/** র written as ব with a dot. */
const DOTTED_BA = /\u09ac\u09bc/gu;

/**
 * Folds a name, so that names which people consider the same are equal and a typed part is found in it. Ignores case,
 * composition, nukta (ড় is ড), invisible characters and the amount of white space. Idempotent.
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

/** Orders by folded name. */
export const byName = (one: { name: string }, other: { name: string }): number =>
  fold(one.name) < fold(other.name) ? -1 : 1;

/**
 * Ranks a name for a search, both folded: 0 if the name begins with the search, 1 if a word in it does, 2 if it contains
 * the search; null otherwise.
 */
export function nameRank(folded: string, typed: string): 0 | 1 | 2 | null {
  const at = folded.indexOf(typed);
  if (at <= 0) return at === 0 ? 0 : null;
  return folded.includes(` ${typed}`) ? 1 : 2;
}

/** A near match. `at`: the index of the searched name; `far`: the share of letters that differ. */
export type Near = { at: number; far: number };

/** A shorter search is in too many names. */
const MIN_LETTERS = 3;

/**
 * The first search that a name nearly matches; null if there is none. The name contains the searched words in a row, or
 * has as many words, each with at most a third of its letters different.
 *
 * @param name folded
 * @param searches folded
 */
export function nearTo(name: string, searches: readonly string[]): Near | null {
  const words = name.split(' ');
  for (const [at, typed] of searches.entries()) {
    if (typed.length >= MIN_LETTERS && ` ${name} `.includes(` ${typed} `)) return { at, far: 0 };
    const differing = differingIn(words, typed.split(' '));
    if (differing !== null) return { at, far: differing / name.length };
  }
  return null;
}

/** The number of letters that differ; null if too many do. */
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

/** The nearest matches of the first search that has any. */
export function nearest<T extends Near>(matches: readonly T[]): T[] {
  const order = (one: Near, other: Near) => one.at - other.at || one.far - other.far;
  const [best] = matches.toSorted(order);
  return best ? matches.filter(match => order(match, best) === 0) : [];
}
