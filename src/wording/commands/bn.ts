import { age, mention, when } from '../bangla.ts';
import { receipts } from '../receipts/bn.ts';
import type { CommandsWording } from './types.ts';

/** Bangla. */
export const commands: CommandsWording = {
  help: command =>
    [
      '*Slack থেকে বাংলাদেশের মোবাইলে এসএমএস*',
      `• \`${command} 01712345678 হ্যালো\` এসএমএস পাঠায়; খরচ ও ব্যালেন্সসহ রসিদ চ্যানেলে আসে`,
      `• \`${command} @সহকর্মী হ্যালো\` তাঁর Slack প্রোফাইলের নম্বরে পাঠায়`,
      `• শুধু \`${command}\` লিখলে একটি ফর্ম খোলে, লেখার সঙ্গে সঙ্গে অংশ ও খরচ দেখায়; কোনো বার্তার মেনুতে “Text this…” দিলে সেই বার্তাসহ খোলে`,
      `• \`${command} balance\` শেষ এসএমএসের পরের ব্যালেন্স দেখায়`,
      `• \`${command} log\` আপনার শেষ এসএমএসগুলো দেখায়`,
      `• \`${command} link\` ও \`${command} unlink\` অ্যাডমিনদের জন্য: ওয়ার্কস্পেসের API কী`,
      `• \`${command} settings\` অ্যাডমিন ও ম্যানেজারদের জন্য: কে, কোথা থেকে, কতটা পাঠাতে পারবেন`,
      `• \`${command} hooks\` তাঁদের জন্যই: যেসব ঠিকানায় Alertmanager, Grafana ইত্যাদির অ্যালার্ট এলে এসএমএস যায়`,
    ].join('\n'),
  balance: known =>
    known
      ? `ব্যালেন্স: *${known.amount}*, শেষ এসএমএসের পরে সেবা যা জানিয়েছে, ${age(known.ageMs)} আগে।`
      : 'ব্যালেন্স এখনো জানা নেই: প্রথম এসএমএসের সঙ্গে সেবা তা জানায়।',
  held: (because, waiting) => `${waiting}টি এসএমএস অপেক্ষায়: ${because}।`,
  linkedBy: (by, at) => `API কী যুক্ত করেছেন ${mention(by)}, ${when(at)}।`,
  noLog: 'এখনো কোনো এসএমএস নেই।',
  log: lines => ['*আপনার শেষ এসএমএসগুলো*', ...lines].join('\n'),
  logLine: ({ at, number, actor, state, parts, cost, logId }) =>
    [
      `${when(at)} *${number}* ${receipts.state[state]}`,
      mention(actor),
      `${parts} অংশ`,
      ...(cost === null ? [] : [`খরচ ${cost}`]),
      ...(logId === null ? [] : [`লগ #${logId}`]),
    ].join(' · '),
  modalDidNotOpen: command => `Slack ফর্মটি খোলেনি। \`${command}\` আরেকবার লিখুন।`,
};
