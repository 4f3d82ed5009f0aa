import { DEFAULT_ZONE } from '../../kit/time-zone.ts';
import { mention, when } from '../../kit/words/bangla.ts';
import { bn as textLogAudit } from './audit/bn.ts';
import type { Words } from './en.ts';

const date = new Intl.DateTimeFormat('bn-BD', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: DEFAULT_ZONE,
});

const textLog: Words['textLog'] = {
  title: 'এসএমএস',
  open: 'সব এসএমএস খুঁজুন',
  submit: 'খুঁজুন',
  search: {
    label: 'খুঁজুন',
    placeholder: 'রানু, অথবা ৫৬৭৮',
    hint: 'নামের অংশ, নম্বরের শেষ অংশ (চার বা তার বেশি সংখ্যা), অথবা নিজের এসএমএসের কথা লিখুন।',
  },
  mine: 'আমার এসএমএস',
  everybodys: 'সবার এসএমএস',
  sentBy: 'যিনি পাঠিয়েছেন',
  anybody: 'যে কেউ',
  source: 'কোথা থেকে',
  sources: {
    any: 'সব জায়গা থেকে',
    people: 'কারও নিজের পাঠানো',
    broadcast: 'ব্রডকাস্ট',
    workflow: 'ওয়ার্কফ্লো',
    hook: 'অ্যালার্ট',
    rota: 'ডিউটি রোস্টার',
  },
  state: 'ফলাফল',
  states: {
    any: 'সব ফলাফল',
    waiting: 'অপেক্ষায়',
    sent: 'পাঠানো হয়েছে',
    by_word: 'পৌঁছেছে বলে চিহ্নিত',
    uncertain: 'নিশ্চিত নয়',
    refused: 'পাঠানো হয়নি',
    cancelled: 'বাতিল',
  },
  day: 'দিন',
  days: {
    any: 'সব দিন',
    today: 'আজ',
    yesterday: 'গতকাল',
    on: at => date.format(at),
  },
  bySender: ({ actor, line }) => `${mention(actor)} · ${line}`,
  none: 'এখনো কোনো এসএমএস নেই।',
  noneFound: 'একটিও নেই। নাম বা নম্বর আরও কম লিখে, অথবা অন্য দিন বা ফলাফল বেছে দেখুন।',
  noMore: 'আর নেই।',
  soFar: at => `এ পর্যন্ত ${when(at)} পর্যন্ত পেছনে দেখা হয়েছে।`,
  further: 'আরও পেছনে খুঁজুন',
  file: {
    button: 'CSV ডাউনলোড',
    title: 'এসএমএস ডাউনলোড',
    sentence: 'ফাইলটি একটি পেজে তৈরি আছে, যা আগামী ১৫ মিনিটের মধ্যে একবার শুধু আপনিই খুলতে পারবেন।',
    intro: everybodys =>
      everybodys
        ? 'ফাইলে আপনার খোঁজার সঙ্গে মেলে এমন সবার এসএমএস আছে; কথাগুলো শুধু আপনার নিজেরগুলোর।'
        : 'ফাইলে আপনার খোঁজার সঙ্গে মেলে এমন আপনার নিজের এসএমএসগুলো আছে।',
    download: 'CSV ডাউনলোড',
    notAllowed: 'সবার এসএমএস শুধু ম্যানেজার ও অ্যাডমিনরা ডাউনলোড করতে পারেন। তাঁদের কাউকে বলুন।',
    heading: {
      time: 'সময়',
      sender: 'যিনি পাঠিয়েছেন',
      to: 'প্রাপক',
      state: 'ফলাফল',
      reason: 'কারণ',
      parts: 'পার্ট',
      cost: 'খরচ',
      logId: 'লগ আইডি',
      text: 'লেখা',
    },
  },
};

export const bn: Words = { textLog, textLogAudit };
