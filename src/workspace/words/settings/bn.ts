import { withDecimals } from '../../../kit/credits.ts';
import { harmless } from '../../../kit/slack-text.ts';
import {
  clock,
  clockOf,
  inBengali,
  inCredits,
  mention,
  numberFault,
  say,
  tooManyHere,
  WEEKDAYS,
} from '../../../kit/words/bangla.ts';
import { LANGUAGE_NAMES } from '../../../kit/words/wording.ts';
import { MAX_SIGN_OFF, type SettingWords } from '../../settings.ts';
import type { Words } from './en.ts';

const weekday = (day: number): string => WEEKDAYS[day] ?? '';

const group = (id: string): string => `<!subteam^${id}>`;

const channel = (id: string): string => `<#${id}>`;

const permission = (permission: boolean): string => (permission ? 'পাঠাতে পারবেন' : 'পাঠাতে পারবেন না');

const cap = ({ texts, credits }: { texts: number | null; credits: string | null }): string =>
  [
    ...(texts === null ? [] : [say`${texts}টি এসএমএস`]),
    ...(credits === null ? [] : [inCredits(credits)]),
  ].join(' ও ') || 'কোনো লিমিট নেই';

const value: SettingWords = {
  senders: senders => {
    if (senders === null) return 'এই ওয়ার্কস্পেসের সবাই';
    return [...senders.people.map(mention), ...senders.groups.map(group)].join(', ') || 'কেউ নন';
  },
  guests: permission,
  otherTeams: permission,
  everyoneAdds: everyone => (everyone ? 'যাঁরা এসএমএস পাঠাতে পারেন, তাঁরা সবাই' : 'শুধু অ্যাডমিন ও ম্যানেজাররা'),
  channels: ids => (ids === null ? 'সব চ্যানেল' : ids.map(channel).join(', ') || 'কোনোটি নয়'),
  receipts: where => ({ channel: 'চ্যানেলে, সবাই দেখতে পান', sender: 'শুধু প্রেরক দেখতে পান' })[where],
  maskNumbers: masked => (masked ? 'আংশিক ঢাকা, যেমন 017••••5678' : 'পুরোটা দেখানো হয়'),
  nameContacts: named => (named ? 'রসিদে দেখানো হয়' : 'দেখানো হয় না'),
  alertsIgnoreDoNotText: despite => (despite ? 'হুকে তাঁরা থাকলে যায়' : 'যায় না'),
  alertsTextCritical: requires => (requires ? 'সবসময় এসএমএসও যায়' : 'যিনি যেভাবে চেয়েছেন'),
  alertsMention: mentions =>
    mentions ? 'হুক পুরো চ্যানেলকে মেনশন করতে পারে' : 'যাঁদের এসএমএস গেছে তাঁদের মেনশন করা হয়',
  language: language => (language ? LANGUAGE_NAMES[language] : 'সার্ভারের ডিফল্ট ভাষা'),
  personCap: cap,
  workflowCap: cap,
  workspaceCap: cap,
  retentionDays: days => say`${days} দিন`,
  lateMinutes: minutes => say`${minutes} মিনিট`,
  workingDays: days => days.map(weekday).join(', '),
  undo: waits => (waits ? '১০ সেকেন্ড, ততক্ষণ এসএমএস অপেক্ষায় থাকে' : 'নেই: এসএমএস সঙ্গে সঙ্গেই যায়'),
  signOff: line => (line === '' ? 'নেই' : `“${harmless(line, MAX_SIGN_OFF)}”`),
  signsAll: all => (all ? 'সব এসএমএসে' : 'শুধু মেসেজে `{শেষের লাইন}` থাকলে'),
  lowBalance: amount =>
    amount === null ? 'কখনো নয়' : `${inBengali(withDecimals(amount))} ক্রেডিটের নিচে নামলে`,
  managers: ids => ids.map(mention).join(', ') || 'অ্যাডমিন ছাড়া কেউ নন',
  blocklist: numbers => (numbers.length === 0 ? 'কোনো নম্বর নেই' : say`${numbers.length}টি নম্বর`),
  broadcastTexts: people => say`${people} জন`,
  broadcastCredits: credits => cap({ texts: null, credits }),
  broadcastApproval: rule => {
    if (rule === null) return 'লাগে না';
    const which = rule.above === 0 ? 'সব ব্রডকাস্টে' : say`${rule.above} জনের বেশি হলে`;
    return `${which}, চাওয়া হয় ${channel(rule.channel)} চ্যানেলে`;
  },
  promotionalHours: ({ from, to }) => `${clock(from)} থেকে ${clock(to)} পর্যন্ত, বাংলাদেশ সময়`,
};

