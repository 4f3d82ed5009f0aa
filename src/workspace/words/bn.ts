import { anyOfTo, inCredits, mention, nearDay, say, shortDay, when } from '../../kit/words/bangla.ts';
import type { AuditWords } from '../audit.ts';
import type { Words } from './en.ts';
import { bn as settings } from './settings/bn.ts';

const install: Words['install'] = {
  add: 'Slack-এ যোগ করুন',
  again: 'আবার শুরু করুন',
  open: 'Slack খুলুন',
  openInBrowser: 'ব্রাউজারে Slack খুলুন',
  install: {
    title: 'Slack থেকে বাংলাদেশের মোবাইলে এসএমএস',
    text: 'Slack আপনাকে ওয়ার্কস্পেস বেছে নিতে আর অ্যাপটিকে অনুমতি দিতে বলবে। এরপর একজন অ্যাডমিন আপনাদের এসএমএস অ্যাকাউন্টের API কী যুক্ত করবেন।',
  },
  installed: {
    title: 'SMS অ্যাপটি ইনস্টল হয়েছে',
    text: 'এরপর কী করতে হবে, তা জানিয়ে Slack-এ আপনাকে একটি মেসেজ পাঠানো হয়েছে।',
  },
  orgInstalled: {
    title: 'আপনাদের প্রতিষ্ঠানের জন্য SMS অ্যাপটি ইনস্টল হয়েছে',
    text: 'Slack-এ প্রতিষ্ঠানের সেটিংস থেকে এটি ওয়ার্কস্পেসগুলোতে যোগ করুন। এরপর প্রতিটি ওয়ার্কস্পেসে একজন অ্যাডমিন /sms link লিখবেন।',
  },
  denied: {
    title: 'ইনস্টল হয়নি',
    text: 'আপনি Slack-এ অনুমতি দেননি, তাই কিছু বদলায়নি। যখন ইচ্ছা আবার শুরু করতে পারেন।',
  },
  expired: {
    title: 'বেশি সময় লেগেছে, অথবা অন্য ব্রাউজারে শুরু হয়েছিল',
    text: 'যে ব্রাউজারে শুরু করেছেন, সেখানেই ১০ মিনিটের মধ্যে ইনস্টল শেষ করতে হয়, আর একটি লিংক একবারই কাজ করে। কিছু বদলায়নি। এখান থেকে আবার শুরু করুন।',
  },
  rotating: {
    title: 'ইনস্টল হয়নি: টোকেন রোটেশন চালু আছে',
    text: 'এই অ্যাপের এমন টোকেন দরকার যার মেয়াদ শেষ হয় না। টোকেন রোটেশন একবার চালু হলে Slack-এ আর বন্ধ করা যায় না, তাই অ্যাপটি যিনি চালান তাঁকে টোকেন রোটেশন ছাড়া Slack-এ নতুন করে অ্যাপটি তৈরি করতে হবে।',
  },
  away: {
    title: 'ইনস্টল হয়নি: সাড়া পাওয়া যায়নি',
    text: 'Slack অথবা আমাদের নিজেদের ডেটাবেস সময়মতো সাড়া দেয়নি। কিছু হারায়নি। এক মিনিট পরে আবার শুরু করুন।',
  },
  failed: {
    title: 'ইনস্টল হয়নি',
    text: 'Slack আর এই অ্যাপের মধ্যে কোনো সমস্যা হয়েছে। আবার শুরু করুন। বারবার এমন হলে অ্যাপটি যিনি চালান তাঁকে লগ দেখতে বলুন।',
  },
  welcomeBack: command =>
    `SMS অ্যাপটি আবার ইনস্টল হয়েছে। আপনাদের API কী, সেটিংস আর লগ আগের মতোই আছে। পাঠিয়ে দেখুন: \`${command} 01712345678 হ্যালো\``,
  welcome: command =>
    `:wave: SMS অ্যাপটি ইনস্টল করার জন্য ধন্যবাদ। এরপর একজন অ্যাডমিন আপনাদের এসএমএস অ্যাকাউন্টের API কী যুক্ত করবেন, বোতামে চেপে অথবা \`${command} link\` লিখে। তারপর এখানে সবাই এসএমএস পাঠাতে পারবেন: \`${command} 01712345678 হ্যালো\``,
};

