import {
  changedMeanwhile,
  clock,
  deleted,
  gone,
  mention,
  nameTaken,
  nearAt,
  saved,
  say,
  spokenAt,
  thereAt,
  tooMany,
  WEEKDAYS,
} from '../../kit/words/bangla.ts';
import type { ProblemWords } from '../../kit/words/wording.ts';
import { WEEK_HOURS } from '../rota.ts';
import { bn as rotaAudit } from './audit/bn.ts';
import { bn as calendars } from './calendars/bn.ts';
import type { ShownPlace, Words } from './en.ts';
import { onCallNotices } from './notices/bn.ts';
import { swaps } from './swaps/bn.ts';

const on = (name: string | null): string => (name === null ? 'কেউ ডিউটিতে নেই' : `ডিউটিতে আছেন ${name}`);

const until = (at: string, next: string | null): string => `, ${at} পর্যন্ত; তারপর ${next ?? 'কেউ নেই'}`;

function shift(hours: number): string {
  if (hours % WEEK_HOURS === 0) return hours === WEEK_HOURS ? 'এক সপ্তাহ' : say`${hours / WEEK_HOURS} সপ্তাহ`;
  if (hours % 24 === 0) return hours === 24 ? 'এক দিন' : say`${hours / 24} দিন`;
  return hours === 1 ? 'এক ঘণ্টা' : say`${hours} ঘণ্টা`;
}

const secondInLine = (second: ShownPlace | null, shownAt: (at: number) => string): string => {
  if (second === null) return '';
  const { person, until: at, next } = second;
  return ` দ্বিতীয় জন: ${person ?? 'কেউ নেই'}${at === null ? '' : until(shownAt(at), next)}।`;
};

