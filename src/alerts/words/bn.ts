import { say, thereAt, timeOf, when } from '../../kit/words/bangla.ts';
import type { ProblemWords } from '../../kit/words/wording.ts';
import { bn as alertAudit } from './audit/bn.ts';
import { bn as calling } from './calling/bn.ts';
import { bn as calls } from './calls/bn.ts';
import type { Words } from './en.ts';
import { bn as hooks } from './hooks/bn.ts';
import { bn as incidents } from './incidents/bn.ts';
import { bn as mutes } from './mutes/bn.ts';
import { bn as paging } from './paging/bn.ts';
import { bn as setUp } from './set-up/bn.ts';
import { bn as timeline } from './timeline/bn.ts';

const SEVERITY = {
  critical: 'গুরুতর',
  error: 'এরর',
  warning: 'ওয়ার্নিং',
  info: 'ইনফো',
  none: 'অ্যালার্ট',
} as const;

const to = (mention: string): string => (mention === '' ? '' : `${mention} `);
const whereToLook = (channel: string): string =>
  /^[UW]/.test(channel) ? `<@${channel}>-এর সঙ্গে কথা বলুন` : `<#${channel}> দেখুন`;

const notice: Words['alerts']['notice'] = {
  blocked: ({ named, hook, why, channel }) =>
    `:rotating_light: ${named === '' ? `*${hook}* হুকের অ্যালার্ট` : `${named} (*${hook}* হুক)`}: এখন আপনার পালা, কিন্তু আপনাকে এসএমএস পাঠানো যাচ্ছে না: ${why}। ${whereToLook(channel)}।`,
  full: alerts =>
    say`:warning: একসঙ্গে খুব বেশি অ্যালার্ট চলছে: আরও ${alerts}টি এসেছে, সেগুলো শুধু গোনা হচ্ছে। গুরুতরগুলো কয়টি, তা ঘণ্টায় একটি এসএমএসে জানানো হবে; বাকিগুলোর এসএমএস যাবে না। যে হুক বেশি পাঠাচ্ছে সেটি বন্ধ করুন বা বদলান: \`/sms hooks\`।`,
  rotaEmpty: ({ rota, hook }) =>
    `:warning: ${rota} রোস্টারে এখন কেউ ডিউটিতে নেই, তাই *${hook}* হুকের একটি অ্যালার্ট সেখানে কেউ পাননি। কাউকে ডিউটিতে দিন: \`/sms oncall\`।`,
  unknownName: ({ names, hook, mention }) =>
    `:warning: ${to(mention)}*${hook}* হুকের একটি কলে ${names.join(', ')} লেখা আছে, কিন্তু কাকে বোঝানো হয়েছে তা জানা নেই। আর কারও নাম না থাকলে হুকের নিজের লোকজনকে এসএমএস পাঠানো হয়। কলের “to” ঠিক করুন, অথবা এই নামে একটি কন্টাক্ট, গ্রুপ বা রোস্টার যোগ করুন।`,
  unreachable: ({ hook, mention }) =>
    `:warning: ${to(mention)}*${hook}* হুকের অ্যালার্ট সবার কাছে পৌঁছাচ্ছে না। এগুলো ঠিক করুন, অথবা অন্য কাউকে বেছে নিন:`,
  because: ({ recipient, because }) => `${recipient}: ${because}`,
  emptied: ({ hook, mention, rotas }) =>
    `:warning: ${to(mention)}*${hook}* হুক থেকে এসএমএস পাওয়ার আর কেউ নেই: কারও তথ্য মুছে ফেলা হয়েছে, অথবা একটি ইমপোর্ট আনডু হয়েছে। কাউকে বেছে নিন: \`/sms hooks\`${rotas.length > 0 ? `; অথবা ${rotas.map(rota => `“${rota}”`).join(', ')} রোস্টারে কাউকে দিন: \`/sms oncall\`` : ''}।`,
  makerLeft: 'এটি যিনি তৈরি করেছিলেন তিনি এই ওয়ার্কস্পেসে আর নেই, তাই আপনাকে জানানো হচ্ছে।',
};

const alerts: Words['alerts'] = {
  said: ({ head, name, place, summary }) =>
    [head, [name, place].filter(Boolean).join(', '), summary].filter(Boolean).join(': '),
  introduced: ({ head, names }) => `${head}: ${names}`,
  placed: ({ name, place }) => `${name} (${place})`,
  test: 'TEST (টেস্ট)',
  severity: SEVERITY,
  beyond: 'আরও অ্যালার্ট',
  status: { firing: 'চলছে', resolved: 'ঠিক হয়েছে' },
  more: ({ alerts, still }) =>
    `(${[
      ...(alerts > 0 ? [say`আরও ${alerts}টি`] : []),
      ...(still > 0 ? [say`${still}টি এখনো চলছে`] : []),
    ].join(', ')})`,
  times: ({ name, alerts }) => say`${name} ×${alerts}`,
  total: ({ severity, alerts, more }) => say`${more ? 'আরও ' : ''}${alerts}টি ${SEVERITY[severity]}`,
  rest: ({ firing, tests, resolved }) =>
    [
      ...firing.map(({ severity, alerts }, index) =>
        index === 0 ? say`আরও ${alerts}টি ${SEVERITY[severity]}` : say`${alerts}টি ${SEVERITY[severity]}`,
      ),
      ...(tests > 0 ? [say`${tests}টি টেস্ট`] : []),
      ...(resolved > 0 ? [say`${resolved}টি ঠিক হয়েছে`] : []),
    ].join(', '),
  uncounted: alerts => say`আরও ${alerts}টি`,
  resolved: 'ঠিক হয়েছে',
  reminder: 'এখনো চলছে ',
  link: {
    runbook: 'কী করতে হবে',
    page: 'অ্যালার্ট',
    source: 'উৎস',
    dashboard: 'ড্যাশবোর্ড',
    panel: 'প্যানেল',
    silence: 'চুপ করান',
  },
  notice,
  called: {
    where: ({ channel, more }) =>
      say`${more > 0 ? say`এমন আরও ${more}টি। ` : ''}পোস্টটি <#${channel}>-এ। “আমাকে যেভাবে জানাবেন” অনুযায়ী এটি আপনাকে পাঠানো হলো।`,
    over: ({ channel }) => `পোস্টটি <#${channel}>-এ।`,
  },
  post: {
    headline: ({ hook, firing, resolved, earlier, tests }) =>
      `*${hook}*: ${[
        ...(firing > 0 ? [say`${firing}টি অ্যালার্ট চলছে`] : []),
        ...(resolved > 0 ? [say`${resolved}টি ঠিক হয়েছে`] : []),
        ...(earlier > 0 ? [say`আগের ${earlier}টি অ্যালার্ট`] : []),
        ...(tests > 0 ? [say`${tests}টি টেস্ট`] : []),
        ...(firing + resolved + earlier + tests === 0 ? ['আগের অ্যালার্টের আপডেট'] : []),
      ].join(', ')}`,
    andMore: ({ named, more }) => say`${named} ও আরও ${more}টি`,
    others: named => `আরও: ${named}`,
    resolved: named => `:large_green_circle: ঠিক হয়েছে: ${named}`,
    handler: ({ name, at, until }) =>
      `${name} (${when(at)}${until === null ? '' : `, ${when(until)} পর্যন্ত`})`,
    acknowledged: ({ names, open }) =>
      `:raising_hand: দেখছেন ${names}। আর কাউকে এসএমএস পাঠানো হচ্ছে না।${open > 0 ? say` আরও ${open}টি অ্যালার্ট-গ্রুপ এখনো কেউ দেখছেন না।` : ''}`,
    overdue: ({ name, since }) =>
      `:hourglass: ${name} ${when(since)} পর্যন্ত দেখছিলেন। এখনো দেখলে আবার “আমি দেখছি” চাপুন।`,
    acknowledgerLost: name =>
      `:warning: ${name} “আমি দেখছি” চেপেছেন, কিন্তু তাঁকে এসএমএস পাঠানো যাচ্ছে না। তাই অন্যদের পাঠানো হচ্ছে।`,
    nobodyReached: ':rotating_light: এ নিয়ে কাউকে এসএমএস পাঠানো যায়নি। কেউ একজন এখনই এটি দেখুন।',
    blocked: why => `:rotating_light: কোনো এসএমএস যাচ্ছে না: ${why}।`,
    noSlackAccount: names =>
      `:no_entry: ${names.join(', ')}: Slack-এ কোনো অ্যাকাউন্ট নেই, তাই ডিউটির কাউকে জানানো যায়নি। ফোন করুন।`,
    blockedBecause: {
      no_key: 'কোনো API কী যুক্ত নেই; একজন অ্যাডমিন `/sms link` লিখে যুক্ত করতে পারেন',
      key_held: 'এসএমএস সার্ভিস API কী বা অ্যাকাউন্টটি নিচ্ছে না; একজন অ্যাডমিনকে দেখতে হবে',
      no_credits: 'অ্যাকাউন্টের এসএমএস ক্রেডিট শেষ; রিচার্জের পর একজন অ্যাডমিন বা ম্যানেজার “আবার চেষ্টা করুন” চাপবেন',
    },
    mutedUntil: ({ alerts, mutedBy, until }) =>
      say`:mute: ${alerts}টি অ্যালার্ট মিউট করেছেন ${mutedBy} (শেষ হবে: ${when(until)})। কাউকে এসএমএস পাঠানো হচ্ছে না।`,
    muteEnded: ({ hook, mutedBy, endedBy, covered, firing }) =>
      say`:loud_sound: *${hook}*: ${endedBy === null ? `${mutedBy}-এর করা মিউট শেষ হয়েছে` : endedBy === mutedBy ? `${mutedBy} নিজের করা মিউট শেষ করেছেন` : `${mutedBy}-এর করা মিউট ${endedBy} শেষ করেছেন`}। ${covered === 0 ? 'মিউটে কোনো অ্যালার্ট ছিল না' : say`মিউটে ছিল ${covered}টি অ্যালার্ট`}${firing > 0 ? say`, এখনো চলছে ${firing}টি` : ''}।`,
    resolvedHere: names => `:white_check_mark: ঠিক হয়ে গেছে বলে জানিয়েছেন ${names}।`,
    next: ({ names, more, at }) =>
      `:alarm_clock: কেউ “আমি দেখছি” না চাপলে এরপর এসএমএস পাবেন ${names}${more > 0 ? say` ও আরও ${more} জন` : ''}: ${timeOf(at)}।`,
    nobodyNext: at => `:alarm_clock: কেউ “আমি দেখছি” না চাপলে এই চ্যানেলে জানানো হবে: ${when(at)}।`,
    unanswered: texted => `:rotating_light: কেউ “আমি দেখছি” চাপেননি। ${texted}`.trimEnd(),
    nobodyAnswered: ({ named, mention, texted }) =>
      `:rotating_light: ${mention === '' ? '' : `${mention} `}কেউ “আমি দেখছি” চাপেননি: ${named}। ${texted}`.trimEnd(),
    fresh: ({ named, mention }) =>
      `:rotating_light: ${mention === '' ? '' : `${mention} `}এখন আরও চলছে: ${named}।`,
    allTexted: 'তালিকার সবাইকে এসএমএস পাঠানো হয়েছে।',
    nobodyTexted: 'যত দূর জানা গেছে, কাউকে এসএমএস পাঠানো যায়নি।',
    notAllTexted: ({ names, more }) =>
      `যত দূর জানা গেছে, এসএমএস পাঠানো যায়নি: ${names.join(', ')}${more > 0 ? say` ও আরও ${more} জন` : ''}।`,
    unpaged: ({ named, mention }) =>
      `:rotating_light: ${mention === '' ? '' : `${mention} `}${named}-এর এসএমএস যাচ্ছে না। কেউ একজন এখনই এটি দেখুন।`,
    unpagedHook: ({ named, hook, channel }) =>
      `:rotating_light: *${hook}* হুকের অ্যালার্টের এসএমএস যাচ্ছে না। চলছে: ${named}। যিনি ডিউটিতে আছেন, তিনি হয়তো জানেন না। ${whereToLook(channel)}।`,
    ended: ({ how, at, said: sentence }) =>
      `:white_check_mark: ${{ mended: 'ঠিক হয়েছে', acknowledged: 'একজন দেখছেন', muted: 'মিউট করা হয়েছে', over: 'শেষ হয়েছে' }[how]}: ${timeOf(at)}। ${sentence}`,
    wasUnpaged: named => `${named}-এর এসএমএস যাচ্ছিল না।`,
    wasUnanswered: named => `${named} নিয়ে কেউ “আমি দেখছি” চাপেননি।`,
    onHold: ({ why, fix, until }) => `অপেক্ষায় (সর্বোচ্চ ${timeOf(until)}): ${why}; ${fix}`,
    texted: ({ numbers, fate }) => `:iphone: এসএমএস ${numbers}: ${fate}`,
    messaged: names => `:speech_balloon: Slack-এ মেসেজ: ${names}`,
    notMessaged: names => `:no_entry: ${names}: Slack মেসেজ নেয়নি। নম্বর থাকলে তার বদলে এসএমএস যাচ্ছে।`,
    moreTexts: texts => say`(এবং আরও ${texts}টি এসএমএস)`,
    notTexted: because => `:no_entry: এসএমএস যায়নি: ${because}`,
    held: ({ alerts, until, because }) =>
      say`:hourglass_flowing_sand: ${alerts}টি অ্যালার্ট আটকে রাখা হয়েছে, কারণ ${because}। পরের এসএমএস: ${when(until)}`,
    because: {
      pace: 'এক নম্বরে মিনিটে ১টি, ১৫ মিনিটে ৫টি, ঘণ্টায় ১১টি, ৩ ঘণ্টায় ২১টির বেশি এসএমএস যায় না',
      together: 'একটি এসএমএসের ১০ সেকেন্ডের মধ্যে আসা গুরুতর অ্যালার্টগুলো একসঙ্গে আরেকটি এসএমএসে যায়',
      quiet: 'নীরব সময়ে শুধু গুরুতর অ্যালার্টের এসএমএস যায়',
      daily: 'এই হুক আজকের লিমিটে পৌঁছে গেছে',
    },
    undeliverable: ({ recipient, alerts, because }) =>
      `:no_entry: ${recipient}: এসএমএস পাঠানো হয়নি${alerts > 0 ? say` (${alerts}টি অ্যালার্ট)` : ''}: ${because}`,
    moreUndeliverable: recipients => say`:no_entry: আরও ${recipients} জনকে এসএমএস পাঠানো হয়নি।`,
    unrouted: alerts => say`${alerts}টি অ্যালার্টের এসএমএস যায়নি: এই হুক এই মাত্রার অ্যালার্টে এসএমএস পাঠায় না।`,
    emptySteps: steps => say`${steps}টি ধাপে এসএমএস পাওয়ার কেউ ছিলেন না, তাই সঙ্গে সঙ্গে পরের ধাপের পালা এসেছে।`,
    limitReached: () =>
      ':no_entry: এই হুক আজকের লিমিটে পৌঁছে গেছে। রাত ১২টা পর্যন্ত প্রতি অ্যালার্ট-গ্রুপের শুধু প্রথম গুরুতর অ্যালার্টটির এসএমএস যাবে।',
    overUntold: alerts => say`${alerts}টি অ্যালার্ট এসএমএস যাওয়ার আগেই ঠিক হয়ে গেছে।`,
    folded: alerts => say`${alerts}টি অ্যালার্ট কয়েক মিনিটের মধ্যে ফিরে এসেছে, তাই নতুন এসএমএস যায়নি।`,
    tried: named => `:test_tube: শুধু টেস্ট। একবারই এসএমএস যায়, কাউকে কিছু করতে হবে না: ${named}`,
    reminded: alerts => say`${alerts}টি অ্যালার্ট এখনো চলছে: আবার জানানো হচ্ছে।`,
    repeated: alerts => say`${alerts}টি অ্যালার্ট এখনো চলছে: এই হুকে মনে করিয়ে দেওয়া বন্ধ আছে।`,
    leftOut: alerts => say`আরও ${alerts}টি অ্যালার্ট প্রেরক প্রোগ্রাম বাদ দিয়েছে।`,
    untracked: alerts => say`আরও ${alerts}টি অ্যালার্ট তালিকায় নেই, এসএমএসও যায়নি: একসঙ্গে খুব বেশি অ্যালার্ট চলছে।`,
    muted: () => 'কিছু সময় মিউট করা ছিল, তখন কাউকে এসএমএস পাঠানো হয়নি।',
    restored: () =>
      ':warning: অ্যাপটি ব্যাকআপ থেকে ফিরিয়ে আনা হয়েছে, তাই এই অ্যালার্ট এখনো চলছে কি না আর এর মধ্যে কে এসএমএস পেয়েছেন, তা জানা নেই। এখানে এটি শেষ বলে ধরা হয়েছে; প্রেরক প্রোগ্রাম আবার জানালে আবার এসএমএস যাবে।',
    unlisted: alerts => say`আরও ${alerts}টি অ্যালার্ট এখানে তালিকায় নেই: একসঙ্গে খুব বেশি এসেছে।`,
    unreadable: ids =>
      `:warning: অ্যাপটি এই হুকের কিছু তথ্য আর পড়তে পারছে না, তাই কোনো এসএমএস বা এখানকার কোনো লাইন বাদ পড়ে থাকতে পারে। অ্যাপটি যিনি চালান তাঁকে এই আইডি দিয়ে বিষয়টি দেখতে বলুন: ${ids.map(id => `\`${id}\``).join(', ')}।`,
    uncertain: ({ number, because }) =>
      `:grey_question: *${number}*: অ্যালার্টের এসএমএস গেছে কি না নিশ্চিত নয়: ${because}। এটি নিজে থেকে আবার যাবে না। আবার পাঠানোর আগে প্রাপককে জিজ্ঞেস করুন, অথবা এসএমএস সার্ভিসের লগ দেখুন।`,
    astray: ({ hook, channel }) =>
      `:warning: *${hook}* হুকের পোস্ট <#${channel}>-এ দিতে পারছি না, তাই আপনাকে পাঠাচ্ছি। সেখানে লিখুন \`/invite @SMS\`, অথবা অন্য চ্যানেল বেছে নিন।`,
  },
};

