import { DAY_MS } from '../../kit/day.ts';
import { DEFAULT_ZONE } from '../../kit/time-zone.ts';
import { clock, clockAt, clockOf, inBengali, mention, say, thereAt } from '../../kit/words/bangla.ts';
import { bn as scheduleAudit } from './audit/bn.ts';
import type { ShownMoment, ShownNext, ShownWhen, Words } from './en.ts';

const format = new Intl.DateTimeFormat('bn-BD-u-nu-latn', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

function dayOf(date: string): string {
  const parts = format.formatToParts(Date.parse(`${date.slice(0, 10)}T00:00Z`));
  const { weekday, day, month, year } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${weekday} ${inBengali(`${day} ${month} ${year}`)}`;
}

const zoned = (sentence: (day: string) => string, { local, zone }: ShownMoment): string =>
  `${dayOf(local)}, ${sentence(local.slice(11))} (${zone === DEFAULT_ZONE ? 'বাংলাদেশ' : zone} সময়)`;
/** When something goes out: “শনিবার ২১ নভেম্বর ২০২৬, সকাল ৯টায় (বাংলাদেশ সময়)”. */
const moment = (at: ShownMoment): string => zoned(clockAt, at);
/** The genitive of a moment: “সকাল ৯টার (বাংলাদেশ সময়)”. */
const momentOf = (at: ShownMoment): string => zoned(clockOf, at);

const REPEATED = { daily: 'প্রতিদিন', workdays: 'প্রতি কর্মদিবসে', weekly: 'প্রতি সপ্তাহে', monthly: 'প্রতি মাসে' };

function when({ repeat, until, times, skipsHolidays, ...next }: ShownWhen): string {
  if (repeat === null) return `*${moment(next)}*`;
  const end = until !== null ? `, শেষ তারিখ ${dayOf(until)}` : times !== null ? say`, মোট ${times} বার` : '';
  return `*${moment(next)}*, ${REPEATED[repeat]}${end}${skipsHolidays ? ', ছুটির দিন বাদে' : ''}`;
}

/** The skipped holidays before the next run; empty if there are none. */
function holidaysBefore({ off, isOver }: ShownNext): string {
  if (off === null) return isOver ? '\n:warning: দিনগুলোর কোনোটিই কর্মদিবস নয়, তাই কিছু যাবে না।' : '';
  const which = `${dayOf(off.local)} ছুটির দিন${off.name === '' ? '' : ` (${off.name})`}`;
  const more = off.more > 0 ? say`, আরও ${off.more} বার ছুটি পড়েছে` : '';
  return `\n:palm_tree: ${which}${more}।${isOver ? ' এর পরে পাঠানোর আর কিছু নেই।' : ''}`;
}

const MONTH_MS = 30.4 * DAY_MS;

const schedules: Words['schedules'] = {
  title: 'শিডিউল করা এসএমএস',
  changeTitle: 'এসএমএস বদলান',
  laterTitle: 'পরে পাঠান',
  laterHint:
    'কে গ্রুপে আছেন আর কাকে পাঠানো যাবে না, প্রতিবার নতুন করে দেখা হয়। আরেকজনের অনুমোদন লাগলে প্রতিবার যাওয়ার ৪ ঘণ্টা আগে চাওয়া হয়। মেসেজ বা প্রাপক বদলাতে শিডিউলের তালিকায় “কপি করুন” চাপুন, আর এটি বাতিল করুন।',
  schedule: 'শিডিউল করুন',
  save: 'সেভ করুন',
  field: {
    when: { label: 'কখন', now: 'এখনই পাঠান', later: 'পরে পাঠান' },
    at: { label: 'তারিখ ও সময়', hint: 'এখন থেকে অন্তত ২ মিনিট পরে।' },
    repeat: {
      label: 'বারবার পাঠাবেন?',
      once: 'একবারই',
      daily: 'প্রতিদিন',
      workdays: 'প্রতি কর্মদিবসে',
      weekly: 'প্রতি সপ্তাহে',
      monthly: 'প্রতি মাসে',
    },
    until: { label: 'শেষ তারিখ', hint: 'এই ঘর আর পরের ঘর ফাঁকা রাখলে বাতিল না করা পর্যন্ত যেতেই থাকবে।' },
    times: { label: 'কতবার', hint: 'প্রথমবারসহ, যেমন ৫।' },
    holidays: {
      label: 'ছুটির দিন',
      hint: 'তালিকাটি /sms holidays-এ। ছুটির কারণে যেটি বাদ যায়, সেটিও “কতবার”-এর মধ্যে ধরা হয়।',
      skip: 'ছুটির দিনে যাবে না',
    },
  },
  wrong: {
    missing: 'তারিখ ও সময় বেছে নিন।',
    soon: 'এখন থেকে অন্তত ২ মিনিট পরের সময় দিন।',
    until: 'শেষ তারিখটি প্রথম তারিখের আগে পড়ছে।',
    times: limit => say`১ থেকে ${limit} পর্যন্ত একটি পূর্ণ সংখ্যা লিখুন, অথবা ফাঁকা রাখুন।`,
    both: 'শেষ তারিখ অথবা কতবার, যেকোনো একটি লিখুন।',
  },
  goes: shown =>
    shown.repeat === 'workdays'
      ? `:alarm_clock: প্রতি কর্মদিবসে যাবে, ছুটির দিন বাদে; শুরু ${moment(shown)}`
      : `:alarm_clock: যাবে ${when(shown)}`,
  planned: ({ to, ...shown }) =>
    `:alarm_clock: *${to}*: আপনার এসএমএস যাবে ${when(shown)}।${holidaysBefore(shown)}`,
  changed: ({ to, ...shown }) =>
    `:alarm_clock: সেভ হয়েছে। *${to}*: আপনার এসএমএস যাবে ${when(shown)}।${holidaysBefore(shown)}`,
  far: ms => say`:warning: সেটি এখন থেকে প্রায় ${Math.round(ms / MONTH_MS)} মাস পরে।`,
  atNight: ({ from, to, begins }) =>
    `:warning: প্রমোশনাল এসএমএস শুধু বাংলাদেশ সময় ${clock(from)} থেকে ${clockOf(to)} মধ্যে যায়, তাই এটি শুরু হবে ${thereAt(begins)}।`,
  full: limit =>
    say`:warning: শিডিউল হয়নি: এই ওয়ার্কস্পেসে এরই মধ্যে ${limit}টি এসএমএস শিডিউল করা আছে, এর বেশি রাখা যায় না। আগে \`/sms scheduled\` থেকে একটি বাতিল করুন।`,
  emptyGroup: ({ groups, ...run }) =>
    `${groups.map(group => `*${group}*`).join(', ')} গ্রুপে কেউ নেই, অথচ ${groups.length === 1 ? 'এই গ্রুপে' : 'এই গ্রুপগুলোতে'} এসএমএস যাওয়ার কথা ${moment(run)}।`,
  gone: 'এই এসএমএস শিডিউলে আর নেই: এটি চলে গেছে, অথবা কেউ বাতিল করেছেন।',
  skipped: ({ to, skipped, next }) =>
    `*${to}*: ${moment(skipped)} এসএমএস যাবে না। ${next ? `পরেরটি যাবে ${moment(next)}।` : 'এর পরে আর কোনোটি নেই।'}`,
  cancelled: to => `*${to}*: বাতিল হয়েছে, আর কিছু যাবে না।`,
  line: ({ to, words, by, ...shown }) =>
    `${when(shown)}${holidaysBefore(shown)}\nপ্রাপক: *${to}*${by === null ? '' : ` · শিডিউল করেছেন ${mention(by)}`}${words === '' ? '' : `\n${words}`}`,
  lateLine: late =>
    `:hourglass: ${moment(late)} যেটি যাওয়ার কথা ছিল, অ্যাপটি তখন বন্ধ থাকায় সেটি যায়নি। এখন পাঠান, অথবা বাদ দিন।`,
  doubtfulLine: run =>
    `:hourglass: ${moment(run)} যেটি যাওয়ার কথা ছিল, সেটি হয়তো চলে গেছে: অ্যাপটি তার আগের ব্যাকআপ থেকে ফিরিয়ে আনা হয়েছে। এখন পাঠান, অথবা বাদ দিন।`,
  intro: 'আপনি যা পরে পাঠাতে বলেছেন; যেটি আগে যাবে সেটি ওপরে।',
  introAll: 'এই ওয়ার্কস্পেস থেকে যা পরে যাবে; যেটি আগে যাবে সেটি ওপরে।',
  none: 'শিডিউলে কিছু নেই। পরে পাঠাতে `/sms later` লিখুন, অথবা ফর্মে “পরে পাঠান” বেছে নিন।',
  news: {
    late: ({ to, missed, ...run }) =>
      `:hourglass: *${to}*: ${moment(run)} যে এসএমএস যাওয়ার কথা ছিল, অ্যাপটি তখন বন্ধ থাকায় সেটি যায়নি।${missed > 0 ? say` তার আগের ${missed}টিও যায়নি, আর যাবেও না।` : ''} এখন পাঠাবেন?`,
    doubtful: ({ to, ...run }) =>
      `:hourglass: *${to}*: ${moment(run)} যে এসএমএস যাওয়ার কথা ছিল, সেটি হয়তো চলে গেছে: অ্যাপটি তার আগের ব্যাকআপ থেকে ফিরিয়ে আনা হয়েছে। না পৌঁছে থাকলে তবেই আবার পাঠান।`,
    missed: ({ to, runs, ...run }) =>
      say`:warning: *${to}*: অ্যাপটি কিছু সময় বন্ধ থাকায় ${momentOf(run)} আগের ${runs}টি এসএমএস যায়নি। ওই সময়েরটি এখন গেছে।`,
    refused: ({ to, because, ...run }) =>
      `:warning: *${to}*: ${moment(run)} যা যাওয়ার কথা ছিল, তা যায়নি। ${because}`,
    stopped: ({ to, by, ...run }) =>
      `:warning: *${to}*: ${mention(by)} ${momentOf(run)} যা শিডিউল করেছিলেন তা যায়নি, আর কিছু যাবেও না, কারণ তাঁর অ্যাকাউন্ট বন্ধ। দরকার হলে আপনি নিজে আবার শিডিউল করুন।`,
    began: ({ to, texts, before, unaffordable, awaits, ...run }) =>
      [
        awaits
          ? `:hourglass: *${to}*: ${momentOf(run)} ব্রডকাস্টটি আরেকজনের অনুমোদনের অপেক্ষায় আছে।`
          : `:alarm_clock: *${to}*: ${momentOf(run)} ব্রডকাস্টটি শুরু হয়েছে।`,
        texts === before ? say`প্রাপক ${texts} জন।` : say`প্রাপক ${texts} জন, আগে ছিলেন ${before} জন।`,
        ...(unaffordable > 0
          ? [say`ব্যালেন্সে না-ও কুলাতে পারে: প্রায় ${unaffordable}টি এসএমএস অপেক্ষায় থাকতে পারে।`]
          : []),
      ].join(' '),
    erased: 'আপনার শিডিউল করা একটি এসএমএস যাঁর জন্য ছিল, তাঁর সব তথ্য এই ওয়ার্কস্পেস থেকে মুছে ফেলা হয়েছে। তাই সেটি যাবে না।',
    unreadable: id =>
      `:warning: আপনার শিডিউল করা একটি এসএমএস যাওয়ার সময় হয়েছিল, কিন্তু অ্যাপটি সেটি আর পড়তে পারছে না, তাই যায়নি। আপনার অন্য এসএমএসের কোনো সমস্যা হবে না। অ্যাপটি যিনি চালান তাঁকে এই আইডি দিয়ে বিষয়টি দেখতে বলুন: \`${id}\`।`,
  },
  sentNow: to => `*${to}*: এসএমএস এখন যাচ্ছে।`,
  notSent: to => `*${to}*: বাদ দেওয়া হয়েছে, এসএমএসটি যাবে না।`,
  button: {
    all: count => say`সব ${count}টি দেখুন`,
    change: 'বদলান',
    changeTimes: 'সময় বদলান',
    copy: 'কপি করুন',
    skip: 'পরেরটি বাদ দিন',
    cancel: 'বাতিল করুন',
    sendNow: 'এখন পাঠান',
    skipLate: 'বাদ দিন',
    later: 'পরে পাঠান',
  },
  confirmCancel: {
    title: 'এসএমএসটি বাতিল করবেন?',
    text: 'এর আর কিছু যাবে না। যা চলে গেছে, তা ফেরানো যায় না।',
    confirm: 'বাতিল করুন',
    deny: 'থাকুক',
  },
};

export const bn: Words = { schedules, scheduleAudit };
