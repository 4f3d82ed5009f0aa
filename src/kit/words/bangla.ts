import { withDecimals } from '../credits.ts';
import { dayOf } from '../day.ts';
import { type NumberFault, typedCode, typedDigits } from '../number.ts';
import { DEFAULT_ZONE } from '../time-zone.ts';
import type { BrokenTemplate, ProblemContext, WrongNumber } from './languages.ts';

/* Parts of many Bangla sentences: numbers, people, times. */

const DIGITS = '০১২৩৪৫৬৭৮৯';
const COUNT = new Intl.NumberFormat('bn-BD');
/** Text with its digits in Bengali. */
export const inBengali = (text: string): string =>
  text.replace(/[0-9]/g, digit => DIGITS[Number(digit)] ?? '');
/** An amount of credits: “২৪.৩০ ক্রেডিট”. */
export const inCredits = (amount: string): string => `${inBengali(withDecimals(amount))} ক্রেডিট`;

/** Cost and balance, which share the unit; null if the service didn't say. */
export function paid(cost: string | null, balance: string | null): string[] {
  const unit = balance === null ? ' ক্রেডিট' : '';
  return [
    cost === null ? 'খরচ জানানো হয়নি' : `খরচ ${inBengali(withDecimals(cost))}${unit}`,
    balance === null ? 'ব্যালেন্স জানানো হয়নি' : `ব্যালেন্স ${inCredits(balance)}`,
  ];
}

/**
 * A sentence with filled-in values: numbers get Bengali digits and are grouped in lakhs. Strings stay unchanged, because people
 * may dial, type or look them up.
 */
export const say = (sentence: TemplateStringsArray, ...filled: (string | number)[]): string =>
  sentence.reduce((text, part, at) => {
    const value = filled[at - 1] ?? '';
    return text + (typeof value === 'number' ? COUNT.format(value) : value) + part;
  });

/** Senders that aren't people, and their possessive forms. */
const UNATTENDED: Record<string, { name: string; of: string }> = {
  workflow: { name: 'ওয়ার্কফ্লো', of: 'ওয়ার্কফ্লোর' },
  hook: { name: 'অ্যালার্ট', of: 'অ্যালার্টের' },
  rota: { name: 'রোস্টার', of: 'রোস্টারের' },
  operator: { name: 'অ্যাপটি যিনি চালান তিনি', of: 'যিনি অ্যাপটি চালান তাঁর' },
};
export const mention = (actor: string): string => UNATTENDED[actor]?.name ?? `<@${actor}>`;
/** The possessive: “<@U1>-এর”, “ওয়ার্কফ্লোর”. */
export const of = (actor: string): string => UNATTENDED[actor]?.of ?? `<@${actor}>-এর`;
/** A sender with a verb, whose ending honours people, not things: “<@U1> পাঠিয়েছেন”, “ওয়ার্কফ্লো পাঠিয়েছে”. */
export const did = (actor: string, verb: string): string =>
  `${mention(actor)} ${actor in UNATTENDED && actor !== 'operator' ? verb.replace(/ন$/, '') : verb}`;
/** The first of these people; empty if there are none. */
const or = (people: string[]): string => people.slice(0, 3).map(mention).join(' বা ');
/** The first of these people, or an admin, as an object: “… to ask”. */
export const anyOfTo = (people: string[], otherwise = 'একজন অ্যাডমিন'): string =>
  people.length > 0 ? `${or(people)}-কে` : `${otherwise}কে`;
/** Names the people to ask about a rule; a reader who may change it is told how. */
export const decider = (
  { deciders, reader }: ProblemContext,
  ask: (person: string) => string,
  yourself: string,
): string => (reader !== null && deciders.includes(reader) ? yourself : ask(anyOfTo(deciders)));
export const someoneTo = (ask: string | null): string => anyOfTo(ask ? [ask] : []);
/** The first channels, and the number of the others. */
export function someChannels(ids: string[]): string {
  const named = ids.slice(0, 5).map(id => `<#${id}>`);
  return say`${named.join(', ')}${ids.length > 5 ? say` ও আরও ${ids.length - 5}টি চ্যানেল` : ''}`;
}

export function age(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds === 0) return 'কয়েক সেকেন্ড';
  if (seconds < 90) return say`${seconds} সেকেন্ড`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return say`${minutes} মিনিট`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? say`${hours} ঘণ্টা` : say`${Math.round(hours / 24)} দিন`;
}

/** The hour at which each part of the day begins. */
const PARTS_OF_DAY = [
  [0, 'রাত'],
  [4, 'ভোর'],
  [6, 'সকাল'],
  [12, 'দুপুর'],
  [15, 'বিকাল'],
  [18, 'সন্ধ্যা'],
  [20, 'রাত'],
] as const;

