import { parsePlaceholders } from './placeholders.ts';

/** Latin letters that say nothing about the language: addresses of pages and of e-mail. */
const ADDRESSES =
  /(?:https?:\/\/|www\.)\S+|\S+@\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|gov|edu|info|bd)\b\S*/giu;
/** A letter with the signs that belong to it, so that a syllable counts alike in both scripts. */
const LETTERS = /\p{L}\p{M}*/gu;
const BANGLA_LETTER = /^\p{Script=Bengali}/u;

/**
 * Whether a message is in Bangla, in Bangla letters: at least half of its letters are. What a template fills in for each
 * person doesn't count, so names in Latin letters don't make a message anything else, and neither do addresses. A message
 * without any letters isn't in another language.
 *
 * @param isTemplate its placeholders are filled for each recipient
 */
export function isInBangla(message: string, isTemplate: boolean): boolean {
  const parsed = isTemplate ? parsePlaceholders(message) : null;
  const written = parsed?.ok ? parsed.pieces.filter(piece => typeof piece === 'string').join(' ') : message;
  const letters = written.replace(ADDRESSES, ' ').match(LETTERS) ?? [];
  return 2 * letters.filter(letter => BANGLA_LETTER.test(letter)).length >= letters.length;
}
