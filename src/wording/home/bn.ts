import { anyOfTo, mention, when } from '../bangla.ts';
import type { HomeWording } from './types.ts';

const sum = ({ texts, credits }: { texts: number; credits: string }): string =>
  `*${texts}টি এসএমএস*, ${credits} ক্রেডিট`;

/** Bangla. */
export const home: HomeWording = {
  title: 'এসএমএস',
  intro: 'Slack থেকেই বাংলাদেশের মোবাইলে এসএমএস পাঠান, খরচও এখানেই দেখুন।',
  send: 'এসএমএস পাঠান',
  mayNotSend: ask =>
    `এই ওয়ার্কস্পেসের সেটিংস অনুযায়ী আপনি এসএমএস পাঠাতে পারেন না। ${anyOfTo(ask)} অনুমতি দিতে, অথবা আপনার হয়ে পাঠাতে বলুন।`,
  yourTexts: 'আপনার শেষ এসএমএসগুলো',
  today: ({ texts, credits, mayTexts, mayCredits, open }) =>
    `আজ আপনি *${texts}টি এসএমএস* পাঠিয়েছেন${mayTexts === null ? '' : ` (সর্বোচ্চ ${mayTexts}টি)`}${open ? ', যেগুলো এখনো পথে আছে সেগুলোসহ' : ''}, খরচ ${credits} ক্রেডিট${mayCredits === null ? '' : ` (সর্বোচ্চ ${mayCredits})`}।`,
  language: 'ভাষা',
  languageHint: 'অ্যাপটি আপনার জন্য যে ভাষা ব্যবহার করবে:',
  asWorkspace: name => `ওয়ার্কস্পেসের ভাষা (${name})`,
  forAdmins: 'অ্যাডমিনদের জন্য',
  forManagers: 'ম্যানেজারদের জন্য',
  noKey: 'এখনো কোনো API কী যুক্ত নেই, তাই কেউ এসএমএস পাঠাতে পারবেন না।',
  unproven: 'কী-টি কাজ করে কি না প্রথম এসএমএস গেলেই বোঝা যাবে।',
  waiting: texts =>
    texts === 0
      ? 'কোনো এসএমএস অপেক্ষায় নেই।'
      : `*${texts}টি এসএমএস* অপেক্ষায় আছে; ব্রডকাস্টের যা এখনো যাবে তা এর বাইরে।`,
  spentToday: today => `আজ: ${sum(today)}`,
  spentMonth: month => `এ মাসে: ${sum(month)}`,
  creditsAsTold:
    'এসএমএস সার্ভিস যত ক্রেডিট জানিয়েছে, এখানে তা-ই দেখানো হয়। যেগুলো পাঠানো হচ্ছে বা নিশ্চিত নয়, সেগুলো এসএমএসের সংখ্যায় আছে, ক্রেডিটে এখনো নেই। দিন ও মাস বাংলাদেশ সময়ে।',
  senderLine: ({ actor, ...sent }) => `• ${mention(actor)}: ${sum(sent)}`,
  moreSenders: people => `• এবং আরও ${people} জন`,
  link: 'API কী যুক্ত করুন',
  linkAnew: 'অন্য কী যুক্ত করুন',
  unlink: 'কী সরান',
  settings: 'সেটিংস',
  hooks: 'অ্যালার্টের হুক',
  asOf: at => `${when(at)}-এর হিসাব। নতুন হিসাব দেখতে ট্যাবটি আবার খুলুন।`,
};
