import {
  changedMeanwhile,
  deleted,
  gone,
  nameTaken,
  saved,
  say,
  tooMany,
  tooManyHere,
} from '../../kit/words/bangla.ts';
import { bn as policyAudit } from './audit/bn.ts';
import type { Words } from './en.ts';

const severity: Words['severity'] = {
  critical: 'গুরুতর',
  error: 'এরর',
  warning: 'ওয়ার্নিং',
  info: 'ইনফো',
  none: 'মাত্রা দেওয়া নেই',
};

const policies: Words['policies'] = {
  title: 'এসকেলেশন পলিসি',
  intro:
    'কাকে এসএমএস পাঠানো হবে, কেউ “আমি দেখছি” না চাপলে এরপর কাকে ও কখন, তা এসকেলেশন পলিসিতে লেখা থাকে। অ্যালার্টের হুকে পলিসিটি বেছে নিন: এখানে বদলালেই সব হুকে বদলে যাবে।',
  none: 'এখনো কোনো এসকেলেশন পলিসি নেই।',
  add: 'নতুন পলিসি',
  change: 'বদলান',
  delete: 'মুছে ফেলুন',
  confirmDelete: {
    title: 'পলিসিটি মুছে ফেলবেন?',
    text: name => `“${name}” একেবারে মুছে যাবে। কোনো হুক ব্যবহার করলে পলিসি মুছে ফেলা যায় না।`,
    confirm: 'মুছে ফেলুন',
    deny: 'থাকুক',
  },
  deleted,
  formTitle: { make: 'নতুন পলিসি', change: 'পলিসি বদলান' },
  make: 'পলিসি তৈরি করুন',
  saved,
  gone: gone('পলিসি'),
  changedMeanwhile: changedMeanwhile('পলিসি'),
  taken: nameTaken('পলিসি'),
  tooMany: tooMany('পলিসি'),
  line: ({ name, plan, uses }) =>
    [`*${name}*`, plan, uses === null ? 'এখনো কোনো হুক এটি ব্যবহার করে না' : `ব্যবহার করে: ${uses}`].join('\n'),
  nobody: 'এতে আর কেউ নেই: যেসব হুক এটি ব্যবহার করে, সেগুলো নিজেদের তালিকার লোকদের এসএমএস পাঠায়।',
  field: { name: { label: 'নাম', hint: 'হুকে ও রুটে এই নামে বেছে নেওয়া হয়, যেমন “ডেটাবেস”।' } },
  wrong: { nobody: 'প্রথম ধাপের জন্য অন্তত একজন প্রাপক বেছে নিন: নাম লিখে খুঁজুন, অথবা একটি নম্বর লিখুন।' },
  preview: {
    title: '*যা হবে*',
    nothing: 'প্রথমে কাকে এসএমএস যাবে তা বেছে নিলে কী হবে এখানে দেখা যাবে।',
    usedBy: uses =>
      `:information_source: এটি ব্যবহার করে: ${uses}। বদলালে সেগুলোতে সঙ্গে সঙ্গে বদলে যাবে, চলমান অ্যালার্টেও।`,
    unused: 'এখনো কোনো হুক এটি ব্যবহার করে না।',
    atMost: texts =>
      say`কেউ “আমি দেখছি” না চাপলে একটি অ্যালার্টে সর্বোচ্চ *${texts}টি এসএমএস* যায়; হুকের মনে করিয়ে দেওয়ার ও ঠিক হয়ে যাওয়ার এসএমএস এর বাইরে।`,
  },
};

const escalationSteps: Words['escalationSteps'] = {
  field: {
    to: {
      label: step =>
        step === 0
          ? 'প্রথমে যাঁদের এসএমএস যাবে'
          : step === 1
            ? 'তারপর যাঁদের এসএমএস যাবে'
            : 'তারও পরে যাঁদের এসএমএস যাবে',
      hint: step => `নাম লিখে খুঁজুন, অথবা পুরো নম্বর লিখুন।${step === 0 ? '' : ' বাদ দিতে চাইলে ফাঁকা রাখুন।'}`,
    },
    minutes: { label: () => 'তাঁরা “আমি দেখছি” চাপার জন্য কত মিনিট পাবেন' },
    rounds: {
      label: 'পুরো তালিকা কতবার ঘুরবে',
      choice: rounds => say`${rounds} বার`,
    },
    climbing: {
      label: 'কোন কোন মাত্রার অ্যালার্টে এভাবে চলবে',
      hint: 'বাকিগুলো শুধু প্রথমে যাঁরা আছেন তাঁদের কাছেই যায়।',
    },
    mention: {
      label: 'শেষ পর্যন্ত কেউ না দেখলে',
      hint: 'চ্যানেলের পোস্টে তা লেখা হয়, যাঁরা এসএমএস পেয়েছেন তাঁদের মেনশন করে। কোনো অ্যাডমিন সেটিংসে অনুমতি দিলে তবেই সবাইকে মেনশন করা হয়।',
      everybody: 'চ্যানেলের সবাইকে মেনশন করুন',
    },
  },
  wrong: {
    minutes: most => say`১ থেকে ${most} পর্যন্ত মিনিটের সংখ্যা লিখুন।`,
    severities: 'অন্তত একটি বেছে নিন।',
    tooMany: limit => `${tooManyHere(limit)} সবাইকে একটি গ্রুপে রেখে এখানে গ্রুপটি বেছে নিন।`,
    tooManyPeople: (people, limit) =>
      say`এতে ${people} জন হয়, কিন্তু একটি অ্যালার্ট একবারে সর্বোচ্চ ${limit} জনকে এসএমএস পাঠাতে পারে। কিছু নম্বর, গ্রুপ বা সহকর্মী বাদ দিন।`,
    unknown: names =>
      `এখানে ${names.map(name => `“${name}”`).join(' বা ')} নামে আর কেউ নেই। বাদ দিন, অথবা অন্য কাউকে বেছে নিন।`,
    shared: names =>
      `এখানে ${names.map(name => `“${name}”`).join(' বা ')} নামে একাধিক ব্যক্তি, গ্রুপ বা রোস্টার আছে। নামের বদলে নম্বর লিখুন।`,
  },
  plan: ({ first, steps, rounds, last, mention }) =>
    [
      `প্রথমে ${first}`,
      ...steps.map(({ to, after }) => say`${after} মিনিটে কেউ “আমি দেখছি” না চাপলে: ${to}`),
      ...(rounds > 1 ? [say`এভাবে মোট ${rounds} বার`] : []),
      say`শেষ এসএমএসের ${last} মিনিট পরে একটি পোস্টে লেখা হয়: “কেউ দেখছেন না”${mention ? ', কোনো অ্যাডমিন অনুমতি দিয়ে থাকলে সবাইকে মেনশন করে' : ', যাঁরা এসএমএস পেয়েছেন তাঁদের মেনশন করে'}।`,
    ].join('; '),
};

export const bn: Words = { severity, policies, escalationSteps, policyAudit };
