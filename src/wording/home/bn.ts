import { anyOf, mention, when } from '../bangla.ts';
import type { HomeWording } from './types.ts';

const sum = ({ texts, credits }: { texts: number; credits: string }): string =>
  `*${texts}টি এসএমএস*, ${credits} ক্রেডিট`;

/** Bangla. */
export const home: HomeWording = {
  title: 'এসএমএস',
  intro: 'Slack থেকেই বাংলাদেশের মোবাইলে এসএমএস পাঠান, খরচও এখানেই দেখুন।',
  send: 'এসএমএস পাঠান',
  mayNotSend: ask =>
    `এই ওয়ার্কস্পেসের নিয়মে আপনি এসএমএস পাঠাতে পারেন না। ${anyOf(ask)}-কে অনুমতি দিতে, অথবা আপনার হয়ে পাঠাতে বলুন।`,
  yourTexts: 'আপনার শেষ এসএমএসগুলো',
  today: ({ texts, credits, mayTexts, mayCredits }) =>
    `আজ আপনি *${texts}টি এসএমএস* পাঠিয়েছেন${mayTexts === null ? '' : ` (সর্বোচ্চ ${mayTexts}টি)`}, খরচ ${credits} ক্রেডিট${mayCredits === null ? '' : ` (সর্বোচ্চ ${mayCredits})`}।`,
  language: 'ভাষা',
  languageHint: 'অ্যাপটি আপনার সঙ্গে যে ভাষায় কথা বলবে:',
  asWorkspace: name => `ওয়ার্কস্পেসের ভাষা (${name})`,
  forAdmins: 'অ্যাডমিনদের জন্য',
  forManagers: 'ম্যানেজারদের জন্য',
  noKey: 'এসএমএস সেবার কোনো API কী এখনো যুক্ত নেই: কেউ পাঠাতে পারবেন না।',
  unproven: 'এটি দিয়ে প্রথম এসএমএস যাওয়া পর্যন্ত এটি অপরীক্ষিত।',
  waiting: texts => (texts === 0 ? 'কোনো এসএমএস অপেক্ষায় নেই।' : `*${texts}টি এসএমএস* অপেক্ষায়।`),
  spentToday: today => `আজ: ${sum(today)}`,
  spentMonth: month => `এ মাসে: ${sum(month)}`,
  creditsAsTold:
    'ক্রেডিট এসএমএস সেবা যা জানিয়েছে; যেগুলো পাঠানো হচ্ছে বা নিশ্চিত নয়, সেগুলো শুধু এসএমএস হিসেবে গোনা। দিন ও মাস বাংলাদেশের।',
  senderLine: ({ actor, ...sent }) => `• ${mention(actor)}: ${sum(sent)}`,
  moreSenders: people => `• এবং আরও ${people} জন`,
  link: 'API কী যুক্ত করুন',
  linkAnew: 'অন্য কী যুক্ত করুন',
  unlink: 'কী সরান',
  settings: 'সেটিংস',
  hooks: 'অ্যালার্টের হুক',
  asOf: at => `${when(at)}-এর হিসাব। নতুন হিসাব দেখতে পাতাটি আবার খুলুন।`,
};