const responding: Words['responding'] = {
  button: {
    acknowledge: 'আমি দেখছি',
    acknowledgeAll: 'সবগুলো আমি দেখছি',
    resolve: 'ঠিক হয়ে গেছে',
    textSomebody: 'অন্য কাউকে এসএমএস করুন',
    showAll: 'সব দেখুন',
    extend: 'আরও সময় নিন',
    giveBack: 'ছেড়ে দিন',
    mute: 'মিউট',
    previous: 'আগের',
    next: 'পরের',
  },
  confirmResolve: {
    title: 'অ্যালার্টগুলো ঠিক হয়ে গেছে?',
    text: 'মনিটরিং বারবার পাঠালেও এগুলো নিয়ে আর এসএমএস যাবে না। হুকে চালু থাকলে, যাঁরা এসএমএস পেয়েছেন তাঁদের জানানো হবে যে ঠিক হয়ে গেছে। মনিটরিংয়ে ঠিক হয়ে আবার শুরু হলে সেটি নতুন অ্যালার্ট।',
    confirm: 'হ্যাঁ, ঠিক হয়ে গেছে',
    deny: 'বাতিল',
  },
  answers: {
    yours: ({ cancelled, sending }) =>
      [
        'এখন আপনি দেখছেন। আর কাউকে এসএমএস পাঠানো হবে না।',
        ...(cancelled > 0 ? [say`অপেক্ষায় থাকা ${cancelled}টি এসএমএস বাতিল হয়েছে।`] : []),
        ...(sending > 0 ? [say`${sending}টি এসএমএস এরই মধ্যে পাঠানো হচ্ছে।`] : []),
      ].join(' '),
    mistake: 'যতক্ষণ চলছে, ততক্ষণ পোস্ট থেকে ছেড়ে দিতে পারেন।',
    theirs: ({ name, at }) => `${name} আগে থেকেই দেখছেন: ${when(at)}।`,
    givenBack: 'এখন কেউ দেখছেন না। অন্যদের আবার এসএমএস পাঠানো হবে।',
    nobodys: 'এখন কেউ দেখছেন না। আপনি দেখলে “আমি দেখছি” চাপুন।',
    longer: until => (until === null ? 'ঠিক না হওয়া পর্যন্ত আপনি দেখছেন।' : `${when(until)} পর্যন্ত আপনি দেখছেন।`),
    resolved: 'ঠিক হয়ে গেছে বলে জানালেন। এ নিয়ে আর কাউকে এসএমএস পাঠানো হবে না।',
    over: 'এটি শেষ হয়ে গেছে। এই পোস্টের কোনো অ্যালার্ট আর চলছে না।',
    soon: 'পেয়েছি। একটু পরেই পোস্টে দেখা যাবে।',
  },
  all: {
    title: 'সব অ্যালার্ট',
    counts: ({ firing, resolved }) => say`${firing}টি অ্যালার্ট চলছে, ${resolved}টি ঠিক হয়েছে`,
    since: ({ alert, at }) => `${alert}, শুরু: ${when(at)}`,
    page: ({ from, to, of }) => say`${of}টির মধ্যে ${from}–${to}`,
    none: 'এই পোস্টের অ্যালার্টগুলো আর তালিকায় নেই।',
  },
  text: {
    title: 'অন্য কাউকে এসএমএস',
    submit: 'পাঠান',
    field: {
      label: 'আর কাকে এসএমএস করা হবে',
      hint: 'এখানে যাঁদের বেছে নেবেন, তাঁদের মধ্যে যাঁরা এখনো এসএমএস পাননি তাঁরা এখনই পাবেন, আগে কেউ “আমি দেখছি” চাপলেও। প্রতি নম্বরের লিমিট তখনো খাটবে।',
    },
    says: 'এসএমএসে থাকবে:',
    nothing: 'এই পোস্টে এসএমএস করার মতো আর কিছু নেই।',
    sent: 'যাঁদের বেছে নিয়েছেন, তাঁদের মধ্যে যাঁরা এখনো এসএমএস পাননি তাঁদের এখন পাঠানো হচ্ছে। কী হলো, পোস্টে দেখা যাবে।',
  },
};

