import { leadingNumber } from './leading-number.ts';
import { maskNumber } from './number.ts';
import { countParts, MAX_CHARACTERS } from './parts.ts';
import type { Problem } from './problem.ts';
import type { Recipient } from './recipient.ts';
import { leadingMention, unescapeSlack } from './slack-text.ts';

/** Whether it means a command when it is typed alone: nobody can be called so. */
export function isCommandWord(name: string): boolean {
  const word = name.toLowerCase().normalize('NFC');
  return WORDS.has(word) || LATER.includes(word) || ON_CALL.includes(word);
}

type Word = 'help' | 'balance' | 'log' | 'link' | 'unlink' | 'settings' | 'hooks' | 'broadcast' | 'scheduled';

export type Typed =
  | { kind: 'form' }
  /** The form with the time to choose; `text`: what was typed after the word. */
  | { kind: 'later'; text: string }
  /** Who is on call; `name`: what was typed after the word, `text`: with it. */
  | { kind: 'oncall'; name: string; text: string }
  | { [W in Word]: { kind: W } }[Word]
  | { kind: 'send'; to: Recipient; message: string }
  /** It may begin with somebody's name. */
  | { kind: 'named'; text: string }
  | { kind: 'mistake'; problem: Problem };

/** Commands, if typed alone; in Bangla as Bangla interfaces spell them. NFC. */
const WORDS: ReadonlyMap<string, Word> = new Map([
  ['help', 'help'],
  ['সাহায্য', 'help'],
  ['balance', 'balance'],
  ['ব্যালেন্স', 'balance'],
  ['ব্যালান্স', 'balance'],
  ['log', 'log'],
  ['লগ', 'log'],
  ['link', 'link'],
  ['লিংক', 'link'],
  ['লিঙ্ক', 'link'],
  ['unlink', 'unlink'],
  ['আনলিংক', 'unlink'],
  ['আনলিঙ্ক', 'unlink'],
  ['settings', 'settings'],
  ['সেটিংস', 'settings'],
  ['scheduled', 'scheduled'],
  ['নির্ধারিত', 'scheduled'],
  ['hooks', 'hooks'],
  ['হুক', 'hooks'],
  ['broadcast', 'broadcast'],
  ['ব্রডকাস্ট', 'broadcast'],
]);

/** It may stand before what is to be sent later. */
const LATER = ['later', 'পরে'];
/** It may stand before the name of a rota. */
const ON_CALL = ['oncall', 'ডিউটি'];

/**
 * What a person typed after `/sms` (as Slack delivered it, escapes and all): a command word alone, or a recipient and a
 * message. The recipient is a mention, or the shortest prefix, cut at white space, that is a whole number. The message is the
 * rest exactly as typed, without white space at its ends.
 *
 * Mistakes: `NUMBER_MISSING` if nothing at the start looks like a recipient, `NUMBER_INVALID` if something looks like a
 * number and isn't one, `MESSAGE_MISSING`, `MESSAGE_TOO_LONG`.
 */
export function parseTyped(text: string): Typed {
  const given = text.trim();
  if (given === '') return { kind: 'form' };

  const addressed = leadingMention(given);
  if (addressed !== null) {
    const { mention, end } = addressed;
    const { id, label } = mention;
    const to: Recipient =
      mention.kind === 'user' ? { kind: 'teammate', userId: id, label } : { kind: 'usergroup', id, label };
    return send(to, `@${label}`, unescapeSlack(given.slice(end)));
  }

  const typed = unescapeSlack(given);
  const word = WORDS.get(typed.toLowerCase().normalize('NFC'));
  if (word !== undefined) return { kind: word };

  const [first = ''] = typed.split(/\s/, 1);
  const firstWord = first.toLowerCase().normalize('NFC');
  const behind = typed.slice(first.length).trim();
  if (LATER.includes(firstWord)) return { kind: 'later', text: behind };
  if (ON_CALL.includes(firstWord)) return { kind: 'oncall', name: behind, text: typed };

  const start = leadingNumber(typed);
  if (start.kind === 'none') {
    if (/^["“”]?\p{L}/u.test(typed)) return { kind: 'named', text: typed };
    return { kind: 'mistake', problem: { kind: 'NUMBER_MISSING' } };
  }
  if (start.kind === 'invalid') {
    return { kind: 'mistake', problem: { kind: 'NUMBER_INVALID', typed: start.typed, why: start.why } };
  }
  const { number, end } = start;
  return send({ kind: 'number', number }, maskNumber(number), typed.slice(end));
}

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
  if (message === '') return { kind: 'mistake', problem: { kind: 'MESSAGE_MISSING', to: shown } };
  const { characters } = countParts(message);
  if (characters > MAX_CHARACTERS) {
    return { kind: 'mistake', problem: { kind: 'MESSAGE_TOO_LONG', characters, limit: MAX_CHARACTERS } };
  }
  return { kind: 'send', to, message };
}