const link: Words['link'] = {
  title: 'API কী যুক্ত করুন',
  oneMoment: 'একটু অপেক্ষা করুন…',
  intro: service =>
    `এই ওয়ার্কস্পেসের এসএমএস এই API কী দিয়ে যায়, খরচও এর অ্যাকাউন্ট থেকে কাটা হয়। API কী-টি এসএমএস সার্ভিসে (${service}) আপনার অ্যাকাউন্টের ড্যাশবোর্ডে API অংশে পাবেন। এটি এনক্রিপ্ট করে রাখা হয়, আর কখনো দেখানো হয় না।`,
  already: (by, at) =>
    `${mention(by)} একটি API কী যুক্ত করেছেন, ${when(at)}। নতুন API কী যুক্ত করলে সেটি আগেরটির জায়গায় বসবে।`,
  label: 'API কী',
  hint: 'পুরো API কী-টি পেস্ট করুন।',
  notBehindCommand:
    'যে API কী-টি লিখেছেন, সেটি ব্যবহার বা সেভ করা হয়নি। শুধু `/sms link` লিখুন, আর API কী-টি এই ফর্মে পেস্ট করুন: শুধু এখানেই সেটি এনক্রিপ্ট হয়ে থাকে।',
  submit: 'যুক্ত করুন',
  close: 'বন্ধ করুন',
  cancel: 'বাতিল',
  checking: 'এসএমএস সার্ভিসের সঙ্গে API কী-টি মিলিয়ে দেখা হচ্ছে…',
  refused: {
    INVALID_API_KEY:
      'এসএমএস সার্ভিস এই API কী নিচ্ছে না: সেটি ভুল, অথবা বন্ধ করা হয়েছে। কিছু সেভ হয়নি। সার্ভিসের ড্যাশবোর্ড থেকে আবার কপি করুন, অথবা সেখানে নতুন API কী তৈরি করুন।',
    ACCOUNT_SUSPENDED:
      'এই API কী যে অ্যাকাউন্টের, সেটি স্থগিত আছে। কিছু সেভ হয়নি। অ্যাকাউন্টটি চালু করিয়ে API কী-টি যুক্ত করুন।',
  },
  saved: command => `API কী যুক্ত হয়েছে। পাঠিয়ে দেখুন: \`${command} 01712345678 হ্যালো\``,
  unproven:
    'এসএমএস না পাঠিয়ে এসএমএস সার্ভিস API কী যাচাই করতে পারে না, তাই এটি কাজ করে কি না প্রথম এসএমএস গেলেই বোঝা যাবে।',
  unreachable:
    'API কী সেভ হয়েছে, কিন্তু এসএমএস সার্ভিসের সঙ্গে যোগাযোগ করা যাচ্ছে না, তাই এটি কাজ করে কি না জানা যায়নি। এখন এসএমএস পাঠালে সর্বোচ্চ ১৫ মিনিট অপেক্ষায় থাকবে। এর মধ্যে ঠিক না হলে, অ্যাপটি যিনি চালান তাঁকে সার্ভিসের সংযোগ (`SMS_BASE_URL`) দেখতে বলুন।',
};

const unlink: Words['unlink'] = {
  title: 'API কী সরান',
  ask: waiting =>
    `আবার একটি API কী যুক্ত না করা পর্যন্ত এই ওয়ার্কস্পেসের কেউ এসএমএস পাঠাতে পারবেন না।${waiting > 0 ? say` অপেক্ষায় থাকা ${waiting}টি এসএমএস পাঠানো হবে না।` : ''}`,
  submit: 'সরান',
  nothing: 'এই ওয়ার্কস্পেসে কোনো API কী যুক্ত নেই।',
  done: refused =>
    `API কী-টি সরানো হয়েছে, এই অ্যাপ থেকে মুছেও ফেলা হয়েছে।${refused > 0 ? say` অপেক্ষায় থাকা ${refused}টি এসএমএস পাঠানো হবে না।` : ''}`,
};

