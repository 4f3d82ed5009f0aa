import { age, did, inCredits, mention, of, say, when } from '../../../kit/words/bangla.ts';
import type { Words } from './en.ts';

const kinds = { service: 'ব্রডকাস্ট', promotional: 'প্রমোশনাল ব্রডকাস্ট' };

const states = {
  sent: 'পাঠানো হয়েছে',
  by_word: 'পৌঁছেছে বলে চিহ্নিত',
  refused: 'নেওয়া হয়নি',
  uncertain: 'নিশ্চিত নয়',
  left_out: 'বাদ',
  waiting: 'অপেক্ষায়',
  cancelled: 'বাতিল',
};

const progress: Words['progress'] = {
  headline: {
    running: ({ actor, to, kind }) =>
      `:hourglass_flowing_sand: ${did(actor, `${kinds[kind]} পাঠাচ্ছেন`)}: *${to}*`,
    paused: ({ actor, to, kind }) =>
      `:double_vertical_bar: থামানো আছে: ${of(actor)} ${kinds[kind]}, প্রাপক: *${to}*`,
    ended: ({ actor, to, kind, isAll }) =>
      `${isAll ? ':white_check_mark:' : ':warning:'} ${did(actor, `${kinds[kind]} পাঠিয়েছেন`)}: *${to}*`,
    cancelled: ({ actor, to, kind, by, went, texts }) =>
      say`:black_square_for_stop: ${mention(by)} বাতিল করেছেন: ${of(actor)} ${kinds[kind]}, প্রাপক: *${to}*। ${texts}টির মধ্যে ${went}টি চলে গিয়েছিল।`,
  },
  done: percent => say`${percent}% হয়েছে`,
  cost: ({ credits, costless, isOver }) =>
    `${isOver ? '' : 'এ পর্যন্ত '}খরচ ${inCredits(credits)}${costless > 0 ? say`, এর বাইরে ${costless}টির খরচ এসএমএস সার্ভিস জানায়নি` : ''}`,
  left: ({ ms, endsAt }) => `আর প্রায় ${age(ms)} · আনুমানিক শেষ: ${when(endsAt)}`,
  leftOnceOn: ms => `আবার শুরু করলে আর প্রায় ${age(ms)} লাগবে`,
  paused: {
    person: ({ by }) => `${mention(by)} থামিয়েছেন। আবার শুরু করতে “চালিয়ে যান” চাপুন।`,
    hours: ({ until }) =>
      `প্রমোশনাল এসএমএস এখন পাঠানো যায় না। এটি নিজে থেকেই আবার শুরু হবে${until === null ? '' : `: ${when(until)}`}।`,
    early: ({ until }) => `অনুমোদন হয়েছে, নিজে থেকেই শুরু হবে${until === null ? '' : `: ${when(until)}`}।`,
    credits: () => 'ক্রেডিট শেষ: রিচার্জ করুন, তারপর “চালিয়ে যান” চাপুন।',
    key: () => 'এসএমএস সার্ভিস API কী নিচ্ছে না: `/sms link` দিয়ে সচল একটি API কী যুক্ত করুন, তারপর “চালিয়ে যান” চাপুন।',
    suspended: () => 'এসএমএস অ্যাকাউন্টটি স্থগিত আছে: সেটি চালু করান, তারপর “চালিয়ে যান” চাপুন।',
    unreachable: () =>
      '৫ মিনিট ধরে এসএমএস সার্ভিসের সঙ্গে যোগাযোগ করা যাচ্ছে না। সার্ভিস সাড়া দিলেই এটি নিজে থেকে আবার শুরু হবে।',
    limit: () => 'এখানে একটি ব্রডকাস্টে যত খরচ করা যায় তা হয়ে গেছে: সেটিংসে লিমিট বাড়ান, তারপর “চালিয়ে যান” চাপুন।',
    day: ({ until }) =>
      `এক দিনের লিমিট শেষ। নিজে থেকেই আবার শুরু হবে${until === null ? '' : ` (${when(until)})`}; তার আগে লিমিট বাড়ানো হলে “চালিয়ে যান” চাপুন।`,
    refusals: () => 'শেষ ১০টি এসএমএসের একটিও নেওয়া হয়নি। কারণ দেখে নিন, অথবা এগোতে “চালিয়ে যান” চাপুন।',
    many_refusals: () => 'শেষ ১০০টি এসএমএসের অন্তত ১০টি নেওয়া হয়নি। কারণ দেখে নিন, অথবা এগোতে “চালিয়ে যান” চাপুন।',
    uncertain: () => 'শেষ ৫টি এসএমএস গেছে কি না নিশ্চিত নয়। কারণ দেখে নিন, অথবা এগোতে “চালিয়ে যান” চাপুন।',
    unlinked: () => 'আর কোনো API কী যুক্ত নেই: `/sms link` দিয়ে একটি যুক্ত করুন, তারপর “চালিয়ে যান” চাপুন।',
    restored: () =>
      'অ্যাপটি ব্যাকআপ থেকে ফিরিয়ে আনা হয়েছে। ব্যাকআপ নেওয়ার পরে যেসব এসএমএস গেছে সেগুলো এখানে নেই, চালিয়ে গেলে সেই প্রাপকেরা আবার পাবেন। এসএমএস সার্ভিসের লগের সঙ্গে মিলিয়ে নিন: তারপর “বাতিল করুন” চাপুন, অথবা এগোতে “চালিয়ে যান” চাপুন।',
  },
  pausedItself: ({ actor, to }) => `${mention(actor)}, আপনার ব্রডকাস্ট নিজে থেকে থেমে গেছে: *${to}*।`,
  pausedBefore: ({ actor, to }) =>
    `${mention(actor)}, আপনার ব্রডকাস্ট নিজে থেকে থেমে গিয়েছিল: *${to}*। এখন আর থেমে নেই।`,
  wentWrong: ({ who: recipient, because }) => `• ${recipient}: ${because}`,
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
    text: count => say`বাকি ${count}টি এসএমএস আর পাঠানো হবে না। যা চলে গেছে তা ফেরানো যায় না।`,
    confirm: 'বাতিল করুন',
    deny: 'থাকুক',
  },
  summary: {
    heading: ({ actor, to }) => `${mention(actor)}, আপনার ব্রডকাস্ট শেষ হয়েছে: *${to}*।`,
    took: ms => `সময় লেগেছে ${age(ms)}`,
    leftOut: ({ people, because }) => say`• ${people} জন বাদ: ${because}`,
    refused: count =>
      say`${count}টি এসএমএস নেওয়া হয়নি। কারণ “বিস্তারিত”-তে আছে; “যাঁরা পাননি তাঁদের পাঠান” চাপলে আবার চেষ্টা করা হবে।`,
    uncertain: count =>
      say`${count}টি এসএমএস গেছে কি না নিশ্চিত নয়, এগুলো নিজে থেকে আবার যাবে না। প্রাপকদের জিজ্ঞেস করুন অথবা এসএমএস সার্ভিসের লগ দেখুন, তারপর “বিস্তারিত”-তে প্রতিটি আবার পাঠাবেন কি না ঠিক করুন।`,
    table: 'যাঁরা পাননি, অথবা নিশ্চিত নয়',
    moreRows: count => say`আরও ${count}টি “বিস্তারিত”-তে আছে।`,
  },
  details: {
    title: 'ব্রডকাস্ট',
    again: ':hourglass_flowing_sand: এসএমএসটি আবার পাঠানো হচ্ছে। কী হলো, ডিরেক্ট মেসেজে জানানো হবে।',
    filter: 'কোনগুলো দেখবেন',
    filters: { all: 'সব', ...states },
    none: 'একটিও নেই।',
    state: states,
    facts: ({ parts, cost, logId }) =>
      [
        say`${parts} পার্ট`,
        ...(cost === null ? [] : [`খরচ ${inCredits(cost)}`]),
        ...(logId === null ? [] : [`লগ #${logId}`]),
      ].join(' · '),
    sentAgain: 'পরে আবার পাঠানো হয়েছে: আলাদা পোস্টে দেখুন',
    nameless: 'নাম নেই',
    next: 'পরের',
    previous: 'আগের',
    link: 'ফাইলটি একটি পেজে তৈরি আছে। পেজটি শুধু আপনি খুলতে পারবেন, একবার, আগামী ১৫ মিনিটের মধ্যে।',
  },
  again: {
    title: 'আবার পাঠান',
    intro({ refused, cancelled }) {
      const why = [
        ...(refused > 0 ? [say`${refused}টি নেওয়া হয়নি`] : []),
        ...(cancelled > 0 ? [say`${cancelled}টি পাঠানো হয়নি`] : []),
      ];
      if (why.length === 0)
        return 'নিশ্চিতভাবে পাননি এমন কেউ নেই, শুধু কয়েকজনেরটি নিশ্চিত নয়। পাঠানোর আগে আপনি সব দেখে নেবেন।';
      return say`যে ${refused + cancelled} জন পাননি, তাঁদের একই মেসেজ পাঠান (${why.join(', ')})। তাঁদের কেউ দুবার পাবেন না। পাঠানোর আগে আপনি সব দেখে নেবেন।`;
    },
    alsoUncertain: {
      label: 'যেগুলো নিশ্চিত নয়',
      option: count => say`নিশ্চিত নয় এমন ${count} জনকেও: তাঁরা দুবার পেতে পারেন`,
      hint: 'এগুলো গেছে কি না কেউ জানে না। গিয়ে থাকলে খরচও দুবার হবে।',
    },
    nobody: 'সবাই পেয়েছেন, অথবা পেয়ে থাকতে পারেন।',
    submit: 'এগিয়ে যান',
    preparing: 'একটু অপেক্ষা করুন…',
  },
  page: {
    title: 'ব্রডকাস্ট ডাউনলোড করুন',
    intro: rows => say`ফাইলটিতে ${rows}টি সারি আছে: ব্রডকাস্টের সবাই, যাঁরা বাদ পড়েছেন তাঁরাও।`,
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
    logId: 'লগ আইডি',
    time: 'সময়',
    text: 'এসএমএস',
  },
  home: { heading: 'ব্রডকাস্ট' },
};

export const bn: Words = { progress };
