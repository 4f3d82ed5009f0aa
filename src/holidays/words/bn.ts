import { DAY_MS } from '../../kit/day.ts';
import { inBengali, say } from '../../kit/words/bangla.ts';
import type { Stretch } from '../holiday.ts';
import type { LineFault } from '../parse.ts';
import { bn as holidayAudit } from './audit/bn.ts';
import type { Words } from './en.ts';

const date = new Intl.DateTimeFormat('bn-BD-u-nu-latn', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const partsOf = (day: number): Record<string, string> =>
  Object.fromEntries(date.formatToParts(day * DAY_MS).map(({ type, value }) => [type, inBengali(value)]));

/** First and last days, by number: “২০–২২ মার্চ ২০২৭”. */
function span({ from, to }: Pick<Stretch, 'from' | 'to'>): string {
  const [first, last] = [partsOf(from), partsOf(to)];
  const end = `${last.day} ${last.month} ${last.year}`;
  if (from === to) return end;
  if (first.year !== last.year) return `${first.day} ${first.month} ${first.year} – ${end}`;
  return first.month === last.month ? `${first.day}–${end}` : `${first.day} ${first.month} – ${end}`;
}

const named = (dates: string, name: string): string => (name === '' ? dates : `${dates} ${name}`);

const FAULTS: Record<LineFault, string> = {
  no_date: 'শুরুতে তারিখ লিখুন, যেমন “২০ মার্চ ২০২৭” বা “২০–২২ মার্চ ২০২৭”',
  no_year: 'সালটি চার ডিজিটে লিখুন, যেমন “২০ মার্চ ২০২৭”',
  no_such_day: 'এমন কোনো দিন নেই। আগে দিন, পরে মাস লিখুন, যেমন “২০/০৩/২০২৭”',
  backwards: 'শেষের দিনটি শুরুর আগে পড়েছে। প্রথম দিনটি আগে লিখুন',
  two_dates: 'এক লাইনে একাধিক তারিখ আছে। প্রতিটি আলাদা লাইনে লিখুন, অথবা প্রথম আর শেষ দিনের মাঝে “থেকে” লিখুন',
  too_long: 'বেশি লম্বা। শেষ দিনের সালটি দেখে নিন',
};

const holidays: Words['holidays'] = {
  title: 'ছুটির দিন',
  intro:
    'এই ওয়ার্কস্পেসের ছুটির দিন। যেখানে বেছে দেবেন, সেখানে রোস্টার, হুকের নীরব সময় আর শিডিউল করা এসএমএস এগুলো মেনে চলবে।',
  field: {
    days: {
      label: 'ছুটির দিন, প্রতি লাইনে একটি',
      hint: 'যেমন “২৬ মার্চ ২০২৭ স্বাধীনতা দিবস” বা “২০–২২ মার্চ ২০২৭ ঈদুল ফিতর”। টেবিল থেকে কপি করেও বসাতে পারেন।',
    },
    more: { label: 'আরও ছুটির দিন' },
  },
  line: ({ name, ...dates }) => named(span(dates), name),
  none: 'এখনো কোনো ছুটির দিন নেই।',
  summary: ({ days, next, today }) => {
    const count = say`*${days} দিন*`;
    if (next === null) return `${count}; সবগুলোই পার হয়ে গেছে।`;
    const which = named(`*${partsOf(next.from).weekday}, ${span(next)}*`, next.name);
    return next.from <= today ? `${count}; আজই ছুটি: ${which}।` : `${count}; এরপর ${which}।`;
  },
  ofYear: ({ year, stretches, more }) => {
    const written = inBengali(String(year));
    const all = stretches.map(({ name, ...dates }) => named(span(dates).replace(` ${written}`, ''), name));
    return `*${written}*: ${all.join(' · ')}${more > 0 ? say` · ও আরও ${more}টি` : ''}`;
  },
  past: days => say`এক বছরের বেশি পুরোনো ${days} দিন রাখা হবে না।`,
  saved: ':white_check_mark: ছুটির দিনগুলো সেভ হয়েছে।',
  changedMeanwhile:
    ':warning: এখনো সেভ হয়নি: আপনি খোলা রাখার সময় অন্য কেউ ছুটির তালিকা বদলেছেন। আবার সেভ করলে তাঁর তালিকার জায়গায় আপনারটি থাকবে।',
  wrong: {
    line: ({ line, typed, why }) => say`লাইন ${line}, “${typed}”: ${FAULTS[why]}।`,
    more: lines => say`আরও ${lines}টি লাইন পড়া যায়নি।`,
    tooMany: (days, limit) => say`এখানে ${days} দিন আছে, সর্বোচ্চ ${limit} দিন রাখা যায়। কিছু দিন বাদ দিন।`,
  },
};

export const bn: Words = { holidays, holidayAudit };
