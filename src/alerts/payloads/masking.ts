import { cut } from '../../kit/slack-text.ts';

/* What a call says, for admins to see later: without what would let somebody call, pay or sign in. */

const MASK = '•••';
const SHOWN_CHARACTERS = 200;

/** Names whose value is masked, however short it is; of the short ones, only whole words. */
const SECRET_NAME = [
  'passw(?:or)?d|passphrase|passcode|secret|token|api[_ -]?key|authorization|credentials?|cookie|session[_ -]?id',
  'signature|(?:private|access|signing)[_ -]?key|(?<![a-z])(?:pass|pwd|auth|otp|pin|cvv)(?![a-z])',
].join('|');
/** What follows such a name: the rest of it, and a sign that its value comes. */
const NAMED = `((?:${SECRET_NAME})[\\w-]{0,20}\\\\?["']?\\s*[:=]\\s*)`;

const MASKED: readonly (readonly [RegExp, string])[] = [
  // A key or a certificate that is pasted whole.
  [/-----BEGIN [^-]{1,40}-----[\s\S]*?(?:-----END [^-]{1,40}-----|$)/g, MASK],
  [/\b(Bearer|Basic|Digest|Token)\s+[\w~+/.=:-]{4,}/gi, `$1 ${MASK}`],
  [/(:\/\/)[^\s/@"'<>]{1,200}@/g, `$1${MASK}@`],
  [new RegExp(`${NAMED}\\\\?"(?:[^"\\\\]|\\\\.)*(?:\\\\?"|$)`, 'gi'), `$1"${MASK}"`],
  [new RegExp(`${NAMED}(?!["\\\\•])[^\\s,;&"}\\]]+`, 'gi'), `$1${MASK}`],
  [/[\p{L}\p{N}._%+-]{1,64}(?:@|%40|\\u0040)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/giu, MASK],
];

/** Digits of any script, as people group them: no count or time of day has so many. */
const LONG_NUMBER = /\p{Nd}(?:[\s\p{Cf}\p{Pd}().+/]{0,3}\p{Nd}){6,}/gu;
/** What keys, hashes and ids are made of. */
const RUN = /[A-Za-z0-9+/_=-]{12,}/g;

/** Whether letters and digits are mixed as nobody writes a name. */
function isRandom(run: string): boolean {
  if (run.split(/[-_/=]/).some(piece => piece.length >= 12 && /\d/.test(piece) && /[a-z]/i.test(piece)))
    return true;
  if (run.length >= 20 && /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run)) return true;
  // A name of two or three words begins each with a capital; letters at random change all the time.
  const changes = run.match(/[a-z][A-Z](?=[A-Z])|[A-Z][A-Z][a-z]/g)?.length ?? 0;
  return run.length >= 20 && changes >= 3;
}

/** With numbers that may be somebody's, and whatever looks like a secret, masked. Linear time. */
export function masked(text: string): string {
  let left = text;
  for (const [what, by] of MASKED) left = left.replace(what, by);
  return left.replace(RUN, run => (isRandom(run) ? MASK : run)).replace(LONG_NUMBER, MASK);
}

/**
 * How a text begins, masked.
 *
 * @param start more of it than is shown; where it was cut itself, the last word may be half a secret
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
