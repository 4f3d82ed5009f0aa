import type { SearchWording } from './types.ts';

/** Bangla. */
export const search: SearchWording = {
  placeholder: 'নাম বা নম্বর লিখুন',
  heading: {
    number: 'নম্বর',
    teammates: 'সহকর্মী',
    contacts: 'কন্টাক্ট',
    groups: 'গ্রুপ',
    userGroups: 'ইউজার গ্রুপ',
  },
  textNumber: 'এই নম্বরে পাঠান',
  people: count => `${count} জন`,
  neverText: 'কখনো এসএমএস নয়',
};
