import { fold } from '../../kit/name-matching.ts';
import { withoutStrayUnseen } from '../../kit/unseen.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { parseRecipients } from './recipient-list.ts';
import { isCommandWord, plainWord } from './sms-command.ts';

/**
 * Why something can't be the name of a contact or a group:
 * - `empty`
 * - `too_long`
 * - `command`: typed alone after `/sms`, it means something else
 * - `no_letter`: it doesn't begin with a letter, so it could be taken for a number
 * - `sign`: it has a sign that stands between names, or that means something to Slack
 * - `slack_id`: it looks like the id of somebody in Slack
 */
type NameFault = 'empty' | 'too_long' | 'command' | 'no_letter' | 'sign' | 'slack_id';

const NONE_RESERVED = { reservedNames: new Set<string>() };

/**
 * @param name a tidy one; null: it can be kept. A name is only useful if it can be used wherever recipients are
 *   written.
 */
export function nameFault(
  name: string,
  most: number,
  { reservedNames }: Pick<Wording, 'reservedNames'> = NONE_RESERVED,
): NameFault | null {
  if (name === '') return 'empty';
  if (name.length > most) return 'too_long';
  if (isCommandWord(name) || reservedNames.has(plainWord(name))) return 'command';
  if (!/^\p{L}/u.test(name)) return 'no_letter';
  if (/[,;،؛、，；।<>"“”\p{Cc}\u2028\u2029]/u.test(name)) return 'sign';
  const [who, ...more] = parseRecipients(name);
  if (who?.kind === 'teammate') return 'slack_id';
  return more.length === 0 && who?.kind === 'named' && who.name === name ? null : 'sign';
}

/** A name as it is kept. */
export function tidyName(typed: string): string {
  return withoutStrayUnseen(typed).normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** Whether people take these names for the same. */
export function isSameName(one: string, other: string): boolean {
  return fold(one) === fold(other);
}

/** A name that a text may begin with, and what follows it. */
type LeadingName = { name: string; rest: string };

/** The longest name, in code units, and the most words that one has. */
const REACH = 60;
const MOST_WORDS = 8;

/** Quotes end a name, wherever they stand on a keyboard. */
const QUOTED = /^["“”]([^"“”\r\n]{1,60})["“”](.*)$/su;

/**
 * The names that a text may start with, the longest first: what is in quotes, or otherwise each prefix cut at white
 * space. A colon or comma after a name isn't part of it, and no name continues across a line break.
 */
export function leadingNames(text: string): LeadingName[] {
  const [, quoted, behind = ''] = QUOTED.exec(text) ?? [];
  if (quoted !== undefined) return [{ name: tidyName(quoted), rest: behind.trim() }];
  const [line = ''] = text.split(/[\r\n]/, 1);
  const ends = [...line.slice(0, REACH + 1).matchAll(/\S+/gu)].map(word => word.index + word[0].length);
  return ends
    .filter(end => end <= REACH && /^(?:\s|$)/u.test(text.slice(end)))
    .slice(0, MOST_WORDS)
    .toReversed()
    .map(end => ({
      name: tidyName(text.slice(0, end)).replace(/(?<![:,،])[:,،]+$/u, ''),
      rest: text.slice(end).trim(),
    }));
}
