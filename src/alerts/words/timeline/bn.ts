import { age, say, thereAt, when } from '../../../kit/words/bangla.ts';
import type { Words } from '../en.ts';
import type { TimelineLine } from './en.ts';

const alerts = ({ count, named }: Pick<TimelineLine, 'count' | 'named'>, verb: string): string =>
  `${say`${count}টি`} অ্যালার্ট ${verb}${named === '' ? '' : `: ${named}`}`;

const until = (time: string): string => (time === '' ? '' : ` (সময়: ${time} পর্যন্ত)`);

const timeline: Words['timeline'] = {
  button: 'টাইমলাইন',
  timeInSlack: when,
  timeOnPage: thereAt,
  title: 'টাইমলাইন',
  none: 'এ বিষয়ে আর কিছু রাখা নেই। এসএমএসের লেখা যতদিন রাখা হয়, টাইমলাইনও ততদিন থাকে: সেটিংস দেখুন।',
  incident: ({ named, at, over, tookMs }) =>
    [
      named,
      `শুরু: ${at}`,
      ...(tookMs === null ? [] : [`“আমি দেখছি” চাপা হয়েছে ${age(tookMs)} পরে`]),
      ...(over === '' ? [] : [`শেষ: ${over}`]),
    ].join(' · '),
  counted: 'আরও গুরুতর অ্যালার্ট',
  dropped: lines => say`(এখানে ${lines}টি লাইন বাদ দেওয়া হয়েছে)`,
  page: ({ from, to, of }) => say`${of}টি লাইনের মধ্যে ${from}–${to}`,
  happened: {
    fired: line => alerts(line, 'শুরু হয়েছে'),
    folded: line => `${alerts(line, 'কয়েক মিনিটের মধ্যে আবার শুরু হয়েছে')}। নতুন এসএমএস যায়নি।`,
    ended: line => alerts(line, 'ঠিক হয়েছে'),
    lapsed: line => `${alerts(line, 'সম্পর্কে অনেকদিন কোনো খবর নেই')}। শেষ বলে ধরা হয়েছে।`,
    muted: line => alerts(line, `মিউট করেছেন ${line.by}${until(line.until)}`),
    unmuted: line => `মিউট শেষ। ${alerts(line, 'আর মিউট নেই')}`,
    asked: ({ step, to }) =>
      step === 0 ? `একজন টিমমেট যোগ করেছেন: ${to}` : say`ধাপ ${step}: এবার ${to}-এর পালা`,
    texted: ({ to }) => `এসএমএস: ${to}`,
    accepted: ({ to }) => `এসএমএস সার্ভিস গ্রহণ করেছে: ${to}`,
    uncertain: ({ to }) => `এসএমএস গেছে কি না নিশ্চিত নয়: ${to}`,
    unsent: ({ to, because }) => `এসএমএস যায়নি: ${to}${because === '' ? '' : `: ${because}`}`,
    over: 'শেষ হয়েছে',
    acknowledged: ({ by, until: time }) => `${by} “আমি দেখছি” চেপেছেন${until(time)}`,
    acknowledged_before: ({ by }) => `${by}-ও “আমি দেখছি” চেপেছেন`,
    extended: ({ by, until: time }) =>
      `${by} আরও সময় নিয়েছেন${time === '' ? ' (শেষ হওয়া পর্যন্ত)' : until(time)}`,
    messaged: ({ by }) => `Slack-এ মেসেজ পেয়েছেন ${by}`,
    not_messaged: ({ by }) => `Slack-এ মেসেজ পাননি ${by}, তাই এসএমএস পাঠানো হচ্ছে`,
    given_back: ({ by }) => `${by} ছেড়ে দিয়েছেন`,
    acknowledgement_ended: ({ by }) => `${by}-এর দেখার সময় শেষ`,
    acknowledger_unreachable: ({ by }) => `${by}: এসএমএস পাঠানো যাচ্ছে না, তাই অন্যদের পাঠানো হচ্ছে`,
    resolved_here: ({ by }) => `ঠিক হয়ে গেছে বলে জানিয়েছেন ${by}`,
    reopened: 'আবার শুরু হয়েছে, তাই চলছে',
    next_step: 'সময়মতো কেউ “আমি দেখছি” চাপেননি: পরের ধাপ শুরু',
    nobody_answered: 'সব ধাপ শেষ, কেউ “আমি দেখছি” চাপেননি',
    unreached: 'কাউকেই এসএমএস পাঠানো যায়নি',
    blocked: 'কোনো এসএমএস যেতে পারেনি',
    unblocked: 'এসএমএস আবার যেতে পারে',
    hook_removed: 'হুকটি বন্ধ করা হয়েছে',
    restored: 'অ্যাপটি ব্যাকআপ থেকে ফিরিয়ে আনা হয়েছে, তাই এটি নিয়ে আর কাউকে ডাকা হচ্ছে না',
  },
  file: {
    button: 'ফাইল ডাউনলোড',
    title: 'টাইমলাইন ডাউনলোড',
    sentence: 'এই হুকের ঘটনাগুলোর টাইমলাইন, স্প্রেডশিটের টেবিল হিসেবে।',
    intro: incidents => say`এই হুকের ${incidents}টি ঘটনার টাইমলাইন: যা যা হয়েছে, প্রতিটির জন্য একটি সারি।`,
    download: 'ডাউনলোড করুন',
    notAllowed: 'টাইমলাইন শুধু অ্যাডমিন ও ম্যানেজাররা ডাউনলোড করতে পারেন। আপনার দরকার হলে ওয়ার্কস্পেসের একজন অ্যাডমিনকে বলুন।',
    heading: {
      incident: 'ঘটনা',
      alerts: 'অ্যালার্ট',
      time: 'সময়',
      happened: 'যা হয়েছে',
      took: 'কত মিনিট পরে “আমি দেখছি”',
    },
  },
  week: {
    title: hook => `:bar_chart: *${hook}*, গত সপ্তাহ`,
    counts: ({ incidents, texts, unsent }) =>
      say`${incidents}টি ঘটনা, ${texts}টি এসএমএস${unsent > 0 ? say` (${unsent}টি যায়নি)` : ''}।`,
    acknowledged: ({ count, averageMs, longestMs }) =>
      count === 1
        ? `“আমি দেখছি” চাপা হয়েছে একটিতে, ${age(longestMs)} পরে।`
        : `${say`“আমি দেখছি” চাপা হয়েছে ${count}টিতে`}, গড়ে ${age(averageMs)} পরে, সবচেয়ে বেশি ${age(longestMs)} পরে।`,
    unanswered: count => say`সব ধাপ শেষ হলেও কেউ “আমি দেখছি” চাপেননি: ${count}টি ঘটনা।`,
    nights: count => say`যত রাতে এসএমএস গেছে (রাত ১০টা থেকে সকাল ৭টা): ${count}।`,
    muted: ({ count, named }) => `${alerts({ count, named }, 'মিউট ছিল')}।`,
    month: hook => `:scales: *${hook}*, গত মাস, কার কত`,
    byPerson: 'কার কত',
    heading: {
      name: 'কে',
      texts: 'এসএমএস',
      nights: 'যত রাতে এসএমএস গেছে',
      acknowledged: '“আমি দেখছি” চেপেছেন',
    },
    number: count => say`${count}`,
    person: ({ name, texts, nights, acknowledged }) =>
      say`• ${name}: ${texts}টি এসএমএস, এসএমএস গেছে ${nights} রাতে, “আমি দেখছি” চেপেছেন ${acknowledged}টিতে`,
    otherTexts: texts => say`• অন্যরা: ${texts}টি এসএমএস`,
  },
};

export const bn = { timeline };
