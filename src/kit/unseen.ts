/*
 * Invisible characters, which phones, word processors and web pages leave in copied text. One set for numbers, names, keys
 * and texts: Unicode's Default_Ignorable_Code_Point (soft hyphens, zero-width spaces and joiners, direction marks,
 * variation selectors, fillers, invisible operators, tags, the byte order mark), and control characters.
 */

/** The invisible characters, for a character class in a regular expression with the flag u. */
export const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufff9-\ufffb`;

const ANY = new RegExp(`[${UNSEEN}]`, 'gu');
const ONLY = new RegExp(`^[${UNSEEN}]+$`, 'u');
const AT_START = new RegExp(String.raw`^[\s${UNSEEN}]+`, 'u');

/** Removes all invisible characters. For text that is compared, dialled or sent as a key. */
export const withoutUnseen = (text: string): string => text.replace(ANY, '');

/** Removes invisible characters and white space at the start. */
export const withoutUnseenStart = (text: string): string => text.replace(AT_START, '');

/** True for a text of invisible characters only. White space counts as visible. */
export const isUnseen = (text: string): boolean => ONLY.test(text);

/**
 * Invisible characters that change the visible ones: a joiner after a letter of a script with conjuncts or joined letters,
 * such as Bangla, or between two pictures; a variation selector after a picture or in a keycap; the tags after a flag.
 */
const SHAPING = [
  String.raw`(?<=(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}\p{sc=Inherited}\p{Default_Ignorable_Code_Point}])[\p{L}\p{M}])[\u200c\u200d]`,
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Extended_Pictographic}])[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]{0,8})[\u{e0020}-\u{e007f}]`,
].join('|');
const STRAY = new RegExp(`(?!${SHAPING})[${UNSEEN}]`, 'gu');

/** Removes invisible characters, except those that change visible ones. For text that people read. */
export const withoutStrayUnseen = (text: string): string => text.replace(STRAY, '');
