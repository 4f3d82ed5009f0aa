import { mention, plural, when } from '../english.ts';
import type { HooksWording } from './types.ts';

/** English. */
export const hooks: HooksWording = {
  title: 'Alert hooks',
  intro:
    'A hook is an address that Alertmanager, Grafana or any program calls; it texts who should know, and says in a channel what became of it.',
  none: 'There are no hooks yet.',
  newHook: 'New hook',
  change: 'Change',
  revoke: 'Revoke',
  confirmRevoke: {
    title: 'Revoke this hook?',
    text: name =>
      `Alerts sent to “${name}” are refused from now on, and its texts that are held back are not sent. This can’t be undone.`,
    confirm: 'Revoke',
    deny: 'Keep it',
  },
  line: ({ name, channel, to, severities, quiet, by, at }) =>
    [
      `*${name}* in <#${channel}>`,
      `Texts ${to}`,
      `For ${severities}${quiet ? `; quiet from ${quiet.from} to ${quiet.to} except critical` : ''}`,
      `Made by ${mention(by)}, ${when(at)}`,
    ].join('\n'),
  revoked: name => `:white_check_mark: *${name}* is revoked: alerts sent to it are refused.`,
  gone: 'There is no such hook any more: somebody revoked it. Nothing was changed.',
  tooMany: 'This workspace has as many hooks as it may have. Revoke one that is not used. Nothing was made.',
  formTitle: { make: 'New hook', change: 'Change the hook' },
  make: 'Make the hook',
  saved: name => `:white_check_mark: *${name}* is saved. Its address and token are the same as before.`,
  changedMeanwhile:
    ':warning: Not saved yet: somebody changed this hook while you had it open. Save again to put yours in its place.',
  made: name => `:white_check_mark: *${name}* is made.`,
  onlyOnce:
    ':warning: Copy the token now: it is shown this once and never again. Whoever has it can text at your cost.',
  address: 'Address',
  token: 'Token, sent as “Authorization: Bearer”',
  tryIt: 'Try it: this line sends a text',
  tryMessage: 'A test of this hook',
  unseen: name =>
    `The hook *${name}* is made, but Slack did not confirm that its token was shown to you. If you have not seen it, revoke the hook and make a new one: the token is kept nowhere.`,
  madeBefore:
    'This form has made its hook already. If you have not seen its token, revoke the hook and make a new one: the token is kept nowhere.',
  severity: { critical: 'Critical', error: 'Error', warning: 'Warning', info: 'Info', none: 'None given' },
  field: {
    name: { label: 'Name', hint: 'As it stands in posts, such as “Prometheus”.' },
    numbers: {
      label: 'Numbers and lists to text',
      hint: 'One a line or with commas between: numbers written in any way, and names of this workspace’s lists.',
    },
    people: { label: 'Teammates to text', hint: 'At the number of their Slack profile.' },
    groups: { label: 'User groups to text', hint: 'Whoever is in the group when an alert comes.' },
    channel: { label: 'Channel for its posts', hint: 'Invite the app to a private channel first.' },
    severities: {
      label: 'Severities that are texted',
      hint: 'The others are only posted in the channel.',
    },
    quietFrom: {
      label: 'Quiet from',
      hint: 'Bangladesh time. Only critical alerts are texted then. Leave both empty, or choose the same time twice, for none.',
    },
    quietTo: { label: 'Quiet until' },
    also: {
      label: 'Also text',
      resolved: 'when an alert is over',
      reminders: 'reminders while an alert goes on',
    },
    language: { label: 'Language of its texts', workspace: 'As the workspace' },
    firing: {
      label: 'Text of an alert',
      hint: 'Empty: the standard text. May hold {{ alert }}, {{ summary }}, {{ severity }}, {{ count }}, {{ labels.instance }}, {{ annotations.description or summary }} and the like.',
    },
    resolved: { label: 'Text when it is over', hint: 'Empty: the standard text.' },
  },
  preview: {
    title: '*Preview*, with an alert that is made up',
    firing: 'When it fires:',
    resolved: 'When it is over:',
    toAll: ({ numbers, cost }) =>
      `One alert goes to *${plural(numbers, 'number')}*${cost === null ? '' : `: about *${cost}* in all`}`,
    leftOut: ({ who, because }) => `:warning: Would not be texted: ${who} (${because})`,
  },
  wrong: {
    name: 'Give the hook a name of at most 60 characters.',
    nobody: 'Name at least one number or list here, or choose a teammate or a user group below.',
    tooMany: limit => `Too many: at most ${limit} in all. Put the numbers into a list and name that.`,
    tooManyPeople: (people, limit) =>
      `These are ${people} people, and a hook may text ${limit} at most. Take out some numbers, lists or teammates.`,
    lists: names =>
      `No list of this workspace is called ${names.map(name => `“${name}”`).join(', ')}. Teammates and user groups are chosen below.`,
    channel: 'Choose a channel.',
    severities: 'Choose at least one.',
    quiet: 'Choose both times, or neither.',
    unknownName: name =>
      `“${name}” is nothing that a text can name. There are alert, summary, severity, status, count, more, hook, title, message, value, labels.… and annotations.…`,
    unclosed: 'After “{{” and a name comes “}}”: one of them is missing.',
    templateTooLong: 'This is too long: at most 2000 characters.',
  },
};
