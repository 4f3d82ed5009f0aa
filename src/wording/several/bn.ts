import { age, mention, timeOf } from '../bangla.ts';
import type { SeveralWording } from './types.ts';

/** Bangla. */
export const several: SeveralWording = {
  going: ({ actor, to }) => `:hourglass_flowing_sand: ${mention(actor)} *${to}*-কে এসএমএস পাঠাচ্ছেন`,
  ended: ({ actor, to, isSent }) =>
    isSent
      ? `:white_check_mark: ${mention(actor)} *${to}*-কে এসএমএস পাঠিয়েছেন`
      : `:warning: *${to}*-কে ${mention(actor)}-এর এসএমএস`,
  facts: ({ parts, cost, balance }) =>
    [
      `${parts} পার্ট`,
      cost === null ? 'খরচ জানানো হয়নি' : `খরচ ${cost}`,
      balance === null ? 'ব্যালেন্স জানানো হয়নি' : `ব্যালেন্স ${balance}`,
    ].join(' · '),
  held: ({ why, fix, until }) => `:hourglass: ${timeOf(until)} পর্যন্ত অপেক্ষায়: ${why}; ${fix}।`,
  leftOut: ({ who, more, because }) =>
    `• ${who.join(', ')}${more > 0 ? ` ও আরও ${more} জন` : ''}: ${because}`,
  moreReasons: count => `• আরও ${count}টি`,
  uncertain: ({ number, because }) =>
    `:grey_question: *${number}*-এ এসএমএস গেছে কি না নিশ্চিত নয়: ${because}। এটি নিজে থেকে আবার যাবে না।`,
  moreUncertain: count =>
    `আরও ${count}টি এসএমএস গেছে কি না নিশ্চিত নয়। ওপরেরগুলোর ব্যবস্থা নিলে সেগুলো এখানে দেখা যাবে।`,
  sentAgain: 'গেছে কি না নিশ্চিত নয়, আবার পাঠানো হয়েছে: আলাদা পোস্টে দেখুন',
  ask({ to, recipients, parts, cost, balance }) {
    const price = cost === null ? 'খরচ এখনো জানা নেই' : `খরচ প্রায় ${cost} ক্রেডিট`;
    const last =
      balance === null ? 'ব্যালেন্স এখনো জানা নেই।' : `${age(balance.ageMs)} আগে ব্যালেন্স ছিল ${balance.amount}।`;
    return `*${to}*-কে পাঠাবেন? প্রাপক ${recipients} জন · ${parts} পার্ট · ${price}। ${last}`;
  },
  eachGets: message =>
    `সবাই পাবেন: “${message}”। শুধু প্রথমজনকে পাঠাতে চাইলে আর পরের নামটি মেসেজের অংশ হলে, এটি পাঠাবেন না; দুই নামের মাঝে একটি শব্দ লিখুন।`,
  tooFewCredits: ':warning: এটি শেষ জানা ব্যালেন্সের চেয়ে বেশি। কিছু এসএমএস অপেক্ষায় থাকতে পারে।',
  repeats: ({ agoMs, byYou, actor }) =>
    `:warning: ${byYou ? 'আপনি' : mention(actor)} ${age(agoMs)} আগে তাঁদের অন্তত একজনকে একই এসএমএস পাঠিয়েছেন।`,
  unknown: count => `${count} জনের নম্বর Slack এখনো জানায়নি। তাঁদের ধরা হয়েছে, পাঠানোর সময় আবার জিজ্ঞেস করা হবে।`,
  who: ({ name, near, more }) =>
    `${near === null ? `এখানে “${name}” নামে একাধিক ব্যক্তি, গ্রুপ বা রোস্টার আছে। কাকে পাঠাবেন?` : `এখানে “${name}” নামে কেউ নেই। এঁদের কাউকে বোঝাতে চেয়েছেন কি? যাঁকে বেছে নেবেন তিনি পাবেন: “${near}”`}${more > 0 ? ` আরও ${more}টি এখানে দেখানো হয়নি: শুধু \`/sms\` লিখে ফর্মে খুঁজুন, অথবা নম্বর লিখুন।` : ''}`,
  group: ({ name, size }) => `*${name}*, ${size} জনের গ্রুপ`,
  rota: name => `*${name}*: যিনি ডিউটিতে আছেন`,
  nobody: 'প্রাপকদের কাউকে এসএমএস পাঠানো যাবে না। কিছু পাঠানো হয়নি।',
  further: ({ first, others, rest, typed }) =>
    [
      others.length === 1
        ? `এখানে দুটি নম্বর আছে: *${first}* ও *${others.join(', ')}*।`
        : `এখানে ${others.length + 1}টি নম্বর আছে: *${[first, ...others].join(', ')}*।`,
      rest === null
        ? `বাকিটুকু কি *${first}* নম্বরে যাবে: “${typed}”?`
        : `${others.length === 1 ? 'দুটিতেই' : 'সবগুলোতেই'} কি “${rest}” যাবে, নাকি শুধু প্রথমটিতে, তার পরে যা আছে সব মিলিয়ে: “${typed}”?`,
    ].join(' '),
  andTyped: (to, lines) => `${to === '' ? '' : `${to} ও `}টাইপ করা ${lines}টি লাইন`,
  sending: to => `${to}-কে পাঠানো হচ্ছে।`,
  notSent: 'কিছু পাঠানো হয়নি।',
  button: {
    send: 'পাঠান',
    dontSend: 'পাঠাবেন না',
    choose: 'এঁকে পাঠান',
    cancel: 'অপেক্ষায় থাকাগুলো বাতিল করুন',
    toAll: count => `${count}টি নম্বরেই পাঠান`,
    onlyFirst: 'যেমন লেখা, তেমনই পাঠান',
  },
};
