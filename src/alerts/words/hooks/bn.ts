import {
  age,
  changedMeanwhile,
  clock,
  gone,
  inBengali,
  mention,
  quoted,
  saved,
  say,
  tooManyHere,
  when,
} from '../../../kit/words/bangla.ts';
import { type HookCall, SENDER_NAMES } from '../../recent-calls.ts';
import type { Words } from './en.ts';

const hooks: Words['hooks'] = {
  title: 'অ্যালার্টের হুক',
  intro:
    'হুক হলো একটি ঠিকানা, যেখানে Alertmanager, Grafana বা অন্য যেকোনো প্রোগ্রাম অ্যালার্ট পাঠাতে পারে। আপনি যাঁদের বেছে নেন তাঁদের কাছে এসএমএস যায়, আর কী হলো তা চ্যানেলে পোস্ট হয়।',
  none: 'এখনো কোনো হুক নেই।',
  newHook: 'নতুন হুক',
  change: 'বদলান',
  revoke: 'মুছে ফেলুন',
  confirmRevoke: {
    title: 'হুকটি মুছে ফেলবেন?',
    text: name =>
      `এখন থেকে “${name}”-এ পাঠানো অ্যালার্ট আর নেওয়া হবে না, আটকে রাখা এসএমএসগুলোও যাবে না। এটি আর ফেরানো যাবে না।`,
    confirm: 'মুছে ফেলুন',
    deny: 'থাকুক',
  },
  line: ({ name, channel, to, severities, quiet, by, at }) =>
    [
      `*${name}*, পোস্ট <#${channel}>-এ`,
      `এসএমএস যায়: ${to}`,
      `যেসব অ্যালার্টে: ${severities}${quiet ? `; ${clock(quiet.from)} থেকে ${clock(quiet.to)} শুধু জরুরিগুলো` : ''}`,
      `তৈরি করেছেন ${mention(by)}, ${when(at)}`,
    ].join('\n'),
  revoked: name => `:white_check_mark: *${name}* মুছে ফেলা হয়েছে। এতে পাঠানো অ্যালার্ট আর নেওয়া হবে না।`,
  gone: gone('হুক'),
  tooMany: ':warning: সেভ হয়নি: এই ওয়ার্কস্পেসে যতগুলো হুক রাখা যায় ততগুলোই আছে। আগে অদরকারি একটি মুছে ফেলুন।',
  formTitle: { make: 'নতুন হুক', change: 'হুক বদলান' },
  make: 'হুক তৈরি করুন',
  saved: name => `${saved(name)} এর ঠিকানা ও টোকেন আগের মতোই আছে।`,
  changedMeanwhile: changedMeanwhile('হুক'),
  made: name => `:white_check_mark: *${name}* তৈরি হয়েছে।`,
  onlyOnce:
    ':warning: টোকেনটি এখনই কপি করুন: এটি শুধু এই একবারই দেখানো হচ্ছে। টোকেনটি যাঁর কাছে থাকবে, তিনি আপনাদের খরচে এসএমএস পাঠাতে পারবেন।',
  address: 'ঠিকানা',
  noAddress:
    ':warning: এই অ্যাপ জানে না বাইরে থেকে কোন ঠিকানায় তাকে পাওয়া যায়। অ্যাপটি যিনি চালান তাঁকে `PUBLIC_URL`-এ একটি https ঠিকানা দিতে বলুন; হুকের ঠিকানা হবে সেটি, তার পরে:',
  token: 'টোকেন, “Authorization: Bearer” হিসেবে পাঠাতে হয়',
  secretAddress:
    'যে প্রোগ্রাম হেডার পাঠাতে পারে না তার জন্য: ঠিকানা ও টোকেন একসঙ্গে। পারলে হেডারই ব্যবহার করুন, কারণ ঠিকানা লগে থেকে যায়।',
  secret:
    'শুধু GitHub-এর জন্য, কারণ GitHub টোকেন পাঠাতে পারে না: ওয়েবহুকের “Secret” ঘরে এটি দিন। এটিও শুধু এই একবারই দেখানো হচ্ছে',
  tryIt: 'চালিয়ে দেখুন: এই কমান্ডে একটি এসএমএস যায়',
  tryMessage: 'হুকের টেস্ট এসএমএস',
  unseen: name =>
    `*${name}* হুকটি তৈরি হয়েছে, কিন্তু টোকেনটি আপনি দেখেছেন কি না Slack জানায়নি। না দেখে থাকলে হুকটি মুছে ফেলে নতুন একটি তৈরি করুন: টোকেন কোথাও রাখা হয় না।`,
  madeBefore:
    'এই ফর্ম থেকে হুকটি আগেই তৈরি হয়েছে। টোকেন না দেখে থাকলে হুকটি মুছে ফেলে নতুন একটি তৈরি করুন: টোকেন কোথাও রাখা হয় না।',
  severity: {
    critical: 'জরুরি',
    error: 'এরর',
    warning: 'ওয়ার্নিং',
    info: 'ইনফো',
    none: 'মাত্রা দেওয়া নেই',
  },
  field: {
    name: { label: 'নাম', hint: 'পোস্টে যে নামে দেখা যাবে, যেমন “Prometheus”।' },
    recipients: {
      label: 'যাঁরা এসএমএস পাবেন',
      hint: 'নাম লিখে সহকর্মী, কন্টাক্ট, গ্রুপ, ইউজার গ্রুপ ও রোস্টার খুঁজুন, অথবা একটির পর একটি পুরো নম্বর লিখুন। অ্যালার্ট আসার সময় যাঁরা গ্রুপে বা ডিউটিতে থাকবেন, তাঁরা এসএমএস পাবেন।',
    },
    channel: { label: 'যে চ্যানেলে পোস্ট হবে', hint: 'অ্যাপটিকে চ্যানেলে থাকতে হবে: সেখানে /invite লিখে তার নাম দিন।' },
    severities: {
      label: 'যেসব মাত্রার অ্যালার্টে এসএমএস যাবে',
      hint: 'বাকিগুলো শুধু চ্যানেলে দেখা যাবে।',
    },
    quietFrom: {
      label: 'নীরব সময়ের শুরু',
      hint: 'বাংলাদেশ সময়। নীরব সময়ে শুধু জরুরি অ্যালার্টের এসএমএস যায়। না চাইলে দুটোই ফাঁকা রাখুন, অথবা দুটোতেই একই সময় দিন।',
    },
    quietTo: { label: 'নীরব সময়ের শেষ' },
    also: {
      label: 'আর কখন এসএমএস যাবে',
      resolved: 'সমস্যা ঠিক হয়ে গেলে',
      reminders: 'সমস্যা চলতে থাকলে আবার',
    },
    language: { label: 'এসএমএসের ভাষা', workspace: 'ওয়ার্কস্পেসের ভাষা' },
    unicodeParts: {
      label: 'বাংলা এসএমএস সর্বোচ্চ কত পার্টের হবে',
      hint: 'জরুরি অ্যালার্ট ও এররের জন্য। এক পার্টে ৭০টি ক্যারেক্টার ধরে, তাই লিংক থাকলে সমস্যাটি কী তা লেখার জায়গা থাকে না। বাকি এসএমএস এক পার্টেই যায়।',
      choice: parts => say`${parts} পার্ট`,
    },
    template: {
      label: 'টেমপ্লেট',
      hint: 'নিচের দুটি লেখার বদলে। এতে {what}, {where}, {summary}, {state}, {severity}, {value}, {link}, {count}, {more}, {hook}, {title}, {message} চলবে, আর বিকল্পসহ কন্টাক্টের কলাম, যেমন {name|গ্রাহক}।',
      none: 'কোনোটি নয়',
    },
    firing: {
      label: 'অ্যালার্টের এসএমএস',
      hint: 'ফাঁকা রাখলে সাধারণ লেখাটি যাবে। বাংলায় এক পার্টে ৭০ ক্যারেক্টার ধরে। ব্যবহার করতে পারেন {what}, {where}, {summary}, {severity}, {link}, {labels.team}, {annotations.description|summary}, {where|labels.team|"জায়গা জানা নেই"} ইত্যাদি।',
    },
    resolved: { label: 'ঠিক হয়ে গেলে যে এসএমএস', hint: 'ফাঁকা রাখলে সাধারণ লেখাটি যাবে।' },
  },
  stalled: ({ hook }) =>
    `:warning: *${hook}* হুকে আসা একটি কল পড়তে গিয়ে অ্যাপটি আটকে গিয়েছিল, তাই আবার চালু করতে হয়েছে। কলটি আর পড়া হবে না, এর জন্য কোনো এসএমএসও যায়নি: যে প্রোগ্রাম এটি পাঠিয়েছে সেখানে দেখুন। অ্যাপটি যিনি চালান তাঁকে বিষয়টি দেখতে বলুন।`,
  subscription: {
    asks: ({ hook, topic }) =>
      `:bell: Amazon SNS জানতে চায়, ${topic} টপিকটি *${hook}* হুকে অ্যালার্ট পাঠাতে পারবে কি না। কোনো অ্যাডমিন বা ম্যানেজার নিশ্চিত করতে পারেন। তার আগে অন্য টপিকের রিকোয়েস্ট নেওয়া হবে না।`,
    confirm: 'নিশ্চিত করুন',
    ignore: 'বাদ দিন',
    confirmed: topic => `:white_check_mark: নিশ্চিত করা হয়েছে: এখন থেকে ${topic} টপিকের অ্যালার্ট এখানে আসবে।`,
    failed: topic =>
      `:warning: Amazon এটি নেয়নি: ${topic} টপিকটি এখনো নিশ্চিত হয়নি। আবার চাপুন, অথবা সেখানে আবার রিকোয়েস্ট করুন।`,
    gone: topic => `${topic} টপিকের রিকোয়েস্টটি আর নেই। Amazon-এ আবার রিকোয়েস্ট করুন।`,
    ignored: topic => `বাদ দেওয়া হয়েছে: ${topic} টপিক থেকে এখানে কিছু আসবে না। এখন অন্য টপিক রিকোয়েস্ট করতে পারে।`,
  },
  preview: {
    title: '*নমুনা*, একটি কাল্পনিক অ্যালার্ট দিয়ে',
    sample: {
      name: 'ডিস্ক প্রায় ভরে গেছে',
      place: 'ঢাকা সার্ভার',
      summary: 'আর মাত্র ৩% জায়গা আছে, এখনই কিছু ফাইল মুছে ফেলুন',
    },
    ifPlain: 'যে অ্যালার্টের নিজের লেখা পুরোটাই ইংরেজি অক্ষরে, সেটি ইংরেজিতে এক পার্টেই যায়।',
    firing: 'সমস্যা হলে:',
    resolved: 'ঠিক হয়ে গেলে:',
    toAll: ({ numbers, cost }) =>
      say`একটি অ্যালার্ট যাবে *${numbers}টি নম্বরে*${cost === null ? '' : `: মোট খরচ প্রায় *${inBengali(cost)} ক্রেডিট*`}`,
  },
  wrong: {
    name: 'সর্বোচ্চ ৬০ ক্যারেক্টারের একটি নাম দিন।',
    nobody: 'অন্তত একজন প্রাপক বেছে নিন: নাম লিখে খুঁজুন, অথবা একটি নম্বর লিখুন।',
    tooMany: limit => `${tooManyHere(limit)} সবাইকে একটি গ্রুপে রেখে এখানে গ্রুপটি বেছে নিন।`,
    tooManyPeople: (people, limit) =>
      say`এতে ${people} জন হয়, কিন্তু একটি হুক সর্বোচ্চ ${limit} জনকে এসএমএস পাঠাতে পারে। কিছু নম্বর, গ্রুপ বা সহকর্মী বাদ দিন।`,
    unknown: names =>
      `এখানে ${names.map(name => `“${name}”`).join(' বা ')} নামে আর কেউ নেই। বাদ দিন, অথবা অন্য কাউকে বেছে নিন।`,
    shared: names =>
      `এখানে ${names.map(name => `“${name}”`).join(' বা ')} নামে একাধিক ব্যক্তি, গ্রুপ বা রোস্টার আছে। নামের বদলে নম্বর লিখুন।`,
    channel: 'একটি চ্যানেল বেছে নিন।',
    severities: 'অন্তত একটি বেছে নিন।',
    quiet: 'দুটো সময়ই দিন, অথবা কোনোটিই না।',
    unknownName: name =>
      `এসএমএসে “${name}” ব্যবহার করা যায় না। ব্যবহার করতে পারেন what, where, summary, state, severity, value, link, count, more, hook, title, message, labels.… ও annotations.…, আর কোটেশনের ভেতরে নিজের কথা: {where|"জায়গা জানা নেই"}`,
    doubleBraces:
      '{{ … }}-এর বদলে এক জোড়া বন্ধনীতে {what} লিখুন, আর না থাকলে কী বসবে তা এভাবে: {where|labels.team|"জায়গা জানা নেই"}।',
    unclosed: 'একটি “{” বা “}” বাদ পড়েছে। নাম এভাবে লিখুন: {what}। { চিহ্নটিই লিখতে চাইলে {{ লিখুন।',
    templateTooLong: 'লেখাটি বেশি লম্বা: সর্বোচ্চ ২,০০০ ক্যারেক্টার।',
    templateGone: 'টেমপ্লেটটি আর নেই। অন্য একটি বেছে নিন, অথবা কোনোটি নেবেন না।',
    templateStops: 'অ্যালার্টে এসএমএস বন্ধ করার লিংক দেওয়া যায় না। {stop} ছাড়া একটি টেমপ্লেট বেছে নিন।',
    templateNeeds: columns =>
      `কারও তথ্য লেখা নেই বলে অ্যালার্ট আটকে থাকলে চলবে না। টেমপ্লেটে ${columns.map(quoted).join(', ')}-এর বিকল্প দিন, যেমন {${columns[0] ?? 'name'}|-}, অথবা অন্য টেমপ্লেট বেছে নিন।`,
  },
};

