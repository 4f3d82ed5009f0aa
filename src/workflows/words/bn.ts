import { say } from '../../kit/words/bangla.ts';
import type { ProblemWords } from '../../kit/words/wording.ts';
import type { Words } from './en.ts';

const steps: Words['steps'] = {
  source: 'ওয়ার্কফ্লো',
  nobody: lines => `প্রাপকদের কাউকে এসএমএস পাঠানো যাবে না: ${lines.join('; ')}। কিছু পাঠানো হয়নি।`,
  line: (recipient, because) => `${recipient}: ${because}`,
  more: count => say`আরও ${count}টি`,
  waiting: 'এসএমএসটি এখনো অপেক্ষায় আছে, সুযোগ হলেই চলে যাবে। ফলাফল অ্যাপের লগে দেখতে পাবেন।',
  uncertain: because =>
    `এটি গেছে কি না নিশ্চিত নয়: ${because}। এটি নিজে থেকে আবার যাবে না। আবার পাঠানোর আগে প্রাপককে জিজ্ঞেস করুন।`,
  notSent: summary => `:warning: একটি ওয়ার্কফ্লোর এসএমএস: ${summary}`,
};

export const problems: ProblemWords<'workflows'> = {
  problem: {
    RECIPIENTS_MISSING: () =>
      'এই ধাপে কোনো প্রাপক নেই। নম্বর, সহকর্মী, ইউজার গ্রুপ বা কারও নাম কমা দিয়ে লিখুন। কিছু পাঠানো হয়নি।',
    TEMPLATE_UNKNOWN: ({ label }) =>
      `এই ওয়ার্কস্পেসে “${label}” নামে কোনো টেমপ্লেট নেই। নামটি মিলিয়ে দেখুন, অথবা অন্য টেমপ্লেট বেছে নিন। কিছু পাঠানো হয়নি।`,
    TEMPLATE_AND_MESSAGE: () =>
      'এই ধাপে মেসেজ ও টেমপ্লেট দুটোই আছে, তাই কোনটি পাঠাতে হবে বোঝা যাচ্ছে না। একটি রেখে অন্যটি ফাঁকা করে দিন। কিছু পাঠানো হয়নি।',
    DEDUP_KEY_REUSED: () =>
      'এই dedup key আগে অন্য মেসেজ বা অন্য প্রাপকের জন্য ব্যবহার হয়েছে, তাই কিছু পাঠানো হয়নি। প্রতিটি নতুন মেসেজে নতুন key দিন।',
    DEDUP_KEY_OLD: () =>
      'এই dedup key অনেক আগে ব্যবহার হয়েছে, এর ফলাফল আর রাখা নেই, তাই দ্বিতীয়বার পাঠানো হয়নি। নতুন key দিন।',
  },
};

export const bn: Words = { steps };
