import { fold } from '../../kit/name-matching.ts';
import { withoutStrayUnseen } from '../../kit/unseen.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { parseRecipients } from './recipient-list.ts';
import { isCommandWord, plainWord } from './sms-command.ts';

/**
 * Why a contact or group can't have a name:
 * - `empty`
 * - `too_long`
 * - `command`: alone after `/sms` it is a command
 * - `no_letter`: it doesn't begin with a letter, so it could be taken for a number
 * - `sign`: it has a sign that separates names, or that has a meaning in Slack
 * - `slack_id`: it looks like a Slack user's id
 */
type NameFault = 'empty' | 'too_long' | 'command' | 'no_letter' | 'sign' | 'slack_id';

const NONE_RESERVED = { reservedNames: new Set<string>() };

/**
 * Why a tidy name can't be stored; null if it can. A name must be usable wherever recipients are typed.
 */
export function nameFault(
  name: string,
  maxLength: number,
  { reservedNames }: Pick<Wording, 'reservedNames'> = NONE_RESERVED,
): NameFault | null {
  if (name === '') return 'empty';
  if (name.length > maxLength) return 'too_long';
  if (isCommandWord(name) || reservedNames.has(plainWord(name))) return 'command';
  if (!/^\p{L}/u.test(name)) return 'no_letter';
  if (/[,;،؛、，；।<>"“”\p{Cc}\u2028\u2029]/u.test(name)) return 'sign';
  const [recipient, ...more] = parseRecipients(name);
  if (recipient?.kind === 'teammate') return 'slack_id';
  return more.length === 0 && recipient?.kind === 'named' && recipient.name === name ? null : 'sign';
}

/** Returns a typed name as it is stored. */
export function tidyName(typed: string): string {
  return withoutStrayUnseen(typed).normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** True if people take the two names for the same one. */
export function isSameName(one: string, other: string): boolean {
  return fold(one) === fold(other);
}

type LeadingName = { name: string; message: string };

/** The longest name, in UTF-16 units and in words. */
const MAX_NAME_LENGTH = 60;
const MAX_NAME_WORDS = 8;

/** Any keyboard's quotes end a name. */
const QUOTED = /^["“”]([^"“”\r\n]{1,60})["“”](.*)$/su;

/**
 * The possible names at the start of a text, the longest first: the words in quotes, otherwise each prefix cut at white
 * space. A name doesn't include a colon or comma behind it, and ends on its line.
 */
export function leadingNames(text: string): LeadingName[] {
  const [, quoted, behind = ''] = QUOTED.exec(text) ?? [];
  if (quoted !== undefined) return [{ name: tidyName(quoted), message: behind.trim() }];
  const [line = ''] = text.split(/[\r\n]/, 1);
  const ends = [...line.slice(0, MAX_NAME_LENGTH + 1).matchAll(/\S+/gu)].map(
    word => word.index + word[0].length,
  );
  return ends
    .filter(end => end <= MAX_NAME_LENGTH && /^(?:\s|$)/u.test(text.slice(end)))
    .slice(0, MAX_NAME_WORDS)
    .toReversed()
    .map(end => ({
      name: tidyName(text.slice(0, end)).replace(/(?<![:,،])[:,،]+$/u, ''),
      message: text.slice(end).trim(),
    }));
}