const escalation: Words['escalation'] = {
  field: {
    unanswered: {
      label: 'কেউ “আমি দেখছি” না চাপলে',
      nothing: 'আর কাউকে এসএমএস নয়',
      goOn: 'অন্যদের, অথবা তাঁদেরই আবার এসএমএস',
    },
    firstMinutes: {
      label: '“আমি দেখছি” চাপার জন্য কত মিনিট',
      hint: 'ওপরে যাঁদের বেছেছেন তাঁরা এই সময়টুকু পাবেন, তারপর পরের জনদের পালা।',
    },
    stepTo: {
      label: step => (step === 1 ? 'তারপর যাঁদের এসএমএস যাবে' : 'তারও পরে যাঁদের এসএমএস যাবে'),
      hint: 'নাম লিখে খুঁজুন, অথবা পুরো নম্বর লিখুন। বাদ দিতে চাইলে ফাঁকা রাখুন।',
    },
    stepMinutes: { label: () => 'তাঁরা “আমি দেখছি” চাপার জন্য কত মিনিট পাবেন' },
    rounds: {
      label: 'সবার কাছে মোট কতবার যাবে',
      choice: rounds => say`${rounds} বার`,
    },
    climbing: {
      label: 'কোন কোন মাত্রার অ্যালার্টে এভাবে চলবে',
      hint: 'বাকিগুলো শুধু তাঁদের কাছেই যায়।',
    },
    mention: {
      label: 'শেষ পর্যন্ত কেউ না দেখলে',
      hint: 'চ্যানেলের পোস্টে তা লেখা হয়। কোনো অ্যাডমিন সেটিংসে অনুমতি দিলে তবেই সবাইকে মেনশন করা হয়।',
      everybody: 'চ্যানেলের সবাইকে মেনশন করুন',
    },
    link: {
      label: 'ফোন থেকে “আমি দেখছি” চাপা',
      hint: 'যাঁদের হাতের কাছে Slack নেই তাঁদের জন্য। লিংকে এসএমএস একটু লম্বা হয়।',
      add: 'এসএমএসের শেষে “আমি দেখছি” চাপার লিংক থাকবে',
    },
    dailyTexts: {
      label: 'দিনে সর্বোচ্চ কয়টি এসএমএস',
      hint: 'হিসাব শুরু হয় বাংলাদেশ সময় রাত ১২টায়। লিমিট শেষ হলে চ্যানেলে জানানো হয়; এরপর শুধু জরুরি অ্যালার্টের প্রথম এসএমএসটি যায়। লিমিট না চাইলে ফাঁকা রাখুন।',
    },
    dailyCredits: {
      label: 'অথবা দিনে সর্বোচ্চ কত ক্রেডিট',
      hint: 'দুটোর একটি লিখুন। এসএমএস সার্ভিস খরচ না জানানো পর্যন্ত এসএমএসের প্রতিটি পার্ট ১ ক্রেডিট ধরা হয়।',
    },
    heartbeat: {
      label: 'হার্টবিট: এত মিনিট না এলে এসএমএস যাবে',
      hint: 'ব্যাকআপের কাজ বা Alertmanager-এর Watchdog অ্যালার্টের জন্য। তখন এই হুকের হার্টবিটে কারও কাছে এসএমএস যায় না; হার্টবিট থেমে গেলে এবং আবার শুরু হলে যায়। অ্যালার্টের হুক হলে ফাঁকা রাখুন।',
    },
  },
  noLink:
    'এসএমএসের শেষে “আমি দেখছি” চাপার লিংক দেওয়া যাবে না: এই অ্যাপের লিংক ফোনে খুলবে না। অ্যাপটি যিনি চালান তাঁকে `PUBLIC_URL`-এ একটি https ঠিকানা দিতে বলুন।',
  plan: ({ first, steps, rounds, last, mention }) =>
    [
      `প্রথমে ${first}`,
      ...steps.map(({ to, after }) => say`${after} মিনিটে কেউ “আমি দেখছি” না চাপলে: ${to}`),
      ...(rounds > 1 ? [say`এভাবে মোট ${rounds} বার`] : []),
      say`শেষ এসএমএসের ${last} মিনিট পরে একটি পোস্টে লেখা হয়: “কেউ দেখছেন না”${mention ? ', কোনো অ্যাডমিন অনুমতি দিয়ে থাকলে সবাইকে মেনশন করে' : ''}।`,
    ].join('; '),
  atMost: ({ texts, cost, reminders }) =>
    say`কেউ “আমি দেখছি” না চাপলে একটি অ্যালার্টে সর্বোচ্চ *${texts}টি এসএমএস* যায়${cost === null ? '' : `: মোট খরচ প্রায় *${inBengali(cost)} ক্রেডিট*`}${reminders ? '; মনিটরিং বারবার পাঠাতে থাকলে মনে করিয়ে দেওয়ার এসএমএস এর বাইরে' : ''}।`,
  wrong: {
    minutes: most => say`১ থেকে ${most} পর্যন্ত মিনিটের সংখ্যা লিখুন।`,
    silence: most => say`১ থেকে ${most} পর্যন্ত মিনিটের সংখ্যা লিখুন, অথবা ফাঁকা রাখুন।`,
    notYet: 'নিচে যে ঘরগুলো আসবে সেখানে লিখুন কাকে কখন এসএমএস পাঠানো হবে, তারপর আবার সেভ করুন।',
    twoLimits: 'এসএমএস বা ক্রেডিট, যেকোনো একটি লিখুন।',
    texts: most => say`১ থেকে ${most} পর্যন্ত একটি পূর্ণ সংখ্যা লিখুন, লিমিট না চাইলে ফাঁকা রাখুন।`,
  },
  line: {
    goesOn: ({ steps, rounds }) =>
      [
        'কেউ “আমি দেখছি” না চাপলে: ',
        steps === 0 ? 'তাঁদেরই আবার' : say`আরও ${steps} ধাপ`,
        rounds > 1 ? say`, মোট ${rounds} বার` : '',
      ].join(''),
    dailyTexts: texts => say`দিনে সর্বোচ্চ ${texts}টি এসএমএস`,
    dailyCredits: credits => `দিনে সর্বোচ্চ ${inBengali(credits)} ক্রেডিট`,
    link: 'এসএমএসের শেষে “আমি দেখছি” চাপার লিংক থাকে',
    heartbeat: minutes => say`হার্টবিট: ${minutes} মিনিট না এলে এসএমএস যায়`,
  },
};

