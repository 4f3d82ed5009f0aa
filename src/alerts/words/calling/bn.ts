import { say } from '../../../kit/words/bangla.ts';
import type { Way } from '../../calling/calling.ts';
import type { Words } from '../en.ts';

const BY: Record<Way, string> = { text: 'এসএমএস', message: 'Slack-এ মেসেজ', both: 'মেসেজ ও এসএমএস' };
const ways = { text: 'এসএমএস', message: 'Slack-এ মেসেজ', both: 'দুটোই' };

/** How a person wants to be called about alerts. */
export const bn: Pick<Words, 'calling'> = {
  calling: {
    title: 'আমাকে যেভাবে জানাবেন',
    save: 'সেভ করুন',
    intro: 'অ্যালার্টে আপনাকে জানানোর পালা এলে এভাবে জানানো হবে। এটি শুধু আপনার জন্য; যেকোনো সময় বদলাতে পারেন।',
    field: {
      first: { label: 'সঙ্গে সঙ্গে', ...ways },
      second: { label: 'কয়েক মিনিটেও কেউ “আমি দেখছি” না চাপলে', none: 'আর কিছু না', ...ways },
      secondMinutes: { label: 'কত মিনিট পর' },
      repeat: { label: 'এরপর বারবার, কেউ “আমি দেখছি” না চাপা পর্যন্ত', none: 'আর কিছু না', ...ways },
      repeatMinutes: { label: 'কত মিনিট পরপর' },
      times: { label: 'সর্বোচ্চ কত বার' },
      quiet: { label: 'যেসব অ্যালার্ট গুরুতর নয়', yes: 'সেগুলো আমাকে জানাবেন না' },
    },
    wrong: {
      minutes: most => say`১ থেকে ${most}-এর মধ্যে মিনিটের সংখ্যা লিখুন।`,
      times: most => say`১ থেকে ${most}-এর মধ্যে একটি সংখ্যা লিখুন।`,
    },
    plan: ({ first, second, repeat }) =>
      `${[
        `সঙ্গে সঙ্গে ${BY[first]}`,
        ...(second ? [say`${second.minutes} মিনিট পর ${BY[second.by]}`] : []),
        ...(repeat
          ? [say`তারপর ${repeat.minutes} মিনিট পরপর ${BY[repeat.by]}, সর্বোচ্চ ${repeat.times} বার`]
          : []),
      ].join(', ')}।${second || repeat ? ' কেউ “আমি দেখছি” চাপলেই থেমে যাবে।' : ''}`,
    texts: texts => (texts === 0 ? 'এতে কোনো এসএমএস খরচ হয় না।' : say`এক অ্যালার্টে সর্বোচ্চ ${texts}টি এসএমএস।`),
    quiet: 'শুধু গুরুতর অ্যালার্টে আপনাকে জানানো হবে। যাঁদের পালা তাঁরা সবাই এটি বেছে নিলে সঙ্গে সঙ্গে পরের ধাপ শুরু হয়।',
    required:
      'একজন ওয়ার্কস্পেস অ্যাডমিন গুরুতর অ্যালার্টে এসএমএস বাধ্যতামূলক করেছেন, তাই সেগুলোর এসএমএস আপনি সঙ্গে সঙ্গে পাবেন। এখানে তা বন্ধ করা যায় না।',
    noNumber:
      'আপনার Slack প্রোফাইলে বাংলাদেশের কোনো মোবাইল নম্বর নেই, তাই এসএমএস আপনার কাছে যাবে না, শুধু মেসেজ যাবে। এসএমএস পেতে প্রোফাইলে নম্বর যোগ করুন।',
    unreachable:
      ':warning: আপনার Slack প্রোফাইলে বাংলাদেশের কোনো মোবাইল নম্বর নেই, তাই এভাবে কিছুই আপনার কাছে পৌঁছাবে না। মেসেজ বেছে নিন, অথবা প্রোফাইলে নম্বর যোগ করুন।',
    fallback: 'Slack মেসেজটি না নিলে তার বদলে এসএমএস যাবে।',
    saved: ':white_check_mark: সেভ হয়েছে।',
    tooMany: most =>
      say`:warning: সেভ হয়নি: এক ওয়ার্কস্পেসে সর্বোচ্চ ${most} জন এটি বেছে নিতে পারেন, আর ততজন এরই মধ্যে নিয়েছেন। একজন ওয়ার্কস্পেস অ্যাডমিনকে বলুন।`,
  },
};
