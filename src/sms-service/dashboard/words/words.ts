import { account } from './account.ts';
import { inBengali, type Language, type Spoken, say, speak } from './language.ts';
import { operators } from './operators.ts';

/** Sentences on several or all pages. */
const common = {
  brand: say('SMS service', 'এসএমএস সার্ভিস'),
  skip: say('Skip to the content', 'মূল অংশে যান'),
  menu: say('Pages', 'মেনু'),
  otherLanguage: say('বাংলা', 'English'),
  signOut: say('Sign out', 'সাইন আউট'),
  signOutEverywhere: say('Sign out everywhere', 'সব জায়গা থেকে সাইন আউট'),
  signOutEverywhereHint: say('On every computer and phone, this one too.', 'এই কম্পিউটার বা ফোনসহ সব জায়গা থেকে।'),
  credits: say(
    (amount: string) => `${amount} credits`,
    amount => `${inBengali(amount)} ক্রেডিট`,
  ),
  time: say('Times are Bangladesh time.', 'এখানে বাংলাদেশ সময় দেখানো হয়েছে।'),
  none: say('None', 'নেই'),
  noRoutes: say(
    'No route is set: texts are accepted and charged, and go nowhere.',
    'কোনো রুট দেওয়া নেই: এসএমএস নেওয়া হয়, ক্রেডিটও কাটা হয়, কিন্তু কোথাও পাঠানো হয় না।',
  ),
  demo: say('A demo: texts go to the phone on the other page.', 'এটি ডেমো: এসএমএস যায় অন্য পেজের ফোনটিতে।'),
  copy: say('Copy', 'কপি করুন'),
  copied: say('Copied', 'কপি হয়েছে'),
  cancel: say('Cancel', 'ফিরে যান'),
  older: say('Older', 'আরও আগের'),
  newest: say('Newest', 'সবচেয়ে নতুন'),
  opened: say(
    (account: string) => `You’ve opened the account ${account}. This is recorded.`,
    account => `আপনি ${account} অ্যাকাউন্টে ঢুকেছেন। তা রেকর্ডে থাকছে।`,
  ),
  close: say('Leave the account', 'অ্যাকাউন্ট থেকে বের হোন'),
  roles: {
    owner: say('Owner', 'মালিক'),
    viewer: say('Viewer', 'ভিউয়ার'),
    operator: say('Operator', 'সার্ভিস অ্যাডমিন'),
  },
  roleMeans: {
    owner: say(
      'sees everything, makes API keys, invites people',
      'সব দেখেন, API কী তৈরি করেন, অন্যদের আমন্ত্রণ জানান',
    ),
    viewer: say(
      'sees the log with masked numbers, and changes nothing',
      'লগ দেখেন, নম্বরের কিছু অংশ ঢাকা থাকে; কিছু বদলাতে পারেন না',
    ),
  },
  nav: {
    overview: say('Overview', 'এক নজরে'),
    api: say('API', 'API'),
    log: say('Log', 'লগ'),
    credits: say('Credits', 'ক্রেডিট'),
    people: say('People', 'লোকজন'),
    accounts: say('Accounts', 'অ্যাকাউন্ট'),
    service: say('Service', 'সার্ভিস'),
    me: say('Your sign-in', 'আপনার সাইন ইন'),
  },
  /** Confirmations after a form. */
  done: {
    'topped-up': say('Credits added.', 'ক্রেডিট যোগ হয়েছে।'),
    corrected: say('Balance corrected.', 'ব্যালেন্স সংশোধন হয়েছে।'),
    suspended: say(
      'Account suspended. Its texts are refused from now on.',
      'অ্যাকাউন্টটি স্থগিত হয়েছে। এখন থেকে এর এসএমএস নেওয়া হবে না।',
    ),
    activated: say('The account is active again.', 'অ্যাকাউন্টটি আবার চালু হয়েছে।'),
    terms: say('Terms saved. They apply from the next text on.', 'শর্ত সেভ হয়েছে। পরের এসএমএস থেকেই কার্যকর।'),
    made: say('The account is ready.', 'অ্যাকাউন্টটি তৈরি হয়েছে।'),
    removed: say('Removed. They can’t sign in any more.', 'ব্যবহারকারীকে সরানো হয়েছে।'),
    revoked: say(
      'Key revoked. Requests with it are refused from now on.',
      'API কী-টি বন্ধ হয়েছে। এখন থেকে এটি দিয়ে কোনো রিকোয়েস্ট নেওয়া হবে না।',
    ),
    password: say(
      'Your password is changed. Your other sessions have ended.',
      'পাসওয়ার্ড বদলানো হয়েছে। অন্য সব জায়গা থেকে সাইন আউট করা হয়েছে।',
    ),
    'second-factor-off': say(
      'The second factor is off. Your password is enough now.',
      'দ্বিতীয় ধাপের কোড বন্ধ হয়েছে। এখন শুধু পাসওয়ার্ডই যথেষ্ট।',
    ),
    ended: say('You are signed out.', 'আপনি সাইন আউট করেছেন।'),
    chosen: say('Your password is saved. Sign in with it.', 'পাসওয়ার্ড সেভ হয়েছে। এটি দিয়ে সাইন ইন করুন।'),
  },
  /** Heads of columns and names of fields. */
  labels: {
    name: say('Name', 'নাম'),
    email: say('E-mail address', 'ইমেইল ঠিকানা'),
    state: say('State', 'অবস্থা'),
    balance: say('Balance', 'ব্যালেন্স'),
    amount: say('Amount', 'পরিমাণ'),
    price: say('Price of a part', 'এক পার্টের দাম'),
    cost: say('Cost', 'খরচ'),
    parts: say('Parts', 'পার্ট'),
    number: say('Number', 'নম্বর'),
    key: say('API key', 'API কী'),
    keys: say('API keys', 'API কী'),
    code: say('Code', 'কোড'),
    meaning: say('What it means', 'এর মানে'),
    times: say('Times', 'কতবার'),
    time: say('Time', 'সময়'),
    day: say('Day', 'দিন'),
    what: say('What', 'বিবরণ'),
    by: say('By', 'কে'),
    note: say('Note', 'নোট'),
    terms: say('Terms', 'শর্ত'),
    keep: say('Days that messages are kept', 'এসএমএসের লেখা যত দিন রাখা হয়'),
    failed: say('A text that fails after it was accepted', 'নেওয়ার পর কোনো এসএমএস ব্যর্থ হলে'),
    audit: say('Audit log', 'কাজের রেকর্ড'),
  },
  signIn: {
    password: say('Password', 'পাসওয়ার্ড'),
    submit: say('Sign in', 'সাইন ইন করুন'),
    forgotten: say(
      'Forgotten your password? Ask whoever runs this service for a link to choose a new one.',
      'পাসওয়ার্ড ভুলে গেছেন? সার্ভিস অ্যাডমিনের কাছে নতুন পাসওয়ার্ড দেওয়ার লিংক চেয়ে নিন।',
    ),
    wrong: say('The e-mail address or the password is wrong.', 'ইমেইল ঠিকানা বা পাসওয়ার্ড ভুল।'),
    wait: say(
      (minutes: number) =>
        `Too many failed attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      minutes => `অনেকবার ভুল হয়েছে। ${inBengali(minutes)} মিনিট পরে আবার চেষ্টা করুন।`,
    ),
    busy: say(
      'Many people are signing in right now. Try again in a moment.',
      'এই মুহূর্তে অনেকে সাইন ইন করছেন। একটু পরে আবার চেষ্টা করুন।',
    ),
  },
  password: {
    title: say('Choose a password', 'পাসওয়ার্ড সেট করুন'),
    label: say('New password', 'নতুন পাসওয়ার্ড'),
    hint: say(
      (least: number) =>
        `At least ${least} characters. Several words that only you would put together are best.`,
      least => `অন্তত ${inBengali(least)} ক্যারেক্টার। কয়েকটি শব্দ মিলিয়ে এমন কিছু লিখুন যা শুধু আপনার মাথাতেই আসবে।`,
    ),
    again: say('Repeat the password', 'পাসওয়ার্ডটি আবার লিখুন'),
    submit: say('Save the password', 'পাসওয়ার্ড সেভ করুন'),
    gone: say(
      'This link has been used, or is older than a day. Ask whoever runs this service for a new one.',
      'লিংকটি ব্যবহার হয়ে গেছে, অথবা এক দিনের বেশি পুরোনো। সার্ভিস অ্যাডমিনের কাছে নতুন লিংক চেয়ে নিন।',
    ),
    short: say(
      (least: number) => `The password needs at least ${least} characters.`,
      least => `পাসওয়ার্ডে অন্তত ${inBengali(least)} ক্যারেক্টার লাগবে।`,
    ),
    long: say('The password is too long: 256 characters at most.', 'পাসওয়ার্ড বেশি লম্বা: সর্বোচ্চ ২৫৬ ক্যারেক্টার।'),
    different: say('The passwords don’t match.', 'পাসওয়ার্ড দুটি মেলেনি।'),
    change: say('Change the password', 'পাসওয়ার্ড বদলান'),
    current: say('Current password', 'এখনকার পাসওয়ার্ড'),
    wrong: say('That is not your password.', 'এটি আপনার পাসওয়ার্ড নয়।'),
  },
  secondFactor: {
    title: say('Second factor', 'দ্বিতীয় ধাপের কোড'),
    intro: say(
      'With a second factor, signing in takes your password and a code from an app on your phone. Nobody gets in with your password alone.',
      'এটি চালু থাকলে সাইন ইন করতে পাসওয়ার্ডের সঙ্গে আপনার ফোনের অ্যাপের একটি কোডও লাগে। শুধু পাসওয়ার্ড জেনে কেউ ঢুকতে পারেন না।',
    ),
    setUp: say('Set it up', 'চালু করুন'),
    scan: say(
      'Scan this with an authenticator app (Aegis, Google Authenticator, a password manager), or type the secret into it. Then enter the code that it shows.',
      'অথেনটিকেটর অ্যাপ দিয়ে এটি স্ক্যান করুন (Aegis, Google Authenticator বা পাসওয়ার্ড ম্যানেজার), অথবা গোপন কোডটি অ্যাপে লিখুন। তারপর অ্যাপে যে কোড দেখায় সেটি লিখুন।',
    ),
    secret: say('Secret', 'গোপন কোড'),
    code: say('Code', 'কোড'),
    codeHint: say('Six digits, from the app on your phone.', 'আপনার ফোনের অ্যাপে দেখানো ৬ ডিজিট।'),
    turnOn: say('Turn on', 'চালু করুন'),
    on: say('It is on: signing in takes a code from your phone.', 'এটি চালু আছে: সাইন ইন করতে ফোনের কোড লাগে।'),
    turnOff: say('Turn off', 'বন্ধ করুন'),
    wrong: say(
      'That code is wrong, or was used already. Enter the one that the app shows now.',
      'কোডটি ভুল, অথবা আগেই ব্যবহার হয়েছে। অ্যাপে এখন যেটি দেখাচ্ছে সেটি লিখুন।',
    ),
    lost: say(
      'Lost your phone? Enter one of your recovery codes, or ask whoever runs this service.',
      'ফোন হারিয়ে ফেলেছেন? আপনার একটি রিকভারি কোড লিখুন, অথবা সার্ভিস অ্যাডমিনকে বলুন।',
    ),
    recovery: {
      title: say('Your recovery codes', 'আপনার রিকভারি কোড'),
      text: say(
        'The second factor is on. Keep these codes where you find them without your phone: each lets you in once instead of its code. You won’t see them again.',
        'দ্বিতীয় ধাপের কোড চালু হয়েছে। এই কোডগুলো এমন জায়গায় রাখুন যেখানে ফোন ছাড়াও পাবেন: ফোনের কোডের বদলে প্রতিটি দিয়ে একবার ঢোকা যায়। পরে আর দেখানো হবে না।',
      ),
      label: say('Recovery codes', 'রিকভারি কোড'),
      go: say('I have kept them', 'রেখে দিয়েছি'),
      left: say(
        (codes: number) => `Recovery codes left: ${codes}. For new ones, turn it off and on again.`,
        codes => `রিকভারি কোড বাকি: ${inBengali(codes)}টি। নতুন কোড নিতে বন্ধ করে আবার চালু করুন।`,
      ),
    },
  },
  users: {
    operators: say('Operators', 'সার্ভিস অ্যাডমিন'),
    intro: say(
      'Everyone here can sign in and see this account. Invite people, and remove those who have left.',
      'এখানে যাঁরা আছেন তাঁরা সাইন ইন করে এই অ্যাকাউন্ট দেখতে পারেন। নতুনদের আমন্ত্রণ জানান, যাঁরা চলে গেছেন তাঁদের সরান।',
    ),
    viewer: say(
      'Everyone here can sign in and see this account. Only owners can invite and remove people.',
      'এখানে যাঁরা আছেন তাঁরা সাইন ইন করে এই অ্যাকাউন্ট দেখতে পারেন। শুধু মালিক কাউকে আমন্ত্রণ জানাতে বা সরাতে পারেন।',
    ),
    role: say('Role', 'রোল'),
    secondFactorOn: say('On', 'চালু'),
    you: say('You', 'আপনি'),
    add: say('Invite', 'আমন্ত্রণ জানান'),
    addOperator: say('Add an operator', 'সার্ভিস অ্যাডমিন যোগ করুন'),
    noPassword: say('No password yet', 'এখনো পাসওয়ার্ড নেই'),
    newLink: say('New password link', 'নতুন পাসওয়ার্ডের লিংক'),
    newLinkOf: say(
      (email: string) => `New password link for ${email}`,
      email => `${email}-এর নতুন পাসওয়ার্ডের লিংক`,
    ),
    remove: say('Remove', 'সরান'),
    removeOf: say(
      (email: string) => `Remove ${email}`,
      email => `${email}-কে সরান`,
    ),
    removeTitle: say(
      (email: string) => `Remove ${email}?`,
      email => `${email}-কে সরাবেন?`,
    ),
    removeText: say(
      'They will be signed out everywhere and can’t sign in again.',
      'তাঁকে সব জায়গা থেকে সাইন আউট করা হবে, তিনি আর সাইন ইন করতে পারবেন না।',
    ),
  },
  link: {
    title: say(
      (email: string) => `A link for ${email}`,
      email => `${email}-এর জন্য লিংক`,
    ),
    text: say(
      'Send it in a way you trust: whoever opens it chooses the password. It works once, within a day, and you won’t see it again.',
      'নিরাপদ উপায়ে পাঠান: লিংকটি যিনি খুলবেন তিনিই পাসওয়ার্ড সেট করবেন। এটি এক দিনের মধ্যে একবারই কাজ করে, আর পরে দেখানো হবে না।',
    ),
    label: say('Link', 'লিংক'),
    go: say('I’ve sent it', 'পাঠিয়ে দিয়েছি'),
  },
  states: {
    accepted: say('Accepted', 'নেওয়া হয়েছে'),
    submitted: say('Submitted', 'রুটে দেওয়া হয়েছে'),
    delivered: say('Delivered', 'পৌঁছেছে'),
    failed: say('Failed', 'ব্যর্থ'),
    unknown: say('Unknown', 'জানা যায়নি'),
  },
  kinds: {
    opening: say('Opening balance', 'শুরুর ব্যালেন্স'),
    'top-up': say('Top-up', 'রিচার্জ'),
    correction: say('Correction', 'সংশোধন'),
    send: say('Text', 'এসএমএস'),
    'credit back': say('Credited back', 'ক্রেডিট ফেরত'),
  },
  problems: {
    title: say('That didn’t work', 'কাজটি হয়নি'),
    amount: say(
      'That is not an amount of credits. Write it like 100 or 99.65, with at most four decimals.',
      'এটি ক্রেডিটের পরিমাণ নয়। 100 বা 99.65-এর মতো লিখুন, দশমিকের পরে সর্বোচ্চ ৪ ডিজিট।',
    ),
    balance: say(
      'The balance can’t fall below zero, or rise above 99,999,999,999.9999.',
      'ব্যালেন্স শূন্যের নিচে নামতে বা ৯৯,৯৯,৯৯,৯৯,৯৯৯.৯৯৯৯-এর ওপরে উঠতে পারে না।',
    ),
    days: say('Messages can be kept for 1 to 3,650 days.', 'এসএমএসের লেখা ১ থেকে ৩,৬৫০ দিন রাখা যায়।'),
    email: say('That is not an e-mail address.', 'এটি ইমেইল ঠিকানা নয়।'),
    'email-refused': say(
      'This address can’t be added. If it isn’t in the list, use another one, or ask whoever runs this service.',
      'এই ঠিকানা যোগ করা গেল না। তালিকায় না থাকলে অন্য ঠিকানা দিন, অথবা যাঁরা এই সার্ভিস চালান তাঁদের জিজ্ঞাসা করুন।',
    ),
    'email-taken': say(
      'There is already a user with this e-mail address.',
      'এই ইমেইল ঠিকানা আগে থেকেই একজন ব্যবহার করছেন।',
    ),
    name: say('Enter a name of at most 100 characters.', 'একটি নাম দিন, সর্বোচ্চ ১০০ ক্যারেক্টারের।'),
    'name-taken': say(
      'A key in use already has this name. Choose another name.',
      'এই নামে একটি চালু API কী আছে। অন্য নাম দিন।',
    ),
    'not-found': say(
      'There is nothing here, or it isn’t yours to see.',
      'এখানে কিছু নেই, অথবা আপনার দেখার অনুমতি নেই।',
    ),
    note: say('Enter a note that says why.', 'কারণ লিখে একটি নোট দিন।'),
    other: say(
      'That can’t be done. Check the page and try again.',
      'কাজটি করা যাচ্ছে না। পেজটি দেখে আবার চেষ্টা করুন।',
    ),
    number: say(
      'That is not a Bangladesh mobile number. It has 11 digits and begins with 01, like 01712345678.',
      'এটি বাংলাদেশের মোবাইল নম্বর নয়। নম্বরে ১১টি ডিজিট থাকে, শুরু হয় 01 দিয়ে, যেমন “01712345678”।',
    ),
    day: say('That is not a date. Write it like 2026-11-22.', 'এটি কোনো তারিখ নয়। 2026-11-22-এর মতো লিখুন।'),
    period: say(
      'The period ends before it begins, or is longer than 366 days.',
      'শেষের তারিখ শুরুর আগে, অথবা সময়টি ৩৬৬ দিনের বেশি।',
    ),
    form: say(
      'The form arrived incomplete. Go back and try again.',
      'ফর্মটি অসম্পূর্ণ এসেছে। ফিরে গিয়ে আবার চেষ্টা করুন।',
    ),
    'cross-site': say(
      'This didn’t come from a page of this service, so nothing was done. Open the page and try again.',
      'এটি এই সার্ভিসের কোনো পেজ থেকে আসেনি, তাই কিছু করা হয়নি। পেজটি খুলে আবার চেষ্টা করুন।',
    ),
    'too-large': say('That is too much at once.', 'একবারে এত বেশি পাঠানো যায় না।'),
    failed: say(
      'Something went wrong in the service. Nothing was changed. Try again.',
      'সার্ভিসে সমস্যা হয়েছে। কিছু বদলায়নি। আবার চেষ্টা করুন।',
    ),
    unconfirmed: say(
      'Something went wrong in the service. What you did may have been saved all the same: look before you do it again.',
      'সার্ভিসে সমস্যা হয়েছে। আপনার কাজটি সেভ হয়ে গিয়েও থাকতে পারে: আবার করার আগে দেখে নিন।',
    ),
  },
  home: say('Go to the start page', 'প্রথম পেজে যান'),
};

const SENTENCES = { ...common, ...account, ...operators };
const WORDS = { en: speak(SENTENCES, 'en'), bn: speak(SENTENCES, 'bn') };

/** Every sentence of the dashboard. */
export type Words = Spoken<typeof SENTENCES>;

export function wordsIn(language: Language): Words {
  return WORDS[language];
}