/** A duration in whole units, rounded down. */
function lasting(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 90) return say`${minutes} মিনিট`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? say`${hours} ঘণ্টা` : say`${Math.floor(hours / 24)} দিন`;
}

const heartbeats: Words['heartbeats'] = {
  firing: ({ hook, severity, ms }) => `${severity} ${hook}: ${lasting(ms)} হার্টবিট নেই`,
  resolved: ({ hook, ms }) => `ঠিক হয়েছে ${hook}: ${lasting(ms)} পর হার্টবিট ফিরেছে`,
  unwatched: ({ from, until }) =>
    `:warning: নজর রাখা যায়নি (${when(from)} – ${when(until)}): তখন অ্যাপটিতে হার্টবিট পাঠানো যাচ্ছিল না। ওই সময়টা হিসাবে ধরা হয়নি।`,
  silent: at => `শেষ হার্টবিট: ${when(at)}`,
  waiting: 'প্রথম হার্টবিটের অপেক্ষায়',
  calledAt: at => `শেষ হার্টবিট: ${when(at)}`,
  stopped: at => `:rotating_light: হার্টবিট থেমে আছে, শেষটি: ${when(at)}`,
  tryIt: 'আপনার কাজটির শেষে এই লাইনটি দিন; প্রতিটি কল একটি হার্টবিট। প্রথমটির পর থেকে, হার্টবিট থেমে গেলে এসএমএস যায়।',
};