const rotas: Words['rotas'] = {
  title: 'ডিউটি রোস্টার',
  now: 'এখন ডিউটিতে',
  more: count => say`আরও ${count}টি: \`/sms oncall\` লিখুন।`,
  intro:
    'কখন কে ডিউটিতে আছেন, রোস্টার তা বলে: এতে সবাই পালা করে ডিউটি করেন। রোস্টারের নাম লিখে এসএমএস পাঠালে, বা হুকে রোস্টারটি বেছে নিলে, সেই মুহূর্তে যিনি ডিউটিতে আছেন তিনি এসএমএস পান।',
  none: 'এখনো কোনো রোস্টার নেই।',
  noneYet: 'এখানে এখনো কোনো ডিউটি রোস্টার নেই। অ্যাডমিন ও ম্যানেজাররা তৈরি করতে পারেন।',
  unknown: name => `“${name}” নামে কোনো রোস্টার নেই।`,
  zone: 'এখানে বাংলাদেশ সময় দেখানো হয়েছে।',
  onCall: ({ rota, person, until: at, next, second, now }) =>
    `*${rota}*: ${on(person)}${at === null ? '' : until(nearAt(at, now), next)}।${secondInLine(second, to => nearAt(to, now))}`,
  gap: ({ place, from, to }) =>
    `:warning: ${thereAt(from)} থেকে${to === null ? '' : ` ${thereAt(to)} পর্যন্ত`} ${place === 'first' ? 'কেউ ডিউটিতে নেই' : 'দ্বিতীয় জন কেউ নেই'}।`,
  gapSoon({ rota, from, to }) {
    if (from === null && to === null) return `*${rota}* রোস্টারে এখন কেউ ডিউটিতে নেই।`;
    const start = from === null ? '' : ` ${thereAt(from)} থেকে`;
    const end = to === null ? '' : ` ${thereAt(to)} পর্যন্ত`;
    return `*${rota}* রোস্টারে${start}${end} কেউ ডিউটিতে নেই (বাংলাদেশ সময়)।`;
  },
  moreGaps: count => say`আগামী ${4} সপ্তাহে এমন ফাঁকা সময় আরও ${count}টি।`,
  second: 'দ্বিতীয় জন',
  secondOf: rota => `${rota}, দ্বিতীয় জন`,
  plan: ({ people, hours, weekday, time, special: { second, weekends, nights, holidays } }) =>
    [
      `${people.length === 0 ? 'এতে কেউ নেই' : `পালাক্রমে: ${people.join(', ')}`} · ${shift(hours)} করে, ডিউটি বদল: ${hours % WEEK_HOURS === 0 ? `${WEEKDAYS[weekday] ?? ''} ` : ''}${clock(time)}`,
      ...(second.length === 0 ? [] : [`দ্বিতীয় জন: ${second.join(', ')}`]),
      ...(weekends === null
        ? []
        : [`${weekends.days.map(day => WEEKDAYS[day]).join(', ')}: ${weekends.people.join(', ')}`]),
      ...(nights === null
        ? []
        : [`রাতে, ${clock(nights.from)} থেকে ${clock(nights.to)}: ${nights.people.join(', ')}`]),
      ...(holidays.length === 0
        ? []
        : [`ছুটির দিনে: ${holidays === 'nobody' ? 'কেউ ডিউটিতে নেই' : holidays.join(', ')}`]),
    ].join('\n'),
  standsIn({ person, place, from, to, by }) {
    const nobody = place === 'first' ? 'কেউ ডিউটিতে নেই' : 'দ্বিতীয় জন কেউ নেই';
    const standIn = place === 'first' ? 'বদলি ডিউটিতে' : 'দ্বিতীয় জনের বদলি';
    return `${thereAt(from)} থেকে ${thereAt(to)} পর্যন্ত ${person === null ? nobody : `${standIn} ${person}`} (ঠিক করেছেন ${mention(by)})`;
  },
  add: 'নতুন রোস্টার',
  change: 'বদলান',
  delete: 'মুছে ফেলুন',
  standIn: 'বদলি ডিউটি',
  manage: 'রোস্টার বদলান',
  confirmDelete: {
    title: 'রোস্টারটি মুছে ফেলবেন?',
    text: name => `“${name}” লিখে আর এসএমএস পাঠানো যাবে না। যেসব ওয়ার্কফ্লো এতে পাঠায়, সেগুলো এর বদলে কাউকে পাঠাবে না।`,
    confirm: 'মুছে ফেলুন',
    deny: 'থাকুক',
  },
  deleted,
  formTitle: { make: 'নতুন রোস্টার', change: 'রোস্টার বদলান' },
  make: 'রোস্টার তৈরি করুন',
  saved,
  gone: gone('রোস্টার'),
  changedMeanwhile: changedMeanwhile('রোস্টার'),
  taken: nameTaken('রোস্টার'),
  tooMany: tooMany('রোস্টার'),
  units: { hours: 'ঘণ্টা', days: 'দিন', weeks: 'সপ্তাহ' },
  weekday: day => WEEKDAYS[day] ?? '',
  field: {
    name: { label: 'নাম', hint: 'এই নাম লিখলেই যিনি ডিউটিতে আছেন তিনি এসএমএস পান, যেমন “সার্ভার”।' },
    people: {
      label: 'যাঁরা পালা করে ডিউটি করবেন',
      hint: 'যাঁর পর যাঁর পালা, সেভাবে একে একে সহকর্মী, কন্টাক্ট বা নম্বর দিন। কারও জায়গা বদলাতে তাঁকে বাদ দিয়ে আবার যোগ করুন। এখন যিনি ডিউটিতে আছেন, পরের বদল পর্যন্ত তিনিই থাকবেন।',
    },
    hours: {
      label: 'একেক জনের ডিউটি কতক্ষণ',
      hint: 'কত ঘণ্টা, দিন বা সপ্তাহ: ১ ঘণ্টা থেকে ৮ সপ্তাহ পর্যন্ত।',
      unit: 'ঘণ্টা, দিন না সপ্তাহ',
    },
    weekday: { label: 'ডিউটি বদলের দিন', hint: 'শুধু পুরো সপ্তাহের ডিউটির জন্য।' },
    time: { label: 'ডিউটি বদলের সময়', hint: 'বাংলাদেশ সময়।' },
    channel: {
      label: 'ডিউটি বদলের পোস্ট যে চ্যানেলে যাবে',
      hint: 'পোস্ট না চাইলে ফাঁকা রাখুন। অ্যাপটিকে চ্যানেলে থাকতে হবে: সেখানে লিখুন /invite @SMS।',
    },
    texts: { label: 'এসএমএস', yes: 'যাঁর ডিউটি শুরু হয়, বা যিনি দ্বিতীয় জন হন, তাঁকে এসএমএসে জানান' },
    special: {
      label: 'আরও',
      choice: {
        second: 'দ্বিতীয় জন: যিনি ডিউটিতে আছেন তিনি সাড়া না দিলে যাঁকে ডাকা হয়',
        weekends: 'সপ্তাহান্তে আলাদা লোক',
        nights: 'রাতে আলাদা লোক',
        holidays: 'ছুটির দিনে আলাদা লোক, অথবা কেউ না',
      },
    },
    second: {
      label: 'দ্বিতীয় জন যাঁরা হবেন',
      hint: 'তাঁরাও একই সময়ে পালা বদলান। হুকের ধাপে যিনি ডিউটিতে আছেন তাঁর পরে তাঁদের ডাকা হয়।',
    },
    weekends: {
      label: 'সপ্তাহান্তে যাঁরা পালা করে ডিউটি করবেন',
      hint: 'একেক জনের পালা অন্তত পুরো এক সপ্তাহান্ত। রাত আর সপ্তাহান্ত একসঙ্গে পড়লে সপ্তাহান্তের লোকই থাকেন।',
    },
    days: {
      label: 'সপ্তাহান্তের দিন',
      hint: 'প্রতিটি দিন শুরু হয় মাঝরাতের সবচেয়ে কাছের ডিউটি বদলের সময়ে, যাতে মাঝরাতে কাউকে ডিউটি নিতে না হয়।',
    },
    nights: { label: 'রাতে যাঁরা পালা করে ডিউটি করবেন', hint: 'একেক জনের পালা অন্তত পুরো এক রাত।' },
    nightFrom: { label: 'রাতের শুরু', hint: 'বাংলাদেশ সময়।' },
    nightTo: { label: 'রাতের শেষ' },
    holidays: {
      label: 'ছুটির দিনে',
      people: 'আলাদা লোক',
      nobody: 'কেউ ডিউটিতে থাকবেন না, দ্বিতীয় জনও না',
    },
    holidayPeople: {
      label: 'ছুটির দিনে যাঁরা পালা করে ডিউটি করবেন',
      hint: 'ছুটির দিনগুলো ওয়ার্কস্পেসের তালিকা থেকে আসে। প্রতিটি শুরু হয় মাঝরাতের সবচেয়ে কাছের ডিউটি বদলের সময়ে। সপ্তাহান্ত বা রাতের চেয়ে ছুটির দিন আগে ধরা হয়।',
    },
  },
  wrong: {
    nobody: 'অন্তত একজনকে বেছে নিন: নাম লিখে খুঁজুন, অথবা একটি নম্বর লিখুন।',
    tooMany: limit => say`বেশি হয়ে গেছে: একটি রোস্টারে সর্বোচ্চ ${limit} জন থাকতে পারেন।`,
    notPeople: 'সহকর্মী, কন্টাক্ট বা নম্বর বেছে নিন। গ্রুপ পালা করে ডিউটি করতে পারে না।',
    time: 'একটি সময় বেছে নিন।',
    shift: 'একটি পূর্ণ সংখ্যা লিখুন: একেক জনের ডিউটি ১ ঘণ্টা থেকে ৮ সপ্তাহ পর্যন্ত হতে পারে।',
    days: 'অন্তত একটি দিন বেছে নিন, তবে সাত দিনই নয়।',
    night: 'রাতের শুরু ও শেষ একই সময়ে হতে পারে না।',
    nameTaken: name => `“${name}” নামে এখানে কোনো ব্যক্তি বা গ্রুপ আছে। অন্য নাম দিন।`,
  },
  preview: {
    title: '*সামনে কার কখন ডিউটি* (বাংলাদেশ সময়)',
    nothing: 'কেউ যোগ হলে কখন কে ডিউটিতে থাকবেন, তা এখানে দেখা যাবে।',
  },
  stint: ({ person, from, until: to }) =>
    `${thereAt(from)} থেকে${to === null ? '' : ` ${thereAt(to)} পর্যন্ত`}: ${person ?? 'কেউ নেই'}`,
  standIns: {
    title: 'বদলি ডিউটি',
    intro: (rota, mine) =>
      mine
        ? `*${rota}* রোস্টারে আপনার ডিউটির কোনো সময় এই রোস্টারের অন্য কাউকে দিন, অথবা অন্য কারও ডিউটি নিজে নিন। বাকি সব অ্যাডমিন ও ম্যানেজাররা বদলাতে পারেন।`
        : `*${rota}* রোস্টারে যাঁর পালা তাঁর বদলে কখন কে ডিউটিতে থাকবেন। একই সময়ে দুটি বদলি ডিউটি পড়লে পরে যোগ করাটি ধরা হয়।`,
    none: 'কোনো বদলি ডিউটি নেই।',
    end: 'বাদ দিন',
    confirmEnd: {
      title: 'বদলি ডিউটিটি বাদ দেবেন?',
      text: 'তখন রোস্টারে যাঁর পালা তিনিই ডিউটিতে থাকবেন।',
      confirm: 'বাদ দিন',
      deny: 'থাকুক',
    },
    save: 'যোগ করুন',
    saved: ':white_check_mark: যোগ হয়েছে।',
    ended: 'বাদ দেওয়া হয়েছে।',
    tooMany: limit => say`:warning: সেভ হয়নি: একসঙ্গে সর্বোচ্চ ${limit}টি রাখা যায়। আগে একটি বাদ দিন।`,
    field: {
      place: {
        label: 'কার বদলে',
        choice: { first: 'যিনি ডিউটিতে আছেন', second: 'দ্বিতীয় জন' },
      },
      who: { label: 'বদলি ডিউটি কে করবেন', hint: 'একজন সহকর্মী, কন্টাক্ট বা একটি নম্বর।' },
      nobody: { label: 'অথবা কেউ না', yes: 'তখন কেউ ডিউটিতে থাকবেন না, যেমন ছুটির দিনে' },
      fromDate: { label: 'শুরুর তারিখ' },
      fromTime: { label: 'শুরুর সময়', hint: 'বাংলাদেশ সময়।' },
      toDate: { label: 'শেষের তারিখ' },
      toTime: { label: 'শেষের সময়', hint: 'বাংলাদেশ সময়।' },
    },
    wrong: {
      who: 'বদলি ডিউটি কে করবেন তা বেছে নিন, অথবা নিচে “অথবা কেউ না” বেছে নিন।',
      one: 'একজনকে বেছে নিন, অথবা কাউকেই না।',
      missing: 'তারিখ ও সময় বেছে নিন।',
      order: 'শেষের সময়টি শুরুর আগে পড়েছে।',
      over: 'এই সময় পার হয়ে গেছে।',
      far: 'এটি এক বছরেরও বেশি পরে।',
      notYours: 'এই পুরো সময় আপনার ডিউটি নয়। আপনি নিজে নিতে পারেন; অন্য কাউকে দিতে একজন অ্যাডমিন বা ম্যানেজারকে বলুন।',
      notInRota: 'এই রোস্টারের কাউকে বেছে নিন। অ্যাডমিন ও ম্যানেজাররা যে কাউকে বেছে নিতে পারেন।',
    },
  },
  handOver: ({ rota, person, until: at, next, second }) =>
    `:pager: *${rota}*: এখন ${on(person)}${at === null ? '' : until(`${thereAt(at)} (বাংলাদেশ সময়)`, next)}।${secondInLine(second, thereAt)}`,
  text: {
    first: ({ rota, until: at }) => `ডিউটি শুরু: ${rota}${at === null ? '' : `, ${spokenAt(at)} পর্যন্ত`}`,
    second: ({ rota, until: at }) => `দ্বিতীয় জন: ${rota}${at === null ? '' : `, ${spokenAt(at)} পর্যন্ত`}`,
  },
  notTexted: rota => `:warning: *${rota}*: যাঁর ডিউটি শুরু হয়েছে, তাঁকে এসএমএসে জানানো যায়নি:`,
};

export const problems: ProblemWords<'rotas'> = {
  problem: {
    NOBODY_ON_CALL: ({ label }) =>
      `“${label}” রোস্টারে এই মুহূর্তে কেউ ডিউটিতে নেই। কারও নাম বা নম্বর লিখে পাঠান, অথবা একজন অ্যাডমিনকে রোস্টারটি বদলাতে বলুন। কিছু পাঠানো হয়নি।`,
  },
  leftOut: {
    NOBODY_ON_CALL: () => 'এই মুহূর্তে কেউ ডিউটিতে নেই',
  },
};

export const bn: Words = { rotas, rotaAudit, swaps, onCallNotices, ...calendars };
