import { age, mention, when } from '../../common/bangla.ts';
import type { Words } from './en.ts';

const many = (count: number): string => count.toLocaleString('en');

const what = { service: 'ব্রডকাস্ট', promotional: 'প্রমোশনাল ব্রডকাস্ট' };

const progress: Words['progress'] = {
  headline: {
    running: ({ actor, to, kind }) =>
      `:hourglass_flowing_sand: ${mention(actor)} *${to}*-কে ${what[kind]} পাঠাচ্ছেন`,
    paused: ({ actor, to, kind }) =>
      `:double_vertical_bar: থামানো আছে: *${to}*-কে ${mention(actor)}-এর ${what[kind]}`,
    ended: ({ actor, to, kind, isAll }) =>
      `${isAll ? ':white_check_mark:' : ':warning:'} ${mention(actor)} *${to}*-কে ${what[kind]} পাঠিয়েছেন`,
    cancelled: ({ actor, to, kind, by, went, texts }) =>
      `:black_square_for_stop: ${mention(by)} বাতিল করেছেন: *${to}*-কে ${mention(actor)}-এর ${what[kind]}। ${many(texts)}টির মধ্যে ${many(went)}টি চলে গিয়েছিল।`,
  },
  done: percent => `${percent}% হয়েছে`,
  counts: ({ texts, sent, refused, uncertain, waiting, cancelled, leftOut }) =>
    [
      `${many(texts)}টির মধ্যে ${many(sent)}টি পাঠানো হয়েছে`,
      ...(refused > 0 ? [`${many(refused)}টি নেওয়া হয়নি`] : []),
      ...(uncertain > 0 ? [`${many(uncertain)}টি নিশ্চিত নয়`] : []),
      ...(waiting > 0 ? [`${many(waiting)}টি অপেক্ষায়`] : []),
      ...(cancelled > 0 ? [`${many(cancelled)}টি বাতিল`] : []),
      ...(leftOut > 0 ? [`${many(leftOut)} জন বাদ`] : []),
    ].join(' · '),
  cost: ({ credits, costless, isOver }) =>
    `${isOver ? '' : 'এ পর্যন্ত '}খরচ ${credits}${costless > 0 ? `, এর বাইরে ${many(costless)}টির খরচ এসএমএস সার্ভিস জানায়নি` : ''}`,
  left: ({ ms, endsAt }) => `আর প্রায় ${age(ms)} · শেষ হবে ${when(endsAt)} নাগাদ`,
  leftOnceOn: ms => `আবার শুরু করলে আর প্রায় ${age(ms)} লাগবে`,
  paused: {
    person: ({ by }) => `${mention(by)} থামিয়েছেন। আবার শুরু করতে “চালিয়ে যান” চাপুন।`,
    hours: ({ until }) =>
      `প্রমোশনাল এসএমএস এখন পাঠানো যায় না। ${until === null ? '' : `${when(until)} `}এটি নিজে থেকেই আবার শুরু হবে।`,
    credits: () => 'ক্রেডিট শেষ: ক্রেডিট যোগ করুন, তারপর “চালিয়ে যান” চাপুন।',
    key: () => 'এসএমএস সার্ভিস API কী নিচ্ছে না: `/sms link` দিয়ে কাজ করে এমন কী যুক্ত করুন, তারপর “চালিয়ে যান” চাপুন।',
    suspended: () => 'এসএমএস অ্যাকাউন্টটি স্থগিত আছে: সেটি চালু করান, তারপর “চালিয়ে যান” চাপুন।',
    unreachable: () =>
      'পাঁচ মিনিট ধরে এসএমএস সার্ভিসের সঙ্গে যোগাযোগ করা যাচ্ছে না: সার্ভিসটি চালু আছে কি না দেখুন, তারপর “চালিয়ে যান” চাপুন।',
    limit: () => 'এখানে একটি ব্রডকাস্টে যত খরচ করা যায় তা হয়ে গেছে: সেটিংসে সীমা বাড়ান, তারপর “চালিয়ে যান” চাপুন।',
    day: ({ until }) =>
      `এক দিনের সীমা শেষ। ${until === null ? '' : `${when(until)} `}নিজে থেকেই আবার শুরু হবে; তার আগে সীমা বাড়ানো হলে “চালিয়ে যান” চাপুন।`,
    refusals: () => 'এগোনোর আগে দেখে নিন: শেষ ১০টি এসএমএসের একটিও নেওয়া হয়নি। সব ঠিক থাকলে “চালিয়ে যান” চাপুন।',
    many_refusals: () =>
      'এগোনোর আগে দেখে নিন: শেষ ১০০টি এসএমএসের অন্তত দশ ভাগের এক ভাগ নেওয়া হয়নি। সব ঠিক থাকলে “চালিয়ে যান” চাপুন।',
    uncertain: () => 'এগোনোর আগে দেখে নিন: শেষ ৫টি এসএমএস গেছে কি না নিশ্চিত নয়। সব ঠিক থাকলে “চালিয়ে যান” চাপুন।',
    unlinked: () => 'আর কোনো API কী যুক্ত নেই: `/sms link` দিয়ে একটি যুক্ত করুন, তারপর “চালিয়ে যান” চাপুন।',
  },
  pausedItself: ({ actor, to }) => `${mention(actor)}, *${to}*-কে আপনার ব্রডকাস্ট নিজে থেকে থেমে গেছে।`,
  wentWrong: ({ who, because }) => `• ${who}: ${because}`,
  button: {
    pause: 'থামান',
    resume: 'চালিয়ে যান',
    cancel: 'বাতিল করুন',
    details: 'বিস্তারিত',
    again: 'যাঁরা পাননি তাঁদের পাঠান',
    download: 'CSV ডাউনলোড করুন',
  },
  confirmCancel: {
    title: 'ব্রডকাস্টটি বাতিল করবেন?',
    text: left => `বাকি ${many(left)}টি এসএমএস আর পাঠানো হবে না। যা চলে গেছে তা ফেরানো যায় না।`,
    confirm: 'বাতিল করুন',
    deny: 'চলতে থাকুক',
  },
  summary: {
    heading: ({ actor, to }) => `${mention(actor)}, *${to}*-কে আপনার ব্রডকাস্ট শেষ হয়েছে।`,
    took: ms => `সময় লেগেছে ${age(ms)}`,
    leftOut: ({ people, because }) => `• ${many(people)} জন বাদ: ${because}`,
    refused: count =>
      `${many(count)}টি এসএমএস নেওয়া হয়নি। কারণ “বিস্তারিত”-তে আছে; “যাঁরা পাননি তাঁদের পাঠান” চাপলে আবার চেষ্টা করা হবে।`,
    uncertain: count =>
      `${many(count)}টি এসএমএস গেছে কি না নিশ্চিত নয়, এগুলো নিজে থেকে আবার যাবে না। প্রাপকদের জিজ্ঞেস করুন অথবা এসএমএস সার্ভিসের লগ দেখুন, তারপর “বিস্তারিত”-তে একটি একটি করে ঠিক করুন।`,
    table: 'যাঁরা পাননি, অথবা নিশ্চিত নয়',
    moreRows: count => `আরও ${many(count)}টি “বিস্তারিত”-তে আছে।`,
  },
  details: {
    title: 'ব্রডকাস্ট',
    again: ':hourglass_flowing_sand: এসএমএসটি আবার পাঠানো হচ্ছে। ফল কী হলো, সরাসরি মেসেজে জানানো হবে।',
    filter: 'কোনগুলো দেখবেন',
    filters: {
      all: 'সব',
      sent: 'পাঠানো হয়েছে',
      refused: 'নেওয়া হয়নি',
      uncertain: 'নিশ্চিত নয়',
      left_out: 'বাদ',
      waiting: 'অপেক্ষায়',
      cancelled: 'বাতিল',
    },
    none: 'একটিও নেই।',
    state: {
      sent: 'পাঠানো হয়েছে',
      refused: 'নেওয়া হয়নি',
      uncertain: 'নিশ্চিত নয়',
      left_out: 'বাদ',
      waiting: 'অপেক্ষায়',
      cancelled: 'বাতিল',
    },
    facts: ({ parts, cost, logId }) =>
      [
        `${parts} পার্ট`,
        ...(cost === null ? [] : [`খরচ ${cost}`]),
        ...(logId === null ? [] : [`লগ #${logId}`]),
      ].join(' · '),
    sentAgain: 'পরে আবার পাঠানো হয়েছে: আলাদা পোস্টে দেখুন',
    nameless: 'নাম নেই',
    next: 'পরেরগুলো',
    previous: 'আগের পাতা',
    link: 'ফাইলটি একটি পাতায় তৈরি আছে। পাতাটি শুধু আপনি খুলতে পারবেন, একবার, আগামী ১৫ মিনিটের মধ্যে।',
  },
  again: {
    title: 'আবার পাঠান',
    intro: ({ refused, never }) =>
      `যাঁরা পাননি তাঁদের জন্য একই কথার নতুন ব্রডকাস্ট: ${many(refused)}টি নেওয়া হয়নি, ${many(never)}টি পাঠানো হয়নি। যাঁরা পেয়েছেন তাঁরা আবার পাবেন না। পাঠানোর আগে আপনি দেখে নেবেন।`,
    alsoUncertain: {
      label: 'যেগুলো নিশ্চিত নয়',
      option: count => `নিশ্চিত নয় এমন ${many(count)} জনকেও: তাঁরা দুবার পেতে পারেন`,
      hint: 'এগুলো গেছে কি না কেউ জানে না। গিয়ে থাকলে খরচও দুবার হবে।',
    },
    nobody: 'যাঁদের পাওয়ার কথা সবাই পেয়েছেন, অথবা পেয়ে থাকতে পারেন।',
    submit: 'এগিয়ে যান',
    preparing: 'একটু অপেক্ষা করুন…',
  },
  page: {
    title: 'ব্রডকাস্ট ডাউনলোড করুন',
    intro: rows => `ফাইলটিতে ${many(rows)}টি সারি আছে: ব্রডকাস্টের সবাই, যাঁরা বাদ পড়েছেন তাঁরাও।`,
    download: 'CSV ডাউনলোড করুন',
    notAllowed: 'ব্রডকাস্ট ডাউনলোড করতে পারেন শুধু যিনি পাঠিয়েছেন তিনি, ম্যানেজাররা আর অ্যাডমিনরা। তাঁদের কাউকে বলুন।',
  },
  heading: {
    name: 'নাম',
    number: 'নম্বর',
    state: 'অবস্থা',
    reason: 'কারণ',
    parts: 'পার্ট',
    cost: 'খরচ',
    logId: 'লগ নম্বর',
    time: 'সময়',
    text: 'এসএমএস',
  },
  home: { heading: 'ব্রডকাস্ট' },
};

export const bn: Words = { progress };
