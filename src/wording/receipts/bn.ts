import { age, mention } from '../bangla.ts';
import type { ReceiptsWording } from './types.ts';

/** Bangla. */
export const receipts: ReceiptsWording = {
  receipt: {
    sent: ({ actor, number }) => `:white_check_mark: ${mention(actor)} *${number}*-এ এসএমএস পাঠিয়েছেন`,
    facts: ({ parts, cost, balance, logId }) =>
      [
        `${parts} অংশ`,
        cost === null ? 'খরচ জানানো হয়নি' : `খরচ ${cost}`,
        balance === null ? 'ব্যালেন্স জানানো হয়নি' : `ব্যালেন্স ${balance}`,
        logId === null ? 'লগ নম্বর নেই' : `লগ #${logId}`,
      ].join(' · '),
    refused: ({ number, because }) => `:no_entry: *${number}*: ${because}`,
    cancelled: ({ number }) => `বাতিল: *${number}*-এ এসএমএস পাঠানো হয়নি, কোনো খরচ হয়নি।`,
    uncertain: ({ actor, number, because }) =>
      `:grey_question: *${number}*-এ ${mention(actor)}-এর এসএমএস গেছে কি না নিশ্চিত নয়: ${because}। এটি নিজে থেকে আবার পাঠানো হবে না; আগে প্রাপক বা সেবার লগ দেখে নিন।`,
    sentAgain: ({ number, by }) =>
      `:grey_question: *${number}*-এ এই এসএমএস গেছে কি না নিশ্চিত নয়। ${mention(by)} এটি আবার পাঠাতে বলেছেন; তার ফল আলাদা পোস্টে আসবে।`,
    held: because =>
      `:warning: এই ওয়ার্কস্পেসের এসএমএসগুলো অপেক্ষায় আছে: ${because}। তা হয়ে গেলে “আবার চেষ্টা” চাপুন, অথবা \`/sms link\` দিয়ে কী যুক্ত করুন; তখন সেগুলো যাবে।`,
    lowBalance: ({ balance, below }) =>
      `:warning: এসএমএস ক্রেডিট কমে আসছে: ব্যালেন্স এখন *${balance}*, অ্যাপের সেটিংসে ঠিক করা ${below}-এর নিচে। এসএমএস সেবার অ্যাকাউন্টে ক্রেডিট যোগ করুন; ফুরিয়ে গেলে এসএমএস অপেক্ষায় থাকবে।`,
    waiting({ number, because, end }) {
      const waits = `:hourglass_flowing_sand: *${number}*-এর এসএমএস অপেক্ষায় আছে: ${because}।`;
      if (end && 'lapsesInMs' in end)
        return `${waits} প্রায় ${age(end.lapsesInMs)} পরেও পাঠানো না গেলে এটি আর পাঠানো হবে না; তখন আপনাকে জানানো হবে।`;
      return `${waits} ${end ? `প্রায় ${age(end.goesInMs)} পরে` : 'বাধা কাটলেই'} নিজে থেকেই যাবে; রসিদ দেখতে পাবেন।`;
    },
    about: link => `<${link}|এই বার্তা> সম্পর্কে`,
    question: ({ agoMs, byYou, actor, number }) =>
      `${byYou ? 'আপনি' : mention(actor)} ${age(agoMs)} আগে *${number}*-এ একই এসএমএস পাঠিয়েছেন। আবার পাঠাবেন? আবার খরচ হবে।`,
    reopened: by => `${mention(by)} অপেক্ষায় থাকা এসএমএসগুলো আবার চেষ্টা করতে দিয়েছেন।`,
    sendingAnyway: 'আবার পাঠানো হচ্ছে।',
  },
  uncertainBecause: {
    timeout: 'এসএমএস সেবা সময়মতো সাড়া দেয়নি',
    connection: 'উত্তর আসার আগেই এসএমএস সেবার সঙ্গে সংযোগ ছিঁড়ে গেছে',
    status: 'পাঠিয়েছে কি না তা না জানিয়েই এসএমএস সেবা ব্যর্থ হয়েছে',
    redirect: 'এসএমএস সেবা অন্য ঠিকানায় পাঠিয়েছে; এর ঠিকানা ভুল থাকতে পারে',
    unreadable: 'এসএমএস সেবার উত্তর পড়া যাচ্ছে না',
    interrupted: 'এসএমএস সেবার উত্তর আসার আগেই অ্যাপটি বন্ধ হয়েছিল',
  },
  waitingBecause: {
    PACE: 'এই মিনিটের ৬০টি অনুরোধ শেষ',
    RATE_LIMITED: 'এসএমএস সেবা অপেক্ষা করতে বলছে (মিনিটে ৬০টি অনুরোধ)',
    UNANSWERED: 'আগের এসএমএসগুলোর উত্তর এসএমএস সেবার কাছ থেকে আগে আসতে হবে',
    STORE_RESTARTED:
      'অ্যাপের তথ্যভান্ডার এইমাত্র আবার চালু হয়েছে; কোনো এসএমএস যেন দুবার না যায়, সেজন্য আধা মিনিট কিছু পাঠানো হচ্ছে না',
    UNREACHABLE: 'এসএমএস সেবার সঙ্গে যোগাযোগ করা যাচ্ছে না',
    SLACK_SILENT: 'কে পাঠাতে পারেন তা Slack জানাচ্ছে না',
    KEY_UNREADABLE: 'API কী খোলা যাচ্ছে না',
    MISSING_API_KEY: 'API কী গ্রহণ করা হচ্ছে না; একজন অ্যাডমিনকে আবার যুক্ত করতে হবে',
    INVALID_API_KEY: 'API কী গ্রহণ করা হচ্ছে না; একজন অ্যাডমিনকে আবার যুক্ত করতে হবে',
    ACCOUNT_SUSPENDED: 'এসএমএস সেবায় অ্যাকাউন্টটি স্থগিত; একজন অ্যাডমিনকে দেখতে হবে',
    INSUFFICIENT_CREDITS: 'অ্যাকাউন্টে যথেষ্ট এসএমএস ক্রেডিট নেই; একজন অ্যাডমিনকে যোগ করতে হবে',
  },
  state: {
    queued: 'অপেক্ষায়',
    sending: 'পাঠানো হচ্ছে',
    sent: 'এসএমএস সেবা গ্রহণ করেছে',
    refused: 'পাঠানো হয়নি',
    uncertain: 'নিশ্চিত নয়',
    cancelled: 'বাতিল',
  },
  button: {
    cancel: 'বাতিল করুন',
    sendAgain: 'আবার পাঠান',
    sendAnyway: 'আবার পাঠান',
    tryAgain: 'আবার চেষ্টা',
    linkKey: 'API কী যুক্ত করুন',
    plainQuotes: 'সাধারণ উদ্ধৃতিচিহ্ন দিন',
  },
  confirm: {
    sendAgain: {
      title: 'দ্বিতীয়বার পাঠাবেন?',
      text: 'প্রথমটি গিয়ে থাকলে প্রাপক দুবার পাবেন এবং দুবার খরচ হবে।',
      confirm: 'আবার পাঠান',
      deny: 'থাক',
    },
  },
};
