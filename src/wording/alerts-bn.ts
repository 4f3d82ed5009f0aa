import type { AlertWords } from './alerts-types.ts';
import { inBengali, when } from './bangla.ts';

/** Alerts, in Bangla. */
export const alertsBn: AlertWords = {
  template: {
    firing: '{{ severity }} {{ alert }}: {{ summary }} {{ more }}',
    resolved: 'ঠিক হয়েছে {{ alert }}: {{ summary }} {{ more }}',
  },
  severity: { critical: 'জরুরি', error: 'ত্রুটি', warning: 'সতর্কতা', info: 'তথ্য', none: 'অ্যালার্ট' },
  status: { firing: 'চলছে', resolved: 'ঠিক হয়েছে' },
  more: count => `(আরও ${inBengali(count)}টি)`,
  others: ({ alerts, groups, resolved }) =>
    [
      ...(alerts > 0
        ? [groups > 1 ? `আরও ${inBengali(groups)} গ্রুপে ${inBengali(alerts)}টি` : `আরও ${inBengali(alerts)}টি`]
        : []),
      ...(resolved > 0 ? [`${inBengali(resolved)}টি ঠিক হয়েছে`] : []),
    ].join(', '),
  reminder: 'এখনো ',
  post: {
    headline: ({ hook, fired, resolved }) =>
      `*${hook}*: ${[
        ...(fired > 0 ? [`${fired}টি অ্যালার্ট চলছে`] : []),
        ...(resolved > 0 ? [`${resolved}টি ঠিক হয়েছে`] : []),
        ...(fired + resolved === 0 ? ['আগের অ্যালার্টের খবর'] : []),
      ].join(', ')}`,
    resolved: name => `:large_green_circle: ঠিক হয়েছে: ${name}`,
    texted: ({ numbers, fate }) => `:iphone: ${numbers}-এ এসএমএস: ${fate}`,
    notTexted: because => `:no_entry: এসএমএস যায়নি: ${because}`,
    held: ({ number, others, alerts, until, because }) =>
      `:hourglass_flowing_sand: ${number}${others > 0 ? ` ও আরও ${others}টি নম্বরের` : '-এর'} ${alerts}টি অ্যালার্ট আটকে রাখা হয়েছে: ${because}। পরের এসএমএস ${when(until)}`,
    moreHeld: numbers => `:hourglass_flowing_sand: আরও ${numbers}টি নম্বরের অ্যালার্ট আটকে রাখা হয়েছে।`,
    because: {
      pace: 'এক নম্বরে মিনিটে ১টি, ১৫ মিনিটে ৫টি, ঘণ্টায় ১১টি, ৩ ঘণ্টায় ২১টির বেশি এসএমএস যায় না',
      quiet: 'নীরব সময়, তখন শুধু জরুরি অ্যালার্টের এসএমএস যায়',
    },
    unreached: ({ who, alerts, because }) =>
      `:no_entry: ${who}-কে এসএমএস পাঠানো হয়নি${alerts > 0 ? ` (${alerts}টি অ্যালার্ট)` : ''}: ${because}`,
    moreUnreached: recipients => `:no_entry: আরও ${recipients} জনকে এসএমএস পাঠানো হয়নি।`,
    unrouted: alerts => `${alerts}টি অ্যালার্টের এসএমএস যায়নি: এই হুক এই মাত্রার অ্যালার্টে কাউকে এসএমএস পাঠায় না।`,
    overUntold: alerts => `${alerts}টি অ্যালার্ট এসএমএস যাওয়ার আগেই ঠিক হয়ে গেছে।`,
    folded: alerts => `${alerts}টি অ্যালার্ট কয়েক মিনিটের মধ্যে ফিরে এসেছে: নতুন এসএমএস নেই।`,
    reminded: alerts => `${alerts}টি অ্যালার্ট এখনো চলছে: মনে করিয়ে দেওয়া হচ্ছে।`,
    repeated: alerts => `${alerts}টি অ্যালার্ট এখনো চলছে: এই হুক মনে করিয়ে দেয় না।`,
    leftOut: alerts => `আরও ${alerts}টি অ্যালার্ট প্রেরক নিজেই বাদ দিয়েছে।`,
    untracked: alerts => `আরও ${alerts}টি অ্যালার্ট তালিকায় নেই, এসএমএসও যায়নি: একসঙ্গে খুব বেশি অ্যালার্ট চলছে।`,
    unlisted: alerts => `আরও ${alerts}টি অ্যালার্ট এখানে তালিকায় নেই: একসঙ্গে খুব বেশি এসেছে।`,
    unreadable: ids =>
      `:warning: এই হুকের কিছু তথ্য আর পড়া যাচ্ছে না: কোনো এসএমএস বা এখানকার কোনো লাইন বাদ পড়ে থাকতে পারে। অ্যাপটি যিনি চালান তাঁকে বিষয়টি দেখতে বলুন; আইডি ${ids.map(id => `\`${id}\``).join(', ')}।`,
    saidAbove: 'এখানে যা ছিল, তা এখন উপরের পোস্টে আছে।',
    uncertain: ({ number, because }) =>
      `:grey_question: *${number}*-এ অ্যালার্টের এসএমএস গেছে কি না নিশ্চিত নয়: ${because}। এটি নিজে থেকে আবার পাঠানো হবে না; আগে প্রাপক বা সেবার লগ দেখে নিন।`,
    astray: ({ hook, channel }) =>
      `:warning: *${hook}* হুকের কথা <#${channel}>-এ লিখতে পারছি না, তাই আপনাকে জানাচ্ছি: আমাকে সেখানে আমন্ত্রণ দিন (\`/invite\`), অথবা অন্য চ্যানেল বাছুন।`,
  },
};
