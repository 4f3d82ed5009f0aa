import type { Services, UserRef } from '../../../kit/slack/services.ts';
import { unescapeSlack } from '../../../kit/slack-text.ts';
import { ifUnreadable } from '../../../kit/store/errors.ts';
import { leadingNumber } from '../../../texts/parse/leading-number.ts';
import { isSameName, leadingNames } from '../../../texts/parse/name.ts';
import { parseTyped } from '../../../texts/parse/sms-command.ts';
import { addressedByName } from '../../../texts/slack/command/addressed-by-name.ts';
import { NEW_PAGE, type PageDraft } from './plan.ts';

/** The form's words are what people mean, even those that are words after `/sms`. */
const NO_WORDS: Parameters<typeof parseTyped>[1] = new Map();

/** Whom to page and why, in what was typed after the word, as Slack delivered it. */
export async function draftOfTyped(services: Services, user: UserRef, text: string): Promise<PageDraft> {
  const whole = unescapeSlack(text).trim();
  const [first = ''] = whole.split(/\s/, 1);
  const unknown: PageDraft = { ...NEW_PAGE, doubt: { why: 'unknown', typed: first }, message: whole };
  const typed = parseTyped(text, NO_WORDS);
  switch (typed.kind) {
    case 'form':
      return NEW_PAGE;
    case 'send':
    case 'several':
      return { ...NEW_PAGE, to: [typed.to].flat(), message: typed.message };
    case 'named': {
      const addressed = await addressedByName(services, user, typed.text);
      if (!('to' in addressed)) return (await byPolicy(services, user, typed.text)) ?? unknown;
      const { as, name, rest: behind } = addressed;
      const message = behind.trim();
      return as.kind === 'named'
        ? { ...NEW_PAGE, doubt: { why: 'shared', typed: name }, message }
        : { ...NEW_PAGE, to: [as], message };
    }
    case 'mistake': {
      // Someone without a message.
      const start = leadingNumber(whole);
      if (start.kind === 'number')
        return {
          ...NEW_PAGE,
          to: [{ kind: 'number', number: start.number }],
          message: whole.slice(start.end).trim(),
        };
      const mentioned = parseTyped(`${text} .`, NO_WORDS);
      return mentioned.kind === 'send' || mentioned.kind === 'several'
        ? { ...NEW_PAGE, to: [mentioned.to].flat() }
        : unknown;
    }
    default:
      return unknown;
  }
}

/** The policy whose name a text begins with; null if there is none. */
async function byPolicy(
  { policies }: Services,
  { workspace }: UserRef,
  text: string,
): Promise<PageDraft | null> {
  const all = await policies.list(workspace).catch(ifUnreadable([]));
  for (const { name, message } of leadingNames(text)) {
    const policy = all.find(each => isSameName(each.name, name));
    if (policy)
      return { ...NEW_PAGE, policy: { id: policy.id, label: policy.name }, message: message.trim() };
  }
  return null;
}
