import { withDecimals } from '../../kit/credits.ts';
import {
  age,
  anyOfTo,
  decider,
  did,
  inBengali,
  inCredits,
  mention,
  say,
  when,
} from '../../kit/words/bangla.ts';
import type { ProblemWords } from '../../kit/words/wording.ts';
import { bn as receipts } from '../../texts/words/receipts/bn.ts';
import { bn as broadcastAudit } from './audit/bn.ts';
import type { Words } from './en.ts';
import { bn as progress } from './progress/bn.ts';

const broadcasts: Words['broadcasts'] = {
  title: 'ব্রডকাস্ট',
  make: 'নতুন ব্রডকাস্ট',
  textMany: 'অনেকজনকে পাঠান…',
  field: {
    to: {
      label: 'প্রাপক',
      hint: 'গ্রুপ, কন্টাক্ট, সহকর্মী বা Slack ইউজার গ্রুপ খুঁজুন, সব মিলিয়ে ১০,০০০ জন পর্যন্ত। কারও নাম দুবার এলেও একটিই এসএমএস যাবে।',
    },
    pasted: {
      label: 'নম্বর',
      hint: 'যেভাবে লেখা আছে সেভাবেই নম্বর পেস্ট করুন: প্রতি লাইনে একটি, অথবা কমা দিয়ে আলাদা করে।',
    },
    template: { label: 'টেমপ্লেট' },
    message: {
      label: 'মেসেজ',
      hint: 'প্রত্যেকের নামের জায়গায় {name} লিখুন। নাম না থাকলে কী বসবে তা {name|গ্রাহক} এভাবে লিখুন। { চিহ্নটিই লিখতে চাইলে {{ লিখুন।',
    },
    kind: {
      label: 'কী ধরনের মেসেজ?',
      hint: 'বিটিআরসির নিয়ম: প্রমোশনাল এসএমএস বাংলায় লিখতে হয়, পাঠানো যায় শুধু দিনে। রাতে নিজে থেকেই থেমে থাকে।',
      service: 'সার্ভিস: অর্ডার, পেমেন্ট বা অ্যাপয়েন্টমেন্টের খবর…',
      promotional: 'প্রমোশনাল: অফার, বিজ্ঞাপন…',
    },
    channel: {
      label: 'অগ্রগতির পোস্ট কোন চ্যানেলে যাবে',
      hint: 'ফাঁকা রাখলে ডিরেক্ট মেসেজে পাবেন।',
    },
  },
  fromFile: {
    button: 'ফাইল থেকে…',
    hint: 'আগে স্প্রেডশিট থেকে একটি গ্রুপে ইমপোর্ট করুন, তারপর ওপরে গ্রুপটি বেছে নিন।',
  },
  toReview: 'দেখে নিন',
  wrong: {
    nobody: 'কাদের পাঠাবেন? গ্রুপ বা নাম খুঁজুন, অথবা নম্বর পেস্ট করুন।',
    noKind: 'কী ধরনের মেসেজ, তা বেছে নিন।',
    tooMany: limit => say`এখানে ${limit}টির বেশি নম্বর বা নাম আছে। ফাইল থেকে একটি গ্রুপে ইমপোর্ট করে গ্রুপটি বেছে নিন।`,
  },
  preview: {
    nothing: 'লেখার সঙ্গে সঙ্গে এখানে দেখতে পাবেন একজন কী পড়বেন। কিছু পাঠানোর আগে বাকি সবও দেখে নিতে পারবেন।',
    recipients: count => say`প্রায় ${count} জন প্রাপক; কেউ একাধিকবার থাকলেও একটিই এসএমএস পাবেন`,
    example: '*একজন যা পড়বেন*',
  },
  working: progress =>
    progress === null ? 'হিসাব করা হচ্ছে…' : say`হিসাব করা হচ্ছে… ${progress.all} জনের মধ্যে ${progress.done} জন`,
  workingHint: 'আপনি “পাঠান” না চাপলে কিছুই পাঠানো হবে না। এটি বন্ধ করতে পারেন: তৈরি হলে ডিরেক্ট মেসেজে জানানো হবে।',
  review: {
    people: ({ texts, leftOut }) =>
      say`*${texts} জন এই এসএমএস পাবেন*${leftOut > 0 ? say` · ${leftOut} জন বাদ:` : ''}`,
    moreLeftOut: count => say`… ও আরও ${count} জন`,
    parts: ({ parts, by }) =>
      [
        say`মোট *${parts} পার্ট*`,
        ...(by.length > 1 || (by[0]?.parts ?? 1) > 1
          ? [by.map(group => say`${group.people} জনের জন্য ${group.parts} পার্ট করে`).join(', ')]
          : []),
      ].join(': '),
    longest: '*সবচেয়ে লম্বা লেখাটি*',
    sample: number => `*${number} যা পাবেন*`,
    cost: ({ cost, balance, waits }) => {
      if (cost === null) return 'খরচ প্রথম এসএমএসের পরে জানা যাবে';
      if (balance === null) return `খরচ প্রায় *${inCredits(cost)}*`;
      const balanceText = `আপনাদের ${inCredits(balance.amount)} (${age(balance.ageMs)} আগের হিসাব)`;
      if (waits === null) return `খরচ প্রায় *${inBengali(withDecimals(cost))}*, আছে ${balanceText}`;
      return say`:warning: খরচ প্রায় *${inBengali(withDecimals(cost))}*, আছে ${balanceText}: কেউ রিচার্জ করে “চালিয়ে যান” না চাপা পর্যন্ত প্রায় ${waits} জনের এসএমএস অপেক্ষায় থাকবে। এর মধ্যে কেউ রিচার্জ করে থাকলে অ্যাপটি তা এখনো জানে না`;
    },
    time: ({ durationMs, ahead, beginsAt, pausesAt, endsAt }) =>
      [
        `সময় লাগবে প্রায় *${age(durationMs)}*${ahead > 0 ? say`, আগে থেকে অপেক্ষায় থাকা ${ahead}টি এসএমএসের পরে` : ''}`,
        ...(beginsAt === null ? [] : [`শুরু: ${when(beginsAt)}`]),
        ...(pausesAt === null ? [] : [`রাতের জন্য থামবে: ${when(pausesAt)}`]),
        ...(endsAt === null ? [] : [`আনুমানিক শেষ: ${when(endsAt)}`]),
      ].join(' · '),
    dayRoom: ({ of, isAuthor, room, isToday, isEstimate, waits, goesOnAt, isLonger }) => {
      const owner = of === 'workspace' ? 'আপনার ওয়ার্কস্পেস' : isAuthor ? 'আপনি' : 'যিনি পাঠাচ্ছেন তিনি';
      const day = isToday ? 'আজ আর' : 'দিনে';
      const can = of === 'person' ? 'পারবেন' : 'পারবে';
      const many =
        room === 0
          ? `*কোনো এসএমএস* পাঠাতে ${can} না`
          : say`${isEstimate ? 'প্রায় ' : ''}*${room}টি এসএমএস* পাঠাতে ${can}`;
      const some = room === 0 ? 'এগুলোর সবই' : say`এগুলোর ${waits}টি`;
      return `:warning: ${owner} ${day} ${many}: ${some} অপেক্ষা করবে${isLonger ? ' অন্তত' : ''} এই সময় পর্যন্ত: ${when(goesOnAt)}`;
    },
    notBangla:
      ':warning: বিটিআরসির নিয়মে প্রমোশনাল এসএমএস বাংলায় হতে হয়, কিন্তু এটি বাংলায় নয়। বাংলায় লিখতে “বদলান” চাপুন।',
    needsApproval:
      'শুরু হওয়ার আগে একজন ম্যানেজারকে ব্রডকাস্টটিতে অনুমোদন দিতে হবে। এখানে যেমন দেখছেন, তিনিও ঠিক তেমনই দেখবেন।',
    repeats: 'আগের একটি ব্রডকাস্ট যাঁদের কাছে পৌঁছায়নি, এটি শুধু তাঁদের জন্য।',
  },
  sample: {
    intro: 'নমুনার প্রথম লেখাটি সত্যিকারের এসএমএস হিসেবে যাবে, এর জন্য ক্রেডিট কাটা হবে।',
    field: {
      label: 'নম্বর',
      hint: 'আপনার Slack প্রোফাইলের নম্বরে পাঠাতে ফাঁকা রাখুন।',
    },
    submit: 'আমাকে একটি পাঠান',
    noNumber: 'আপনার Slack প্রোফাইলে বাংলাদেশের কোনো মোবাইল নম্বর নেই। এখানে একটি নম্বর লিখুন।',
  },
  button: {
    sendTo: count => say`${count} জনকে পাঠান`,
    ask: 'অনুমোদনের জন্য দিন',
    sample: 'আগে আমাকে একটি পাঠান',
    change: 'বদলান',
    discard: 'বাদ দিন',
    review: 'দেখে নিন',
  },
  sampleComing: ':iphone: একটি নমুনা যাচ্ছে। রসিদ ডিরেক্ট মেসেজে পাবেন।',
  started: ':white_check_mark: শুরু হয়েছে। কতদূর গেল পোস্টে দেখা যাবে।',
  asked: ':hourglass: একজন ম্যানেজারের কাছে অনুমোদন চাওয়া হয়েছে। অনুমোদন পেলেই শুরু হবে।',
  ended: 'ব্রডকাস্টটি শেষ হয়েছে।',
  discarded: 'ব্রডকাস্টটি বাদ দেওয়া হয়েছে। কিছুই পাঠানো হয়নি।',
  ready: texts => say`${texts} জনের জন্য আপনার ব্রডকাস্ট তৈরি। আপনি “পাঠান” না চাপলে কিছুই পাঠানো হবে না।`,
  stillThere: texts => say`${texts} জনের জন্য আপনার ব্রডকাস্টটি এখনো আপনার অপেক্ষায় আছে। কিছুই পাঠানো হয়নি।`,
  failed: because => `আপনার ব্রডকাস্টটি তৈরি করা যায়নি। ${because}`,
  interrupted: 'আপনার ব্রডকাস্টের হিসাব করার সময় অ্যাপটি রিস্টার্ট হয়েছে। কিছুই পাঠানো হয়নি। ফর্ম খুলে আবার তৈরি করুন।',
  lapsed: 'এক দিনের মধ্যে ব্রডকাস্টটি পাঠানো হয়নি, তাই বাদ দেওয়া হয়েছে। কিছুই পাঠানো হয়নি।',
  drafts: 'যেসব ব্রডকাস্ট দেখে নেওয়া বাকি',
  draft: ({ texts, leftOut, at }) =>
    say`*${texts} জনের* জন্য${leftOut > 0 ? say` · ${leftOut} জন বাদ` : ''} · তৈরি: ${when(at)}`,
};

