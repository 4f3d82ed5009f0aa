import type { AlertWords } from './alerts-types.ts';

const digits = (count: number): string =>
  String(count).replace(/[0-9]/g, digit => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');

/** Alerts, in Bangla. */
export const alertsBn: AlertWords = {
  template: {
    firing: '{{ severity }} {{ alert }}: {{ summary }} {{ more }}',
    resolved: 'ঠিক হয়েছে {{ alert }}: {{ summary }} {{ more }}',
  },
  severity: { critical: 'জরুরি', error: 'ত্রুটি', warning: 'সতর্কতা', info: 'তথ্য', none: 'অ্যালার্ট' },
  status: { firing: 'চলছে', resolved: 'ঠিক হয়েছে' },
  more: count => `(আরও ${digits(count)}টি)`,
  others: ({ alerts, groups, resolved }) =>
    [
      ...(alerts > 0
        ? [groups > 1 ? `আরও ${digits(groups)} গ্রুপে ${digits(alerts)}টি` : `আরও ${digits(alerts)}টি`]
        : []),
      ...(resolved > 0 ? [`${digits(resolved)}টি ঠিক হয়েছে`] : []),
    ].join(', '),
  reminder: 'এখনো ',
};
