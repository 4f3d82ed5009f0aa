import { mention, numberFault } from '../bangla.ts';
import type { SettingsWording } from './types.ts';

const group = (id: string): string => `<!subteam^${id}>`;
const channel = (id: string): string => `<#${id}>`;

/** Bangla. */
export const settings: SettingsWording = {
  title: 'এসএমএস সেটিংস',
  intro: 'এই ওয়ার্কস্পেস থেকে কে, কোথা থেকে, কতটা এসএমএস পাঠাতে পারবেন। পরিবর্তন সঙ্গে সঙ্গে কার্যকর হয়।',
  change: 'বদলান',
  back: 'ফিরে যান',
  save: 'সংরক্ষণ করুন',
  saveAnyway: 'তবু সংরক্ষণ করুন',
  oneMoment: 'একটু অপেক্ষা করুন…',
  saved: ':white_check_mark: সংরক্ষণ করা হয়েছে।',
  nothingChanged: 'এই সেটিংস এভাবেই সংরক্ষিত আছে: বদলানোর কিছু ছিল না।',
  notSaved: because => `:warning: এখনো সংরক্ষণ হয়নি: ${because} যা লিখেছেন তা নিচে আছে।`,
  storeAway: 'অ্যাপটি এখন তার তথ্যভান্ডারে পৌঁছাতে পারছে না। এক মিনিট পরে আবার চেষ্টা করুন।',
  saveUnsure: ':warning: এটি সেভ হয়েছে কি না, অ্যাপটি নিশ্চিত হতে পারেনি। এক মিনিট পরে আবার সেভ করুন।',
  lookOnceMore:
    ':warning: এখনো সংরক্ষণ হয়নি। আরেকবার দেখে নিন: এতে আরও মানুষ যুক্ত হবেন, খরচ বাড়তে পারে, অথবা এটি আর ফেরানো যাবে না।',
  changedMeanwhile:
    ':warning: এখনো সংরক্ষণ হয়নি: আপনি ফর্মটি খোলা রাখার সময় অন্য কেউ এই সেটিংস বদলেছেন। আপনারটি তাঁর জায়গা নেবে:',
  group: {
    senders: 'কে পাঠাতে পারবেন',
    channels: 'চ্যানেল ও রসিদ',
    limits: 'সীমা',
    privacy: 'গোপনীয়তা ও ভাষা',
    blocklist: 'নিষিদ্ধ নম্বর',
    managers: 'ম্যানেজার',
  },
  name: {
    senders: 'পাঠাতে পারবেন',
    guests: 'অতিথিরা',
    otherTeams: 'অন্য ওয়ার্কস্পেসের মানুষ (Slack Connect)',
    channels: 'চ্যানেল',
    receipts: 'রসিদ',
    maskNumbers: 'নম্বর',
    language: 'ভাষা',
    personCap: 'দিনে প্রত্যেকে',
    workflowCap: 'দিনে সব ওয়ার্কফ্লো মিলে',
    workspaceCap: 'দিনে পুরো ওয়ার্কস্পেস',
    blocklist: 'যে নম্বরে কখনো পাঠানো হবে না',
    retentionDays: 'এসএমএস রাখা হবে',
    lowBalance: 'কম ব্যালেন্সে অ্যাডমিনদের জানানো',
    managers: 'ম্যানেজার',
  },
  value: {
    senders: who => {
      if (who === null) return 'এই ওয়ার্কস্পেসের সবাই';
      return [...who.people.map(mention), ...who.groups.map(group)].join(', ') || 'কেউ নন';
    },
    may: may => (may ? 'পাঠাতে পারবেন' : 'পাঠাতে পারবেন না'),
    channels: ids => (ids === null ? 'সব চ্যানেল' : ids.map(channel).join(', ') || 'কোনোটি নয়'),
    receipts: { channel: 'চ্যানেলে, সবার সামনে', sender: 'শুধু প্রেরকের কাছে' },
    masked: masked => (masked ? 'আড়াল করা, যেমন 017••••5678' : 'পুরোটা দেখানো'),
    language: name => name ?? 'সার্ভারের ভাষা',
    cap: ({ texts, credits }) =>
      [
        ...(texts === null ? [] : [`${texts}টি এসএমএস`]),
        ...(credits === null ? [] : [`${credits} ক্রেডিট`]),
      ].join(' ও ') || 'কোনো সীমা নেই',
    days: days => `${days} দিন`,
    below: amount => (amount === null ? 'কখনো নয়' : `${amount} ক্রেডিটের নিচে নামলে`),
    people: ids => ids.map(mention).join(', ') || 'অ্যাডমিন ছাড়া কেউ নন',
    numbers: count => (count === 0 ? 'কোনো নম্বর নেই' : `${count}টি নম্বর`),
  },
  changed: {
    value: ({ name, from, to }) => `*${name}*: ${from} → ${to}`,
    list: ({ name, came, left }) =>
      `*${name}*: ${[
        ...(came.length > 0 ? [`যোগ হয়েছে ${came.join(', ')}`] : []),
        ...(left.length > 0 ? [`বাদ গেছে ${left.join(', ')}`] : []),
      ].join('; ')}`,
  },
  field: {
    who: {
      label: 'কে এসএমএস পাঠাতে পারবেন',
      everyone: 'এই ওয়ার্কস্পেসের সবাই',
      chosen: 'শুধু নিচে বাছাই করা মানুষ ও ইউজার গ্রুপ',
    },
    people: { label: 'মানুষ' },
    groups: { label: 'ইউজার গ্রুপ', hint: 'পাঠানোর মুহূর্তে যাঁরা গ্রুপে থাকবেন।' },
    others: {
      label: 'এ ছাড়াও',
      guests: 'অতিথিরা পাঠাতে পারবেন',
      otherTeams: 'অন্য ওয়ার্কস্পেসের মানুষ পাঠাতে পারবেন (Slack Connect)',
    },
    where: {
      label: 'কোথা থেকে এসএমএস পাঠানো যাবে',
      every: 'সব চ্যানেল থেকে',
      chosen: 'শুধু নিচে বাছাই করা চ্যানেল থেকে',
    },
    channels: { label: 'চ্যানেল', hint: 'Slack-এ আপনি যেগুলো দেখতে পান, এখানে সেগুলোই আছে।' },
    receipts: {
      label: 'রসিদ কোথায় দেখা যাবে',
      channel: 'চ্যানেলে, সবার সামনে',
      sender: 'শুধু যিনি পাঠিয়েছেন তাঁর কাছে',
    },
    personTexts: { label: 'প্রত্যেকে দিনে কয়টি এসএমএস', hint: 'ফাঁকা রাখলে সীমা নেই।' },
    personCredits: { label: 'প্রত্যেকে দিনে কত ক্রেডিট', hint: 'ফাঁকা রাখলে সীমা নেই।' },
    workflowTexts: { label: 'সব ওয়ার্কফ্লো মিলে দিনে কয়টি এসএমএস', hint: 'ফাঁকা রাখলে সীমা নেই।' },
    workflowCredits: { label: 'সব ওয়ার্কফ্লো মিলে দিনে কত ক্রেডিট', hint: 'ফাঁকা রাখলে সীমা নেই।' },
    workspaceTexts: { label: 'পুরো ওয়ার্কস্পেস দিনে কয়টি এসএমএস', hint: 'ফাঁকা রাখলে সীমা নেই।' },
    workspaceCredits: { label: 'পুরো ওয়ার্কস্পেস দিনে কত ক্রেডিট', hint: 'ফাঁকা রাখলে সীমা নেই।' },
    lowBalance: {
      label: 'ব্যালেন্স কত নিচে নামলে অ্যাডমিনদের জানাব',
      hint: 'ক্রেডিটে লিখুন। ফাঁকা রাখলে জানানো হবে না।',
    },
    mask: {
      label: 'Slack-এ নম্বর',
      masked: 'আড়াল করা, যেমন 017••••5678',
      whole: 'পুরোটা, রসিদ যাঁরা দেখেন তাঁদের সবার কাছে',
    },
    retention: {
      label: 'এসএমএস ও নম্বর কত দিন রাখা হবে',
      hint: '1 থেকে 365। তার চেয়ে পুরোনোগুলো চিরতরে মুছে যায়।',
    },
    language: { label: 'ওয়ার্কস্পেসের ভাষা', default: 'সার্ভারে যা ঠিক করা আছে' },
    blocklist: { label: 'যে নম্বরে কখনো পাঠানো হবে না', hint: 'প্রতি লাইনে একটি নম্বর, যেভাবে খুশি লিখুন।' },
    moreNumbers: { label: 'আরও নম্বর', hint: 'প্রতি লাইনে একটি নম্বর, যেভাবে খুশি লিখুন।' },
    managers: { label: 'যাঁরা এই সেটিংস বদলাতে পারবেন' },
  },
  note: {
    noGroupsListed: 'Slack এখন ইউজার গ্রুপের তালিকা দেয়নি; আগে বাছাই করাগুলো যেমন ছিল তেমনই থাকবে।',
    noGroups: 'এই ওয়ার্কস্পেসে কোনো ইউজার গ্রুপ নেই।',
    limits: 'দিন মানে বাংলাদেশের দিন। সীমা পেরোলে এসএমএস পাঠানো হয় না, প্রেরককে তা জানানো হয়।',
    managers:
      'ম্যানেজাররা এই তালিকা ছাড়া এখানকার সবকিছু দেখতে ও বদলাতে পারেন, অডিট লগও পড়তে পারেন। API কী থাকে ওয়ার্কস্পেসের অ্যাডমিনদের হাতে।',
  },
  wrong: {
    nobodyChosen: 'অন্তত একজন মানুষ বা একটি ইউজার গ্রুপ বাছাই করুন, অথবা সবাইকে পাঠাতে দিন।',
    noChannelChosen: 'অন্তত একটি চ্যানেল বাছাই করুন, অথবা সব চ্যানেল থেকে পাঠাতে দিন।',
    chosenInVain: 'নিচে কয়েকটি বাছাই করেছেন: এখানে “শুধু নিচে বাছাই করা” বেছে নিন, অথবা নিচের বাছাই তুলে দিন।',
    tooMany: limit => `বেশি হয়ে গেছে: সর্বোচ্চ ${limit}টি।`,
    count: '20-এর মতো একটি পূর্ণ সংখ্যা লিখুন, অথবা সীমা না চাইলে ফাঁকা রাখুন।',
    credits: '50 বা 12.50-এর মতো একটি পরিমাণ লিখুন, অথবা ফাঁকা রাখুন।',
    days: (min, max) => `${min} থেকে ${max}-এর মধ্যে দিনের সংখ্যা লিখুন।`,
    numbers: (bad, more) =>
      `এসএমএস পাঠানো যায় না: ${bad.map(({ typed, why }) => `“${typed}” (${numberFault[why]})`).join(', ')}${more > 0 ? ` এবং আরও ${more}টি লাইনে` : ''}।`,
  },
};