/** A time of day, `HH:MM`, as people say it: “বিকাল ৩:০৫”, and of a whole hour “সকাল ৯টা”. */
export function clock(day: string): string {
  const [hours = 0, minutes = '00'] = [Number(day.slice(0, 2)), day.slice(3, 5)];
  const [, part] = PARTS_OF_DAY.findLast(([from]) => hours >= from) ?? PARTS_OF_DAY[0];
  return inBengali(`${part} ${hours % 12 || 12}${minutes === '00' ? 'টা' : `:${minutes}`}`);
}
const ending = (day: string, hour: string, minute: string): string =>
  clock(day).replace(/টা$|$/, end => (end === 'টা' ? hour : minute));
/** The possessive: “রাত ৯টার”, “রাত ৯:৩০-এর”. */
export const clockOf = (day: string): string => ending(day, 'টার', '-এর');
/** The locative: “রাত ৯টায়”, “রাত ৯:৩০-এ”. */
export const clockAt = (day: string): string => ending(day, 'টায়', '-এ');

const inBangladesh = new Intl.DateTimeFormat('bn-BD-u-nu-latn', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: DEFAULT_ZONE,
});
function partsAt(at: number): { weekday: string; date: string; time: string } {
  const parts = Object.fromEntries(inBangladesh.formatToParts(at).map(({ type, value }) => [type, value]));
  const { weekday = '', day = '', month = '', hour = '', minute = '' } = parts;
  return { weekday, date: inBengali(`${day} ${month}`), time: clock(`${hour}:${minute}`) };
}
/** Date and time in Bangladesh, without the year. The sentence names the place. */
export function thereAt(at: number): string {
  const { weekday, date, time } = partsAt(at);
  return `${weekday} ${date}, ${time}`;
}
/** A day in Bangladesh, for the axis of a chart: “২৮ নভেম্বর”. */
export const shortDay = (at: number): string => partsAt(at).date;

/** Date and time in Bangladesh as read at `now`: “আজ সকাল ৯টা”, “কাল সকাল ৯টা”, or with the day. */
export function nearAt(at: number, now: number): string {
  const days = dayOf(at) - dayOf(now);
  const near = days === 0 ? 'আজ' : days === 1 ? 'কাল' : null;
  return near === null ? thereAt(at) : `${near} ${partsAt(at).time}`;
}

/** A day in Bangladesh as read at `now`: “আজ”, or “শনিবার ২৮ নভেম্বর”. */
export function nearDay(at: number, now: number): string {
  const { weekday, date } = partsAt(at);
  return dayOf(at) === dayOf(now) ? 'আজ' : `${weekday} ${date}`;
}

/** Date and time in Bangladesh, short enough for a text: “১২ নভেম্বর বিকাল ৩টা”. */
export function spokenAt(at: number): string {
  const { date, time } = partsAt(at);
  return `${date} ${time}`;
}
/** Slack writes the date in English, and no Bangla ending fits it, so it goes after a colon or a comma, or in brackets. */
export function when(at: number): string {
  const { date, time } = partsAt(at);
  return `<!date^${Math.floor(at / 1000)}^{date_short_pretty} {time}|${date}, ${time}>`;
}
/** The time only, for times within the hour. */
export const timeOf = (at: number): string => `<!date^${Math.floor(at / 1000)}^{time}|${partsAt(at).time}>`;

/* Sentences about any feature's own things, such as a rota (`একটি রোস্টার`). */

export const saved = (name: string): string => `:white_check_mark: *${name}* সেভ হয়েছে।`;
export const deleted = (name: string): string => `*${name}* মুছে ফেলা হয়েছে।`;
export const gone = (thing: string): string => `এই ${thing}টি আর নেই: কেউ এটি মুছে ফেলেছেন। কিছু বদলানো হয়নি।`;
export const changedMeanwhile = (thing: string): string =>
  `:warning: এখনো সেভ হয়নি: আপনি খোলা রাখার সময় অন্য কেউ এই ${thing}টি বদলেছেন। আবার সেভ করলে তাঁর পরিবর্তনের জায়গায় আপনারটি থাকবে।`;
export const nameTaken =
  (thing: string) =>
  (name: string): string =>
    `“${name}” নামে একটি ${thing} আগে থেকেই আছে। অন্য নাম দিন, অথবা সেটি বদলান।`;
export const tooMany =
  (thing: string) =>
  (limit: number): string =>
    say`:warning: সেভ হয়নি: একটি ওয়ার্কস্পেসে সর্বোচ্চ ${limit}টি ${thing} রাখা যায়, আপনাদের ততগুলোই আছে। আগে অদরকারি একটি মুছে ফেলুন।`;
/** An error of one field. */
export const tooManyHere = (limit: number): string => say`বেশি হয়ে গেছে: সর্বোচ্চ ${limit}টি দেওয়া যায়।`;

/** The owner of a daily limit. */
export const capped = {
  person: 'আপনার',
  workflows: 'ওয়ার্কফ্লোগুলোর',
  workspace: 'এই ওয়ার্কস্পেসের',
};

const LIKE = 'যেমন “01712345678”';

