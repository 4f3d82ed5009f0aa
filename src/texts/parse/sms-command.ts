import { distance } from 'fastest-levenshtein';
import { maskNumber, parseNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import { leadingMentions, unescapeSlack } from '../../kit/slack-text.ts';
import { withoutUnseen, withoutUnseenStart } from '../../kit/unseen.ts';
import { messageProblem } from '../message.ts';
import type { Recipient } from '../recipient.ts';
import { leadingNumber } from './leading-number.ts';
import { mentionedIn } from './recipient-list.ts';

/** The core's own commands, each answered if it is typed alone; in Bangla as Bangla interfaces spell them. NFC. */
const COMMANDS = {
  help: ['help', '?', 'সাহায্য', 'হেল্প'],
  balance: ['balance', 'status', 'topup', 'ব্যালেন্স', 'ব্যালান্স', 'রিচার্জ'],
  log: ['log', 'logs', 'history', 'report', 'লগ', 'রিপোর্ট'],
  link: ['link', 'লিংক', 'লিঙ্ক'],
};
type CoreCommand = keyof typeof COMMANDS;

/** The core's commands that are answered; `link` opens a form. */
export type AnsweredCommand = Exclude<CoreCommand, 'link'>;

const CORE_WORDS: ReadonlyMap<string, CoreCommand> = new Map(
  Object.entries(COMMANDS).flatMap(([command, spelled]) =>
    spelled.map(word => [word, command as CoreCommand] as const),
  ),
);

/** True for the core's own words: no contact and no group can have such a name. */
export const isCommandWord = (name: string): boolean => CORE_WORDS.has(plainWord(name));

/** The words of features, by each spelling (see `CommandWord`). */
export type FeatureWords = Pick<ReadonlyMap<string, { takesText?: true }>, 'get' | 'keys'>;

export type Typed =
  | { kind: 'form' }
  | { kind: AnsweredCommand }
  /** `hadKey`: an API key was typed behind the command, where it doesn't belong; it is dropped. */
  | { kind: 'link'; hadKey: boolean }
  /** A feature's word. `text`: what follows it, as Slack delivered it; `whole`: all that was typed, unescaped. */
  | { kind: 'word'; word: string; text: string; whole: string }
  | { kind: 'send'; to: Recipient; message: string }
  /** Two mentions or more stand before the message. */
  | { kind: 'several'; to: Recipient[]; message: string }
  /** The text may begin with the name of a contact, a group or a rota. */
  | { kind: 'named'; text: string }
  | { kind: 'mistake'; problem: Problem };

/** Words that people add to a command that they mean alone. */
const POLITE_WORDS: ReadonlySet<string> = new Set([
  'please',
  'pls',
  'plz',
  'me',
  'my',
  'show',
  'open',
  'now',
  'দেখান',
  'প্লিজ',
]);
/** Looks like an API key, and like no name. Behind `link`, any single word of a key's length is taken for one. */
const KEY = /(?:^|\s)(?:smskey_|(?=\S*\d)(?=\S*[a-z])[\w-]{32,}(?:\s|$))/i;
const KEY_BEHIND = /^[\x21-\x7e]{8,}$/;
/** A number with the letter O for a zero. */
const LETTER_O = /^[\do+-]{10,16}(?=[,;:]*$)/i;

/** A word in the form in which commands are compared. */
export const plainWord = (typed: string): string => withoutUnseen(typed).toLowerCase().normalize('NFC');

/** The word, if it is typed alone, with a question mark or a full stop, or with "please". */
function wordIn(typed: string): string | undefined {
  const words = plainWord(typed)
    .replace(/(?<=[^?!.:,।\n]|^[?!.:,।])[?!.:,।]+$/u, '')
    .split(/\s+/u)
    .filter(word => !POLITE_WORDS.has(word));
  return words.length === 1 ? words[0] : undefined;
}

/** The command that a text begins with, or one that is spelled nearly like its first word; null if there is none. */
export function commandLike(typed: string, featureWords: FeatureWords): string | null {
  const [first = '', second = ''] = plainWord(typed).split(/\s+/u, 2);
  const near = [...CORE_WORDS.keys(), ...featureWords.keys()].filter(word => {
    const maxDistance = word.length < 4 ? 0 : word.length < 7 ? 1 : 2;
    return first + second === word || distance(first, word) <= maxDistance;
  });
  return near.find(word => word === first) ?? near[0] ?? null;
}

/**
 * Parses the text after `/sms` (as Slack delivered it, escapes and all): a command word alone, a feature's word with text, or a
 * recipient and a message. The recipient is a mention or several, or the shortest prefix, cut at white space, that is a whole number.
 * The message is the rest exactly as typed, without white space at its ends.
 *
 * Mistakes: `NUMBER_MISSING` if the text doesn't begin like a recipient, `NUMBER_INVALID` if it begins with a number that can't be
 * texted, `MESSAGE_MISSING`, and the problems of a message that don't depend on its recipient.
 */
export function parseTyped(text: string, featureWords: FeatureWords): Typed {
  const trimmed = withoutUnseenStart(text).trimEnd();
  if (trimmed === '') return { kind: 'form' };

  const { mentions, end } = leadingMentions(trimmed);
  const [mentioned, ...furtherMentioned] = mentions.map(mentionedIn);
  if (mentioned !== undefined) {
    const shown = mentions.map(({ label }) => `@${label}`).join(', ');
    const toFirst = send(mentioned, shown, unescapeSlack(trimmed.slice(end)).replace(/^[,;:]+(?=\s)/, ''));
    if (toFirst.kind === 'mistake' || furtherMentioned.length === 0) return toFirst;
    return { kind: 'several', to: [mentioned, ...furtherMentioned], message: toFirst.message };
  }

  const typed = unescapeSlack(trimmed);
  const word = wordIn(typed) ?? '';
  const command = CORE_WORDS.get(word);
  if (command !== undefined) return command === 'link' ? { kind: command, hadKey: false } : { kind: command };
  const aloneOnly = featureWords.get(word);
  if (aloneOnly && !aloneOnly.takesText) return { kind: 'word', word, text: '', whole: typed };

  const [first = ''] = typed.split(/\s/, 1);
  const firstWord = plainWord(first).replace(/:$/, '');
  const behind = typed.slice(first.length).trim();
  if (CORE_WORDS.get(firstWord) === 'link' && (KEY.test(behind) || KEY_BEHIND.test(behind)))
    return { kind: 'link', hadKey: true };
  if (featureWords.get(firstWord)?.takesText)
    return { kind: 'word', word: firstWord, text: trimmed.slice(first.length).trim(), whole: typed };

  const start = leadingNumber(typed);
  if (start.kind === 'none') {
    if (KEY.test(typed)) return { kind: 'link', hadKey: true };
    const [zeros = ''] = LETTER_O.exec(first) ?? [];
    const parsed = zeros === '' ? null : parseNumber(zeros);
    if (parsed?.ok === false) return mistake({ kind: 'NUMBER_INVALID', typed: zeros, why: parsed.why });
    const named = withPlainName(typed);
    if (/^["“”]?\p{L}/u.test(named)) return { kind: 'named', text: named };
    if (/^@[\p{L}\p{N}]/u.test(first)) return mistake({ kind: 'TEAMMATE_UNKNOWN', label: first });
    return mistake({ kind: 'NUMBER_MISSING' });
  }
  if (start.kind === 'invalid')
    return mistake({ kind: 'NUMBER_INVALID', typed: start.typed, why: start.why });
  const { number } = start;
  return send({ kind: 'number', number }, maskNumber(number), typed.slice(start.end));
}

/** Turns `*Ranu Begum* hello` into `"Ranu Begum" hello`: Slack writes the formatting of a copied name as signs around it. */
const withPlainName = (typed: string): string =>
  typed.replace(/^([*_~`])(?=\p{L})([^\n*_~`]{1,100})\1(?=[\s,:;])/u, '"$2"');

const mistake = (problem: Problem): Extract<Typed, { kind: 'mistake' }> => ({ kind: 'mistake', problem });

/**
 * A text to a recipient, or the problem with its message.
 *
 * @param shown the recipient's name in a sentence
 */
export function send(
  to: Recipient,
  shown: string,
  written: string,
): Extract<Typed, { kind: 'send' | 'mistake' }> {
  const message = written.trim();
  if (message === '') return mistake({ kind: 'MESSAGE_MISSING', to: shown });
  // Placeholders make the message longer or shorter, so the planner checks the result.
  const problem = messageProblem({ message, typed: true }, { isField: () => true, linksWork: true });
  return problem ? mistake(problem) : { kind: 'send', to, message };
}
