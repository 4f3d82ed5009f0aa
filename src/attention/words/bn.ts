import { withDecimals } from '../../kit/credits.ts';
import { capped, inBengali, inCredits, say } from '../../kit/words/bangla.ts';
import type { Words } from './en.ts';

const attention: Words['attention'] = {
  title: 'এগুলো একটু দেখুন',
  more: count => say`আরও ${count}টি আছে।`,
  show: 'সব দেখুন',
  intro: 'ঠিক করা হলে এখান থেকে নিজে থেকেই চলে যাবে।',
  none: 'এখন দেখার মতো কিছু নেই।',
  message: ':mag: সমস্যা হওয়ার আগেই *এগুলো একটু দেখুন*। এ কথা একবারই জানানো হয়; ঠিক না করা পর্যন্ত অ্যাপের Home ট্যাবে থাকবে।',
  moreAtHome: count => say`অ্যাপের Home ট্যাবে আরও ${count}টি আছে।`,
  limit({ of, unit, used, cap }) {
    const amounts =
      unit === 'texts'
        ? say`${capped[of]} ${Number(cap)}টি এসএমএসের মধ্যে ${Number(used)}টি`
        : `${capped[of]} ${inCredits(cap)}ের মধ্যে ${inBengali(withDecimals(used))}`;
    const ask = of === 'person' ? ' আজ আরও দরকার হলে কোনো অ্যাডমিন বা ম্যানেজারকে বলুন।' : '';
    return `আজকের লিমিট ${Number(used) < Number(cap) ? 'প্রায় ' : ''}শেষ: ${amounts} খরচ হয়ে গেছে।${ask}`;
  },
  changeLimits: 'লিমিট বদলান',
  balance: ({ days, balance }) =>
    `ব্যালেন্স ${inCredits(balance)}; এই হারে ${days === 0 ? 'এক দিনও চলবে না' : say`আর প্রায় ${days} দিন চলবে`}। এসএমএস সার্ভিসের অ্যাকাউন্টে রিচার্জ করুন, বা লিমিট কমান।`,
  lowerLimits: 'সেটিংস',
};

export const bn: Words = { attention };
