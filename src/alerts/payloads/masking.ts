import { cut } from '../../kit/slack-text.ts';

/* Masks a call's words before admins can see them: phone numbers, mail addresses, keys, passwords and the like. */

const MASK = '•••';
const SHOWN_CHARACTERS = 200;

/** Names whose value is always masked. The short ones must be whole words. */
const SECRET_NAME = [
  'passw(?:or)?d|passphrase|passcode|secret|token|api[_ -]?key|authorization|credentials?|cookie|session[_ -]?id',
  'signature|(?:private|access|signing)[_ -]?key|(?<![a-z])(?:pass|pwd|auth|otp|pin|cvv)(?![a-z])',
].join('|');
/** A secret's name, up to the sign before its value. */
const NAMED = `((?:${SECRET_NAME})[\\w-]{0,20}\\\\?["']?\\s*[:=]\\s*)`;

const MASKED: readonly (readonly [RegExp, string])[] = [
  // A key or a certificate.
  [/-----BEGIN [^-]{1,40}-----[\s\S]*?(?:-----END [^-]{1,40}-----|$)/g, MASK],
  [/\b(Bearer|Basic|Digest|Token)\s+[\w~+/.=:-]{4,}/gi, `$1 ${MASK}`],
  [/(:\/\/)[^\s/@"'<>]{1,200}@/g, `$1${MASK}@`],
  [new RegExp(`${NAMED}\\\\?"(?:[^"\\\\]|\\\\.)*(?:\\\\?"|$)`, 'gi'), `$1"${MASK}"`],
  [new RegExp(`${NAMED}(?!["\\\\•])[^\\s,;&"}\\]]+`, 'gi'), `$1${MASK}`],
  [/[\p{L}\p{N}._%+-]{1,64}(?:@|%40|\\u0040)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/giu, MASK],
];

/** Seven digits or more of any script, as people group them: more than a count or a time of day has. */
const LONG_NUMBER = /\p{Nd}(?:[\s\p{Cf}\p{Pd}().+/]{0,3}\p{Nd}){6,}/gu;
/** A possible key, hash or id. */
const RUN = /[A-Za-z0-9+/_=-]{12,}/g;

/** True if letters, digits or capitals are mixed as in no name. */
function isRandom(run: string): boolean {
  if (run.split(/[-_/=]/).some(piece => piece.length >= 12 && /\d/.test(piece) && /[a-z]/i.test(piece)))
    return true;
  if (run.length >= 20 && /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run)) return true;
  // In a name only the first letter of a word is a capital. Random letters change case often.
  const changes = run.match(/[a-z][A-Z](?=[A-Z])|[A-Z][A-Z][a-z]/g)?.length ?? 0;
  return run.length >= 20 && changes >= 3;
}

/** Masks possible phone numbers and everything that looks like a secret, in linear time. */
export function masked(text: string): string {
  const named = MASKED.reduce((masking, [secret, mask]) => masking.replace(secret, mask), text);
  return named.replace(RUN, run => (isRandom(run) ? MASK : run)).replace(LONG_NUMBER, MASK);
}

/**
 * The masked beginning of a text.
 *
 * @param start longer than the excerpt; its last word is dropped, because a secret that was cut isn't recognised
 */
export function maskedExcerpt(start: string): string {
  const line = start.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const whole = line.length > SHOWN_CHARACTERS ? withoutLastWord(line) : line;
  return cut(masked(whole), SHOWN_CHARACTERS);
}

function withoutLastWord(line: string): string {
  let end = line.length;
  while (end > 0 && /[\w\p{L}\p{Nd}+/=.~-]/u.test(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}
