import { mention, when } from '../bangla.ts';
import type { ApprovalWording } from './types.ts';

const because = (reason: string | null): string => (reason === null ? '' : ` কারণ: ${reason}`);

const KINDS = { service: 'সার্ভিস', promotional: 'প্রচারমূলক' };

/** Bangla. */
export const approval: ApprovalWording = {
  asks: ({ author, people, kind }) =>
    `:mega: *${mention(author)} ${people} জনকে একটি ${KINDS[kind]} ব্রডকাস্ট পাঠাতে চান, একজনের অনুমোদন দরকার*`,
  notBangla: ':warning: নিয়ন্ত্রক সংস্থা প্রচারমূলক এসএমএস বাংলায় চায়, কিন্তু এটি বাংলায় নয়।',
  until: at =>
    `যিনি পাঠাচ্ছেন তিনি ছাড়া যেকোনো অ্যাডমিন বা ম্যানেজার সিদ্ধান্ত দিতে পারেন। ${when(at)}-এর মধ্যে কেউ না দিলে ব্রডকাস্টটি বাতিল হয়ে যাবে। এর লেখা আর বদলানো যায় না।`,
  directly: channel =>
    `কথা ছিল <#${channel}>-এ চাওয়া হবে, কিন্তু অ্যাপটি সেখানে লিখতে পারে না। \`/invite\` দিয়ে অ্যাপটিকে যোগ করুন, অথবা সেটিংসে অন্য চ্যানেল বেছে নিন।`,
  approve: 'অনুমোদন দিন',
  reject: 'নাকচ করুন…',
  confirm: {
    title: 'অনুমোদন দেবেন?',
    text: people => `${people} জনের এসএমএস সঙ্গে সঙ্গে যেতে শুরু করবে, অথবা প্রচারমূলক এসএমএস পাঠানোর সময় হলে।`,
    confirm: 'অনুমোদন দিন',
    deny: 'এখনই নয়',
  },
  why: {
    title: 'ব্রডকাস্ট নাকচ করুন',
    submit: 'নাকচ করুন',
    oneMoment: 'একটু অপেক্ষা করুন…',
    done: 'আপনি ব্রডকাস্টটি নাকচ করেছেন। যিনি পাঠাতে চেয়েছিলেন তাঁকে জানানো হচ্ছে।',
    field: {
      label: 'কেন? (না লিখলেও চলে)',
      hint: 'যিনি পাঠাতে চেয়েছেন তিনি, আর যাঁরা মেসেজটি দেখেন, সবাই এটি পড়বেন।',
    },
  },
  decided: {
    approved: ({ by, at }) => `:white_check_mark: ${mention(by)} অনুমোদন দিয়েছেন, ${when(at)}।`,
    rejected: ({ by, at, reason }) =>
      `:no_entry_sign: ${mention(by)} নাকচ করেছেন, ${when(at)}। কিছু পাঠানো হয়নি।${because(reason)}`,
    expired: at => `:hourglass: ${when(at)} পর্যন্ত কেউ সিদ্ধান্ত দেননি, তাই ব্রডকাস্টটি বাতিল হয়েছে। কিছু পাঠানো হয়নি।`,
    dropped: ({ by, at }) => `:wastebasket: ${mention(by)} বাতিল করেছেন, ${when(at)}। কিছু পাঠানো হয়নি।`,
  },
  told: {
    approved: ({ by, people }) =>
      `:white_check_mark: ${mention(by)} আপনার ${people} জনের ব্রডকাস্ট অনুমোদন দিয়েছেন। সেটি শুরু হয়েছে।`,
    rejected: ({ by, people, reason }) =>
      `:no_entry_sign: ${mention(by)} আপনার ${people} জনের ব্রডকাস্ট নাকচ করেছেন। কিছু পাঠানো হয়নি।${because(reason)}`,
    expired: ({ people }) =>
      `:hourglass: এক দিনের মধ্যে কেউ আপনার ${people} জনের ব্রডকাস্ট অনুমোদন দেননি, তাই সেটি বাতিল হয়েছে। কিছু পাঠানো হয়নি। এখনো দরকার থাকলে আবার শুরু করুন।`,
    elsewhere: ({ channel, people }) =>
      `আপনার ব্রডকাস্টে অনুমোদন লাগবে, কিন্তু যেখানে চাওয়ার কথা সেই <#${channel}>-এ অ্যাপটি লিখতে পারে না। তাই সরাসরি ${people.map(mention).join(' ও ')}-কে জানানো হয়েছে।`,
    nobody: ({ channel }) =>
      `আপনার ব্রডকাস্টে অনুমোদন লাগবে, কিন্তু যেখানে চাওয়ার কথা সেই <#${channel}>-এ অ্যাপটি লিখতে পারে না, আর অনুমোদন দিতে পারেন এমন অন্য কাউকে চেনে না। একজন ওয়ার্কস্পেস অ্যাডমিনকে অ্যাপটি ওই চ্যানেলে যোগ করতে বলুন, তারপর ব্রডকাস্টটি আবার শুরু করুন।`,
  },
};
