import type { PeopleWording } from './types.ts';

/** Bangla. */
export const people: PeopleWording = {
  title: 'পরিচিতি',
  search: {
    label: 'খুঁজুন',
    hint: 'বাংলা বা ইংরেজি নামের যেকোনো অংশ, অথবা নম্বরের শেষ কয়েকটি অঙ্ক।',
    placeholder: 'রানু, অথবা 5678',
    submit: 'খুঁজুন',
  },
  counts: ({ contacts, groups }) => `${contacts} জন মানুষ, ${groups}টি গ্রুপ`,
  found: ({ total, from, to }) => `মোট ${total}-এর মধ্যে ${from}–${to}`,
  none: 'এখনো কেউ নেই। একবার যোগ করুন, তারপর নাম দিয়েই এসএমএস পাঠান।',
  noneFound: typed => `“${typed}”-এর সঙ্গে কিছু মেলেনি।`,
  previous: 'আগের পাতা',
  next: 'আরও',
  add: 'একজনকে যোগ করুন',
  change: 'বদলান',
  line: ({ name, number, groups, more, never }) =>
    [
      `${name === null ? '_নাম নেই_' : `*${name}*`} ${number}`,
      ...(groups.length > 0 ? [`গ্রুপ: ${groups.join(', ')}${more > 0 ? ` ও আরও ${more}টি` : ''}`] : []),
      ...(never ? [':no_bell: এসএমএস পাঠানো যাবে না'] : []),
    ].join('\n'),
  groupLine: ({ name, count }) => `:busts_in_silhouette: *${name}*\n${count} জনের গ্রুপ`,
};
