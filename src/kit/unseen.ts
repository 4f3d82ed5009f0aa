/*
 * Characters that nobody sees, which phones, word processors and web pages leave in what people copy. One set for numbers,
 * names, keys and texts. Facts: Unicode's Default_Ignorable_Code_Point has soft hyphens, zero-width spaces and joiners, marks of
 * writing direction, variation selectors, fillers, invisible operators, tags and the byte order mark.
 */

/** For a class of characters in a regular expression with the flag u: those, and control characters other than white space. */
export const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}\0-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufff9-\ufffb`;

const ANY = new RegExp(`[${UNSEEN}]`, 'gu');
const ONLY = new RegExp(`^[${UNSEEN}]+$`, 'u');
const AT_START = new RegExp(String.raw`^[\s${UNSEEN}]+`, 'u');

/** For what is compared, dialled or sent as a key: without any of them. */
export const withoutUnseen = (text: string): string => text.replace(ANY, '');

/** Without those, and white space, that stand before everything else. */
export const withoutUnseenStart = (text: string): string => text.replace(AT_START, '');

/** Whether there is nothing to see in it. White space isn't meant. */
export const isUnseen = (text: string): boolean => ONLY.test(text);

/**
 * What shapes what is seen: a joiner behind a letter of a script that has conjuncts or joins its letters, such as Bangla, or
 * between two pictures; a variation selector behind a picture or in a keycap; tags behind the flag that they make another of.
 */
const SHAPING = [
  String.raw`(?<=(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}\p{sc=Inherited}\p{Default_Ignorable_Code_Point}])[\p{L}\p{M}])[\u200c\u200d]`,
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Extended_Pictographic}])[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=\u{1f3f4}[\u{e0020}-\u{e007e}]{0,8})[\u{e0020}-\u{e007f}]`,
].join('|');
const STRAY = new RegExp(`(?!${SHAPING})[${UNSEEN}]`, 'gu');

/** For what people read: only without those that change nothing of what is seen. */
export const withoutStrayUnseen = (text: string): string => text.replace(STRAY, '');
