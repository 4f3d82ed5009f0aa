import { type NumberFault, typedCode, typedDigits } from '../../domain/number.ts';
import type { BrokenTemplate, WrongNumber } from './parts.ts';

/* How Bangla says what many sentences need: a person, a time. */

/** Senders that aren't a person. */
const UNATTENDED: Record<string, string> = {
  workflow: 'একটি ওয়ার্কফ্লো',
  hook: 'একটি অ্যালার্ট',
  rota: 'একটি রোস্টার',
  operator: 'অ্যাপটি যিনি চালান',
};
export const mention = (actor: string): string => UNATTENDED[actor] ?? `<@${actor}>`;
/** Some of these people, for somebody to ask; empty if there are none. */
const or = (people: string[]): string => people.slice(0, 3).map(mention).join(' বা ');
/** Some of these people, or an admin, with the ending for being asked. */
export const anyOfTo = (people: string[], otherwise = 'একজন অ্যাডমিন'): string =>
  people.length > 0 ? `${or(people)}-কে` : `${otherwise}কে`;
export const someoneTo = (ask: string | null): string => anyOfTo(ask ? [ask] : []);
/** Some channels, and how many more there are. */
export function someChannels(ids: string[]): string {
  const named = ids.slice(0, 5).map(id => `<#${id}>`);
  return `${named.join(', ')}${ids.length > 5 ? ` ও আরও ${ids.length - 5}টি চ্যানেল` : ''}`;
}

/** A count, or a time in words, with Bangla digits. */
export const inBengali = (said: number | string): string =>
  String(said).replace(/[0-9]/g, digit => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');

export function age(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds === 0) return 'এক মুহূর্ত';
  if (seconds < 90) return `${seconds} সেকেন্ড`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} মিনিট`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} ঘণ্টা` : `${Math.round(hours / 24)} দিন`;
}

export const when = (at: number): string =>
  `<!date^${Math.floor(at / 1000)}^{date_short_pretty} {time}|${new Date(at).toISOString()}>`;

/** Only the time, for something within the hour. */
export const timeOf = (at: number): string =>
  `<!date^${Math.floor(at / 1000)}^{time}|${new Date(at).toISOString()}>`;

const inBangladesh = new Intl.DateTimeFormat('bn-BD-u-nu-latn', {
  ...{ weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
  ...{ hourCycle: 'h23', timeZone: 'Asia/Dhaka' },
});
/** What a clock in Bangladesh shows, without a year: for what is near. The sentence says where it is. */
export function thereAt(at: number): string {
  const { weekday, day, month, hour, minute } = Object.fromEntries(
    inBangladesh.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  return `${weekday}, ${day} ${month}, ${hour}:${minute}`;
}

/** As people say it, and short enough for a text: “১২ নভেম্বর বিকাল ৩:০০”. */
export function spokenAt(at: number): string {
  const { day, month, hour, minute } = Object.fromEntries(
    inBangladesh.formatToParts(at).map(({ type, value }) => [type, value]),
  );
  const hours = Number(hour);
  const [, part] = PARTS_OF_DAY.findLast(([from]) => hours >= from) ?? PARTS_OF_DAY[0];
  return inBengali(`${day} ${month} ${part} ${hours % 12 || 12}:${minute}`);
}
/** From which hour on each is said. */
const PARTS_OF_DAY = [
  [0, 'রাত'],
  [4, 'ভোর'],
  [6, 'সকাল'],
  [12, 'দুপুর'],
  [15, 'বিকাল'],
  [18, 'সন্ধ্যা'],
  [20, 'রাত'],
] as const;

/** Whose daily limit. */
export const capped = {
  person: 'আপনার',
  workflows: 'ওয়ার্কফ্লোগুলোর',
  workspace: 'এই ওয়ার্কস্পেসের',
};

const who = (person: string | null, did: string, was: string): string =>
  person === null ? `আগেই ${was}` : `আগেই ${mention(person)} ${did}`;
/** What became of a broadcast that somebody was asked to approve. */
export const decided = {
  approved: (person: string | null): string => who(person, 'অনুমোদন করেছেন', 'অনুমোদন করা হয়েছে'),
  rejected: (person: string | null): string => who(person, 'নাকচ করেছেন', 'নাকচ করা হয়েছে'),
  dropped: (person: string | null): string => who(person, 'বাতিল করেছেন', 'বাতিল করা হয়েছে'),
  expired: (): string => 'এক দিনের মধ্যে অনুমোদন পায়নি',
};

const LIKE = 'যেমন 01712-345678';

/** What is wrong with a typed number, and what a number must look like: one clause or two. */
export function wrongNumber({ typed, why }: WrongNumber): string {
  const it = `“${typed}”`;
  switch (why) {
    case 'too_short':
    case 'too_long': {
      if (typed.endsWith('…')) return `${it} বেশি লম্বা: বাংলাদেশের মোবাইল নম্বরে ১১টি অঙ্ক থাকে, ${LIKE}`;
      const { digits, after880 } = typedDigits(typed);
      if (after880)
        return `${it} নম্বরে 880-এর পরে ${inBengali(digits.length)}টি অঙ্ক আছে; বাংলাদেশের মোবাইল নম্বরে সেখানে ১০টি অঙ্ক থাকে, যেমন +880 1712-345678`;
      if (digits.length === 11)
        return `${it} নম্বরটি 0 দিয়ে শুরু হয়নি; বাংলাদেশের মোবাইল নম্বরে ১১টি অঙ্ক থাকে, শুরু হয় 01 দিয়ে, ${LIKE}`;
      return `${it} নম্বরে ${inBengali(digits.length)}টি অঙ্ক আছে; বাংলাদেশের মোবাইল নম্বরে ১১টি অঙ্ক থাকে, শুরু হয় 01 দিয়ে, ${LIKE}`;
    }
    case 'not_mobile':
      return `${it} ল্যান্ডফোনের নম্বর মনে হচ্ছে। এসএমএস শুধু মোবাইল নম্বরে যায়, ${LIKE}`;
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
      return `${it} কোনো ফোন নম্বর নয়। বাংলাদেশের মোবাইল নম্বরে ১১টি অঙ্ক থাকে, শুরু হয় 01 দিয়ে, ${LIKE}`;
  }
}

export const quoted = (words: string): string => `“${words}”`;

/** `“ক” গ্রুপে `; nothing if there is none. */
export function intoGroups(names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > NAMED ? ` ও আরও ${names.length - NAMED}টি` : '';
  return `${names.slice(0, NAMED).map(quoted).join(', ')}${more} গ্রুপে `;
}

const NAMED = 5;

/** What is wrong with a template: a sentence. */
export function brokenTemplate({ fault, near }: BrokenTemplate): string {
  switch (fault) {
    case 'unclosed':
      return `“${near}”-এর বন্ধনীটি একই লাইনে বন্ধ করা হয়নি।`;
    case 'empty':
      return `“${near}” বন্ধনীতে কোনো নাম নেই।`;
    case 'name_too_long':
      return `“${near}” বন্ধনীর নামটি বেশি লম্বা।`;
  }
}

/** The same in a few words, to follow what was typed. */
export const numberFault: Record<NumberFault, string> = {
  too_short: 'অঙ্ক কম',
  too_long: 'অঙ্ক বেশি',
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
