import { say, when } from '../../../kit/words/bangla.ts';
import type { Words } from './en.ts';

const incidents: Words['incidents'] = {
  title: 'অ্যালার্ট',
  shows: {
    open: count => say`চলছে (${count})`,
    mine: count => say`আমার (${count})`,
    muted: count => say`মিউট (${count})`,
    over: 'গত এক সপ্তাহ',
  },
  none: {
    open: 'এখন কোনো অ্যালার্ট চলছে না।',
    mine: 'এখন আপনার কোনো অ্যালার্ট চলছে না: কোনোটির এসএমএস আপনার কাছে যায় না, কোনোটি আপনি দেখছেনও না।',
    muted: 'চলছে এমন কোনো অ্যালার্ট মিউট করা নেই।',
    over: 'সম্প্রতি কোনো অ্যালার্ট শেষ হয়নি।',
  },
  noneFound: typed => `“${typed}” দিয়ে এখানে কিছু পাওয়া যায়নি।`,
  search: {
    label: 'খুঁজুন',
    hint: 'অ্যালার্ট, জায়গা, বিবরণ বা হুকের নামের অংশ লিখুন।',
    placeholder: 'ডিস্ক',
  },
  submit: 'খুঁজুন',
  found: ({ from, to, of }) => say`${of}টির মধ্যে ${from}–${to}`,
  since: ({ hook, at }) => `*${hook}*, ${when(at)} থেকে`,
  nobody: 'এখনো কেউ দেখছেন না।',
  home: {
    title: 'এখন যা চলছে',
    more: count => say`আরও ${count}টি অ্যালার্ট-গ্রুপ চলছে।`,
    show: 'সব দেখুন',
  },
};

export const bn = { incidents };
