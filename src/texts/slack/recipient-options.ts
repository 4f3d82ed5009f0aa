import type { PlainTextOption } from '@slack/types';
import {
  internationalNumber,
  isLocalNumber,
  parseNumber,
  type ShowNumber,
  toAscii,
} from '../../kit/number.ts';
import { MAX_OPTION_TEXT, MAX_OPTION_VALUE } from '../../kit/slack/limits.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { type OptionSection, onOptions } from '../../kit/slack/listeners.ts';
import type { Services } from '../../kit/slack/services.ts';
import { abridged, cut, unescapeSlack } from '../../kit/slack-text.ts';
import { type Wording, wordLeftOut } from '../../kit/words/wording.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import { reader } from '../permissions.ts';
import { isFeatureRecipient, type Recipient, recipientKeyOf, recipientSchema } from '../recipient.ts';
import { offeredRecipients, type RecipientSort } from '../recipient-kinds.ts';

/** Precedes the value of a recipient that may be many people. */
const MANY_PREFIX = '+';

/** An option in a field for recipients. */
export function option(value: string, text: string, description = ''): PlainTextOption {
  return {
    value: cut(value, MAX_OPTION_VALUE),
    text: { type: 'plain_text', text: abridged(text, MAX_OPTION_TEXT) },
    ...(description === ''
      ? {}
      : { description: { type: 'plain_text', text: abridged(description, MAX_OPTION_TEXT) } }),
  };
}

/** A recipient as an option: the value identifies it, the text names it. */
export function optionOf(
  recipient: Recipient,
  description?: string,
  text = plainName(recipient, internationalNumber),
): PlainTextOption {
  return option(
    isFeatureRecipient(recipient) && recipient.data.many
      ? MANY_PREFIX + recipientKeyOf(recipient)
      : recipientKeyOf(recipient),
    text,
    description,
  );
}

/** A recipient's name in plain text. */
export function plainName(recipient: Recipient, show: ShowNumber): string {
  if (isFeatureRecipient(recipient)) return recipient.data.label;
  switch (recipient.kind) {
    case 'number':
      return show(recipient.number);
    case 'named':
      return recipient.name;
    case 'unreadable':
      return recipient.typed;
    default:
      return recipient.label;
  }
}

/** The recipient of an option; null if it isn't one of ours. */
export function recipientIn(chosen: {
  value: string;
  text?: { text: string } | undefined;
}): Recipient | null {
  const [, many, kind, of, id = ''] = /^(\+?)(\w+)(?:\/(\w+))? (.+)$/su.exec(chosen.value) ?? [];
  const label = unescapeSlack(chosen.text?.text ?? id);
  if (kind !== undefined && of !== undefined) {
    const data = { id, label, ...(many === MANY_PREFIX && { many: true as const }) };
    return recipientSchema.parse({ feature: kind, kind: of, data });
  }
  switch (kind) {
    case 'number':
      return isLocalNumber(id) ? { kind, number: id } : null;
    case 'teammate':
      return { kind, userId: id, label };
    case 'usergroup':
      return { kind, id, label };
    case 'named':
      return { kind, name: id };
    case 'unreadable':
      return typedNumber(id);
    default:
      return null;
  }
}

/** A typed number, or the reason why it can't be texted. */
export function typedNumber(typed: string): Recipient {
  const parsed = parseNumber(typed);
  if (parsed.ok) return { kind: 'number', number: parsed.number };
  return { kind: 'unreadable', typed, problem: { kind: 'NUMBER_INVALID', typed, why: parsed.why } };
}

/** How many teammates, and how many user groups, are offered; Slack accepts a hundred options in all. */
const MAX_OFFERED = 20;
/** Characters that are quoted of something that isn't a number. */
const MAX_TYPED = 40;

/** The recipients that a field takes beside people. `many`: the field is for many people, so groups come first. */
type FieldRecipients = readonly ('groups' | 'userGroups' | 'onCall' | 'many')[];

/**
 * Offers options while a person types into a field for recipients.
 *
 * @param field the pattern of its block's id
 */
export function offersRecipients(services: Services, field: string, takes: FieldRecipients): SlackListener {
  return onOptions(services, field, {
    permission: reader,
    offer: ({ user, words, typed }) => sectionsFor(services, words, user.workspace, withoutAt(typed), takes),
    own({ words, typed }, isAlone) {
      const number = numberOption(words, withoutAt(typed), isAlone);
      return number ? [{ heading: words.search.heading.number, options: [number] }] : [];
    },
  });
}

const withoutAt = (typed: string): string => typed.trim().replace(/^@/u, '');

/** What a search for recipients finds, for a person who may see the workspace's people. @param typed any part of a name */
export async function sectionsFor(
  services: Services,
  words: Wording,
  workspace: string,
  typed: string,
  takes: FieldRecipients,
): Promise<OptionSection[]> {
  const sorts = (['people', 'groups', 'onCall'] as const).filter(
    sort => sort === 'people' || takes.includes(sort),
  );
  const rules = await services.settings.of(workspace);
  const query = { workspace, typed, words, show: showingNumbers(rules) };
  const [slack, offered] = await Promise.all([
    services.teammates.offered(workspace, typed, MAX_OFFERED),
    offeredRecipients(services, sorts, query),
  ]);
  const sectionsOf = (fieldSort: RecipientSort): OptionSection[] =>
    offered.flatMap(({ sort, section }) => (sort === fieldSort ? section : []));
  const { heading } = words.search;
  const teammates = {
    heading: heading.teammates,
    options: slack.people.map(({ id, name }) => optionOf({ kind: 'teammate', userId: id, label: name })),
  };
  const userGroups = {
    heading: heading.userGroups,
    options: takes.includes('userGroups')
      ? slack.groups.map(({ id, name, handle }) =>
          optionOf({ kind: 'usergroup', id, label: name }, `@${handle}`),
        )
      : [],
  };
  const people = [teammates, ...sectionsOf('people')];
  if (takes.includes('many')) return [...sectionsOf('groups'), userGroups, ...people];
  return [...people, ...sectionsOf('groups'), ...sectionsOf('onCall'), userGroups];
}

/**
 * The typed number. If it can't be texted and there is nothing else to offer, the option says why, because Slack would only say that there
 * are no results.
 */
function numberOption(words: Wording, typed: string, isAlone: boolean): PlainTextOption | null {
  const recipient = typedNumber(typed);
  if (recipient.kind === 'number') return optionOf(recipient, words.search.textNumber);
  const looksLikeOne = /^[+(]?[0-9]/.test(toAscii(typed));
  if (recipient.kind !== 'unreadable' || !isAlone || !looksLikeOne) return null;
  return option(`unreadable ${typed.slice(0, MAX_TYPED)}`, typed, wordLeftOut(words, recipient.problem));
}
