import { say } from '../../kit/words/bangla.ts';
import type { Words } from './en.ts';

const steps: Words['steps'] = {
  nobody: lines => `প্রাপকদের কাউকে এসএমএস পাঠানো যাবে না: ${lines.join('; ')}। কিছু পাঠানো হয়নি।`,
  line: (who, because) => `${who}: ${because}`,
  more: count => say`আরও ${count}টি`,
  waiting: 'এসএমএসটি এখনো অপেক্ষায় আছে, সুযোগ হলেই চলে যাবে। ফলাফল অ্যাপের লগে দেখতে পাবেন।',
  uncertain: because =>
    `এটি গেছে কি না নিশ্চিত নয়: ${because}। এটি নিজে থেকে আবার যাবে না। আবার পাঠানোর আগে প্রাপককে জিজ্ঞেস করুন।`,
  notSent: summary => `:warning: একটি ওয়ার্কফ্লোর এসএমএস: ${summary}`,
};

export const bn: Words = { steps };
