import type { Services, UserRef } from '../../../kit/slack/services.ts';
import { unescapeSlack } from '../../../kit/slack-text.ts';
import { leadingNumber } from '../../../texts/parse/leading-number.ts';
import { parseTyped } from '../../../texts/parse/sms-command.ts';
import { addressedByName } from '../../../texts/slack/command/addressed-by-name.ts';
import type { PageDraft } from './plan.ts';

/** The form's words are what people mean, even those that are words after `/sms`. */
const NO_WORDS: Parameters<typeof parseTyped>[1] = new Map();

/** Whom to page and why, in what was typed after the word, as Slack delivered it. */
export async function draftOfTyped(services: Services, user: UserRef, text: string): Promise<PageDraft> {
  const whole = unescapeSlack(text).trim();
  const [first = ''] = whole.split(/\s/, 1);
  const unknown: PageDraft = { doubt: { why: 'unknown', typed: first }, to: [], message: whole };
  const typed = parseTyped(text, NO_WORDS);
  switch (typed.kind) {
    case 'form':
      return { doubt: null, to: [], message: '' };
    case 'send':
    case 'several':
      return { doubt: null, to: [typed.to].flat(), message: typed.message };
    case 'named': {
      const addressed = await addressedByName(services, user, typed.text);
      if (!('to' in addressed)) return unknown;
      const { as, name, rest: behind } = addressed;
      const message = behind.trim();
      return as.kind === 'named'
        ? { doubt: { why: 'shared', typed: name }, to: [], message }
        : { doubt: null, to: [as], message };
    }
    case 'mistake': {
      // Someone without a message.
      const start = leadingNumber(whole);
      if (start.kind === 'number')
        return {
          doubt: null,
          to: [{ kind: 'number', number: start.number }],
          message: whole.slice(start.end).trim(),
        };
      const mentioned = parseTyped(`${text} .`, NO_WORDS);
      return mentioned.kind === 'send' || mentioned.kind === 'several'
        ? { doubt: null, to: [mentioned.to].flat(), message: '' }
        : unknown;
    }
    default:
      return unknown;
  }
}
