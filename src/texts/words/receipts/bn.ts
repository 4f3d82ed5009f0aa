import { age, did, inCredits, mention, of, paid, say, timeOf } from '../../../kit/words/bangla.ts';
import type { Words } from './en.ts';

export const bn: Words = {
  receipt: {
    sent: ({ actor, number }) => `:white_check_mark: ${did(actor, 'এসএমএস পাঠিয়েছেন')}: *${number}*`,
    onCall: ({ recipient, rota }) => `${recipient}, ${rota}-এ এখন অন-কল`,
    facts: ({ parts, cost, balance, logId }) =>
      [say`${parts} পার্ট`, ...paid(cost, balance), logId === null ? 'লগ আইডি নেই' : `লগ #${logId}`].join(
        ' · ',
      ),
    refused: ({ number, because }) => `:no_entry: *${number}*: ${because}`,
    cancelled: ({ number }) => `বাতিল হয়েছে। *${number}*: এসএমএস পাঠানো হয়নি, কোনো খরচও হয়নি।`,
    undo: ({ number, inMs }) => `:hourglass_flowing_sand: *${number}*: আপনার এসএমএসটি ${age(inMs)} পরে যাবে।`,
    uncertain: ({ actor, number, because }) =>
      `:grey_question: *${number}*: ${of(actor)} এসএমএস গেছে কি না নিশ্চিত নয়: ${because}। এটি নিজে থেকে আবার যাবে না। আবার পাঠানোর আগে প্রাপককে জিজ্ঞেস করুন, অথবা এসএমএস সার্ভিসের লগ দেখুন।`,
    arrived: ({ actor, number, by }) =>
      `:white_check_mark: *${number}*: ${of(actor)} এসএমএস পৌঁছেছে বলে জানিয়েছেন ${mention(by)}, তাই পাঠানো হয়েছে বলে চিহ্নিত করা হলো।`,
    arrivedFacts: parts => [say`${parts} পার্ট`, 'খরচ জানা নেই', 'লগ আইডি নেই'].join(' · '),
    markedSent: by => `${mention(by)} পৌঁছেছে বলে চিহ্নিত করেছেন, খরচ জানা নেই`,
    sentAgain: ({ number, by }) =>
      `:grey_question: *${number}*: এই এসএমএস গেছে কি না নিশ্চিত নয়। ${mention(by)} এটি আবার পাঠিয়েছেন; ফলাফল আলাদা পোস্টে দেখুন।`,
    held: ({ why, fix }) =>
      `:warning: এই ওয়ার্কস্পেসের এসএমএসগুলো অপেক্ষায় আছে: ${why}। এসএমএস ১৫ মিনিট (অ্যালার্ট ৩০ মিনিট) অপেক্ষা করবে, তারপর বাতিল হয়ে যাবে। পাঠাতে হলে: ${fix}।`,
    lowBalance: ({ balance, below }) =>
      `:warning: আপনাদের এসএমএস ক্রেডিট কমে এসেছে: ব্যালেন্স এখন *${inCredits(balance)}*, অ্যাপের সেটিংসে দেওয়া ${inCredits(below)}ের নিচে। এসএমএস সার্ভিসের অ্যাকাউন্টে রিচার্জ করুন। ক্রেডিট শেষ হয়ে গেলে এসএমএস অপেক্ষায় থাকবে।`,
    waiting({ number, because: { why, until }, end }) {
      const waits = `:hourglass_flowing_sand: *${number}*: আপনার এসএমএসটি অপেক্ষায় আছে: ${why}।`;
      if (end === null) return say`${waits} ${until} এটি চলে যাবে।`;
      if ('goesInMs' in end) return say`${waits} প্রায় ${age(end.goesInMs)} পরে এটি চলে যাবে।`;
      return say`${waits} প্রায় ${age(end.lapsesInMs)} পরেও পাঠানো না গেলে এটি আর পাঠানো হবে না; আপনাকে তা জানানো হবে।`;
    },
    onHold: ({ number, because: { why, fix }, until }) =>
      `:hourglass_flowing_sand: *${number}*: আপনার এসএমএসটি অপেক্ষায় আছে: ${why}; ${fix}। ${timeOf(until)} পর্যন্ত অপেক্ষা করা হবে।`,
    about: link => `<${link}|এই মেসেজ> সম্পর্কে`,
    question: ({ agoMs, byYou, actor, number }) =>
      `*${number}*: ${age(agoMs)} আগে একই এসএমএস ${byYou ? 'আপনি পাঠিয়েছেন' : did(actor, 'পাঠিয়েছেন')}। আবার পাঠাবেন? আবার খরচ হবে।`,
    reopened: by => `${mention(by)} অপেক্ষায় থাকা এসএমএসগুলো আবার পাঠানোর চেষ্টা করছেন।`,
    sendingAnyway: 'আবার পাঠানো হচ্ছে।',
    sendingNow: 'এখন পাঠানো হচ্ছে।',
    askedBefore: 'এটা আগেই একবার চাপা হয়েছে, তাই আর কিছু পাঠানো হয়নি। এখনো দরকার হলে টেক্সটটা আবার লিখে পাঠান।',
  },
  tally: ({ texts, sent, byWord, refused, uncertain, waiting, cancelled, leftOut }) =>
    [
      say`${texts}টির মধ্যে ${sent}টি পাঠানো হয়েছে`,
      ...(byWord > 0 ? [say`${byWord}টি পৌঁছেছে বলে চিহ্নিত`] : []),
      ...(refused > 0 ? [say`${refused}টি নেওয়া হয়নি`] : []),
      ...(uncertain > 0 ? [say`${uncertain}টি নিশ্চিত নয়`] : []),
      ...(waiting > 0 ? [say`${waiting}টি অপেক্ষায়`] : []),
      ...(cancelled > 0 ? [say`${cancelled}টি বাতিল`] : []),
      ...(leftOut > 0 ? [say`${leftOut} জন বাদ`] : []),
    ].join(' · '),
  uncertainBecause: {
    timeout: 'এসএমএস সার্ভিস সময়মতো উত্তর দেয়নি',
    connection: 'উত্তর আসার আগেই এসএমএস সার্ভিসের সঙ্গে সংযোগ কেটে গেছে',
    status: 'এসএমএস সার্ভিসে সমস্যা হয়েছে, এসএমএসটি গেছে কি না জানায়নি',
    redirect: 'এসএমএস সার্ভিস অন্য ঠিকানা দেখিয়েছে; এই অ্যাপে হয়তো ভুল ঠিকানা দেওয়া আছে',
    unreadable: 'এসএমএস সার্ভিসের উত্তর পড়া যায়নি',
    interrupted: 'এসএমএস সার্ভিসের উত্তর আসার আগেই অ্যাপটি বন্ধ হয়ে গিয়েছিল',
    restored: 'অ্যাপটি ব্যাকআপ থেকে ফিরিয়ে আনা হয়েছে, ব্যাকআপ নেওয়ার পরে এসএমএসটি চলে গিয়ে থাকতে পারে',
  },
  waitingBecause: {
    PACE: { why: 'এই মিনিটের ৬০টি রিকোয়েস্ট শেষ', until: 'পালা এলেই' },
    RATE_LIMITED: {
      why: 'এসএমএস সার্ভিস মিনিটে ৬০টির বেশি রিকোয়েস্ট নেয় না',
      until: 'আবার নেওয়া শুরু করলেই',
    },
    UNANSWERED: { why: 'আগের এসএমএসগুলোর উত্তর এসএমএস সার্ভিস এখনো দেয়নি', until: 'উত্তর এলেই' },
    STORE_RESTARTED: {
      why: 'অ্যাপের ডেটাবেস এইমাত্র রিস্টার্ট হয়েছে; একই এসএমএস যেন দুবার না যায়, তাই আধা মিনিট পাঠানো বন্ধ আছে',
      until: 'এরপরই',
    },
    UNREACHABLE: { why: 'এসএমএস সার্ভিসের সঙ্গে যোগাযোগ করা যাচ্ছে না', until: 'যোগাযোগ হলেই' },
    SLACK_UNAVAILABLE: { why: 'কে এসএমএস পাঠাতে পারেন, Slack তা জানাচ্ছে না', until: 'জানালেই' },
    KEY_UNREADABLE: {
      why: 'এই সার্ভার API কী পড়তে পারছে না',
      until: 'একজন অ্যাডমিন API কী-টি আবার যুক্ত করলেই',
    },
    MISSING_API_KEY: {
      why: 'এসএমএস সার্ভিস API কী নিচ্ছে না',
      fix: 'একজন অ্যাডমিনকে `/sms link` দিয়ে সচল একটি API কী যুক্ত করতে হবে',
    },
    INVALID_API_KEY: {
      why: 'এসএমএস সার্ভিস API কী নিচ্ছে না',
      fix: 'একজন অ্যাডমিনকে `/sms link` দিয়ে সচল একটি API কী যুক্ত করতে হবে',
    },
    ACCOUNT_SUSPENDED: {
      why: 'এসএমএস অ্যাকাউন্টটি স্থগিত আছে',
      fix: 'অ্যাকাউন্ট আবার চালু হলে একজন অ্যাডমিন বা ম্যানেজারকে “আবার চেষ্টা করুন” চাপতে হবে',
    },
    INSUFFICIENT_CREDITS: {
      why: 'অ্যাকাউন্টে এসএমএস ক্রেডিট শেষ',
      fix: 'রিচার্জ করার পর একজন অ্যাডমিন বা ম্যানেজারকে “আবার চেষ্টা করুন” চাপতে হবে',
    },
  },
  state: {
    queued: 'অপেক্ষায়',
    sending: 'পাঠানো হচ্ছে',
    sent: 'এসএমএস সার্ভিস নিয়েছে',
    refused: 'পাঠানো হয়নি',
    uncertain: 'নিশ্চিত নয়',
    cancelled: 'বাতিল',
  },
  button: {
    cancel: 'বাতিল করুন',
    undo: 'আনডু',
    sendAgain: 'আবার পাঠান',
    arrived: 'পৌঁছেছে বলে চিহ্নিত করুন',
    story: 'কী হয়েছে দেখুন',
    sendAnyway: 'আবার পাঠান',
    sendNow: 'এখন পাঠান',
    tryAgain: 'আবার চেষ্টা করুন',
    linkKey: 'API কী যুক্ত করুন',
    plainQuotes: 'সোজা কোটেশন দিন',
    takeOut: 'বাদ দিন',
  },
  confirm: {
    sendAgain: {
      title: 'দ্বিতীয়বার পাঠাবেন?',
      text: 'প্রথমটি গিয়ে থাকলে প্রাপক দুবার পাবেন, আর খরচও দুবার হবে।',
      confirm: 'আবার পাঠান',
      deny: 'পাঠাবেন না',
    },
    arrived: {
      title: 'পৌঁছেছে বলে চিহ্নিত করবেন?',
      text: 'প্রাপক পেয়ে থাকলে এটি করুন। আর কোনো এসএমএস যাবে না। খরচ কত হয়েছে তা জানা থাকবে না, যদি না এসএমএস সার্ভিস পরে উত্তর দেয়।',
      confirm: 'চিহ্নিত করুন',
      deny: 'থাক',
    },
  },
};
