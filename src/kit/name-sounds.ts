import { fold, type Near, nameRank, nearest, nearTo } from './name-matching.ts';

/*
 * A name in the other script: "Rahima" and রহিমা. Romanised Bangla has no fixed vowels (Rahima, Rohima), doubles letters at will, and
 * doesn't tell ত from ট, শ from স or চ from ছ. So two words sound alike if their consonants do, by classes that people mix up; whether a word
 * begins with a vowel counts, too.
 */

/** What a word begins with that shows its script. */
const BANGLA = 'B';
const LATIN = 'L';

/** With fewer sounds, it has to be the whole word, and with fewer letters it is in too many names. */
const FEWEST_SOUNDS = 2;
const FEWEST_LETTERS = { bangla: 2, latin: 3 };

/** What stands for a whole word. মোঃ is written Md, and both are short for Mohammad. */
const MOHAMMAD = 'mhmd';
const MOSAMMAT = 'msmt';
const SHORT: ReadonlyMap<string, string> = new Map(
  Object.entries({ [MOHAMMAD]: 'md mohd মো মোঃ মু মুঃ', [MOSAMMAT]: 'mst mosa মোসা মোসাঃ মোছা মোছাঃ' }).flatMap(
    ([sounds, words]) => words.split(' ').map(word => [word, sounds] as const),
  ),
);

/** Letters by the sound that they are taken for. */
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

/** A word that begins with a vowel, or with what Bangla writes as one (ইয়াসমিন, ওয়াসিম). */
const BEGINS_WITH_VOWEL = /^[অআইঈউঊএঐওঔaeiouyw]/u;
const WORDS = /[\p{Script=Bengali}]+|[a-z]+/gu;
const IS_BANGLA = /^\p{Script=Bengali}/u;

/** A word's sounds, by their classes. */
function soundsOf(word: string): string {
  const short = SHORT.get(word);
  if (short !== undefined) return short;
  // A doubled letter is written as one as often as not, and ng is one sound, also where two words meet (Narayanganj).
  const sounds = (IS_BANGLA.test(word) ? banglaSounds(word) : latinSounds(word))
    .replace(/ng/g, 'n')
    .replace(/(.)\1+/g, '$1');
  return BEGINS_WITH_VOWEL.test(word) ? `a${sounds}` : sounds;
}

const banglaSounds = (word: string): string =>
  [...replaced(word, JOINED)].map(letter => BANGLA_SOUNDS.get(letter) ?? '').join('');

const latinSounds = (word: string): string => replaced(word, LATIN_SOUNDS).replace(/[aeiouyw]/g, '');

const replaced = (word: string, by: readonly (readonly [RegExp, string])[]): string =>
  by.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), word);

/**
 * How a text sounds, word by word, for `soundsSought`: between spaces, each behind its script. Empty: it has no words.
 *
 * @param text in any form
 */
export function soundsIn(text: string): string {
  const words = wordsIn(text).map(word => (IS_BANGLA.test(word) ? BANGLA : LATIN) + soundsOf(word));
  return words.length === 0 ? '' : ` ${words.join(' ')} `;
}

/**
 * What `soundsIn` of a name in the other script contains if the name has these words one after the other.
 *
 * @param whole the last word, too, has to be that word; otherwise it may only begin so
 * @returns null: these are too few letters, or not words of one script
 */
export function soundsSought(typed: string, whole: boolean): string | null {
  const words = wordsIn(typed);
  const isBangla = words.some(word => IS_BANGLA.test(word));
  const sounds = words.map(soundsOf);
  const isMixed = isBangla && words.some(word => !IS_BANGLA.test(word));
  const fewest = FEWEST_LETTERS[isBangla ? 'bangla' : 'latin'];
  if (isMixed || sounds.includes('') || words.join('').length < fewest) return null;
  const end = whole || sounds.join('').length < FEWEST_SOUNDS ? ' ' : '';
  return sounds.map(word => ` ${isBangla ? LATIN : BANGLA}${word}`).join('') + end;
}

/** How well a name fits what was typed, as `nameRank` has it; 3 if it only sounds so in the other script; null: it doesn't. */
export function nameRankInAnyScript(
  name: { folded: string; sounds: string },
  { folded, sounds }: SoughtName,
): 0 | 1 | 2 | 3 | null {
  const rank = nameRank(name.folded, folded);
  return rank ?? (sounds !== null && name.sounds.includes(sounds) ? 3 : null);
}

/** A name that was typed, as names in both scripts are compared with it. */
export type SoughtName = { folded: string; sounds: string | null };

/** @param whole as in `soundsSought` */
export const soughtName = (typed: string, whole: boolean): SoughtName => ({
  folded: fold(typed),
  sounds: soundsSought(typed, whole),
});

/** `nearTo` in both scripts: a name that sounds like what is sought has it as well. */
export function nearInAnyScript(
  name: { folded: string; sounds: string },
  sought: readonly SoughtName[],
): Near | null {
  const written = nearTo(
    name.folded,
    sought.map(({ folded }) => folded),
  );
  const at = sought.findIndex(({ sounds }) => sounds !== null && name.sounds.includes(sounds));
  return nearest([...(written ? [written] : []), ...(at < 0 ? [] : [{ at, far: 0 }])])[0] ?? null;
}

/** Words of letters. ড় and ঢ় sound like র and য় like nothing, not like the letters that they are folded to. */
const wordsIn = (text: string): string[] =>
  fold(
    text
      .normalize('NFD')
      .replace(/[ডঢ]\u09bc/gu, 'র')
      .replace(/য\u09bc/gu, ''),
  ).match(WORDS) ?? [];