/** The fault of a typed number and the form of a correct one, in one or two clauses. */
export function wrongNumber({ typed, why }: WrongNumber): string {
  const it = `“${typed}”`;
  switch (why) {
    case 'too_short':
    case 'too_long': {
      if (typed.endsWith('…')) return `${it} বেশি লম্বা: বাংলাদেশের মোবাইল নম্বরে ১১টি ডিজিট থাকে, ${LIKE}`;
      const { digits, after880 } = typedDigits(typed);
      if (after880)
        return say`${it} নম্বরে 880-এর পরে ${digits.length} ডিজিট আছে; বাংলাদেশের মোবাইল নম্বরে সেখানে ১০টি ডিজিট থাকে, যেমন “+880 1712-345678”`;
      if (digits.length === 11)
        return `${it} নম্বরটি 0 দিয়ে শুরু হয়নি; বাংলাদেশের মোবাইল নম্বরে ১১টি ডিজিট থাকে, শুরু হয় 01 দিয়ে, ${LIKE}`;
      return say`${it} নম্বরে ${digits.length} ডিজিট আছে; বাংলাদেশের মোবাইল নম্বরে ১১টি ডিজিট থাকে, শুরু হয় 01 দিয়ে, ${LIKE}`;
    }
    case 'not_mobile':
      return `${it} ল্যান্ডফোনের নম্বর বলে মনে হচ্ছে। এসএমএস শুধু মোবাইল নম্বরে যায়, ${LIKE}`;
    case 'no_operator':
      return `${it} নম্বরটি ${typedCode(typed)} দিয়ে শুরু, বাংলাদেশের কোনো মোবাইল অপারেটরের এই কোড নেই। মোবাইল নম্বর শুরু হয় 013 থেকে 019 দিয়ে, ${LIKE}`;
    case 'foreign':
      return `${it} বিদেশের নম্বর। এসএমএস শুধু বাংলাদেশের মোবাইল নম্বরে যায়, ${LIKE}`;
    case 'dead_network':
      return `${it} নম্বরটি আর চালু নেই: সিটিসেল (011) ২০১৬ সালে বন্ধ হয়ে গেছে। নতুন নম্বরটি জেনে নিয়ে লিখুন`;
    case 'extension':
      return `${it} নম্বরে এক্সটেনশন আছে, এক্সটেনশনে এসএমএস যায় না। মোবাইল নম্বর দিন, ${LIKE}`;
    case 'short_code':
      return `${it} একটি শর্ট কোড, সেখানে এসএমএস পাঠানো যায় না। এসএমএস শুধু মোবাইল নম্বরে যায়, ${LIKE}`;
    case 'letter_o':
      return `${it}: শূন্যের জায়গায় ইংরেজি অক্ষর O আছে। ${typed.replace(/o/gi, '0')} বোঝাতে চাইলে সেটিই লিখুন`;
    case 'glued':
      return `${it}: নম্বরের গায়ে কথা লেগে আছে। মাঝে একটি ফাঁকা জায়গা দিন`;
    case 'not_a_number':
      return `${it} কোনো ফোন নম্বর নয়। বাংলাদেশের মোবাইল নম্বরে ১১টি ডিজিট থাকে, শুরু হয় 01 দিয়ে, ${LIKE}`;
  }
}

export const quoted = (words: string): string => `“${words}”`;

/** `“ক” গ্রুপে `; empty if there are no groups. */
export function intoGroups(names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > NAMED ? say` ও আরও ${names.length - NAMED}টি` : '';
  return `${names.slice(0, NAMED).map(quoted).join(', ')}${more} গ্রুপে `;
}

const NAMED = 5;

export function brokenTemplate({ fault, near }: BrokenTemplate): string {
  switch (fault) {
    case 'unclosed':
      return `“${near}”: { চিহ্নটি একই লাইনে } দিয়ে বন্ধ করা হয়নি।`;
    case 'empty':
      return `“${near}”: { } চিহ্নের ভেতরে কোনো নাম নেই।`;
    case 'name_too_long':
      return `“${near}”: { } চিহ্নের ভেতরের নামটি বেশি লম্বা।`;
  }
}

/** The fault of a typed number in a few words, to follow the number. */
export const numberFault: Record<NumberFault, string> = {
  too_short: 'ডিজিট কম',
  too_long: 'ডিজিট বেশি',
  not_mobile: 'মোবাইল নম্বর নয়',
  no_operator: 'এই কোড কোনো অপারেটরের নয়',
  foreign: 'বাংলাদেশের নম্বর নয়',
  dead_network: '011 নেটওয়ার্ক বন্ধ হয়ে গেছে',
  extension: 'এক্সটেনশন আছে',
  short_code: 'শর্ট কোড, মোবাইল নম্বর নয়',
  letter_o: 'শূন্যের জায়গায় ইংরেজি O আছে',
  glued: 'নম্বরের গায়ে কথা লেগে আছে',
  not_a_number: 'ফোন নম্বর নয়',
};

/** From Sunday on. */
export const WEEKDAYS = ['রবিবার', 'সোমবার', 'মঙ্গলবার', 'বুধবার', 'বৃহস্পতিবার', 'শুক্রবার', 'শনিবার'];
