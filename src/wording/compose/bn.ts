import { mention, numberFault } from '../bangla.ts';
import type { ComposeWording } from './types.ts';

/** Bangla. */
export const compose: ComposeWording = {
  title: 'এসএমএস পাঠান',
  number: 'নম্বর',
  teammate: 'অথবা একজন সহকর্মী',
  chooseTeammate: 'কাউকে বেছে নিন',
  message: 'বার্তা',
  send: 'পাঠান',
  sendFor: ({ parts, cost }) => `পাঠান · ${cost === null ? `${parts} অংশ` : `প্রায় ${cost}`}`,
  recipientMissing: 'কাকে পাঠাবেন? একটি নম্বর লিখুন, অথবা একজন সহকর্মী বেছে নিন।',
  twoRecipients: 'একটি এসএমএস একজনের কাছেই যায়: নম্বরটি মুছুন, অথবা এখানে কাউকে বাছবেন না।',
  numberWrong: why => `এই নম্বরে এসএমএস পাঠানো যায় না: ${numberFault[why]}।`,
  messageMissing: 'কী লিখে পাঠাবেন?',
  messageTooLong: ({ characters, limit }) =>
    `বার্তায় ${characters}টি অক্ষর আছে, সর্বোচ্চ ${limit}টি পাঠানো যায়: ${characters - limit}টি কমান।`,
  fromProfile: ({ userId, number }) => `${mention(userId)}-এর Slack প্রোফাইলের নম্বর: *${number}*`,
  noNumber: userId => `${mention(userId)}-এর Slack প্রোফাইলে ফোন নম্বর নেই। তাঁকে যোগ করতে বলুন, অথবা নম্বরটি লিখুন।`,
  noMobile: userId =>
    `${mention(userId)}-এর Slack প্রোফাইলের নম্বরটি বাংলাদেশের মোবাইল নম্বর নয়। তাঁকে ঠিক করতে বলুন, অথবা নম্বরটি লিখুন।`,
  deactivated: userId => `${mention(userId)}-এর Slack অ্যাকাউন্ট নিষ্ক্রিয় করা হয়েছে। তাঁর নম্বরটি লিখুন।`,
  nothingTyped: 'লিখতে থাকলে এখানে দেখা যাবে কত অংশ হবে ও কত খরচ পড়বে।',
  measure: ({ encoding, characters, parts, cost }) =>
    [
      `*${parts} অংশ*`,
      `${characters}টি অক্ষর`,
      encoding === 'GSM-7' ? 'সাধারণ ইংরেজি অক্ষর (GSM-7)' : 'ইউনিকোড',
      cost === null
        ? 'প্রথম এসএমএসের আগে খরচ জানা যায় না'
        : `খরচ প্রায় *${cost}*, আপনাদের শেষ এসএমএসের খরচ থেকে অনুমান`,
    ].join(' · '),
  forcedBy: character =>
    `“${character}” সাধারণ ইংরেজি অক্ষরের মধ্যে নেই, তাই পুরোটা ইউনিকোডে যাবে: এক অংশে অর্ধেকেরও কম অক্ষর ধরে।`,
  plainer: ({ parts }) => `সাধারণ উদ্ধৃতিচিহ্ন ও ড্যাশ দিলে সাধারণ অক্ষরে ${parts} অংশ হবে।`,
  unsure:
    'এটি লিখে রাখা হয়েছে কি না নিশ্চিত হওয়া যায়নি। কিছু না বদলে “পাঠান” আরেকবার চাপুন: এই ফর্ম থেকে একটির বেশি এসএমএস যাবে না।',
  didNotOpen: 'Slack ফর্মটি খোলেনি। আরেকবার চেষ্টা করুন।',
};
