import { inBengali, thereAt } from '../bangla.ts';
import type { AlertPageWording } from './types.ts';

/** Bangla. */
export const alertPage: AlertPageWording = {
  title: firing => (firing > 0 ? `${inBengali(firing)}টি অ্যালার্ট চলছে` : 'ঠিক হয়ে গেছে'),
  times: count => `×${inBengali(count)}`,
  moreNames: count => `আরও ${inBengali(count)}টি`,
  since: at => `শুরু হয়েছে ${inBengali(thereAt(at))}।`,
  silent: at => `${inBengali(thereAt(at))}-এর পর আর কল আসেনি।`,
  standing: {
    nobody: 'এখনো কেউ দেখছেন না।',
    you: at => `আপনি দেখছেন, ${inBengali(thereAt(at))} থেকে।`,
    number: ({ number, at }) =>
      number === ''
        ? `আপনাদের একজন দেখছেন, ${inBengali(thereAt(at))} থেকে। কে দেখছেন তা Slack-এর পোস্টে আছে।`
        : `${number} নম্বরের একজন দেখছেন, ${inBengali(thereAt(at))} থেকে।`,
    teammate: ({ name, at }) =>
      name === null
        ? `আপনাদের একজন দেখছেন, ${inBengali(thereAt(at))} থেকে। কে দেখছেন তা Slack-এর পোস্টে আছে।`
        : `${name} দেখছেন, ${inBengali(thereAt(at))} থেকে।`,
    over: at => `ঠিক হয়েছে ${inBengali(thereAt(at))}।`,
  },
  moreIncidents: count => `এমন আরও ${inBengali(count)}টি।`,
  ask: 'আপনি দেখবেন বলে ঠিক করলে এটি চাপুন। তখন এ নিয়ে আর কাউকে এসএমএস পাঠানো হবে না, আর Slack-এ দেখা যাবে যে আপনি দেখছেন। না চাপলে কিছুই বদলাবে না।',
  take: 'আমি দেখছি',
  mistake: 'ভুল করে চেপেছেন? এক মিনিটের মধ্যে ছেড়ে দিতে পারেন।',
  undo: 'ছেড়ে দিন',
  others: 'আর যাঁদের এসএমএস পাঠানো হয়েছে',
  moreOthers: count => `আরও ${inBengali(count)}টি নম্বর`,
  noted: 'আপনি যা চেপেছেন তা লিখে রাখা হয়েছে, একটু পরেই হয়ে যাবে।',
  lookAgain: 'আবার দেখুন',
  nothing: 'এখানে কিছু নেই',
  gone: 'লিংকটি আর কাজ করে না: যা নিয়ে এসএমএস এসেছিল তা ঠিক হয়ে গেছে, অথবা লিংকটি পুরোটা আসেনি।',
  later: 'পাতাটি এখন কাজ করছে না। এক মিনিট পরে আবার চেষ্টা করুন, অথবা কাউকে ফোন করুন।',
};
