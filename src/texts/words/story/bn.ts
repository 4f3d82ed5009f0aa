import { age, did, inCredits, mention, of, say, when } from '../../../kit/words/bangla.ts';
import type { Asked } from '../../story.ts';
import type { Words } from './en.ts';

const BY_HOW: Record<Asked, (by: string) => string> = {
  command: by => `${did(by, '`/sms` লিখে পাঠাতে চেয়েছেন')}`,
  form: by => `${did(by, 'ফর্ম থেকে পাঠাতে চেয়েছেন')}`,
  send_anyway: by => `${did(by, 'অ্যাপের প্রশ্নের পর নিশ্চিত করেছেন')}`,
  resend: by => `${did(by, 'আগের একটি এসএমএসে “আবার পাঠান” চেপেছেন')}`,
  schedule: by => `${of(by)} ঠিক করা সময় হয়েছে`,
  broadcast: by => `${did(by, 'একটি ব্রডকাস্ট শুরু করেছেন')}`,
  by_itself: by => `${of(by)} কারণে এটি শুরু হয়েছে`,
};

const story: Words['story'] = {
  title: 'কী হয়েছে',
  gone: 'এসএমএসটি অনেক পুরোনো: আপনাদের ওয়ার্কস্পেসে এটি আর রাখা নেই।',
  line: ({ at, says }) => (at === null ? `• ${says}` : `• ${when(at)}: ${says}`),
  asked: ({ by, how }) => BY_HOW[how](by),
  accepted: afterMs => (afterMs < 1000 ? 'যাচাই হয়েছে: পাঠানো যাবে' : `${age(afterMs)} ধরে যাচাই হয়েছে: পাঠানো যাবে`),
  undoable: forMs => `আনডু করার জন্য ${age(forMs)} রাখা হয়েছিল`,
  waited: ({ why, times }) => say`অপেক্ষায় ছিল: ${why}${times > 1 ? say` (${times} বার)` : ''}`,
  turn: 'নিজের পালার অপেক্ষায় আছে।',
  paused: 'অপেক্ষায় আছে: এর ব্রডকাস্টটি থামানো।',
  held: ({ why, fix }) => `অপেক্ষায় আছে: ${why}; ${fix}।`,
  claimed: afterMs =>
    afterMs < 1000
      ? 'সঙ্গে সঙ্গে পালা এসেছে: এসএমএস সার্ভিসে দেওয়া হয়েছে'
      : `${age(afterMs)} পরে পালা এসেছে: এসএমএস সার্ভিসে দেওয়া হয়েছে`,
  uncertain: because => `গেছে কি না নিশ্চিত নয়: ${because}`,
  arrived: by => `${mention(by)} জানিয়েছেন এটি পৌঁছেছে, এবং তা চিহ্নিত করেছেন`,
  sent: ({ cost, logId, isLate }) =>
    [
      isLate ? 'এসএমএস সার্ভিস শেষ পর্যন্ত উত্তর দিয়েছে: এটি নিয়েছে' : 'এসএমএস সার্ভিস এটি নিয়েছে',
      ...(cost === null ? ['খরচ জানানো হয়নি'] : [`খরচ ${inCredits(cost)}`]),
      ...(logId === null ? [] : [`লগ #${logId}`]),
    ].join(' · '),
  refused: because => `পাঠানো হয়নি: ${because}`,
  cancelled: 'পাঠানোর আগে বাতিল হয়েছে',
  resent: by => `${mention(by)} এটি আলাদা এসএমএস হিসেবে আবার পাঠিয়েছেন`,
  reported(channel) {
    if (/^[UW]/.test(channel)) return `${mention(channel)}-কে জানানো হয়েছে`;
    return channel.startsWith('D') ? 'ডিরেক্ট মেসেজে জানানো হয়েছে' : `<#${channel}>-এ জানানো হয়েছে`;
  },
  reportedTogether: 'একসঙ্গে পাঠানো সব এসএমএসের ফলাফলের মধ্যে এর ফলাফলও জানানো হয়।',
  marked: ':white_check_mark: পৌঁছেছে বলে চিহ্নিত হয়েছে।',
  again: ':hourglass_flowing_sand: আবার পাঠানো হচ্ছে। শেষ হলে ডিরেক্ট মেসেজে জানতে পারবেন।',
};

export const bn: Words = { story };
