import { withDecimals } from '../credits.ts';
import { dayOf } from '../day.ts';
import { type NumberFault, typedCode, typedDigits } from '../number.ts';
import { DEFAULT_ZONE } from '../time-zone.ts';
import type { BrokenTemplate, ProblemContext, WrongNumber } from './languages.ts';

/* Parts of many English sentences: people, counts, times. */

/** Senders that aren't people. */
const UNATTENDED: Record<string, string> = {
  workflow: 'A workflow',
  hook: 'An alert',
  rota: 'A rota',
  operator: 'The operator',
};
export const mention = (actor: string): string => UNATTENDED[actor] ?? `<@${actor}>`;
export const someone = (ask: string | null): string => (ask ? mention(ask) : 'a workspace admin');
/** The first of these people; empty if there are none. */
export const or = (people: string[]): string => people.slice(0, 3).map(mention).join(' or ');
/** The first of these people, or an admin. */
export const anyOf = (people: string[]): string => or(people) || 'a workspace admin';
/** Names the people to ask about a rule; a reader who may change it is told how. */
export const decider = (
  { deciders, reader }: ProblemContext,
  ask: (person: string) => string,
  yourself: string,
): string => (reader !== null && deciders.includes(reader) ? yourself : ask(anyOf(deciders)));
/** The first channels, and the number of the others. */
export function someChannels(ids: string[]): string {
  const named = ids.slice(0, 5).map(id => `<#${id}>`);
  return `${named.join(', ')}${ids.length > 5 ? ` and ${plural(ids.length - 5, 'other')}` : ''}`;
}
/** A number in a sentence: 10,000. */
export const n = (count: number): string => count.toLocaleString('en-US');
export const plural = (count: number, singular: string, many = `${singular}s`): string =>
  `${n(count)} ${count === 1 ? singular : many}`;
export const people = (count: number): string => plural(count, 'person', 'people');