const settings: Words['settings'] = {
  title: 'এসএমএস সেটিংস',
  intro: 'এই ওয়ার্কস্পেসে কে, কোন চ্যানেল থেকে, কয়টি এসএমএস পাঠাতে পারবেন। পরিবর্তন সঙ্গে সঙ্গেই চালু হয়।',
  change: 'বদলান',
  back: 'ফিরে যান',
  save: 'সেভ করুন',
  saveAnyway: 'তবু সেভ করুন',
  saved: ':white_check_mark: সেভ হয়েছে।',
  nothingChanged: 'সেভ করার কিছু নেই: এই সেটিংসে কিছু বদলায়নি।',
  notSaved: because => `:warning: এখনো সেভ হয়নি: ${because} আপনি যা লিখেছেন তা এখানেই আছে।`,
  storeAway: 'অ্যাপটি এখন এর ডেটাবেসের সঙ্গে যোগাযোগ করতে পারছে না। এক মিনিট পরে আবার চেষ্টা করুন।',
  saveUnsure: ':warning: এটি সেভ হয়েছে কি না, অ্যাপটি নিশ্চিত হতে পারেনি। এক মিনিট পরে আবার সেভ করুন।',
  lookOnceMore:
    ':warning: এখনো সেভ হয়নি। আরেকবার দেখে নিন: এতে আরও বেশি লোক পাঠাতে বা দেখতে পারবেন, খরচ বাড়তে পারে, অথবা এটি আর ফেরানো যাবে না।',
  changedMeanwhile:
    ':warning: এখনো সেভ হয়নি: আপনি ফর্মটি খোলা রাখার সময় অন্য কেউ এই সেটিংস বদলেছেন। আবার সেভ করলে তাঁর পরিবর্তনের জায়গায় আপনারটি থাকবে:',
  group: {
    senders: 'কে পাঠাতে পারবেন',
    contacts: 'কন্টাক্ট',
    channels: 'চ্যানেল ও রসিদ',
    limits: 'লিমিট',
    texts: 'আনডু ও শেষের লাইন',
    broadcasts: 'ব্রডকাস্ট',
    later: 'শিডিউল করা এসএমএস',
    privacy: 'গোপনীয়তা ও ভাষা',
    blocklist: 'ব্লক করা নম্বর',
    doNotText: 'এসএমএস পাঠাবেন না',
    alerts: 'অ্যালার্ট',
    managers: 'ম্যানেজার',
  },
  name: {
    senders: 'পাঠাতে পারবেন',
    guests: 'গেস্টরা',
    otherTeams: 'অন্য ওয়ার্কস্পেসের সদস্যরা (Slack Connect)',
    everyoneAdds: 'কন্টাক্ট যোগ করতে পারবেন',
    channels: 'চ্যানেল',
    receipts: 'রসিদ',
    maskNumbers: 'নম্বর',
    nameContacts: 'চ্যানেলে কন্টাক্টের নাম',
    alertsIgnoreDoNotText: '“এসএমএস পাঠাবেন না” চিহ্ন থাকলে অ্যালার্ট',
    alertsMention: 'কেউ অ্যালার্টে “আমি দেখছি” না চাপলে',
    alertsTextCritical: 'গুরুতর অ্যালার্ট যেভাবে জানানো হয়',
    language: 'ভাষা',
    personCap: 'দিনে প্রত্যেকে',
    workflowCap: 'দিনে সব ওয়ার্কফ্লো মিলে',
    workspaceCap: 'দিনে পুরো ওয়ার্কস্পেস',
    blocklist: 'ব্লক করা নম্বর',
    retentionDays: 'এসএমএসের লেখা ও নম্বর রাখা হয়',
    lowBalance: 'ব্যালেন্স কমলে অ্যাডমিনদের জানানো',
    lateMinutes: 'শিডিউল করা এসএমএস সর্বোচ্চ এত দেরিতেও যাবে',
    workingDays: 'কর্মদিবস',
    undo: 'আনডু করার সময়',
    signOff: 'শেষের লাইন',
    signsAll: 'শেষের লাইন যোগ হয়',
    managers: 'ম্যানেজার',
    broadcastTexts: 'সবচেয়ে বড় ব্রডকাস্ট',
    broadcastCredits: 'একটি ব্রডকাস্টের সর্বোচ্চ খরচ',
    broadcastApproval: 'আরেকজনের অনুমোদন',
    promotionalHours: 'প্রমোশনাল এসএমএস যায়',
  },
  value,
  changed: {
    value: ({ name, from, to }) => `*${name}*: ${from} → ${to}`,
    list: ({ name, came: added, left: removed }) =>
      `*${name}*: ${[
        ...(added.length > 0 ? [`যোগ হয়েছে ${added.join(', ')}`] : []),
        ...(removed.length > 0 ? [`বাদ গেছে ${removed.join(', ')}`] : []),
      ].join('; ')}`,
  },
  field: {
    who: {
      label: 'কে এসএমএস পাঠাতে পারবেন',
      everyone: 'এই ওয়ার্কস্পেসের সবাই',
      chosen: 'শুধু নিচে বেছে নেওয়া সহকর্মী ও ইউজার গ্রুপ',
    },
    people: { label: 'সহকর্মী' },
    groups: { label: 'ইউজার গ্রুপ', hint: 'এসএমএস পাঠানোর সময় যাঁরা গ্রুপে থাকবেন।' },
    others: {
      label: 'এ ছাড়া',
      guests: 'গেস্টরা পাঠাতে পারবেন',
      otherTeams: 'অন্য ওয়ার্কস্পেসের সদস্যরা পাঠাতে পারবেন (Slack Connect)',
    },
    adders: {
      label: 'কে কন্টাক্ট যোগ করতে পারবেন',
      yes: 'যাঁরা এসএমএস পাঠাতে পারেন, তাঁরা সবাই',
      no: 'শুধু অ্যাডমিন ও ম্যানেজাররা',
      hint: 'কন্টাক্ট বদলানো, গ্রুপে রাখা বা তথ্য মুছে ফেলা শুধু অ্যাডমিন ও ম্যানেজাররাই পারেন।',
    },
    where: {
      label: 'কোথা থেকে এসএমএস পাঠানো যাবে',
      every: 'সব চ্যানেল থেকে',
      chosen: 'শুধু নিচে বেছে নেওয়া চ্যানেল থেকে',
    },
    channels: { label: 'চ্যানেল', hint: 'Slack-এ আপনি যেগুলো দেখতে পান, এখানে সেগুলোই আছে।' },
    receipts: {
      label: 'রসিদ কোথায় দেখা যাবে',
      channel: 'চ্যানেলে, সবাই দেখতে পাবেন',
      sender: 'শুধু যিনি পাঠিয়েছেন তিনি দেখতে পাবেন',
    },
    nameContacts: {
      label: 'চ্যানেলে সবাই যে রসিদ পড়েন, তাতে কন্টাক্টের নাম',
      hint: 'চ্যানেলে থাকা গেস্ট ও অন্য ওয়ার্কস্পেসের সদস্যরাও সেগুলো পড়েন।',
      yes: 'নম্বরের পাশে দেখা যাবে',
      no: 'দেখা যাবে না',
    },
    alertsIgnoreDoNotText: {
      label: '“এসএমএস পাঠাবেন না” চিহ্ন থাকলে অ্যালার্ট',
      hint: 'ডিউটির নম্বরের জন্য। অন্য কোনোভাবে তাঁদের এসএমএস যাবে না।',
      no: 'তাঁদের বাদ দিন',
      yes: 'হুকে তাঁরা থাকলে পাঠান: নম্বর বা নাম দিয়ে, রোস্টারে বা গ্রুপে',
    },
    alertsMention: {
      label: 'কেউ অ্যালার্টে “আমি দেখছি” না চাপলে',
      hint: '@channel মেনশন করলে চ্যানেলের সবাই নোটিফিকেশন পান, রাতেও। প্রতিটি হুকেও এটি আলাদা করে চালু করতে হয়।',
      no: 'যাঁদের এসএমএস গেছে তাঁদের মেনশন হবে',
      yes: 'হুক @channel মেনশন করতে পারবে',
    },
    alertsTextCritical: {
      label: 'গুরুতর অ্যালার্ট যেভাবে জানানো হয়',
      hint: 'এসএমএসের বদলে কেউ Slack-এ মেসেজ বেছে নিতে পারেন (`/sms calling`)। মেসেজে ঘুম না ভাঙলেও এসএমএসে ভাঙতে পারে।',
      no: 'যিনি যেভাবে চেয়েছেন',
      yes: 'সবসময় এসএমএসও যাবে',
    },
    personTexts: { label: 'প্রত্যেকে দিনে কয়টি এসএমএস', hint: 'লিমিট না চাইলে ফাঁকা রাখুন।' },
    personCredits: { label: 'প্রত্যেকে দিনে কত ক্রেডিট', hint: 'লিমিট না চাইলে ফাঁকা রাখুন।' },
    workflowTexts: { label: 'সব ওয়ার্কফ্লো মিলে দিনে কয়টি এসএমএস', hint: 'লিমিট না চাইলে ফাঁকা রাখুন।' },
    workflowCredits: { label: 'সব ওয়ার্কফ্লো মিলে দিনে কত ক্রেডিট', hint: 'লিমিট না চাইলে ফাঁকা রাখুন।' },
    workspaceTexts: { label: 'পুরো ওয়ার্কস্পেস দিনে কয়টি এসএমএস', hint: 'লিমিট না চাইলে ফাঁকা রাখুন।' },
    workspaceCredits: { label: 'পুরো ওয়ার্কস্পেস দিনে কত ক্রেডিট', hint: 'লিমিট না চাইলে ফাঁকা রাখুন।' },
    lateMinutes: {
      label: 'শিডিউল করা এসএমএস কত মিনিট দেরিতেও পাঠানো যাবে',
      hint: 'এসএমএসের সময়ে অ্যাপ বন্ধ থাকলে এটি কাজে লাগে। এর চেয়ে বেশি দেরি হলে অ্যাপ আগে প্রেরককে জিজ্ঞেস করে। ০ থেকে ১,৪৪০।',
    },
    workingDays: {
      label: 'কর্মদিবস',
      hint: 'যেসব এসএমএস প্রতি কর্মদিবসে যায়, সেগুলোর জন্য। ছুটির দিনও বাদ যায়। বদলালে আগে থেকে শিডিউল করা এসএমএসেও তা খাটে।',
    },
    undo: {
      label: 'আনডু করার সময়',
      hint: 'ফর্ম বা /sms থেকে যা পাঠানো হয়, তার জন্য। অ্যালার্ট, ব্রডকাস্ট, ওয়ার্কফ্লো আর শিডিউল করা এসএমএস এর জন্য কখনো অপেক্ষা করে না।',
      no: 'নেই: এসএমএস সঙ্গে সঙ্গেই যাবে',
      yes: '১০ সেকেন্ড: প্রতিটি এসএমএস ততক্ষণ অপেক্ষায় থাকবে, “আনডু” চাপলে আর যাবে না',
    },
    signOff: {
      label: 'শেষের লাইন',
      hint: 'এক লাইন, যেমন “নিপুণ ট্রেডার্স, কল করুন ০১৭১২ ৩৪৫৬৭৮”। পার্ট আর খরচের হিসাবে এটিও ধরা হয়।',
    },
    signsAll: {
      label: 'শেষের লাইন যোগ করুন',
      hint: 'অ্যালার্ট ও পেজে কখনো থাকে না: সেগুলো এক পার্টে ধরতে হয়।',
      no: 'শুধু মেসেজে {শেষের লাইন} থাকলে',
      yes: 'সব এসএমএসের শেষে, আলাদা লাইনে',
    },
    lowBalance: {
      label: 'ব্যালেন্স এর নিচে নামলে অ্যাডমিনদের জানানো হবে',
      hint: 'ক্রেডিটে লিখুন। না চাইলে ফাঁকা রাখুন।',
    },
    mask: {
      label: 'Slack-এ নম্বর',
      yes: 'আংশিক ঢাকা, যেমন 017••••5678',
      no: 'পুরোটা, রসিদ যাঁরা দেখেন সবাই দেখতে পাবেন',
    },
    retention: {
      label: 'এসএমএস ও নম্বর কত দিন রাখা হবে',
      hint: '১ থেকে ৩৬৫। এর চেয়ে পুরোনোগুলো স্থায়ীভাবে মুছে যায়।',
    },
    language: { label: 'ওয়ার্কস্পেসের ভাষা', default: 'সার্ভারের ডিফল্ট' },
    blocklist: { label: 'যে নম্বরে কখনো পাঠানো হবে না', hint: 'প্রতি লাইনে একটি নম্বর, যেভাবে খুশি লিখুন।' },
    moreNumbers: { label: 'আরও নম্বর', hint: 'প্রতি লাইনে একটি নম্বর, যেভাবে খুশি লিখুন।' },
    managers: { label: 'যাঁরা এই সেটিংস বদলাতে পারবেন' },
    broadcastTexts: {
      label: 'একটি ব্রডকাস্ট সর্বোচ্চ কত জনকে পাঠানো যাবে',
      hint: 'সর্বোচ্চ ১০,০০০। ফাঁকা রাখলে ১০,০০০।',
    },
    broadcastCredits: { label: 'একটি ব্রডকাস্টে সর্বোচ্চ কত ক্রেডিট খরচ করা যাবে', hint: 'লিমিট না চাইলে ফাঁকা রাখুন।' },
    approvalAbove: {
      label: 'এর চেয়ে বেশি জনকে পাঠাতে আরেকজনের অনুমোদন লাগবে',
      hint: 'অনুমোদন দেবেন অন্য একজন অ্যাডমিন বা ম্যানেজার, যিনি পাঠাচ্ছেন তিনি নন। ০ দিলে সব ব্রডকাস্টে লাগবে। না চাইলে ফাঁকা রাখুন।',
    },
    approvalChannel: {
      label: 'কোন চ্যানেলে অনুমোদন চাওয়া হবে',
      hint: 'চ্যানেলে যাঁরা আছেন, সবাই মেসেজটি দেখবেন। অ্যাপটিকে চ্যানেলে যোগ করে নিন।',
    },
    promotionalFrom: { label: 'প্রমোশনাল এসএমএস যাবে যখন থেকে', hint: 'বাংলাদেশ সময়। সকাল ৯টার আগে নয়।' },
    promotionalTo: { label: 'যে সময় পর্যন্ত', hint: 'বাংলাদেশ সময়। রাত ৯টার পরে নয়।' },
  },
  note: {
    weekday,
    signOff: 'এসব এসএমএসের উত্তর দেওয়া যায় না, তাই কীভাবে যোগাযোগ করা যাবে তা জানিয়ে দিন।',
    noGroupsListed: 'Slack এখন ইউজার গ্রুপের তালিকা দিচ্ছে না। আগে বেছে নেওয়াগুলো আগের মতোই থাকবে।',
    noGroups: 'এই ওয়ার্কস্পেসে কোনো ইউজার গ্রুপ নেই।',
    limits: 'দিনের হিসাব বাংলাদেশ সময়ে। কোনো এসএমএসে লিমিট পেরিয়ে গেলে সেটি পাঠানো হয় না, প্রেরককে জানানো হয়।',
    managers:
      'ম্যানেজাররা এই তালিকা ছাড়া এখানকার সবকিছু দেখতে ও বদলাতে পারেন, অডিট লগও দেখতে পারেন। API কী শুধু ওয়ার্কস্পেসের অ্যাডমিনরাই যুক্ত করতে বা সরাতে পারেন।',
    promotionalHours:
      'এই সময়ের বাইরে প্রমোশনাল ব্রডকাস্ট থেমে থাকে, পরে নিজে থেকেই আবার চলে। “সার্ভিস” ধরনের ব্রডকাস্ট যেকোনো সময় যায়।',
  },
  wrong: {
    nobodyChosen: 'অন্তত একজন সহকর্মী বা একটি ইউজার গ্রুপ বেছে নিন, অথবা সবাইকে পাঠাতে দিন।',
    noChannelChosen: 'অন্তত একটি চ্যানেল বেছে নিন, অথবা সব চ্যানেল থেকে পাঠাতে দিন।',
    chosenInVain: 'নিচে কয়েকটি বেছে নিয়েছেন। এখানে “শুধু নিচে বেছে নেওয়া …” দিন, অথবা নিচেরগুলো সরিয়ে দিন।',
    tooMany: tooManyHere,
    count: 'একটি পূর্ণ সংখ্যা লিখুন, যেমন ২০, অথবা লিমিট না চাইলে ফাঁকা রাখুন।',
    credits: 'একটি পরিমাণ লিখুন, যেমন ৫০ বা ১২.৫০, অথবা ফাঁকা রাখুন।',
    minutes: max => say`০ থেকে ${max} পর্যন্ত মিনিটের সংখ্যা লিখুন।`,
    days: (min, max) => say`${min} থেকে ${max} পর্যন্ত দিনের সংখ্যা লিখুন।`,
    people: (min, max) => say`${min} থেকে ${max} পর্যন্ত একটি পূর্ণ সংখ্যা লিখুন।`,
    noApprovalChannel: 'কোন চ্যানেলে অনুমোদন চাওয়া হবে তা বেছে নিন।',
    channelInVain: 'নিচে একটি চ্যানেল বেছে নিয়েছেন। কোন ব্রডকাস্টে অনুমোদন লাগবে তা লিখুন, অথবা চ্যানেলটি সরিয়ে দিন।',
    noSignOff: 'আগে লাইনটি লিখুন, অথবা সব এসএমএসে যোগ করবেন না।',
    noWorkingDay: 'অন্তত একটি দিন বেছে নিন।',
    hours: ({ from, to }) =>
      `${clock(from)} থেকে ${clockOf(to)} মধ্যে সময় দিন, শেষটি যেন শুরুর পরে হয়। এর আগে বা পরে প্রমোশনাল এসএমএস পাঠানো যায় না।`,
    numbers: (bad, more) =>
      `এসএমএস পাঠানো যায় না: ${bad.map(({ typed, why }) => `“${typed}” (${numberFault[why]})`).join(', ')}${more > 0 ? say` এবং আরও ${more}টি লাইনে` : ''}।`,
  },
};

export const bn: Words = { settings };