const sum = ({ texts, credits }: { texts: number; credits: string }): string =>
  say`*${texts}টি এসএমএস*, ${inCredits(credits)}`;

const home: Words['home'] = {
  title: 'এসএমএস',
  intro: 'Slack থেকেই বাংলাদেশের মোবাইলে এসএমএস পাঠান, খরচও এখানেই দেখুন।',
  send: 'এসএমএস পাঠান',
  mayNotSend: ask =>
    `এই ওয়ার্কস্পেস থেকে আপনি এখনো এসএমএস পাঠাতে পারেন না। ${anyOfTo(ask)} অনুমতি দিতে, অথবা আপনার হয়ে পাঠাতে বলুন।`,
  yourTexts: 'আপনার শেষ এসএমএসগুলো',
  today: ({ texts, credits, mayTexts, mayCredits, open }) =>
    say`আজ আপনি *${texts}টি এসএমএস* পাঠিয়েছেন${mayTexts === null ? '' : say` (সর্বোচ্চ ${mayTexts}টি)`}, খরচ ${inCredits(credits)}${mayCredits === null ? '' : ` (সর্বোচ্চ ${inCredits(mayCredits)})`}।${open ? ' কোনো কোনোটির খরচ এখনো জানা যায়নি।' : ''}`,
  needsPerson: 'কাউকে ব্যবস্থা নিতে হবে',
  uncertain: texts =>
    say`:grey_question: *${texts}টি এসএমএস* পৌঁছেছে কি না নিশ্চিত নয়। আবার পাঠানোর আগে যাঁকে পাঠানো হয়েছে তাঁর কাছে জেনে নিন:`,
  uncertainLine: ({ at, number, actor }) => `${when(at)} · *${number}*, পাঠিয়েছেন ${mention(actor)}`,
  unreadable: records =>
    say`:warning: ${records}টি রেকর্ড আর পড়া যাচ্ছে না, তাই সেগুলো এগোচ্ছে না। অ্যাপটি যিনি চালান তাঁকে \`npm run quarantine -- list\` দেখতে বলুন।`,
  language: 'ভাষা',
  languageHint: 'অ্যাপটি আপনার সঙ্গে যে ভাষায় কথা বলবে:',
  asWorkspace: name => `ওয়ার্কস্পেসের ভাষা (${name})`,
  forAdmins: 'অ্যাডমিনদের জন্য',
  forManagers: 'ম্যানেজারদের জন্য',
  noKey: 'এখনো কোনো API কী যুক্ত নেই, তাই কেউ এসএমএস পাঠাতে পারবেন না।',
  unproven: 'API কী-টি কাজ করে কি না প্রথম এসএমএস গেলেই বোঝা যাবে।',
  waiting: texts =>
    texts === 0 ? 'কোনো এসএমএস অপেক্ষায় নেই।' : say`*${texts}টি এসএমএস* অপেক্ষায় আছে; ব্রডকাস্টের এসএমএস এর বাইরে।`,
  spending: 'এসএমএস ও ক্রেডিট',
  spentToday: today => `আজ: ${sum(today)}`,
  spentMonth: month => `এ মাসে: ${sum(month)}`,
  creditsAsTold:
    'এসএমএস সার্ভিস যত ক্রেডিট জানিয়েছে, এখানে তা-ই দেখানো হয়। যেগুলো পাঠানো হচ্ছে বা নিশ্চিত নয়, সেগুলো এসএমএসের সংখ্যায় আছে, ক্রেডিটে এখনো নেই। দিন ও মাস বাংলাদেশ সময়ে।',
  promptness: (days, asOf) =>
    `যেসব এসএমএসের অপেক্ষা করার কারণ ছিল না, তার মধ্যে এক সেকেন্ডে গেছে: ${days.map(day => say`${nearDay(day.at, asOf)} *${day.withRoom}টির মধ্যে ${day.prompt}টি*`).join(', ')}।`,
  senderLine: ({ actor, ...sent }) => `• ${mention(actor)}: ${sum(sent)}`,
  more: 'এখানে সব ধরেনি, আরও আছে।',
  moreSenders: people => say`• এবং আরও ${people} জন`,
  bySource: '*কোথা থেকে পাঠানো*',
  byPerson: '*কে পাঠিয়েছেন*',
  sourceLine: ({ source, ...sent }) => `• ${source}: ${sum(sent)}`,
  sources: {
    command: '`/sms` লিখে',
    form: 'ফর্ম থেকে',
    schedule: 'শিডিউল করা এসএমএস',
    send_anyway: 'জিজ্ঞাসার পর পাঠানো',
    resend: 'আবার পাঠানো',
    other: 'অন্যান্য',
  },
  chart: {
    texts: 'দিনে কয়টি এসএমএস',
    balance: 'প্রতিদিন শেষে ব্যালেন্স',
    day: shortDay,
    textsOn: texts => say`${texts}`,
    amount: inCredits,
    textsName: 'এসএমএস',
    balanceName: 'ক্রেডিট',
  },
  lasts: days =>
    days > 90
      ? 'এই হারে চললে ব্যালেন্স তিন মাসের বেশি চলবে।'
      : days === 0
        ? ':warning: এই হারে চললে ব্যালেন্স এক দিনও চলবে না।'
        : say`এই হারে চললে ব্যালেন্স প্রায় *${days} দিন* চলবে।`,
  paceYoung: 'ব্যালেন্স কত দিন চলবে, তা আরেক দিন এসএমএস পাঠানোর পর দেখা যাবে।',
  link: 'API কী যুক্ত করুন',
  linkAnew: 'অন্য API কী যুক্ত করুন',
  unlink: 'API কী সরান',
  settings: 'সেটিংস',
  hooks: 'অ্যালার্টের হুক',
  asOf: at => `হিসাবের সময়: ${when(at)}। ট্যাবটি খোলার পর ১০ মিনিট পর্যন্ত যা বদলায়, তা নিজে থেকেই এখানে আসে।`,
};

