import { fold, type Near, nameRank, nearest, nearTo } from './name-matching.ts';

/*
 * Names in the other script: "Rahima" and রহিমা. Romanised Bangla has no fixed vowels (Rahima, Rohima), doubles letters at
 * will, and doesn't distinguish ত from ট, শ from স or চ from ছ. So two words sound alike if their consonants do, by classes
 * that people mix up, and if both or neither begins with a vowel.
 */

/** The prefix of a word's sounds, by its script. */
const BANGLA = 'B';
const LATIN = 'L';

/** A search with fewer sounds must match a whole word; one with fewer letters is in too many names. */
const MIN_SOUNDS = 2;
const MIN_LETTERS = { bangla: 2, latin: 3 };

/** Abbreviations. মোঃ is written Md, and both are short for Mohammad. */
const MOHAMMAD = 'mhmd';
const MOSAMMAT = 'msmt';
const SHORT: ReadonlyMap<string, string> = new Map(
  Object.entries({ [MOHAMMAD]: 'md mohd মো মোঃ মু মুঃ', [MOSAMMAT]: 'mst mosa মোসা মোসাঃ মোছা মোছাঃ' }).flatMap(
    ([sounds, words]) => words.split(' ').map(word => [word, sounds] as const),
  ),
);

/** Letters by the sound that people hear. */
const BANGLA_SOUNDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    k: 'কখ',
    g: 'গঘ',
    n: 'ঙঞণনংঁ',
    s: 'চছশষস',
    j: 'জঝয',
    t: 'টঠতথৎ',
    d: 'ডঢদধ',
    p: 'প',
    f: 'ফ',
    b: 'বভ',
    m: 'ম',
    r: 'রৃঋ',
    l: 'ল',
    h: 'হ',
  }).flatMap(([sound, letters]) => [...letters].map(letter => [letter, sound] as const)),
);
/** Pairs of letters that make one sound, or none of their own. */
const JOINED: readonly (readonly [RegExp, string])[] = [
  [/ক্ষ/gu, 'ক'],
  [/জ্ঞ/gu, 'গ'],
  [/ংহ/gu, 'ং'],
  [/্য/gu, ''],
  [/([কজতথদধশষস])্ব/gu, '$1'],
  [/হ$/u, ''],
];
const LATIN_SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ngh/g, 'n'],
  [/ksh/g, 'k'],
  [/ph/g, 'f'],
  [/chh?|sh/g, 's'],
  [/([kgjtdb])h/g, '$1'],
  [/x/g, 'ks'],
  [/[cq]/g, 'k'],
  [/z/g, 'j'],
  [/v/g, 'b'],
  [/([aeiouyr])h$/, '$1'],
];

/** A word that begins with a vowel, or with a sound that Bangla writes as one (ইয়াসমিন, ওয়াসিম). */
const BEGINS_WITH_VOWEL = /^[অআইঈউঊএঐওঔaeiouyw]/u;
const WORDS = /[\p{Script=Bengali}]+|[a-z]+/gu;
const IS_BANGLA = /^\p{Script=Bengali}/u;

/** A word's sounds by class. */
function soundsOf(word: string): string {
  const short = SHORT.get(word);
  if (short !== undefined) return short;
  // Doubled letters are often written as one, and ng is one sound, even where two words meet (Narayanganj).
  const sounds = (IS_BANGLA.test(word) ? banglaSounds(word) : latinSounds(word))
    .replace(/ng/g, 'n')
    .replace(/(.)\1+/g, '$1');
  return BEGINS_WITH_VOWEL.test(word) ? `a${sounds}` : sounds;
}

const banglaSounds = (word: string): string =>
  [...replaceAll(word, JOINED)].map(letter => BANGLA_SOUNDS.get(letter) ?? '').join('');

const latinSounds = (word: string): string => replaceAll(word, LATIN_SOUNDS).replace(/[aeiouyw]/g, '');

const replaceAll = (word: string, pairs: readonly (readonly [RegExp, string])[]): string =>
  pairs.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), word);

/** The sounds of a text's words, between spaces, each with the prefix of its script; empty if there are no words. */
export function soundsIn(text: string): string {
  const words = wordsIn(text).map(word => (IS_BANGLA.test(word) ? BANGLA : LATIN) + soundsOf(word));
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
}

/**
 * The sounds that `soundsIn` of a name in the other script contains if the name has these words in a row.
 *
 * @param whole the last word must match completely, not only its start
 * @returns null for too few letters, words of two scripts, or a word without sounds
 */
export function soundsSought(typed: string, whole: boolean): string | null {
  const words = wordsIn(typed);
  const isBangla = words.some(word => IS_BANGLA.test(word));
  const sounds = words.map(soundsOf);
  const isMixed = isBangla && words.some(word => !IS_BANGLA.test(word));
  const minLetters = MIN_LETTERS[isBangla ? 'bangla' : 'latin'];
  if (isMixed || sounds.includes('') || words.join('').length < minLetters) return null;
  const end = whole || sounds.join('').length < MIN_SOUNDS ? ' ' : '';
  return sounds.map(word => ` ${isBangla ? LATIN : BANGLA}${word}`).join('') + end;
}

/** Ranks a name as `nameRank` does; 3 if it only sounds alike in the other script. */
export function nameRankInAnyScript(
  name: { folded: string; sounds: string },
  { folded, sounds }: SoughtName,
): 0 | 1 | 2 | 3 | null {
  const rank = nameRank(name.folded, folded);
  return rank ?? (sounds !== null && name.sounds.includes(sounds) ? 3 : null);
}

/** A search for names in both scripts. */
export type SoughtName = { folded: string; sounds: string | null };

/** @param whole as in `soundsSought` */
export const soughtName = (typed: string, whole: boolean): SoughtName => ({
  folded: fold(typed),
  sounds: soundsSought(typed, whole),
});

/** `nearTo` in both scripts: a name that sounds like a search matches it, too. */
export function nearInAnyScript(
  name: { folded: string; sounds: string },
  searches: readonly SoughtName[],
): Near | null {
  const written = nearTo(
    name.folded,
    searches.map(({ folded }) => folded),
  );
  const at = searches.findIndex(({ sounds }) => sounds !== null && name.sounds.includes(sounds));
  return nearest([...(written ? [written] : []), ...(at < 0 ? [] : [{ at, far: 0 }])])[0] ?? null;
}

/** The words of a text. ড় and ঢ় sound like র, and য় has no sound, unlike the letters that they are folded to. */
const wordsIn = (text: string): string[] =>
  fold(
    text
      .normalize('NFD')
      .replace(/[ডঢ]\u09bc/gu, 'র')
      .replace(/য\u09bc/gu, ''),
  ).match(WORDS) ?? [];
