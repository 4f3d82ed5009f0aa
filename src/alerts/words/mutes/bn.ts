import { say, thereAt, when } from '../../../kit/words/bangla.ts';
import type { MuteSubject, Words } from './en.ts';

const hooks = (hook: string | null): string => (hook === null ? 'সব হুক' : `*${hook}*`);

const subjectInWords = ({ of, name, hook }: MuteSubject): string => {
  if (of === 'hook') return `${hooks(hook)} হুকের সব অ্যালার্ট`;
  return of === 'groups' ? `${name} (${hooks(hook)})` : `লেবেল ${name} (${hooks(hook)})`;
};

const mutes: Words['mutes'] = {
  title: 'মিউট করা অ্যালার্ট',
  intro:
    'মিউট করা অ্যালার্ট আগের মতোই পোস্ট হয়, কিন্তু কাউকে এসএমএস পাঠানো হয় না। মিউট শেষ হওয়ার সময় চলতে থাকলে সেটি নতুন অ্যালার্ট।',
  none: 'কিছুই মিউট করা নেই।',
  mute: 'মিউট…',
  end: 'এখনই শেষ করুন',
  line: ({ scope, by, until, reason, covered }) =>
    [
      `:mute: ${subjectInWords(scope)}`,
      `শেষ হবে: ${when(until)}। করেছেন ${by}${reason === '' ? '' : `: ${reason}`}`,
      ...(covered > 0 ? [say`এ পর্যন্ত ${covered}টি অ্যালার্ট`] : []),
    ].join('\n'),
  home: ({ count, until }) =>
    count === 1
      ? `:mute: কিছু অ্যালার্ট মিউট করা আছে। শেষ হবে: ${when(until)}।`
      : say`:mute: ${count}টি মিউট চলছে। প্রথমটি শেষ হবে: ${when(until)}।`,
  show: 'দেখুন',
  ended: 'মিউট শেষ হয়েছে। যা এখনো চলছে, তা নতুন অ্যালার্ট।',
  gone: 'এই মিউট আগেই শেষ হয়ে গেছে।',
  soon: 'পেয়েছি। একটু পরেই হয়ে যাবে।',
  form: {
    title: 'অ্যালার্ট মিউট',
    submit: 'মিউট করুন',
    what: {
      label: 'কী মিউট হবে',
      groups: 'এই পোস্টের অ্যালার্টগুলো, আর পরে যা এগুলোর সঙ্গে আসবে',
      hook: 'একটি হুকের সব অ্যালার্ট',
      labels: 'নির্দিষ্ট লেবেলের অ্যালার্ট',
    },
    hook: { label: 'কোন হুকের', all: 'সব হুক' },
    labels: {
      label: 'লেবেল',
      hint: 'কয়েকটি হলে মাঝে and লিখুন: team = db and env != prod। সবগুলো মিলতে হবে। যে লেবেল অ্যালার্টে নেই, সেটি ফাঁকা ধরা হয়। প্যাটার্ন চলে না।',
    },
    time: {
      label: 'কতক্ষণ',
      hours: hours => say`${hours} ঘণ্টা`,
      until: 'নিজে সময় ঠিক করব',
    },
    until: { label: 'কখন পর্যন্ত', hint: '৩০ দিনের মধ্যে।' },
    reason: { label: 'কেন', hint: '/sms mute লিখলে অন্যরাও দেখবেন।' },
    covers: ({ alerts, names, until }) =>
      [
        alerts === 0
          ? 'এখন যা চলছে, তার কিছুই এতে পড়ে না।'
          : say`এখন চলছে এমন ${alerts}টি অ্যালার্ট এতে পড়ে: ${names}।`,
        ...(until === null ? [] : [`এগুলো নিয়ে কাউকে এসএমএস পাঠানো হবে না; শেষ হবে: ${when(until)}।`]),
      ].join(' '),
    known: labels => `এখন যা চলছে তার লেবেল: ${labels}`,
    already: 'আগে থেকেই মিউট করা আছে:',
  },
  muted: ({ until }) =>
    `মিউট হয়েছে। শেষ হবে: ${when(until)}। \`/sms mute\` লিখলে দেখা যায় কী কী মিউট করা আছে, শেষও করা যায়।`,
  tooMany: limit =>
    say`:warning: মিউট হয়নি: আর কোনো মিউটের জায়গা নেই। একটি ওয়ার্কস্পেসে একসঙ্গে সর্বোচ্চ ${limit}টি মিউট রাখা যায়, অনেক গ্রুপের হলে আরও কম। আগে \`/sms mute\` লিখে একটি শেষ করুন।`,
  over: 'এই পোস্টের কোনো অ্যালার্ট আর চলছে না। পরে যা আসবে তা মিউট করতে `/sms mute` লিখুন।',
  wrong: {
    hook: 'একটি হুক বেছে নিন।',
    what: 'কী মিউট হবে বেছে নিন।',
    groups: limit => say`এই পোস্টে ${limit}টির বেশি গ্রুপ আছে। একজন অ্যাডমিন বা ম্যানেজার পুরো হুক মিউট করতে পারেন।`,
    until: 'তারিখ ও সময় বেছে নিন।',
    past: 'সামনের কোনো সময় বেছে নিন।',
    far: '৩০ দিনের মধ্যের কোনো সময় বেছে নিন।',
    labels(problem) {
      switch (problem.kind) {
        case 'missing':
          return 'অন্তত একটি লেবেল লিখুন, যেমন team = db।';
        case 'unclear':
          return `“${problem.part}” কোনো লেবেল নয়। name = value বা name != value লিখুন, কয়েকটি হলে মাঝে and।`;
        case 'pattern':
          return `“${problem.part}” একটি প্যাটার্ন, মিউটে প্যাটার্ন চলে না। পুরো মানটি লিখুন; * মানটিরই অংশ হলে কোটেশন চিহ্ন দিন।`;
        case 'too_many':
          return say`লেবেল বেশি হয়ে গেছে: সর্বোচ্চ ${problem.limit}টি।`;
        case 'too_long':
          return say`একটি লেবেল বেশি বড়: নাম ও মান মিলিয়ে সর্বোচ্চ ${problem.limit} অক্ষর।`;
      }
    },
  },
  page: {
    title: 'মিউট করুন',
    ask: 'সময় শেষ হওয়া পর্যন্ত এ নিয়ে কাউকে এসএমএস পাঠানো হবে না। Slack-এ আগের মতোই পোস্ট হবে। তখনো চলতে থাকলে সেটি নতুন অ্যালার্ট।',
    hours: hours => say`${hours} ঘণ্টা`,
    until: at => `মিউট করা আছে, কাউকে এসএমএস পাঠানো হচ্ছে না। শেষ হবে: ${thereAt(at)}।`,
    end: 'মিউট শেষ করুন',
    full: 'এখন মিউট করা যাচ্ছে না: আর কোনো মিউটের জায়গা নেই। আগে কাউকে Slack-এ একটি শেষ করতে হবে।',
  },
};

export const bn: Words = { mutes };
