import type { AuditAction } from '../../store/audit.ts';
import { inBengali, say, type Translated } from './language.ts';

/** Sentences on the operators' pages. */
export const operators = {
  accounts: {
    today: say('Texts today', 'আজকের এসএমএস'),
    states: {
      active: say('Active', 'চালু'),
      suspended: say('Suspended', 'স্থগিত'),
    },
    make: say('Create an account', 'অ্যাকাউন্ট তৈরি করুন'),
    credits: say('Credits to begin with', 'শুরুর ক্রেডিট'),
    owner: say('Its owner’s e-mail address', 'মালিকের ইমেইল ঠিকানা'),
    ownerHint: say(
      'Optional. You get a link to send to them; they use it to choose a password.',
      'ফাঁকা রাখা যায়। আপনি একটি লিংক পাবেন; সেটি মালিককে পাঠালে তিনি পাসওয়ার্ড সেট করতে পারবেন।',
    ),
    submit: say('Create the account', 'অ্যাকাউন্টটি তৈরি করুন'),
  },
  account: {
    open: say('View its texts', 'এসএমএসগুলো দেখুন'),
    openHint: say(
      'You see this account as its owner does, with its log and texts. The audit log says that you did.',
      'মালিক যা দেখেন, আপনিও তা দেখবেন: লগ আর এসএমএসের লেখাসহ। আপনি যে দেখেছেন তা কাজের রেকর্ডে থাকবে।',
    ),
    suspendedSince: say(
      (reason: string | null) => `Suspended${reason === null ? '.' : `: ${reason}`}`,
      reason => `স্থগিত${reason === null ? '।' : `: ${reason}`}`,
    ),
    active: say('Active: texts are accepted.', 'চালু: এসএমএস নেওয়া হয়।'),
    reason: say('Reason, shown to the account', 'কারণ (অ্যাকাউন্টের লোকেরা দেখবেন)'),
    suspend: say('Suspend', 'স্থগিত করুন'),
    activate: say('Activate', 'চালু করুন'),
    topUp: say('Top up', 'ক্রেডিট যোগ করুন'),
    noteOptional: say('Note (optional)', 'নোট (ফাঁকা রাখা যায়)'),
    correct: say('Correct the balance', 'ব্যালেন্স সংশোধন করুন'),
    correctAmount: say('Credits to add, or to deduct, such as -5', 'যত ক্রেডিট যোগ বা বাদ হবে, যেমন -5'),
    priceHint: say(
      (own: string) => `Empty: the service’s own price, ${own}.`,
      own => `ফাঁকা রাখলে সার্ভিসের নিজের দাম, ${inBengali(own)}।`,
    ),
    ownPrice: say('the service’s own', 'সার্ভিসের নিজের দাম'),
    saveTerms: say('Save the terms', 'শর্ত সেভ করুন'),
  },
  service: {
    routes: say('Routes', 'রুট'),
    route: say('Route', 'রুট'),
    kind: say('Kind', 'ধরন'),
    health: say('Health', 'কাজ করছে কি না'),
    healthy: say('Healthy', 'ঠিক আছে'),
    unhealthySince: say(
      (at: string, why: string) => `Down since ${at}: ${why}`,
      (at, why) => `কাজ করছে না, ${inBengali(at)} থেকে: ${why}`,
    ),
    underway: say('In progress', 'পাঠানো হচ্ছে'),
    waiting: say(
      (count: string) => `Texts waiting for a route: ${count}.`,
      count => `রুটের অপেক্ষায় থাকা এসএমএস: ${inBengali(count)}টি।`,
    ),
    refused: say(
      'Refused in the last day, account unknown',
      'গত এক দিনে অচেনা অ্যাকাউন্টের যেসব রিকোয়েস্ট নেওয়া হয়নি',
    ),
    account: say('Account', 'অ্যাকাউন্ট'),
    about: say('Details', 'বিষয়'),
    command: say('the command line', 'কমান্ড লাইন'),
  },
  actions: {
    'account made': say('Account created', 'অ্যাকাউন্ট তৈরি'),
    'account opened': say('Account opened', 'অ্যাকাউন্টে ঢোকা'),
    'account suspended': say('Account suspended', 'অ্যাকাউন্ট স্থগিত'),
    'account activated': say('Account activated', 'অ্যাকাউন্ট চালু'),
    'balance changed': say('Balance changed', 'ব্যালেন্স বদল'),
    'credit back impossible': say(
      'Failed text not credited back: the balance is at its maximum',
      'ব্যর্থ এসএমএসের ক্রেডিট ফেরত দেওয়া যায়নি: ব্যালেন্স সর্বোচ্চ লিমিটে পৌঁছেছে',
    ),
    'terms changed': say('Terms changed', 'শর্ত বদল'),
    'text settled': say('Text settled by hand', 'টেক্সটের ফল হাতে লেখা'),
    'key made': say('API key created', 'API কী তৈরি'),
    'key revoked': say('API key revoked', 'API কী বন্ধ'),
    'user made': say('User added', 'ব্যবহারকারী যোগ'),
    'user removed': say('User removed', 'ব্যবহারকারী সরানো'),
    'link made': say('Password link created', 'পাসওয়ার্ডের লিংক তৈরি'),
    'password chosen': say('Password chosen', 'পাসওয়ার্ড সেট করা'),
    'second factor on': say('Second factor turned on', 'দ্বিতীয় ধাপের কোড চালু'),
    'second factor off': say('Second factor turned off', 'দ্বিতীয় ধাপের কোড বন্ধ'),
    'recovery code used': say('Recovery code used', 'রিকভারি কোড ব্যবহার'),
  } satisfies Record<AuditAction, Translated<string>>,
};