export function age(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds === 0) return 'a few seconds';
  if (seconds < 90) return plural(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return plural(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 48 ? plural(hours, 'hour') : plural(Math.round(hours / 24), 'day');
}

/** An amount of credits: `24.30 credits`. */
export const inCredits = (amount: string): string => `${withDecimals(amount)} credits`;

/** Cost and balance, which share the unit; null if the service didn't say. */
export function paid(cost: string | null, balance: string | null): string[] {
  const unit = balance === null ? ' credits' : '';
  return [
    cost === null ? 'cost not given' : `cost ${withDecimals(cost)}${unit}`,
    balance === null ? 'balance not given' : `balance ${inCredits(balance)}`,
  ];
}

/** A moment, which Slack shows in the reader's time zone; in Bangladesh time where Slack can't, as in notifications. */
export const when = (at: number): string =>
  `<!date^${Math.floor(at / 1000)}^{date_short_pretty} {time}|${thereAt(at)}>`;

/** The time only, for times within the hour. */
export const timeOf = (at: number): string => `<!date^${Math.floor(at / 1000)}^{time}|${thereAt(at)}>`;

const inBangladesh = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: DEFAULT_ZONE,
});
/** Date and time in Bangladesh, without the year. The sentence names the place. */
export function thereAt(at: number): string {
  const { weekday, day, month, hour, minute } = Object.fromEntries(
    inBangladesh.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return `${weekday} ${day} ${month}, ${hour}:${minute}`;
}

/** A day in Bangladesh, for the axis of a chart: “28 Nov”. */
export const shortDay = (at: number): string => thereAt(at).slice(4, -7);

/** Date and time in Bangladesh as read at `now`: “today 09:00”, “tomorrow 09:00”, or with the day. */
export function nearAt(at: number, now: number): string {
  const days = dayOf(at) - dayOf(now);
  const near = days === 0 ? 'today' : days === 1 ? 'tomorrow' : null;
  return near === null ? thereAt(at) : `${near} ${thereAt(at).slice(-5)}`;
}

/** A day in Bangladesh as read at `now`: “today”, or “Sat 28 Nov”. */
export const nearDay = (at: number, now: number): string =>
  dayOf(at) === dayOf(now) ? 'today' : thereAt(at).slice(0, -7);

/** The owner of a daily limit. */
export const capped = { person: 'your', workflows: 'the workflows’', workspace: 'this workspace’s' };

const LIKE = 'like 01712345678';

/** The fault of a typed number and the form of a correct one, in one or two clauses. */
export function wrongNumber({ typed, why }: WrongNumber): string {
  const it = `“${typed}”`;
  switch (why) {
    case 'too_short':
    case 'too_long': {
      if (typed.endsWith('…'))
        return `${it} is too long: a mobile number in Bangladesh has 11 digits, ${LIKE}`;
      const { digits, after880 } = typedDigits(typed);
      const has = `${it} has ${plural(digits.length, 'digit')}`;
      if (after880)
        return `${has} after 880; a mobile number in Bangladesh has 10 there, like +880 1712-345678`;
      if (digits.length === 11)
        return `${it} doesn’t start with 0; a mobile number in Bangladesh has 11 digits and starts with 01, ${LIKE}`;
      return `${has}; a mobile number in Bangladesh has 11 and starts with 01, ${LIKE}`;
    }
    case 'not_mobile':
      return `${it} looks like a landline. You can only text mobile numbers, ${LIKE}`;
    case 'no_operator':
      return `${it} starts with ${typedCode(typed)}, which no mobile operator in Bangladesh uses. Mobile numbers start with 013 to 019, ${LIKE}`;
    case 'foreign':
      return `${it} is a foreign number. You can only text mobile numbers in Bangladesh, ${LIKE}`;
    case 'dead_network':
      return `${it} no longer works: its network (Citycell, 011) was switched off in 2016. Ask for their new number`;
    case 'extension':
      return `${it} has an extension, which can’t get texts. Type a mobile number, ${LIKE}`;
    case 'short_code':
      return `${it} is a short number, and texts can’t go to those. You can only text mobile numbers, ${LIKE}`;
    case 'letter_o':
      return `${it} has the letter O where a zero belongs. If you mean ${typed.replace(/o/gi, '0')}, type that`;
    case 'glued':
      return `${it} has words right behind the number. Put a space between them`;
    case 'not_a_number':
      return `${it} isn’t a phone number. A mobile number in Bangladesh has 11 digits and starts with 01, ${LIKE}`;
  }
}

/* Sentences about any feature's own things, such as a rota. */

export const saved = (name: string): string => `:white_check_mark: *${name}* is saved.`;
export const deleted = (name: string): string => `*${name}* is deleted.`;
export const gone = (thing: string): string =>
  `This ${thing} no longer exists: someone deleted it. Nothing was changed.`;
export const changedMeanwhile = (thing: string): string =>
  `:warning: Not saved yet: someone changed this ${thing} while you had it open. If you save again, your changes replace theirs.`;
export const nameTaken =
  (thing: string) =>
  (name: string): string =>
    `There is already a ${thing} called “${name}”. Choose another name, or change that one.`;
export const tooMany =
  (thing: string) =>
  (limit: number): string =>
    `:warning: Not saved: a workspace can have ${plural(limit, thing)}, and yours has that many already. Delete one you don’t need first.`;
/** An error of one field. */
export const tooManyHere = (limit: number): string => `Too many: the limit is ${n(limit)}.`;

export const quoted = (words: string): string => `“${words}”`;

/** ` into the group “A”`; empty if there are no groups. */
export function intoGroups(names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  const named = names.slice(0, NAMED).map(quoted).join(', ');
  return ` into the ${names.length === 1 ? 'group' : 'groups'} ${named}${more}`;
}

const NAMED = 5;

export function brokenTemplate({ fault, near }: BrokenTemplate): string {
  switch (fault) {
    case 'unclosed':
      return `The brace at “${near}” is never closed on its line.`;
    case 'empty':
      return `The placeholder at “${near}” has no name.`;
    case 'name_too_long':
      return `The name at “${near}” is too long for a placeholder.`;
  }
}

/** The fault of a typed number in a few words, to follow the number. */
export const numberFault: Record<NumberFault, string> = {
  too_short: 'too few digits',
  too_long: 'too many digits',
  not_mobile: 'not a mobile number',
  no_operator: 'no operator uses this code',
  foreign: 'not a Bangladesh number',
  dead_network: 'the 011 network was switched off',
  extension: 'has an extension',
  short_code: 'a short number, not a mobile one',
  letter_o: 'a letter O where a zero belongs',
  glued: 'words right behind the number',
  not_a_number: 'not a phone number',
};

/** From Sunday on. */
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