const alertPage: Words['alertPage'] = {
  title: firing => (firing > 0 ? say`${firing}টি অ্যালার্ট চলছে` : 'ঠিক হয়ে গেছে'),
  times: count => say`×${count}`,
  moreNames: count => say`আরও ${count}টি`,
  since: at => `শুরু: ${thereAt(at)}।`,
  silent: at => `শেষ হার্টবিট: ${thereAt(at)}।`,
  standing: {
    nobody: 'এখনো কেউ দেখছেন না।',
    you: ({ at, until }) =>
      `আপনি দেখছেন, ${thereAt(at)} থেকে${until === null ? '' : `, ${thereAt(until)} পর্যন্ত`}।`,
    youHad: since =>
      `${thereAt(since)} পর্যন্ত আপনি দেখছিলেন। এখনো দেখলে আবার “আমি দেখছি” চাপুন; না হলে অন্যদের পালা।`,
    number: ({ number, at }) =>
      number === ''
        ? `আপনাদের একজন দেখছেন, ${thereAt(at)} থেকে। কে দেখছেন তা Slack-এর পোস্টে আছে।`
        : `${number} নম্বরের একজন দেখছেন, ${thereAt(at)} থেকে।`,
    teammate: ({ name, at }) =>
      name === null
        ? `আপনাদের একজন দেখছেন, ${thereAt(at)} থেকে। কে দেখছেন তা Slack-এর পোস্টে আছে।`
        : `${name} দেখছেন, ${thereAt(at)} থেকে।`,
    over: at => `ঠিক হয়েছে: ${thereAt(at)}।`,
  },
  moreIncidents: count => say`এমন আরও ${count}টি।`,
  ask: 'বিষয়টি আপনি দেখবেন, তা জানাতে বোতামটি চাপুন। তাহলে আর কারও কাছে এসএমএস যাবে না, আর সবাই Slack-এ দেখবেন আপনি দেখছেন। না চাপলে কিছুই বদলাবে না।',
  take: 'আমি দেখছি',
  mistake: 'যতক্ষণ চলছে, ততক্ষণ ছেড়ে দিতে পারেন।',
  undo: 'ছেড়ে দিন',
  extend: 'আরও সময় নিন',
  others: 'আর যাঁদের এসএমএস পাঠানো হয়েছে',
  moreOthers: count => say`আরও ${count}টি নম্বর`,
  somebody: 'একজন টিমমেট',
  noted: 'পেয়েছি। একটু পরেই হয়ে যাবে।',
  lookAgain: 'আবার দেখুন',
  nothing: 'এখানে কিছু নেই',
  gone: 'লিংকটি আর কাজ করে না: যা নিয়ে এসএমএস এসেছিল তা ঠিক হয়ে গেছে, অথবা লিংকটি পুরোটা আসেনি।',
  later: 'পেজটি এখন কাজ করছে না। এক মিনিট পরে আবার চেষ্টা করুন, অথবা কাউকে ফোন করুন।',
};

export const problems: ProblemWords<'alerts'> = {
  problem: {
    CHOSE_QUIET: () => 'নিজের পছন্দে তিনি শুধু গুরুতর অ্যালার্টের খবর পান, তাই তাঁকে পাঠানো হয়নি। বদলাতে হলে তাঁকে বলুন।',
    ALERTS_NOT_YOURS: () =>
      'গেস্ট ও অন্য ওয়ার্কস্পেসের কেউ এটি তখনই করতে পারেন, যখন এই অ্যালার্টের এসএমএস তাঁদের কাছে যায়। এটি আপনার করার কথা থাকলে একজন ওয়ার্কস্পেস অ্যাডমিনকে বলুন।',
  },
  leftOut: {
    CHOSE_QUIET: () => 'নিজের পছন্দে তিনি শুধু গুরুতর অ্যালার্টের খবর পান',
  },
};

export const bn: Words = {
  ...hooks,
  ...calling,
  ...calls,
  ...incidents,
  ...mutes,
  ...paging,
  ...setUp,
  ...timeline,
  alerts,
  responding,
  alertPage,
  alertAudit,
};
