import { age, mention, plural, when } from '../english.ts';
import { receipts } from '../receipts/en.ts';
import type { CommandsWording } from './types.ts';

/** English. */
export const commands: CommandsWording = {
  help: command =>
    [
      '*Text a Bangladesh mobile from Slack*',
      `• \`${command} 01712345678 Hello\` sends a text; the receipt with cost and balance comes to the channel`,
      `• \`${command} @teammate Hello\` texts the number in their Slack profile`,
      `• \`${command}\` alone opens a form that shows parts and cost as you type; “Text this…” in a message’s menu opens it with that message`,
      `• \`${command} balance\` shows the balance after the last text`,
      `• \`${command} log\` shows your last texts`,
      `• \`${command} link\` and \`${command} unlink\` are for admins: the workspace’s API key`,
      `• \`${command} settings\` is for admins and managers: who may send, where, and how much`,
      `• \`${command} hooks\` is for them too: addresses that text the alerts of Alertmanager, Grafana and others`,
    ].join('\n'),
  balance: known =>
    known
      ? `Balance: *${known.amount}*, as the SMS service said ${age(known.ageMs)} ago, after the last text.`
      : 'The balance is not known yet: the SMS service tells it with the first text.',
  held: (because, waiting) => `${plural(waiting, 'text')} waiting: ${because}.`,
  linkedBy: (by, at) => `API key linked by ${mention(by)}, ${when(at)}.`,
  noLog: 'No texts yet.',
  log: lines => ['*Your last texts*', ...lines].join('\n'),
  logLine: ({ at, number, actor, state, parts, cost, logId }) =>
    [
      `${when(at)} *${number}* ${receipts.state[state]}`,
      mention(actor),
      plural(parts, 'part'),
      ...(cost === null ? [] : [`cost ${cost}`]),
      ...(logId === null ? [] : [`log #${logId}`]),
    ].join(' · '),
  modalDidNotOpen: command => `Slack did not open the form. Type \`${command}\` once more.`,
};