const NOBODY_KNOWN = 'অচেনা প্রেরক';

function why({ as, status, alerts, field, seen }: Omit<HookCall, 'at'>): string {
  switch (as) {
    case 'accepted':
      return say`${alerts}টি অ্যালার্ট`;
    case 'repeated':
      return say`আগের ${alerts}টি অ্যালার্টই আবার`;
    case 'nothing':
      return 'জানানোর মতো কোনো অ্যালার্ট নেই';
    case 'conflict':
      return 'এই key দিয়ে আগে অন্য তথ্য এসেছিল';
    case 'too_large':
      return 'পাঠানো তথ্য বেশি বড়';
    case 'rate_limited':
      return 'খুব ঘন ঘন কল এসেছে';
    case 'unavailable':
      return status === 503 ? 'কিছু সেভ হয়নি, আবার পাঠাতে হবে' : 'সেভ হয়েছে কি না নিশ্চিত নয়';
    case 'invalid':
      if (field !== null) return `“${field}” পড়া যায়নি`;
      if (seen.length > 0) return `চেনা যায়নি, এতে আছে ${seen.map(name => `“${name}”`).join(', ')}`;
      return status === 408 ? 'তথ্য সময়মতো আসেনি' : 'তথ্য পড়া যায়নি';
  }
}

const calls: Words['calls'] = {
  title: '*সাম্প্রতিক কল*',
  none: 'এই হুকে এখনো কোনো কল আসেনি।',
  call: ({ agoMs, ...call }) =>
    `${age(agoMs)} আগে: ${call.sender === null ? NOBODY_KNOWN : SENDER_NAMES[call.sender]}, ${String(call.status)}, ${why(call)}`,
  lastCall: call => `সবশেষ কল ${call}`,
  refused: ({ count, agoMs }) =>
    say`:warning: টোকেন বা সিগনেচার ভুল থাকায় ${count}টি কল নেওয়া হয়নি (401), শেষটি ${age(agoMs)} আগে`,
};

export const bn: Words = { hooks, escalation, heartbeats, calls };
