const NUKTA = '\u09bc';
/** Joiners, and what else stands between letters without being seen. */
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;
/** How ৎ was written before Unicode had it. */
const EARLIER_KHANDA_TA = /\u09a4\u09cd\u200d/gu;
/** র written as ব with a dot. */
const DOTTED_BA = /\u09ac\u09bc/gu;

/**
 * A name such that names which people take for the same are equal, and a part that is typed is found in it: without
 * regard to case, composition, nukta (ড় is ড), joiners, and how much white space there is. Folding it again changes nothing.
 */
export function fold(name: string): string {
  return name
    .normalize('NFD')
    .replace(EARLIER_KHANDA_TA, 'ৎ')
    .replace(UNSEEN, '')
    .toLowerCase()
    .normalize('NFD')
    .replace(DOTTED_BA, 'র')
    .replaceAll(NUKTA, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFC');
}

/**
 * How well a name fits what was typed, both folded: 0 if it begins with it, 1 if a word in it does, 2 if it has it anywhere;
 * null: it doesn't.
 */
export function nameRank(folded: string, typed: string): 0 | 1 | 2 | null {
  const at = folded.indexOf(typed);
  if (at <= 0) return at === 0 ? 0 : null;
  return folded.includes(` ${typed}`) ? 1 : 2;
}
