import { quoted, say } from '../../kit/words/bangla.ts';
import type { ProblemWords } from '../../kit/words/wording.ts';
import type { Unclear } from '../recipients.ts';
import type { Words } from './en.ts';

const because: Record<Unclear['why'], string> = {
  unknown: 'এই নামে এখানে কেউ নেই',
  shared: 'এই নামে একাধিক আছে; ফর্মে বেছে নিন, অথবা নম্বর দিন',
  not_a_number: 'এটি বাংলাদেশের মোবাইল নম্বর নয়',
};

const slackbot: Words['slackbot'] = {
  title: 'Slackbot-এর খসড়া',
  look: 'দেখে নিন',
  nothingYet: 'এখনো কিছু পাঠানো হয়নি, কিছু বদলায়ওনি। বোতাম চাপলে সব লেখাসহ ফর্মটি খুলবে; আগামীকাল এই সময় পর্যন্ত।',
  draft: {
    text: ({ to, message }) =>
      `আপনি Slackbot-কে একটি এসএমএস লিখতে বলেছেন${to === null ? '' : `, প্রাপক *${to}*`}: ${quoted(message)}`,
    broadcast: ({ to, message }) =>
      `আপনি Slackbot-কে অনেকের জন্য একটি এসএমএস লিখতে বলেছেন${to === null ? '' : `, প্রাপক *${to}*`}: ${quoted(message)}`,
    page: ({ to, message }) =>
      `আপনি Slackbot-কে জরুরি ডাক লিখতে বলেছেন${to === null ? '' : `, যাঁকে ডাকা হবে: *${to}*`}: ${quoted(message)}`,
    mute: ({ hook, labels, hours, reason }) =>
      [
        say`আপনি Slackbot-কে ${hours} ঘণ্টার জন্য অ্যালার্ট মিউট করতে বলেছেন: `,
        hook === null ? 'সব হুক' : `*${hook}*`,
        ...(labels === null ? [] : [`, লেবেল ${quoted(labels)}`]),
        ...(reason === null ? [] : [`। কারণ: ${quoted(reason)}`]),
      ].join(''),
  },
  drafted: 'খসড়াটি এই অ্যাপের ডিরেক্ট মেসেজে আছে। কিছু পাঠানো হয়নি: সেখানে দেখে নিয়ে নিজেই পাঠান।',
  notPosted: 'খসড়াটি আপনার কাছে পোস্ট করা যায়নি, তাই সেটি নেই। কিছু পাঠানো হয়নি। এক মিনিট পরে আবার চেষ্টা করুন।',
  callerUnknown:
    'কে জানতে চাইছেন বা কোন ওয়ার্কস্পেসে, Slack তা জানায়নি। তাই উত্তর দেওয়া যাচ্ছে না। আপনার ওয়ার্কস্পেসে `/sms` ব্যবহার করুন।',
  notInstalled: 'আপনার ওয়ার্কস্পেসে এই অ্যাপ ইনস্টল করা নেই। একজন অ্যাডমিনকে ইনস্টল করতে বলুন।',
  tooMany: minutes =>
    say`অল্প সময়ে Slackbot অনেকবার চেয়েছে, তাই কিছু করা হয়নি। ${minutes} মিনিট পরে আবার চেষ্টা করুন, অথবা নিজে \`/sms\` লিখুন।`,
  foundNobody: 'এই নামে এখানে কেউ নেই: কোনো সহকর্মী, কন্টাক্ট, গ্রুপ বা রোস্টার নয়।',
  noRota: name => `${quoted(name)} নামে কোনো রোস্টার নেই।`,
  noHook: (name, hooks) =>
    [
      name === '' ? 'কোন অ্যালার্ট? একটি হুকের নাম বা লেবেল বলুন।' : `${quoted(name)} নামে কোনো হুক নেই।`,
      ...(hooks.length === 0 ? [] : [` হুকগুলো: ${hooks.map(quoted).join(', ')}।`]),
      ' কোনো খসড়া করা হয়নি।',
    ].join(''),
  noLabels: 'লেবেলগুলো পড়া যায়নি। এভাবে লিখুন: team = db and env != prod। কোনো খসড়া করা হয়নি।',
  unclear: all =>
    `কোনো খসড়া করা হয়নি। ${all.map(({ typed, why }) => `${quoted(typed)}: ${because[why]}`).join('; ')}।`,
  leftOut: count => say`${count} জনকে এসএমএস পাঠানো যাবে না, তাঁরা বাদ যাবেন।`,
};

export const problems: ProblemWords<'slackbot'> = {
  problem: {
    DRAFT_GONE: () =>
      'খসড়াটি আর নেই: Slackbot-এর খসড়া এক দিন থাকে, আর যিনি চেয়েছেন শুধু তাঁর জন্য। কিছু পাঠানো হয়নি। Slackbot-কে আবার বলুন, অথবা `/sms` লিখুন।',
  },
};

export const bn: Words = { slackbot };
