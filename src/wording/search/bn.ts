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
    rotas: 'ডিউটি রোস্টার',
  },
  textNumber: 'এই নম্বরে পাঠান',
  people: count => `${count} জন`,
  onCall: who => (who === null ? 'কেউ ডিউটিতে নেই' : `ডিউটিতে ${who}`),
  neverText: 'কখনো এসএমএস নয়',
};
