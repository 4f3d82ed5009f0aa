import { age, mention, when } from '../bangla.ts';
import { receipts } from '../receipts/bn.ts';
import type { CommandsWording } from './types.ts';

/** Bangla. */
export const commands: CommandsWording = {
  help: command =>
    [
      '*Slack থেকে বাংলাদেশের মোবাইলে এসএমএস*',
      `• \`${command} 01712345678 হ্যালো\` লিখলে এসএমএস যায়। খরচ ও ব্যালেন্সসহ রসিদ চ্যানেলে আসে`,
      `• \`${command} রানু বেগম হ্যালো\`: এই নামের কন্টাক্টকে এসএমএস যাবে; \`${command} মাঠকর্মী হ্যালো\` লিখলে খরচ দেখানোর পর পুরো গ্রুপকে`,
      `• \`${command} @সহকর্মী হ্যালো\` লিখলে তাঁর Slack প্রোফাইলের নম্বরে এসএমএস যায়`,
      `• শুধু \`${command}\` লিখলে একটি ফর্ম খোলে, তাতে লেখার সঙ্গে সঙ্গে পার্ট ও খরচ দেখা যায়। Slack-এর কোনো মেসেজ পাঠাতে তার মেনু থেকে “Text this…” বেছে নিন`,
      `• \`${command} broadcast\` লিখলে একসঙ্গে অনেকজনকে এসএমএস পাঠানো যায়, চাইলে প্রত্যেকের নামসহ; পাঠানোর আগে সব দেখে নেওয়া যায়`,
      `• \`${command} later\` লিখলে পরে পাঠানোর ফর্ম খোলে, একবার বা বারবার; \`${command} scheduled\` লিখলে সামনে যা যাবে তা দেখা যায়`,
      `• \`${command} oncall\` দেখায় কে এখন ডিউটিতে আছেন; রোস্টারের নাম লিখে পাঠালে তাঁর কাছেই এসএমএস যায়`,
      `• \`${command} people\`, \`${command} import\` আর \`${command} templates\` লিখলে খোলে কন্টাক্ট ও গ্রুপ, ফাইল থেকে ইমপোর্ট, আর টেমপ্লেট`,
      `• \`${command} balance\` লিখলে শেষ এসএমএসের পরের ব্যালেন্স দেখা যায়`,
      `• \`${command} log\` লিখলে আপনার শেষ এসএমএসগুলো দেখা যায়`,
      `• \`${command} link\` ও \`${command} unlink\` (অ্যাডমিনদের জন্য) ওয়ার্কস্পেসের API কী যুক্ত করে বা সরায়`,
      `• \`${command} settings\` (অ্যাডমিন ও ম্যানেজারদের জন্য) কে, কোথা থেকে, কতগুলো এসএমএস পাঠাতে পারবেন, তা ঠিক করে`,
      `• \`${command} hooks\` (অ্যাডমিন ও ম্যানেজারদের জন্য) Alertmanager, Grafana ইত্যাদির অ্যালার্ট এসএমএসে পাওয়ার ব্যবস্থা করে`,
    ].join('\n'),
  balance: known =>
    known
      ? `ব্যালেন্স: *${known.amount}*, ${age(known.ageMs)} আগে ওয়ার্কস্পেসের শেষ এসএমএসের পরে।`
      : 'ব্যালেন্স এখনো জানা নেই। ওয়ার্কস্পেসের প্রথম এসএমএসের পরে দেখতে পাবেন।',
  noKey:
    'এখনো কোনো ব্যালেন্স নেই, কারণ এই ওয়ার্কস্পেসে কোনো API কী যুক্ত নেই। একজন ওয়ার্কস্পেস অ্যাডমিন `/sms link` লিখে যুক্ত করতে পারেন।',
  textNumber: number => `${number} নম্বরে পাঠান…`,
  held: ({ why, fix }, waiting) => `${waiting}টি এসএমএস অপেক্ষায় আছে: ${why}; ${fix}।`,
  linkedBy: (by, at) => `API কী যুক্ত করেছেন ${mention(by)}, ${when(at)}।`,
  noLog: 'এখনো কোনো এসএমএস নেই।',
  log: lines => ['*আপনার শেষ এসএমএসগুলো*', ...lines].join('\n'),
  logLine: ({ at, number, actor, state, parts, cost, logId }) =>
    [
      `${when(at)} *${number}* ${receipts.state[state]}`,
      mention(actor),
      `${parts} পার্ট`,
      ...(cost === null ? [] : [`খরচ ${cost}`]),
      ...(logId === null ? [] : [`লগ #${logId}`]),
    ].join(' · '),
  unreadable: ids =>
    `:warning: ${ids.length}টি এসএমএস আর পড়া যাচ্ছে না। অ্যাপটি যিনি চালান তাঁকে এই আইডি দিয়ে বিষয়টি দেখতে বলুন: ${ids.map(id => `\`${id}\``).join(', ')}।`,
  modalDidNotOpen: command =>
    `Slack ফর্মটি খোলেনি। ${command === null ? 'বোতামটি আবার চাপুন' : `\`${command}\` আবার লিখুন`}।`,
};
