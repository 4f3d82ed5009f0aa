import { distance } from 'fastest-levenshtein';
import { maskNumber, parseNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import { leadingMentions, unescapeSlack } from '../../kit/slack-text.ts';
import { withoutUnseen, withoutUnseenStart } from '../../kit/unseen.ts';
import { messageProblem } from '../message.ts';
import type { Recipient } from '../recipient.ts';
import { leadingNumber } from './leading-number.ts';
import { mentionedIn } from './recipient-list.ts';

/** Whether it is one of the command's own words: nobody can be called so. */
export function isCommandWord(name: string): boolean {
  const word = plain(name);
  return WORDS.has(word) || LATER.includes(word) || ON_CALL.includes(word);
}

/** Commands, if typed alone; in Bangla as Bangla interfaces spell them. NFC. */
const COMMANDS = {
  help: ['help', '?', 'সাহায্য', 'হেল্প'],
  balance: ['balance', 'status', 'topup', 'ব্যালেন্স', 'ব্যালান্স', 'রিচার্জ'],
  log: ['log', 'logs', 'history', 'report', 'লগ', 'রিপোর্ট'],
  link: ['link', 'লিংক', 'লিঙ্ক'],
};
type Word = keyof typeof COMMANDS;

const WORDS: ReadonlyMap<string, Word> = new Map(
  Object.entries(COMMANDS).flatMap(([word, spelled]) => spelled.map(one => [one, word as Word] as const)),
);

/** The words that open something, in each spelling: features contribute them. */
export type OpeningWords = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>;

export type Typed =
  | { kind: 'form' }
  /** The form with the time to choose; `text`: what was typed after the word, as Slack delivered it. */
  | { kind: 'later'; text: string }
  /** Who is on call; `name`: what was typed after the word, `text`: with it. */
  | { kind: 'oncall'; name: string; text: string }
  | { kind: Exclude<Word, 'link'> }
  | { kind: 'opening'; word: string }
  /** `hadKey`: the key stood behind the command, where it doesn't belong; it isn't in here. */
  | { kind: 'link'; hadKey: boolean }
  | { kind: 'send'; to: Recipient; message: string }
  /** Two mentions or more stand before the message. */
  | { kind: 'several'; to: Recipient[]; message: string }
  /** It may begin with somebody's name. */
  | { kind: 'named'; text: string }
  | { kind: 'mistake'; problem: Problem };

/** It may stand before what is to be sent later. */
const LATER = ['later', 'পরে'];
/** It may stand before the name of a rota. */
const ON_CALL = ['oncall', 'ডিউটি', 'রোস্টার'];

/** What people say beside a command that they mean alone. */
const BESIDE: ReadonlySet<string> = new Set([
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
/** What API keys look like: nobody is called so. Behind `link`, any single word as long as a short one is taken for one. */
const KEY = /(?:^|\s)(?:smskey_|(?=\S*\d)(?=\S*[a-z])[\w-]{32,}(?:\s|$))/i;
const KEY_BEHIND = /^[\x21-\x7e]{8,}$/;
/** Digits, with the letter for a zero among them. */
const LETTER_O = /^[\do+-]{10,16}(?=[,;:]*$)/i;

const plain = (typed: string): string => withoutUnseen(typed).toLowerCase().normalize('NFC');

/** The word that was meant as a command: alone, with a question mark or a full stop, or with "please". */
function wordIn(typed: string): string | undefined {
  const said = plain(typed)
    .replace(/(?<=[^?!.:,।\n]|^[?!.:,।])[?!.:,।]+$/u, '')
    .split(/\s+/u)
    .filter(word => !BESIDE.has(word));
  return said.length === 1 ? said[0] : undefined;
}

/** The command that a text may have been meant to begin with: that word, or one like it. Null: there is none. */
export function commandLike(typed: string, openings: OpeningWords): string | null {
  const [first = '', second = ''] = plain(typed).split(/\s+/u, 2);
  const near = [...WORDS.keys(), ...openings.keys(), ...LATER, ...ON_CALL].filter(word => {
    const most = word.length < 4 ? 0 : word.length < 7 ? 1 : 2;
    return first + second === word || distance(first, word) <= most;
  });
  return near.find(word => word === first) ?? near[0] ?? null;
}

/**
 * What a person typed after `/sms` (as Slack delivered it, escapes and all): a command word alone, or a recipient and a
 * message. The recipient is a mention or several, or the shortest prefix, cut at white space, that is a whole number. The message is the
 * rest exactly as typed, without white space at its ends.
 *
 * Mistakes: `NUMBER_MISSING` if nothing at the start looks like a recipient, `NUMBER_INVALID` if something looks like a
 * number and isn't one, `MESSAGE_MISSING`, and what is wrong with the message whoever gets it.
 */
export function parseTyped(text: string, openings: OpeningWords): Typed {
  const given = withoutUnseenStart(text).trimEnd();
  if (given === '') return { kind: 'form' };

  const { mentions, end } = leadingMentions(given);
  const [mentioned, ...others] = mentions.map(mentionedIn);
  if (mentioned !== undefined) {
    const shown = mentions.map(({ label }) => `@${label}`).join(', ');
    const said = send(mentioned, shown, unescapeSlack(given.slice(end)).replace(/^[,;:]+(?=\s)/, ''));
    if (said.kind === 'mistake' || others.length === 0) return said;
    return { kind: 'several', to: [mentioned, ...others], message: said.message };
  }

  const typed = unescapeSlack(given);
  const word = wordIn(typed) ?? '';
  const command = WORDS.get(word);
  if (command !== undefined) return command === 'link' ? { kind: command, hadKey: false } : { kind: command };
  if (openings.has(word)) return { kind: 'opening', word };

  const [first = ''] = typed.split(/\s/, 1);
  const firstWord = plain(first).replace(/:$/, '');
  const behind = typed.slice(first.length).trim();
  if (WORDS.get(firstWord) === 'link' && (KEY.test(behind) || KEY_BEHIND.test(behind)))
    return { kind: 'link', hadKey: true };
  if (LATER.includes(firstWord)) return { kind: 'later', text: given.slice(first.length).trim() };
  if (ON_CALL.includes(firstWord)) return { kind: 'oncall', name: behind, text: typed };

  const start = leadingNumber(typed);
  if (start.kind === 'none') {
    if (KEY.test(typed)) return { kind: 'link', hadKey: true };
    const [zeros = ''] = LETTER_O.exec(first) ?? [];
    const read = zeros === '' ? null : parseNumber(zeros);
    if (read?.ok === false) return mistake({ kind: 'NUMBER_INVALID', typed: zeros, why: read.why });
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

/** `*Ranu Begum* hello` as `"Ranu Begum" hello`: Slack writes formatting that was copied with a name as signs around it. */
const withPlainName = (typed: string): string =>
  typed.replace(/^([*_~`])(?=\p{L})([^\n*_~`]{1,100})\1(?=[\s,:;])/u, '"$2"');

const mistake = (problem: Problem): Extract<Typed, { kind: 'mistake' }> => ({ kind: 'mistake', problem });

/**
 * A text to a recipient, or what is wrong with its message.
 *
 * @param shown how a sentence names the recipient
 */
export function send(
  to: Recipient,
  shown: string,
  rest: string,
): Extract<Typed, { kind: 'send' | 'mistake' }> {
  const message = rest.trim();
  if (message === '') return mistake({ kind: 'MESSAGE_MISSING', to: shown });
  // What is filled in makes it longer or shorter: that is checked when it is planned.
  const problem = messageProblem({ message, typed: true }, { isField: () => true, linksWork: true });
  return problem ? mistake(problem) : { kind: 'send', to, message };
}
