import { age, mention, plural, when } from '../english.ts';
import { receipts } from '../receipts/en.ts';
import type { CommandsWording } from './types.ts';

/** English. */
export const commands: CommandsWording = {
  help: command =>
    [
      '*Text a Bangladesh mobile from Slack*',
      `• \`${command} 01712345678 Hello\` sends a text. The receipt appears in the channel, with the cost and your balance`,
      `• \`${command} Ranu Begum Hello\` texts the contact with that name, and \`${command} field-team Hello\` a group, after showing you what it costs`,
      `• \`${command} @teammate Hello\` texts the number in their Slack profile`,
      `• \`${command}\` on its own opens a form that shows the parts and the cost as you type. To text a message from Slack, choose “Text this…” in its menu`,
      `• \`${command} broadcast\` texts many people at once, each by name if you like, after showing you everything`,
      `• \`${command} later\` opens the form for a text that goes out later, once or again and again, and \`${command} scheduled\` lists what is to come`,
      `• \`${command} oncall\` shows who is on call; a text to a rota’s name goes to that person`,
      `• \`${command} people\`, \`${command} import\` and \`${command} templates\` open what they name: contacts and groups, people from a file, and texts you use often`,
      `• \`${command} balance\` shows your balance after the last text`,
      `• \`${command} log\` lists your last texts`,
      `• \`${command} link\` and \`${command} unlink\` (for admins) link or unlink the workspace’s API key`,
      `• \`${command} settings\` (for admins and managers) sets who can send texts, where from and how many`,
      `• \`${command} hooks\` (for admins and managers) sets up alerts by text from Alertmanager, Grafana and other tools`,
    ].join('\n'),
  balance: known =>
    known
      ? `Balance: *${known.amount}*, after your workspace’s last text ${age(known.ageMs)} ago.`
      : 'Your balance isn’t known yet. You’ll see it after your workspace’s first text.',
  noKey:
    'There’s no balance yet, because no API key is linked to this workspace. A workspace admin can link one with `/sms link`.',
  textNumber: number => `Text ${number}…`,
  held: ({ why, fix }, waiting) => `${plural(waiting, 'text')} on hold: ${why}; ${fix}.`,
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
  unreadable: ids =>
    `:warning: ${plural(ids.length, 'text')} can’t be read any more. Ask whoever runs this app to look into it, and give them ${ids.length === 1 ? 'this ID' : 'these IDs'}: ${ids.map(id => `\`${id}\``).join(', ')}.`,
  modalDidNotOpen: command =>
    `Slack didn’t open the form. ${command === null ? 'Press the button' : `Type \`${command}\``} again.`,
};
