import type { PlainTextOption } from '@slack/types';
import { fold } from '../../kit/name-matching.ts';
import { nameRankInAnyScript, soughtName, soundsIn } from '../../kit/name-sounds.ts';
import {
  internationalNumber,
  isLocalNumber,
  type LocalNumber,
  parseNumber,
  type ShowNumber,
  showingNumbers,
  toAscii,
} from '../../kit/number.ts';
import { MAX_OPTION_TEXT, MAX_OPTION_VALUE } from '../../kit/slack/limits.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { type OptionSection, onOptions } from '../../kit/slack/listeners.ts';
import type { Services } from '../../kit/slack/services.ts';
import { abridged, cut, unescapeSlack } from '../../kit/slack-text.ts';
import { type Wording, wordLeftOut } from '../../kit/words/wording.ts';
import { reader } from '../permissions.ts';
import { isKept, type Recipient, recipientKeyOf, recipientSchema } from '../recipient.ts';
import type { OnCallRota } from '../recipient-directory.ts';

/** Before the value of what may be many people. */
const MANY = '+';

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

/** A recipient as an option: its value says who it is, its text what they are called. */
export function optionOf(
  who: Recipient,
  description?: string,
  text = plainName(who, internationalNumber),
): PlainTextOption {
  return option(
    isKept(who) && who.data.many ? MANY + recipientKeyOf(who) : recipientKeyOf(who),
    text,
    description,
  );
}

/** What a recipient is called where nothing is formatted. */
export function plainName(who: Recipient, show: ShowNumber): string {
  if (isKept(who)) return who.data.label;
  switch (who.kind) {
    case 'number':
      return show(who.number);
    case 'named':
      return who.name;
    case 'unreadable':
      return who.typed;
    default:
      return who.label;
  }
}

/** The recipient that an option stands for; null: it isn't one of ours. */
export function recipientIn(chosen: {
  value: string;
  text?: { text: string } | undefined;
}): Recipient | null {
  const [, many, kind, of, id = ''] = /^(\+?)(\w+)(?:\/(\w+))? (.+)$/su.exec(chosen.value) ?? [];
  const label = unescapeSlack(chosen.text?.text ?? id);
  if (kind !== undefined && of !== undefined) {
    const data = { id, label, ...(many === MANY && { many: true as const }) };
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

/** What was typed as a number. */
export function typedNumber(typed: string): Recipient {
  const read = parseNumber(typed);
  if (read.ok) return { kind: 'number', number: read.number };
  return { kind: 'unreadable', typed, problem: { kind: 'NUMBER_INVALID', typed, why: read.why } };
}

/** How many of each kind are offered; Slack accepts a hundred in all. */
const EACH = 20;
const ROTAS = 10;
/** How much is quoted of something that isn't a number. */
const MAX_TYPED = 40;

/** What a field offers besides people. `many`: it is for many, so groups come before people. */
type Also = readonly ('groups' | 'userGroups' | 'rotas' | 'many')[];

/**
 * Offers options while somebody types into a field for recipients.
 *
 * @param field the pattern of its block's id
 */
export function offersRecipients(services: Services, field: string, also: Also): SlackListener {
  return onOptions(services, field, {
    permission: reader,
    offer: ({ who, words, typed }) => sectionsFor(services, words, who.workspace, soughtIn(typed), also),
    own({ words, typed }, isAlone) {
      const number = numberOption(words, soughtIn(typed), isAlone);
      return number ? [{ heading: words.search.heading.number, options: [number] }] : [];
    },
  });
}

const soughtIn = (typed: string): string => typed.trim().replace(/^@/u, '');

async function sectionsFor(
  services: Services,
  words: Wording,
  workspace: string,
  typed: string,
  also: Also,
): Promise<OptionSection[]> {
  const { settings, book, teammates, extensions } = services;
  const [rules, kept, slack, rota] = await Promise.all([
    settings.of(workspace),
    book.offered(workspace, typed, EACH),
    teammates.offered(workspace, typed, EACH),
    also.includes('rotas') ? (extensions.onCallRotas?.(workspace) ?? []) : [],
  ]);
  const { heading } = words.search;
  const show = showingNumbers(rules.maskNumbers);
  const people = [
    {
      heading: heading.teammates,
      options: slack.people.map(({ id, name }) => optionOf({ kind: 'teammate', userId: id, label: name })),
    },
    { heading: heading.contacts, options: kept.contacts.map(one => contactOption(words, one, show)) },
  ];
  const groups = {
    heading: heading.groups,
    options: also.includes('groups')
      ? kept.groups.map(({ as, size }) => optionOf(as, words.search.people(size)))
      : [],
  };
  const userGroups = {
    heading: heading.userGroups,
    options: also.includes('userGroups')
      ? slack.groups.map(({ id, name, handle }) =>
          optionOf({ kind: 'usergroup', id, label: name }, `@${handle}`),
        )
      : [],
  };
  if (also.includes('many')) return [groups, userGroups, ...people];
  return [
    ...people,
    groups,
    { heading: heading.rotas, options: dutyOptions(words, rota, typed, show) },
    userGroups,
  ];
}

/** Rotas whose name has what was typed, with who is on call. */
function dutyOptions(
  words: Wording,
  all: readonly OnCallRota[],
  typed: string,
  show: ShowNumber,
): PlainTextOption[] {
  const sought = soughtName(typed, false);
  const fits = ({ name }: OnCallRota): boolean =>
    nameRankInAnyScript({ folded: fold(name), sounds: soundsIn(name) }, sought) !== null;
  return all
    .filter(fits)
    .slice(0, ROTAS)
    .map(({ as, onCall }) => optionOf(as, words.search.onCall(onCall && plainName(onCall, show))));
}

/** Somebody without a name is shown by their number. */
function contactOption(
  words: Wording,
  { as, name, number, doNotText }: { as: Recipient; name: string; number: LocalNumber; doNotText: unknown },
  show: ShowNumber,
): PlainTextOption {
  const details = [
    ...(name === '' ? [] : [show(number)]),
    ...(doNotText ? [words.search.doNotTextList] : []),
  ];
  return optionOf(as, details.join(' · '), name || show(number));
}

/**
 * What was typed, if we can text it. If it looks like a number that we can't text, and nothing else is found, what is
 * wrong with it: Slack would only say that there are no results.
 */
function numberOption(words: Wording, typed: string, isAlone: boolean): PlainTextOption | null {
  const who = typedNumber(typed);
  if (who.kind === 'number') return optionOf(who, words.search.textNumber);
  const looksLikeOne = /^[+(]?[0-9]/.test(toAscii(typed));
  if (who.kind !== 'unreadable' || !isAlone || !looksLikeOne) return null;
  return option(`unreadable ${typed.slice(0, MAX_TYPED)}`, typed, wordLeftOut(words, who.problem));
}