const because = (reason: string | null): string => (reason === null ? '' : ` কারণ: ${reason}`);

const KINDS = { service: 'সার্ভিস মেসেজের', promotional: 'প্রমোশনাল' };

const approval: Words['approval'] = {
  asks: ({ author, people, to, kind, startsAt }) =>
    say`:mega: *${mention(author)} ${people} জনকে একটি ${KINDS[kind]} ব্রডকাস্ট পাঠাতে চান, একজনের অনুমোদন দরকার*\nপ্রাপক: ${to}${startsAt === null ? '' : `\nযাওয়ার সময়: ${when(startsAt)}`}`,
  atHome: ({ author, people, kind }) =>
    say`:mega: *${mention(author)}* ${people} জনকে একটি ${KINDS[kind]} ব্রডকাস্ট পাঠাতে চান, একজনের অনুমোদন দরকার।`,
  waiting: 'যেসব ব্রডকাস্ট অনুমোদনের অপেক্ষায়',
  open: 'দেখুন',
  notBangla: ':warning: বিটিআরসির নিয়মে প্রমোশনাল এসএমএস বাংলায় হতে হয়, কিন্তু এটি বাংলায় নয়।',
  until: at =>
    `যিনি পাঠাচ্ছেন তিনি ছাড়া যেকোনো অ্যাডমিন বা ম্যানেজার সিদ্ধান্ত দিতে পারেন। সময়মতো কেউ না দিলে ব্রডকাস্টটি বাতিল হয়ে যাবে: ${when(at)}। এর লেখা আর বদলানো যায় না।`,
  directly: channel =>
    `এই অনুমোদন <#${channel}>-এ চাওয়ার কথা, কিন্তু অ্যাপটি সেখানে পোস্ট করতে পারে না। ওই চ্যানেলের কাউকে সেখানে \`/invite @SMS\` লিখতে বলুন, অথবা সেটিংসে অন্য চ্যানেল বেছে নিন।`,
  approve: 'অনুমোদন দিন',
  reject: 'নাকচ করুন…',
  confirm: {
    title: 'অনুমোদন দেবেন?',
    text: people =>
      say`${people} জনের কাছে এসএমএস সঙ্গে সঙ্গেই যেতে শুরু করবে; শিডিউল করা হলে তার সময়ে; প্রমোশনাল হলে আর এখন সময় না হলে, সময় শুরু হলে যাবে।`,
    confirm: 'অনুমোদন দিন',
    deny: 'এখন নয়',
  },
  why: {
    title: 'ব্রডকাস্ট নাকচ করুন',
    submit: 'নাকচ করুন',
    done: 'আপনি ব্রডকাস্টটি নাকচ করেছেন। যিনি পাঠাতে চেয়েছিলেন তাঁকে জানানো হচ্ছে।',
    field: {
      label: 'কেন?',
      hint: 'যিনি পাঠাতে চেয়েছেন তিনি, আর যাঁরা মেসেজটি দেখেন, সবাই এটি পড়বেন।',
    },
  },
  decided: {
    approved: ({ by, at }) => `:white_check_mark: ${mention(by)} অনুমোদন দিয়েছেন, ${when(at)}।`,
    rejected: ({ by, at, reason }) =>
      `:no_entry_sign: ${mention(by)} নাকচ করেছেন, ${when(at)}। কিছু পাঠানো হয়নি।${because(reason)}`,
    expired: at => `:hourglass: সময়মতো কেউ সিদ্ধান্ত দেননি, তাই ব্রডকাস্টটি বাতিল হয়েছে: ${when(at)}। কিছু পাঠানো হয়নি।`,
    restored: at =>
      `:hourglass: অ্যাপটি ব্যাকআপ থেকে ফেরানো হয়েছে। এটি অনুমোদন পেয়ে পাঠানো হয়েছিল কি না, ব্যাকআপে তা নেই, তাই অ্যাপটি এটি পাঠাচ্ছে না: ${when(at)}।`,
    dropped: ({ by, at }) => `:wastebasket: ${mention(by)} বাতিল করেছেন, ${when(at)}। কিছু পাঠানো হয়নি।`,
  },
  told: {
    approved: ({ by, people, startsAt }) =>
      say`:white_check_mark: ${mention(by)} আপনার ${people} জনের ব্রডকাস্টে অনুমোদন দিয়েছেন। ${startsAt === null ? 'সেটি শুরু হয়েছে।' : `সেটি শুরু হবে ${when(startsAt)}।`}`,
    due: ({ channel, people, until }) =>
      say`:hourglass: আপনার ${people} জনের শিডিউল করা ব্রডকাস্টের সময় হয়েছে, কিন্তু এখনো কেউ অনুমোদন দেননি (<#${channel}> দেখুন)। সেটি অপেক্ষায় আছে; ${when(until)} পর্যন্ত অনুমোদন না পেলে বাতিল হবে।`,
    rejected: ({ by, people, reason }) =>
      say`:no_entry_sign: ${mention(by)} আপনার ${people} জনের ব্রডকাস্ট নাকচ করেছেন। কিছু পাঠানো হয়নি।${because(reason)}`,
    expired: ({ people, isRun }) =>
      say`:hourglass: ${isRun ? 'সময়মতো' : 'এক দিনের মধ্যে'} কেউ আপনার ${people} জনের ব্রডকাস্টে অনুমোদন দেননি, তাই সেটি বাতিল হয়েছে। কিছু পাঠানো হয়নি। এখনো দরকার থাকলে আবার শুরু করুন।`,
    restored: people =>
      say`:hourglass: অ্যাপটি যে ব্যাকআপ থেকে ফেরানো হয়েছে, তাতে আপনার ${people} জনের ব্রডকাস্টটি অনুমোদনের অপেক্ষায় ছিল। এরপর সেটি অনুমোদন পেয়ে চলেও গিয়ে থাকতে পারে, তাই অ্যাপটি তা পাঠাচ্ছে না। কেউ না পেয়ে থাকলে আবার শুরু করুন।`,
    elsewhere: ({ channel, people }) =>
      `আপনার ব্রডকাস্টে অনুমোদন লাগবে। তা <#${channel}>-এ চাওয়ার কথা, কিন্তু অ্যাপটি সেখানে পোস্ট করতে পারে না। ওই চ্যানেলের কাউকে সেখানে \`/invite @SMS\` লিখতে বলুন। এবার ডিরেক্ট মেসেজে চাওয়া হয়েছে: ${people.map(mention).join(' ও ')}।`,
    deleted: ({ channel, people }) =>
      say`আপনার ${people} জনের ব্রডকাস্টের অনুমোদন চেয়ে <#${channel}>-এ যে পোস্ট ছিল, কেউ সেটি মুছে ফেলেছেন। সেটি আর পোস্ট করা হবে না। কিছু পাঠানো হয়নি। এখনো দরকার থাকলে ব্রডকাস্টটি আবার তৈরি করুন।`,
    nobody: ({ channel }) =>
      `আপনার ব্রডকাস্টে অনুমোদন লাগবে। তা <#${channel}>-এ চাওয়ার কথা, কিন্তু অ্যাপটি সেখানে পোস্ট করতে পারে না, আর অনুমোদন দেওয়ার মতো অন্য কাউকে চেনে না। ওই চ্যানেলের কাউকে সেখানে \`/invite @SMS\` লিখতে বলুন, অথবা একজন ওয়ার্কস্পেস অ্যাডমিনকে অ্যাপটি সেখানে যোগ করতে বলুন, তারপর ব্রডকাস্টটি আবার শুরু করুন।`,
  },
};

