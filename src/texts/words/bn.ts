import {
  age,
  did,
  inCredits,
  mention,
  of,
  paid,
  quoted,
  say,
  timeOf,
  when,
  wrongNumber,
} from '../../kit/words/bangla.ts';
import { bn as textAudit } from './audit/bn.ts';
import type { Words } from './en.ts';
import { bn as problems } from './problems/bn.ts';
import { bn as receipts } from './receipts/bn.ts';
import { bn as story } from './story/bn.ts';

const commands: Words['commands'] = {
  help: command =>
    [
      '*Slack থেকে বাংলাদেশের মোবাইলে এসএমএস*',
      `• \`${command} 01712345678 হ্যালো\` লিখলে এসএমএস যায়। খরচ ও ব্যালেন্সসহ রসিদ চ্যানেলে আসে`,
      `• \`${command} রানু বেগম হ্যালো\`: এই নামের কন্টাক্টের কাছে এসএমএস যায়; \`${command} মাঠকর্মী হ্যালো\` লিখলে খরচ দেখানোর পর পুরো গ্রুপের কাছে`,
      `• \`${command} @সহকর্মী হ্যালো\` লিখলে তাঁর Slack প্রোফাইলের নম্বরে এসএমএস যায়`,
      `• শুধু \`${command}\` লিখলে একটি ফর্ম খোলে, তাতে লেখার সঙ্গে সঙ্গে পার্ট ও খরচ দেখা যায়। Slack-এর কোনো মেসেজ পাঠাতে তার মেনু থেকে “Text this…” বেছে নিন`,
      `• \`${command} broadcast\` লিখলে একসঙ্গে অনেকজনকে এসএমএস পাঠানো যায়, চাইলে প্রত্যেকের নামসহ; পাঠানোর আগে সব দেখে নেওয়া যায়`,
      `• \`${command} later\` লিখলে পরে পাঠানোর ফর্ম খোলে; একবারও পাঠানো যায়, বারবারও। \`${command} scheduled\` লিখলে সামনে যা যাবে তা দেখা যায়`,
      `• \`${command} oncall\` দেখায় কে এখন ডিউটিতে আছেন; রোস্টারের নাম লিখে পাঠালে তাঁর কাছেই এসএমএস যায়`,
      `• \`${command} page Servers ডিস্ক ভরে গেছে\` লিখলে ডিউটিতে যিনি আছেন তাঁকে ডাকা হয়, যতক্ষণ কেউ “আমি দেখছি” না চাপেন; তার আগে সব দেখে নেওয়া যায়। Slack-এর কোনো মেসেজ নিয়ে ডাকতে তার মেনু থেকে “Page on-call…” বেছে নিন`,
      `• \`${command} alerts\` দেখায় এখন কোন অ্যালার্ট চলছে, কে দেখছেন; \`${command} mute\` দেখায় কোনগুলো কিছু সময়ের জন্য মিউট করা আছে`,
      `• \`${command} calling\` লিখে ঠিক করুন অ্যালার্টে আপনাকে কীভাবে জানানো হবে: এসএমএসে, Slack-এর মেসেজে, নাকি দুভাবেই`,
      `• \`${command} people\`, \`${command} import\` আর \`${command} templates\` লিখলে খোলে কন্টাক্ট ও গ্রুপ, ফাইল থেকে ইমপোর্ট, আর টেমপ্লেট`,
      `• \`${command} balance\` লিখলে শেষ এসএমএসের পরের ব্যালেন্স দেখা যায়`,
      `• \`${command} log\` লিখলে আপনার শেষ এসএমএসগুলো দেখা যায়`,
      `• \`${command} link\` ও \`${command} unlink\` (অ্যাডমিনদের জন্য) ওয়ার্কস্পেসের API কী যুক্ত করে বা সরায়`,
      `• \`${command} settings\` (অ্যাডমিন ও ম্যানেজারদের জন্য) কে, কোথা থেকে, কয়টি এসএমএস পাঠাতে পারবেন, তা ঠিক করে`,
      `• \`${command} hooks\` (অ্যাডমিন ও ম্যানেজারদের জন্য) Alertmanager, Grafana ইত্যাদির অ্যালার্ট এসএমএসে পাওয়ার ব্যবস্থা করে; \`${command} policies\` ঠিক করে, কেউ সাড়া না দিলে এরপর কাকে ডাকা হবে`,
      `• \`${command} holidays\` (অ্যাডমিন ও ম্যানেজারদের জন্য) ছুটির দিনের তালিকা; রোস্টার, অ্যালার্ট আর শিডিউল করা এসএমএস তা মেনে চলতে পারে`,
      `• বাংলাতেও লেখা যায়: \`${command} সাহায্য\`, \`ব্যালেন্স\`, \`লগ\`, \`ব্রডকাস্ট\`, \`পরে\`, \`শিডিউল\`, \`ডিউটি\`, \`ডাকুন\`, \`কন্টাক্ট\`, \`গ্রুপ\`, \`ইমপোর্ট\`, \`টেমপ্লেট\`, \`লিংক\`, \`আনলিংক\`, \`সেটিংস\`, \`হুক\`, \`অ্যালার্ট\`, \`মিউট\`, \`জানানো\`, \`পলিসি\`, \`ছুটি\``,
    ].join('\n'),
  balance: balance =>
    balance
      ? `ব্যালেন্স: *${inCredits(balance.amount)}* (${age(balance.ageMs)} আগের হিসাব)।`
      : 'ব্যালেন্স এখনো জানা নেই। ওয়ার্কস্পেসের প্রথম এসএমএসের পরে দেখতে পাবেন।',
  noKey:
    'এখনো কোনো ব্যালেন্স নেই, কারণ এই ওয়ার্কস্পেসে কোনো API কী যুক্ত নেই। একজন ওয়ার্কস্পেস অ্যাডমিন `/sms link` লিখে যুক্ত করতে পারেন।',
  textNumber: number => `${number} নম্বরে পাঠান…`,
  held: ({ why, fix }, waiting) => say`${waiting}টি এসএমএস অপেক্ষায় আছে: ${why}; ${fix}।`,
  linkedBy: (by, at) => `API কী যুক্ত করেছেন ${mention(by)}, ${when(at)}।`,
  noLog: 'এখনো কোনো এসএমএস নেই।',
  log: lines => ['*আপনার শেষ এসএমএসগুলো*', ...lines].join('\n'),
  logLine: ({ at, number, begins, state, byWord, parts, cost, logId }) =>
    [
      `${when(at)} · *${number}*: ${byWord === null ? receipts.state[state] : receipts.receipt.markedSent(byWord.by)}`,
      ...(begins === null ? [] : [quoted(begins)]),
      say`${parts} পার্ট`,
      ...(cost === null ? [] : [`খরচ ${inCredits(cost)}`]),
      ...(logId === null ? [] : [`লগ #${logId}`]),
    ].join(' · '),
  unreadable: ids =>
    say`:warning: ${ids.length}টি এসএমএস আর পড়া যাচ্ছে না। অ্যাপটি যিনি চালান তাঁকে এই আইডি দিয়ে বিষয়টি দেখতে বলুন: ${ids.map(id => `\`${id}\``).join(', ')}।`,
  modalDidNotOpen: command =>
    `Slack ফর্মটি খোলেনি। ${command === null ? 'বোতামটি আবার চাপুন' : `\`${command}\` আবার লিখুন`}।`,
};

const compose: Words['compose'] = {
  leftOut: ({ recipient, because }) => `:warning: এসএমএস যাবে না: ${recipient} (${because})`,
  title: 'এসএমএস পাঠান',
  recipient: {
    label: 'প্রাপক',
    hint: 'নামের যেকোনো অংশ লিখে সহকর্মী, কন্টাক্ট, গ্রুপ বা রোস্টার খুঁজুন, অথবা পুরো নম্বরটি লিখুন।',
  },
  template: { label: 'টেমপ্লেট' },
  message: 'মেসেজ',
  send: 'পাঠান',
  sendFor: ({ parts, cost }) => `পাঠান · ${cost === null ? say`${parts} পার্ট` : `~${inCredits(cost)}`}`,
  recipientMissing: 'কাকে পাঠাবেন? নাম লিখে খুঁজুন, অথবা একটি নম্বর লিখুন।',
  numberWrong: wrong => `${wrongNumber(wrong)}।`,
  messageMissing: 'মেসেজে কী লিখবেন?',
  fromProfile: ({ userId, number }) => `${mention(userId)}-এর Slack প্রোফাইলের নম্বর: *${number}*`,
  noNumber: userId =>
    `${mention(userId)}-এর Slack প্রোফাইলে ফোন নম্বর নেই। তাঁকে নম্বর যোগ করতে বলুন, অথবা নম্বরটি লিখুন।`,
  noMobile: userId =>
    `${mention(userId)}-এর Slack প্রোফাইলের নম্বরটি বাংলাদেশের মোবাইল নম্বর নয়। তাঁকে ঠিক করতে বলুন, অথবা নম্বরটি লিখুন।`,
  deactivated: userId => `${mention(userId)}-এর Slack অ্যাকাউন্ট বন্ধ করা হয়েছে। তাই নম্বরটি লিখুন।`,
  contact: ({ name, number }) => `${name}-এর নম্বর: *${number}*`,
  group: ({ name, people }) => say`*${name}* গ্রুপের সবাই: ${people} জন`,
  notCounted: 'কতজন পাবেন আর কত খরচ হবে, তা এখনো জানা যায়নি।',
  inAll: ({ people, parts, cost }) =>
    [
      say`${people} জনের কাছে`,
      say`মোট *${parts} পার্ট*`,
      cost === null ? 'খরচ প্রথম এসএমএসের পরে জানা যাবে' : `মোট খরচ প্রায় *${inCredits(cost)}*`,
    ].join(' · '),
  arrives: '*যেভাবে পৌঁছাবে*',
  longest: texts => say`*${texts}টি লেখার মধ্যে সবচেয়ে লম্বাটি*`,
  severalParts: ({ people, of }) => say`${of} জনের মধ্যে ${people} জনের জন্য একাধিক পার্ট লাগবে।`,
  templateComing: 'আপনার বেছে নেওয়া টেমপ্লেটের লেখা এখনই আসছে। দেখে নিয়ে আবার “পাঠান” চাপুন।',
  endsWith: line => `শেষে থাকবে: “${line}”`,
  noAnswers: 'এসব এসএমএসের উত্তর দেওয়া যায় না: উত্তর কোথাও পৌঁছায় না।',
  lastBalance: ({ amount, ageMs }) => `সর্বশেষ জানা ব্যালেন্স: *${inCredits(amount)}*, ${age(ageMs)} আগের`,
  nothingTyped: 'লেখার সঙ্গে সঙ্গে এখানে দেখতে পাবেন কত পার্ট হবে আর কত খরচ পড়বে।',
  measure: ({ encoding, characters, parts, cost }) =>
    [
      say`*${parts} পার্ট*`,
      say`${characters} ক্যারেক্টার`,
      encoding === 'GSM-7' ? 'সাধারণ ইংরেজি অক্ষর (GSM-7)' : 'ইউনিকোড',
      cost === null
        ? 'খরচ প্রথম এসএমএসের পরে জানা যাবে'
        : `খরচ প্রায় *${inCredits(cost)}*, আপনাদের শেষ এসএমএসের হিসাবে`,
    ].join(' · '),
  bangla: 'বাংলা মেসেজের এক পার্টে ৭০টি ক্যারেক্টার ধরে (লম্বা মেসেজে ৬৭টি)।',
  forcedBy: character =>
    `“${character}” সাধারণ ইংরেজি অক্ষর নয়, তাই পুরো মেসেজ ইউনিকোডে যাবে; তাতে প্রতি পার্টে অর্ধেকেরও কম ক্যারেক্টার ধরে।`,
  unseen: {
    tab: 'একটি ট্যাব',
    no_break_space: 'একটি নো-ব্রেক স্পেস',
    space: 'একটি অন্য রকম স্পেস',
    line_break: 'একটি অন্য রকম লাইন ব্রেক',
    soft_hyphen: 'একটি অদৃশ্য হাইফেন',
    invisible: 'একটি অদৃশ্য ক্যারেক্টার',
    curly_quote: 'একটি বাঁকা কোটেশন চিহ্ন',
    long_dash: 'একটি লম্বা ড্যাশ',
  },
  forcedByUnseen: name =>
    `মেসেজে ${name} আছে, তাই পুরো মেসেজ ইউনিকোডে যাবে; তাতে প্রতি পার্টে অর্ধেকেরও কম ক্যারেক্টার ধরে।`,
  plainer: ({ parts, cost, looksSame }) =>
    say`${looksSame ? 'সেটি বাদ দিলে' : 'সোজা কোটেশন ও ড্যাশ দিলে'} সাধারণ অক্ষরে ${parts} পার্ট হবে${cost === null ? '' : `, খরচ প্রায় *${inCredits(cost)}*`}।`,
  unsure:
    'অ্যাপটি আপনার মেসেজ পেয়েছে কি না নিশ্চিত হতে পারেনি। কিছু না বদলে আবার “পাঠান” চাপুন: এই ফর্ম থেকে একটির বেশি এসএমএস যাবে না।',
  didNotOpen: 'Slack ফর্মটি খোলেনি। আবার চেষ্টা করুন।',
  lookingUp: 'একটু অপেক্ষা করুন: নম্বরটি দেখা হচ্ছে। এসএমএস পাঠানো হচ্ছে বলে লেখা না আসা পর্যন্ত ফর্মটি খোলা রাখুন।',
  onItsWay: 'আপনার এসএমএস পাঠানো হচ্ছে। কী হলো, রসিদে দেখতে পাবেন।',
};

const search: Words['search'] = {
  placeholder: 'নাম বা নম্বর লিখুন',
  heading: {
    number: 'নম্বর',
    teammates: 'সহকর্মী',
    contacts: 'কন্টাক্ট',
    groups: 'গ্রুপ',
    userGroups: 'ইউজার গ্রুপ',
    rotas: 'ডিউটি রোস্টার',
  },
  textNumber: 'এই নম্বরে পাঠান',
  people: count => say`${count} জন`,
  onCall: name => (name === null ? 'কেউ ডিউটিতে নেই' : `ডিউটিতে ${name}`),
  doNotTextList: 'এসএমএস পাঠাবেন না',
};

const several: Words['several'] = {
  going: ({ actor, to }) => `:hourglass_flowing_sand: ${did(actor, 'এসএমএস পাঠাচ্ছেন')}: *${to}*`,
  ended: ({ actor, to, isSent }) =>
    isSent
      ? `:white_check_mark: ${did(actor, 'এসএমএস পাঠিয়েছেন')}: *${to}*`
      : `:warning: ${of(actor)} এসএমএস: *${to}*`,
  facts: ({ parts, cost, balance }) => [say`${parts} পার্ট`, ...paid(cost, balance)].join(' · '),
  undo: inMs => `${age(inMs)} পরে যাবে।`,
  held: ({ why, fix, until }) => `:hourglass: ${timeOf(until)} পর্যন্ত অপেক্ষা করা হবে: ${why}; ${fix}।`,
  leftOut: ({ recipients, more, because }) =>
    `• ${recipients.join(', ')}${more > 0 ? say` ও আরও ${more} জন` : ''}: ${because}`,
  moreReasons: count => say`• আরও ${count}টি`,
  uncertain: ({ number, because }) =>
    `:grey_question: *${number}*: এসএমএস গেছে কি না নিশ্চিত নয়: ${because}। এটি নিজে থেকে আবার যাবে না।`,
  moreUncertain: count =>
    say`আরও ${count}টি এসএমএস গেছে কি না নিশ্চিত নয়। ওপরেরগুলো নিয়ে কী করবেন ঠিক করলে বাকিগুলো এখানে আসবে।`,
  sentAgain: 'গেছে কি না নিশ্চিত নয়, আবার পাঠানো হয়েছে: আলাদা পোস্টে দেখুন',
  ask({ to, recipients, parts, cost, balance }) {
    const price = cost === null ? 'খরচ এখনো জানা নেই' : `খরচ প্রায় ${inCredits(cost)}`;
    const last =
      balance === null
        ? 'ব্যালেন্স এখনো জানা নেই।'
        : `${age(balance.ageMs)} আগে ব্যালেন্স ছিল ${inCredits(balance.amount)}।`;
    return say`*${to}*: পাঠাবেন? প্রাপক ${recipients} জন · ${parts} পার্ট · ${price}। ${last}`;
  },
  eachGets: message =>
    `সবাই পাবেন: “${message}”। শুধু প্রথমজনকে পাঠাতে চাইলে আর পরের নামটি মেসেজের অংশ হলে, এটি পাঠাবেন না; দুই নামের মাঝে একটি শব্দ লিখুন।`,
  longest: message => `লেখাগুলোর মধ্যে সবচেয়ে লম্বাটি: “${message}”`,
  tooFewCredits: ':warning: খরচ শেষ জানা ব্যালেন্সের চেয়ে বেশি। কিছু এসএমএস অপেক্ষায় থাকতে পারে।',
  repeats: ({ agoMs, byYou, actor }) =>
    `:warning: ${age(agoMs)} আগে তাঁদের অন্তত একজনকে একই এসএমএস ${byYou ? 'আপনি পাঠিয়েছেন' : did(actor, 'পাঠিয়েছেন')}।`,
  unknown: count =>
    say`${count} জনের নম্বর Slack এখনো জানায়নি। হিসাবে তাঁরাও আছেন; পাঠানোর সময় Slack-কে আবার জিজ্ঞেস করা হবে।`,
  who: ({ name, near, more }) =>
    `${near === null ? `এখানে “${name}” নামে একাধিক ব্যক্তি, গ্রুপ বা রোস্টার আছে। কাকে পাঠাবেন?` : `এখানে “${name}” নামে কেউ নেই। আপনি কি এঁদের কারও নাম লিখতে চেয়েছেন? যাঁকে বেছে নেবেন তিনি পাবেন: “${near}”`}${more > 0 ? say` আরও ${more}টি এখানে দেখানো হয়নি: শুধু \`/sms\` লিখে ফর্মে খুঁজুন, অথবা নম্বর লিখুন।` : ''}`,
  group: ({ name, size }) => say`*${name}*, ${size} জনের গ্রুপ`,
  rota: name => `*${name}*: যিনি ডিউটিতে আছেন`,
  nobody: 'প্রাপকদের কাউকে এসএমএস পাঠানো যাবে না। কিছু পাঠানো হয়নি।',
  further: ({ first, numbers, message, typed }) =>
    [
      numbers.length === 1
        ? `এখানে দুটি নম্বর আছে: *${first}* ও *${numbers.join(', ')}*।`
        : say`এখানে ${numbers.length + 1}টি নম্বর আছে: *${[first, ...numbers].join(', ')}*।`,
      message === null
        ? `বাকিটুকু কি *${first}* নম্বরে যাবে: “${typed}”?`
        : `${numbers.length === 1 ? 'দুটিতেই' : 'সবগুলোতেই'} কি “${message}” যাবে, নাকি শুধু প্রথমটিতে, তার পরে যা আছে সব মিলিয়ে: “${typed}”?`,
    ].join(' '),
  named: (some, more) => say`${some} ও আরও ${more} জন`,
  andTyped: (to, lines) => say`${to === '' ? '' : `${to} ও `}টাইপ করা ${lines}টি লাইন`,
  sending: to => `পাঠানো হচ্ছে: ${to}।`,
  notSent: 'কিছু পাঠানো হয়নি।',
  button: {
    send: 'পাঠান',
    dontSend: 'পাঠাবেন না',
    choose: 'পাঠান',
    cancel: 'অপেক্ষায় থাকাগুলো বাতিল করুন',
    undo: 'আনডু',
    toAll: count => say`${count}টি নম্বরেই পাঠান`,
    onlyFirst: 'শুধু প্রথম নম্বরে পাঠান',
  },
};

const uses: Words['uses'] = {
  named: used => {
    const schedules = used.filter(({ kind }) => kind === 'schedule').length;
    const all = [
      ...used.flatMap(({ kind, name }) => (kind === 'schedule' ? [] : `“${name}” ${USERS[kind]}`)),
      ...(schedules > 0 ? [say`${schedules}টি শিডিউল করা এসএমএস`] : []),
    ];
    const more = all.length - NAMED_USES;
    const shown = more > 0 ? [...all.slice(0, NAMED_USES), say`আরও ${more}টি`] : all;
    return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} ও ${shown.at(-1)}`;
  },
  inUse: ({ name, uses }) =>
    `:warning: মুছে ফেলা হয়নি: “${name}” এখানে ব্যবহার হচ্ছে: ${uses}। আগে সেখান থেকে বাদ দিন।`,
};
const USERS = { hook: 'হুক', page: '(শেষ হয়নি)', policy: 'এসকেলেশন পলিসি', rota: 'রোস্টার' };
const NAMED_USES = 10;

export const bn: Words = {
  ...receipts,
  ...problems,
  ...story,
  commands,
  compose,
  search,
  several,
  uses,
  textAudit,
};
