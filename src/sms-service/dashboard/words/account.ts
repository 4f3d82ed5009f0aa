import type { SpecErrorCode } from '../../decisions.ts';
import { inBengali, say, type Translated } from './language.ts';

/** Sentences on the pages of an account. */
export const account = {
  overview: {
    suspended: say(
      (reason: string | null) =>
        `This account is suspended${reason === null ? '' : `: ${reason}`}. Texts are refused until whoever runs the service activates it.`,
      reason =>
        `এই অ্যাকাউন্ট স্থগিত আছে${reason === null ? '' : `: ${reason}`}। সার্ভিস অ্যাডমিন চালু না করা পর্যন্ত এসএমএস নেওয়া হবে না।`,
    ),
    out: say(
      'There aren’t enough credits for another text. Ask whoever runs the service to top up.',
      'যে ক্রেডিট আছে তাতে আর একটি এসএমএসও পাঠানো যাবে না। সার্ভিস অ্যাডমিনকে বলে রিচার্জ করুন।',
    ),
    low: say(
      (days: number) =>
        days < 1
          ? 'Credits are low: at last week’s pace they won’t last the day.'
          : `Credits are low: at last week’s pace they last about ${days === 1 ? 'one more day' : `${days} more days`}.`,
      days =>
        days < 1
          ? 'ক্রেডিট প্রায় শেষ: গত সপ্তাহের মতো খরচ হলে আজকের দিনও চলবে না।'
          : `ক্রেডিট কমে এসেছে: গত সপ্তাহের মতো খরচ হলে আর প্রায় ${inBengali(days)} দিন চলবে।`,
    ),
    noKey: say('There is no API key yet.', 'এখনো কোনো API কী নেই।'),
    makeKey: say('Make one in the API section', 'API অংশে একটি তৈরি করুন'),
    texts: say('Texts', 'এসএমএস'),
    spent: say('Spent', 'খরচ'),
    textsByDay: say('Texts a day, last 30 days', 'প্রতিদিনের এসএমএস, গত ৩০ দিন'),
    spendByDay: say('Credits spent a day, last 30 days', 'প্রতিদিনের খরচ (ক্রেডিট), গত ৩০ দিন'),
    asTable: say('Show as a table', 'টেবিল আকারে দেখুন'),
    total: say('30 days', '৩০ দিন'),
    chart: say(
      (title: string, total: string, most: string, day: string) =>
        `${title}. ${total} in all; the most on one day was ${most}, on ${day}.`,
      (title, total, most, day) =>
        `${title}। মোট ${inBengali(total)}; এক দিনে সবচেয়ে বেশি ${inBengali(most)} (${inBengali(day)})।`,
    ),
    emptyChart: say(
      (title: string) => `${title}. None yet.`,
      title => `${title}। এখনো কিছু নেই।`,
    ),
    onDay: say(
      (day: string, value: string) => `${day}: ${value}`,
      (day, value) => `${inBengali(day)}: ${inBengali(value)}`,
    ),
    minute: say('This minute', 'এই মিনিটে'),
    minuteHint: say(
      'Each key can make 60 requests a minute.',
      'প্রতিটি API কী দিয়ে মিনিটে ৬০টি রিকোয়েস্ট করা যায়।',
    ),
    ofSixty: say(
      (used: number) => `${used} of 60`,
      used => `৬০টির মধ্যে ${inBengali(used)}টি`,
    ),
    refused: say('Refused in the last 30 days', 'গত ৩০ দিনে যেসব রিকোয়েস্ট নেওয়া হয়নি'),
    refusedNone: say('No request was refused.', 'এমন কোনো রিকোয়েস্ট নেই।'),
    refusedMore: say('The last day’s, one by one', 'গত এক দিনের তালিকা দেখুন'),
  },
  api: {
    intro: say(
      'A program sends texts with an API key. Make one for each program, so that you can revoke each separately.',
      'প্রোগ্রাম এসএমএস পাঠায় API কী দিয়ে। প্রতিটি প্রোগ্রামের জন্য আলাদা API কী তৈরি করুন, যাতে দরকারে শুধু একটি বন্ধ করা যায়।',
    ),
    nameHint: say(
      'Where the key is used, such as “Slack” or “Web shop”.',
      'API কী-টি কোথায় ব্যবহার হয়, যেমন “Slack” বা “ওয়েব শপ”।',
    ),
    make: say('Make a key', 'API কী তৈরি করুন'),
    made: say(
      (name: string) => `Your key “${name}” is ready`,
      name => `“${name}” API কী-টি তৈরি হয়েছে`,
    ),
    once: say('Copy it now: you won’t see it again.', 'এখনই কপি করে নিন: এটি আর দেখানো হবে না।'),
    copyKey: say('Copy the key', 'API কী কপি করুন'),
    toKeys: say('I’ve copied it', 'কপি করেছি'),
    created: say('Created', 'তৈরি'),
    lastUsed: say('Last used', 'শেষ ব্যবহার'),
    neverUsed: say('Never', 'কখনো নয়'),
    from: say(
      (address: string) => `from ${address}`,
      address => `${address} থেকে`,
    ),
    inUse: say('In use', 'চালু'),
    revokedAt: say(
      (at: string) => `Revoked ${at}`,
      at => `বন্ধ: ${inBengali(at)}`,
    ),
    unnamed: say(
      (id: number) => `Key ${id}`,
      id => `API কী ${inBengali(id)}`,
    ),
    revoke: say('Revoke', 'বন্ধ করুন'),
    revokeOf: say(
      (name: string) => `Revoke ${name}`,
      name => `${name} বন্ধ করুন`,
    ),
    revokeTitle: say(
      (name: string) => `Revoke the key “${name}”?`,
      name => `“${name}” API কী-টি বন্ধ করবেন?`,
    ),
    revokeText: say(
      'Texts sent with it are refused from now on. You can’t bring back a revoked key.',
      'এখন থেকে এই API কী দিয়ে আর কিছু পাঠানো যাবে না। বন্ধ করা API কী আবার চালু করা যায় না।',
    ),
    viewer: say('Only owners can make and revoke keys.', 'শুধু মালিক API কী তৈরি ও বন্ধ করতে পারেন।'),
    snippets: say('Send a text', 'এসএমএস পাঠান'),
    snippetsIntro: say('Put your key in place of YOUR_API_KEY.', 'YOUR_API_KEY-এর জায়গায় আপনার API কী বসান।'),
    snippetFor: {
      curl: say('curl', 'curl'),
      php: say('PHP', 'PHP'),
      python: say('Python', 'Python'),
      node: say('Node.js', 'Node.js'),
      slack: say('Slack', 'Slack'),
    },
    slackSteps: say(
      (command: string) =>
        `As an admin of the workspace, type ${command}, paste the key, and press the button. Whoever runs the app sets this address as SMS_BASE_URL:`,
      command =>
        `ওয়ার্কস্পেসের অ্যাডমিন হিসেবে ${command} লিখুন, API কী-টি পেস্ট করুন, তারপর বোতামটি চাপুন। অ্যাপটি যিনি চালান তিনি এই ঠিকানা SMS_BASE_URL হিসেবে দেবেন:`,
    ),
    errors: say('What can go wrong', 'কী কী সমস্যা হতে পারে'),
    errorsIntro: say(
      'A refused request costs nothing. The answer is JSON with the code in “error”.',
      'রিকোয়েস্ট নেওয়া না হলে কোনো খরচ হয় না। উত্তর আসে JSON-এ, কোডটি থাকে “error”-এ।',
    ),
    status: say('Status', 'স্ট্যাটাস'),
    todo: say('What to do', 'কী করবেন'),
  },
  errors: {
    MISSING_API_KEY: {
      when: say('The request has no api_key.', 'রিকোয়েস্টে api_key নেই।'),
      todo: say(
        'Send the key as the form field api_key, not in a header.',
        'API কী-টি হেডারে নয়, api_key নামের ফর্ম ফিল্ডে পাঠান।',
      ),
    },
    INVALID_API_KEY: {
      when: say('The key is wrong or has been revoked.', 'API কী-টি ভুল, অথবা বন্ধ করা হয়েছে।'),
      todo: say(
        'Copy the whole key, or make a new one here.',
        'পুরো API কী-টি কপি করুন, অথবা এখানে নতুন একটি তৈরি করুন।',
      ),
    },
    ACCOUNT_SUSPENDED: {
      when: say('The account is suspended.', 'অ্যাকাউন্টটি স্থগিত আছে।'),
      todo: say(
        'Ask whoever runs the service. Sending again won’t help until then.',
        'সার্ভিস অ্যাডমিনকে বলুন। তার আগে আবার পাঠিয়ে লাভ নেই।',
      ),
    },
    MISSING_PARAMETERS: {
      when: say('The number or the message is missing or empty.', 'নম্বর বা মেসেজ নেই, অথবা ফাঁকা।'),
      todo: say('Send both as form fields.', 'দুটিই ফর্ম ফিল্ড হিসেবে পাঠান।'),
    },
    INVALID_NUMBER: {
      when: say('The number is not a Bangladesh mobile number.', 'নম্বরটি বাংলাদেশের মোবাইল নম্বর নয়।'),
      todo: say(
        'Send 01 and nine more digits, such as 01712345678.',
        '01 আর তারপর ৯টি ডিজিট পাঠান, যেমন “01712345678”।',
      ),
    },
    MESSAGE_TOO_LONG: {
      when: say('The message is longer than 1,600 characters.', 'মেসেজটি ১,৬০০ ক্যারেক্টারের বেশি।'),
      todo: say('Shorten it, or send two.', 'ছোট করুন, অথবা দুটি পাঠান।'),
    },
    INSUFFICIENT_CREDITS: {
      when: say('The account doesn’t have enough credits.', 'অ্যাকাউন্টে যথেষ্ট ক্রেডিট নেই।'),
      todo: say('Ask for a top-up, then send again.', 'রিচার্জ করে আবার পাঠান।'),
    },
    RATE_LIMITED: {
      when: say(
        'More than 60 requests in a minute with the same key.',
        'একই API কী দিয়ে এক মিনিটে ৬০টির বেশি রিকোয়েস্ট।',
      ),
      todo: say(
        'Wait the number of seconds in Retry-After, then send again.',
        'Retry-After-এ যত সেকেন্ড লেখা থাকে তত অপেক্ষা করে আবার পাঠান।',
      ),
    },
  } satisfies Record<SpecErrorCode, { when: Translated<string>; todo: Translated<string> }>,
  log: {
    anyState: say('Any', 'যেকোনো'),
    search: say('Search', 'খুঁজুন'),
    clear: say('Clear the search', 'সব দেখান'),
    nothing: say('No text has been accepted yet.', 'এখনো কোনো এসএমএস নেওয়া হয়নি।'),
    nothingFits: say('No texts match this search.', 'কোনো এসএমএস খুঁজে পাওয়া যায়নি।'),
    id: say('ID', 'লগ আইডি'),
    balance: say('Balance after', 'এরপর ব্যালেন্স'),
    entry: say(
      (id: number) => `Text ${id}`,
      id => `এসএমএস ${id}`,
    ),
    text: say('Text', 'লেখা'),
    forgotten: say(
      (days: number) =>
        `The message was deleted after ${days === 1 ? 'a day' : `${days} days`}, as agreed. The cost stays.`,
      days => `শর্ত অনুযায়ী ${inBengali(days)} দিন পর লেখাটি মুছে ফেলা হয়েছে। খরচের হিসাব থেকে যায়।`,
    ),
    story: say('What happened', 'কী কী হয়েছে'),
    route: say('route', 'রুট'),
    why: {
      waits: say('It is waiting for a route.', 'রুটের অপেক্ষায় আছে।'),
      notTaken: say('no carrier took it', 'কোনো অপারেটর এটি নেয়নি'),
      partlyTaken: say(
        'the carrier didn’t take all of it, so a part may have arrived',
        'অপারেটর এটির পুরোটা নেয়নি, তাই একটি পার্ট পৌঁছে গিয়েও থাকতে পারে',
      ),
      notDelivered: say('the carrier couldn’t deliver it', 'অপারেটর এটি পৌঁছে দিতে পারেনি'),
      notConfirmed: say(
        'it may have been sent, but no carrier confirmed it',
        'এটি হয়তো চলে গেছে, তবে কোনো অপারেটর নিশ্চিত করেনি',
      ),
      carrierUnsure: say('the carrier doesn’t know what happened to it', 'এটির কী হয়েছে, অপারেটর তা জানে না'),
    },
    charged: say(
      (amount: string, balance: string) => `${amount} charged, ${balance} left`,
      (amount, balance) => `${inBengali(amount)} কাটা হয়েছে, বাকি ${inBengali(balance)}`,
    ),
    creditedBack: say(
      (amount: string, balance: string) => `${amount} credited back, ${balance} left`,
      (amount, balance) => `${inBengali(amount)} ফেরত এসেছে, বাকি ${inBengali(balance)}`,
    ),
    back: say('Back to the log', 'লগে ফিরুন'),
    csv: say('Download a period', 'নির্দিষ্ট সময়ের হিসাব ডাউনলোড করুন'),
    csvHint: say(
      'A CSV file with every change to the balance. The first line is the opening balance; all amounts add up to the closing balance.',
      'ব্যালেন্সের প্রতিটি পরিবর্তনসহ একটি CSV ফাইল। প্রথম লাইনে শুরুর ব্যালেন্স; সব পরিমাণ যোগ করলে শেষের ব্যালেন্স পাওয়া যায়।',
    ),
    from: say('From', 'শুরু'),
    to: say('To', 'শেষ'),
    download: say('Download CSV', 'CSV ডাউনলোড করুন'),
  },
  refused: {
    title: say('Refused in the last day', 'গত এক দিনে যেসব রিকোয়েস্ট নেওয়া হয়নি'),
    intro: say(
      'Refused requests cost nothing. Identical requests within a second share one line.',
      'রিকোয়েস্ট নেওয়া না হলে কোনো খরচ হয় না। এক সেকেন্ডের মধ্যে আসা একই রকম রিকোয়েস্ট এক লাইনে দেখানো হয়।',
    ),
    address: say('From', 'কোথা থেকে'),
    newest: say(
      (limit: number) => `Showing the latest ${limit}.`,
      limit => `সবচেয়ে নতুন ${inBengali(limit)}টি দেখানো হচ্ছে।`,
    ),
  },
  money: {
    changes: say('Changes to the balance', 'ব্যালেন্সের পরিবর্তন'),
    changesIntro: say(
      'Texts are in the log. Nothing here is ever changed or deleted.',
      'এসএমএসের হিসাব লগে আছে। এখানকার কিছুই কখনো বদলানো বা মোছা হয় না।',
    ),
    topUp: say('To top up, ask whoever runs this service.', 'রিচার্জ করতে, যাঁরা এই সার্ভিস চালান তাঁদের বলুন।'),
    failedBack: say('is credited back', 'ক্রেডিট ফেরত দেওয়া হয়'),
    failedCharged: say('stays charged', 'ক্রেডিট ফেরত দেওয়া হয় না'),
  },
};
