import { mention, plural, quoted, when } from '../english.ts';
import type { HooksWording } from './types.ts';

/** English. */
export const hooks: HooksWording = {
  title: 'Alert hooks',
  intro:
    'A hook is an address that Alertmanager, Grafana or any other program can call. It texts the people you choose, and posts in a channel what happened.',
  none: 'There are no hooks yet.',
  newHook: 'New hook',
  change: 'Change',
  revoke: 'Revoke',
  confirmRevoke: {
    title: 'Revoke this hook?',
    text: name =>
      `From now on, alerts sent to “${name}” will be refused, and texts it’s holding back won’t be sent. You can’t undo this.`,
    confirm: 'Revoke',
    deny: 'Keep it',
  },
  line: ({ name, channel, to, severities, quiet, by, at }) =>
    [
      `*${name}* in <#${channel}>`,
      `Texts ${to}`,
      `For ${severities}${quiet ? `; only critical alerts from ${quiet.from} to ${quiet.to}` : ''}`,
      `Created by ${mention(by)}, ${when(at)}`,
    ].join('\n'),
  revoked: name => `:white_check_mark: *${name}* is revoked. Alerts sent to it will be refused.`,
  gone: 'This hook no longer exists: somebody revoked it. Nothing was changed.',
  tooMany:
    'This workspace has as many hooks as it can have, so nothing was created. Revoke one that you don’t use, then try again.',
  formTitle: { make: 'New hook', change: 'Change hook' },
  make: 'Create hook',
  saved: name => `:white_check_mark: *${name}* is saved. Its address and token haven’t changed.`,
  changedMeanwhile:
    ':warning: Not saved yet: somebody changed this hook while you had it open. If you save again, your changes replace theirs.',
  made: name => `:white_check_mark: *${name}* is ready.`,
  onlyOnce:
    ':warning: Copy the token now: it’s only shown this once. Anyone who has it can send texts at your cost.',
  address: 'Address',
  noAddress:
    ':warning: This app doesn’t know the address at which others reach it. Ask whoever runs it to set `PUBLIC_URL` to an https address; the hook’s address is that, followed by:',
  token: 'Token, sent as “Authorization: Bearer”',
  secretAddress:
    'For programs that can’t send a header: address and token in one. Take the header where you can, because addresses end up in logs.',
  secret: 'Only for GitHub, which can’t send a token: the webhook’s “Secret”. It’s shown only this once, too',
  tryIt: 'Try it out: this command sends a text',
  tryMessage: 'A test of this hook',
  unseen: name =>
    `The hook *${name}* is ready, but Slack didn’t confirm that it showed you the token. If you haven’t seen it, revoke the hook and create a new one: the token isn’t stored anywhere.`,
  madeBefore:
    'You’ve already created a hook with this form. If you haven’t seen its token, revoke the hook and create a new one: the token isn’t stored anywhere.',
  severity: { critical: 'Critical', error: 'Error', warning: 'Warning', info: 'Info', none: 'No severity' },
  field: {
    name: { label: 'Name', hint: 'Shown in posts, for example “Prometheus”.' },
    recipients: {
      label: 'Who gets a text',
      hint: 'Search for teammates, contacts, groups, user groups and rotas by name, or type whole numbers, one after the other. Whoever is in a group or on call when an alert comes in gets the text.',
    },
    channel: {
      label: 'Channel to post in',
      hint: 'The app has to be in the channel: type /invite there, followed by its name.',
    },
    severities: {
      label: 'Severities to text',
      hint: 'Other alerts are only posted in the channel.',
    },
    quietFrom: {
      label: 'Quiet hours from',
      hint: 'Bangladesh time. During quiet hours, only critical alerts are texted. For no quiet hours, leave both empty or choose the same time twice.',
    },
    quietTo: { label: 'Quiet hours until' },
    also: {
      label: 'Also text',
      resolved: 'when an alert is resolved',
      reminders: 'reminders while an alert is still firing',
    },
    language: { label: 'Language of its texts', workspace: 'Same as the workspace' },
    template: {
      label: 'Template',
      hint: 'In place of the two texts below. It can use {alert}, {place}, {summary}, {severity}, {status}, {count}, {more}, {hook}, {title}, {message}, {value}, and with a fallback what your contacts have, like {name|colleague}.',
      none: 'None',
    },
    firing: {
      label: 'Text for an alert',
      hint: 'Leave empty for the standard text. You can use {{ alert }}, {{ summary }}, {{ severity }}, {{ count }}, {{ labels.instance }}, {{ annotations.description or summary }} and more.',
    },
    resolved: { label: 'Text when it’s resolved', hint: 'Leave empty for the standard text.' },
  },
  subscription: {
    asks: ({ hook, topic }) =>
      `:bell: Amazon SNS asks whether the topic ${topic} may send alerts to the hook *${hook}*. An admin or a manager can confirm it.`,
    confirm: 'Confirm',
    confirmed: topic => `:white_check_mark: Confirmed: the topic ${topic} sends its alerts here from now on.`,
    failed: topic =>
      `:warning: Amazon didn’t accept it: the topic ${topic} isn’t confirmed yet. Press again, or ask for it again there.`,
    gone: topic => `Nobody asks about the topic ${topic} any more. Ask for the confirmation again at Amazon.`,
  },
  channelCheck: {
    works: 'Only you see this: I can post here. Alerts and hand-overs will show up in this channel.',
    absent: ({ channel, app }) =>
      `:warning: I’m not in <#${channel}>, so my posts would come to you instead. Go there and type \`/invite\` ${app === null ? 'and this app’s name' : mention(app)}.`,
  },
  preview: {
    title: '*Preview*, with a made-up alert',
    firing: 'When it fires:',
    resolved: 'When it’s resolved:',
    toAll: ({ numbers, cost }) =>
      `One alert goes to *${plural(numbers, 'number')}*${cost === null ? '' : `: about *${cost}* in total`}`,
    leftOut: ({ who, because }) => `:warning: Won’t get a text: ${who} (${because})`,
  },
  wrong: {
    name: 'Enter a name of up to 60 characters.',
    nobody: 'Choose at least one recipient: search for a name, or type a number.',
    tooMany: limit =>
      `Too many: the limit is ${limit} in total. Put people in a group, and choose it here instead.`,
    tooManyPeople: (people, limit) =>
      `That’s ${people} people, and a hook can text ${limit} at most. Remove some numbers, groups or teammates.`,
    unknown: names =>
      `Nobody here is called ${names.map(name => `“${name}”`).join(' or ')} any more. Remove ${names.length === 1 ? 'it' : 'them'}, or choose somebody else.`,
    shared: names =>
      `More than one person, group or rota here is called ${names.map(name => `“${name}”`).join(' or ')}. Use the number instead.`,
    channel: 'Choose a channel.',
    severities: 'Choose at least one.',
    quiet: 'Choose both times, or neither.',
    unknownName: name =>
      `You can’t use “${name}” in a text. You can use alert, place, summary, severity, status, count, more, hook, title, message, value, labels.… and annotations.…`,
    unclosed: 'A “{{” or a “}}” is missing. Write names like this: {{ alert }}',
    templateTooLong: 'This is too long: the limit is 2000 characters.',
    templateGone: 'This template no longer exists. Choose another one, or none.',
    templateStops: 'Alerts can’t have a link to stop them. Choose a template without {stop}.',
    templateNeeds: columns =>
      `An alert must not wait for what nobody has filled in. In the template, add a fallback for ${columns.map(quoted).join(', ')}, like {${columns[0] ?? 'name'}|-}, or choose another one.`,
  },
};
