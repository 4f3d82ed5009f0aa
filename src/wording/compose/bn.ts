import { age, mention, quoted, wrongNumber } from '../bangla.ts';
import type { ComposeWording } from './types.ts';

/** Bangla. */
export const compose: ComposeWording = {
  title: 'এসএমএস পাঠান',
  recipient: {
    label: 'প্রাপক',
    hint: 'নামের যেকোনো অংশ লিখে সহকর্মী, কন্টাক্ট, গ্রুপ বা রোস্টার খুঁজুন, অথবা পুরো নম্বরটি লিখুন।',
  },
  template: { label: 'টেমপ্লেট' },
  message: 'মেসেজ',
  send: 'পাঠান',
  sendFor: ({ parts, cost }) => `পাঠান · ${cost === null ? `${parts} পার্ট` : `প্রায় ${cost}`}`,
  recipientMissing: 'কাকে পাঠাবেন? নাম লিখে খুঁজুন, অথবা একটি নম্বর লিখুন।',
  numberWrong: wrong => `${wrongNumber(wrong)}।`,
  messageMissing: 'কী লিখে পাঠাবেন?',
  messageTooLong: ({ characters, limit }) =>
    `আপনার মেসেজে ${characters}টি অক্ষর আছে, পাঠানো যায় সর্বোচ্চ ${limit}টি। ${characters - limit}টি অক্ষর কমান।`,
  fromProfile: ({ userId, number }) => `${mention(userId)}-এর Slack প্রোফাইলের নম্বর: *${number}*`,
  noNumber: userId =>
    `${mention(userId)}-এর Slack প্রোফাইলে ফোন নম্বর নেই। তাঁকে নম্বর যোগ করতে বলুন, অথবা নম্বরটি লিখুন।`,
  noMobile: userId =>
    `${mention(userId)}-এর Slack প্রোফাইলের নম্বরটি বাংলাদেশের মোবাইল নম্বর নয়। তাঁকে ঠিক করতে বলুন, অথবা নম্বরটি লিখুন।`,
  deactivated: userId => `${mention(userId)}-এর Slack অ্যাকাউন্ট বন্ধ করা হয়েছে। তার বদলে নম্বরটি লিখুন।`,
  contact: ({ name, number }) => `${name}-এর নম্বর: *${number}*`,
  group: ({ name, people }) => `*${name}* গ্রুপের সবাই: ${people} জন`,
  inAll: ({ people, parts, cost }) =>
    [
      `${people} জনের কাছে`,
      `মোট *${parts} পার্ট*`,
      cost === null ? 'খরচ প্রথম এসএমএসের পরে জানা যাবে' : `মোট খরচ প্রায় *${cost}*`,
    ].join(' · '),
  longest: texts => `*${texts}টি লেখার মধ্যে সবচেয়ে লম্বাটি*`,
  severalParts: ({ people, of }) => `${of} জনের মধ্যে ${people} জনের জন্য একাধিক পার্ট লাগবে।`,
  lacking: ({ columns, people, more }) =>
    `${people.join(', ')}${more > 0 ? ` ও আরও ${more} জনের` : '-এর'} ${columns.map(quoted).join(', ')} লেখা নেই, তাই কিছুই পাঠানো হবে না। কন্টাক্টে লিখে দিন, অথবা বিকল্প দিন, যেমন {name|গ্রাহক}।`,
  templateComing: 'আপনার বেছে নেওয়া টেমপ্লেটের লেখা এখনই আসছে। দেখে নিয়ে আবার “পাঠান” চাপুন।',
  lastBalance: ({ amount, ageMs }) => `সর্বশেষ জানা ব্যালেন্স: *${amount}*, ${age(ageMs)} আগের`,
  nothingTyped: 'লেখার সঙ্গে সঙ্গে এখানে দেখতে পাবেন কত পার্ট হবে আর কত খরচ পড়বে।',
  measure: ({ encoding, characters, parts, cost }) =>
    [
      `*${parts} পার্ট*`,
      `${characters}টি অক্ষর`,
      encoding === 'GSM-7' ? 'সাধারণ ইংরেজি অক্ষর (GSM-7)' : 'ইউনিকোড',
      cost === null ? 'খরচ প্রথম এসএমএসের পরে জানা যাবে' : `খরচ প্রায় *${cost}*, আপনাদের শেষ এসএমএসের হিসাবে`,
    ].join(' · '),
  forcedBy: character =>
    `“${character}” সাধারণ ইংরেজি অক্ষর নয়, তাই পুরো মেসেজ ইউনিকোডে যাবে; তাতে প্রতি পার্টে অর্ধেকেরও কম অক্ষর ধরে।`,
  plainer: ({ parts }) => `সাধারণ উদ্ধৃতিচিহ্ন ও ড্যাশ দিলে সাধারণ অক্ষরে ${parts} পার্ট হবে।`,
  unsure:
    'অ্যাপটি আপনার মেসেজ পেয়েছে কি না নিশ্চিত হতে পারেনি। কিছু না বদলে আবার “পাঠান” চাপুন: এই ফর্ম থেকে একটির বেশি এসএমএস যাবে না।',
  didNotOpen: 'Slack ফর্মটি খোলেনি। আবার চেষ্টা করুন।',
};