const before = (person: string | null, verb: string, was: string): string =>
  `আগেই ${person === null ? was : did(person, verb)}`;
/** The decision about a broadcast: a clause that names it, with the ending that its verb needs. */
const decided = {
  approved: (person: string | null): string =>
    `ব্রডকাস্টটিতে ${before(person, 'অনুমোদন দিয়েছেন', 'অনুমোদন দেওয়া হয়েছে')}`,
  rejected: (person: string | null): string => `ব্রডকাস্টটি ${before(person, 'নাকচ করেছেন', 'নাকচ করা হয়েছে')}`,
  dropped: (person: string | null): string => `ব্রডকাস্টটি ${before(person, 'বাতিল করেছেন', 'বাতিল করা হয়েছে')}`,
  expired: (): string => 'ব্রডকাস্টটি সময়মতো অনুমোদন পায়নি',
};

export const problems: ProblemWords<'broadcasts'> = {
  problem: {
    BROADCAST_TOO_LARGE: ({ texts, limit }, around) =>
      say`এই ব্রডকাস্ট ${texts} জনের কাছে যাবে, কিন্তু এই ওয়ার্কস্পেসের লিমিট ${limit} জন। কয়েকজনকে বাদ দিন, অথবা ভাগ করে পাঠান। লিমিটটি বদলানো দরকার হলে ${decider(around, deciders => `${deciders} বলুন`, '`/sms settings` লিখে বদলান')}। কিছু পাঠানো হয়নি।`,
    BROADCAST_TOO_EXPENSIVE: ({ cost, cap }, around) =>
      `এই ব্রডকাস্টে প্রায় ${inCredits(cost)} খরচ হবে, কিন্তু এই ওয়ার্কস্পেসের লিমিট ${inCredits(cap)}। কম জনকে পাঠান, অথবা মেসেজটি ছোট করুন। লিমিটটি বদলানো দরকার হলে ${decider(around, deciders => `${deciders} বলুন`, '`/sms settings` লিখে বদলান')}। কিছু পাঠানো হয়নি।`,
    BROADCAST_UNJUDGED: ({ cap }, around) =>
      `এখানে একটি ব্রডকাস্টে সর্বোচ্চ ${inCredits(cap)} খরচ করা যায়, কিন্তু একটি এসএমএসে কত লাগে তা সার্ভিস এখনো জানায়নি। আগে নিজেকে একটি পাঠান; রসিদে খরচ এলেই ব্রডকাস্ট শুরু করা যাবে। রসিদে “খরচ জানানো হয়নি” থাকলে ${decider(around, deciders => `${deciders} খরচের বদলে প্রাপকের সংখ্যায় লিমিট দিতে বলুন`, '`/sms settings` লিখে খরচের বদলে প্রাপকের সংখ্যায় লিমিট দিন')}। কিছু পাঠানো হয়নি।`,
    BROADCAST_IS_YOURS: () =>
      'এটি আপনার নিজের ব্রডকাস্ট, তাই অন্য কাউকে দেখতে হবে। অন্য একজন ওয়ার্কস্পেস অ্যাডমিনকে, বা তাঁদের ঠিক করা কোনো ম্যানেজারকে, অনুমোদন দিতে বা নাকচ করতে বলুন।',
    BROADCAST_AUTHOR_LOST: ({ author }) =>
      `এই ব্রডকাস্ট ${mention(author)} তৈরি করেছিলেন। তিনি এখানে আর এসএমএস পাঠাতে পারেন না, তাই এটি শুরু করা যাচ্ছে না। কিছুই পাঠানো হয়নি। তবু পাঠাতে চাইলে \`/sms broadcast\` লিখুন।`,
    BROADCAST_DECIDED: ({ as, by }) => `দেরি হয়ে গেছে: ${decided[as](by)}।`,
    BROADCAST_EMPTY: () =>
      'কেউই এসএমএস পাবেন না: যাঁদের নাম দিয়েছেন, সবাই বাদ পড়েছেন। অন্য কাউকে যোগ করুন, অথবা যা নেই তা লিখে দিন। কিছুই পাঠানো হয়নি।',
    BROADCAST_GONE: () =>
      'ব্রডকাস্টটি বাদ দেওয়া হয়েছে, অথবা এর বদলে নতুন একটি তৈরি হয়েছে, তাই কিছুই পাঠানো হয়নি। এখনো দরকার হলে ফর্ম খুলে নতুন একটি তৈরি করুন।',
    BROADCAST_NOT_YOURS: ({ author, admins, managers }) =>
      `এটি শুধু ব্রডকাস্টটি যিনি পাঠাচ্ছেন তিনি, ম্যানেজাররা আর অ্যাডমিনরা করতে পারেন। ${anyOfTo([author, ...managers, ...admins])} বলুন।`,
    BROADCAST_OVER: () => 'ব্রডকাস্টটি আগেই শেষ হয়েছে, তাই কিছু বদলানো হয়নি।',
    BROADCAST_SPENT: ({ limit, spent, admins, managers }) =>
      `এই ব্রডকাস্টে ${inCredits(spent)} খরচ হয়েছে, আর লিমিট ${inCredits(limit)}। ${anyOfTo([...managers, ...admins], 'আপনাদের একজন অ্যাডমিন')} সেটিংসে লিমিট বাড়াতে বলুন, তারপর “চালিয়ে যান” চাপুন।`,
    BROADCAST_HELD: ({ code, admins, managers }) =>
      `এখন কিছু পাঠানো যাচ্ছে না: ${receipts.waitingBecause[code].why}। আবার চেষ্টা করতে পারেন শুধু ম্যানেজার বা অ্যাডমিনরা। ${anyOfTo([...managers, ...admins], 'আপনাদের একজন অ্যাডমিন')} “চালিয়ে যান” চাপতে বলুন।`,
  },
};

export const bn: Words = { ...progress, broadcasts, approval, broadcastAudit };
