import type { StepsWording } from './types.ts';

/** Bangla. */
export const steps: StepsWording = {
  nobody: lines => `প্রাপকদের কাউকে এসএমএস পাঠানো যাবে না: ${lines.join('; ')}। কিছু পাঠানো হয়নি।`,
  counts: ({ recipients, sent, uncertain, waiting, failed }) =>
    [
      `${recipients}টির মধ্যে ${sent}টি এসএমএস সেবা নিয়েছে`,
      ...(waiting > 0 ? [`${waiting}টি অপেক্ষায়`] : []),
      ...(uncertain > 0 ? [`${uncertain}টি অনিশ্চিত`] : []),
      ...(failed > 0 ? [`${failed}টি পাঠানো হয়নি`] : []),
    ].join(', '),
  line: (who, because) => `${who}: ${because}`,
  more: count => `আরও ${count}টি`,
  waiting: 'এসএমএসটি এখনো অপেক্ষায়; সম্ভব হলেই যাবে, ফল অ্যাপের লগে থাকবে।',
  uncertain: because =>
    `এটি গেছে কি না নিশ্চিত নয়: ${because}। নিজে থেকে আবার পাঠানো হবে না; আগে প্রাপকের কাছে জেনে নিন।`,
  notSent: summary => `:warning: একটি ওয়ার্কফ্লোর এসএমএস: ${summary}`,
};