/** The form of a setting's change is in `slack/settings/words.ts`. */
const done: Omit<AuditWords<'workspace'>, 'setting'> = {
  key_linked: () => 'API কী যুক্ত করেছেন',
  key_unlinked: ({ texts }) =>
    `API কী সরিয়েছেন${texts > 0 ? say` (অপেক্ষায় থাকা ${texts}টি এসএমএস পাঠানো হয়নি)` : ''}`,
  tried_again: () => 'অপেক্ষায় থাকা এসএমএসগুলো আবার পাঠানোর চেষ্টা করতে বলেছেন',
};

const audit: Words['audit'] = {
  title: 'অডিট লগ',
  intro: 'কে কী বদলেছেন, নতুনগুলো আগে। API কী-টি কখনো এখানে দেখানো হয় না।',
  none: 'এখনো কিছু বদলানো হয়নি।',
  partRemoved: 'এমন একটি অংশে কিছু বদলেছেন, যা এই অ্যাপে আর নেই',
  newer: 'আরও নতুন',
  older: 'আরও পুরোনো',
  // The verb's ending honours people, not things.
  line: ({ at, by, change }) =>
    `${when(at)} · ${by === null ? `এই অ্যাপ: ${change.replace(/ছেন(?= \(|$)/, 'ছে')}` : `${mention(by)}: ${change}`}`,
  done,
};

const channelCheck: Words['channelCheck'] = {
  works: 'আমি এই চ্যানেলে পোস্ট করতে পারি।',
  absent: channel =>
    `:warning: আমি <#${channel}>-এ নেই, তাই আমার পোস্ট আপনার কাছে যাবে। ওই চ্যানেলের কাউকে সেখানে \`/invite @SMS\` লিখতে হবে।`,
};

const turning: Words['turning'] = { previous: 'আগের', next: 'পরের' };

export const bn: Words = { ...settings, install, link, unlink, home, audit, channelCheck, turning };
