import { mention, numberFault, plural } from '../english.ts';
import type { SettingsWording } from './types.ts';

const group = (id: string): string => `<!subteam^${id}>`;
const channel = (id: string): string => `<#${id}>`;

/** English. */
export const settings: SettingsWording = {
  title: 'SMS settings',
  intro: 'Who may text from this workspace, where, and how much. A change counts at once.',
  change: 'Change',
  back: 'Back',
  save: 'Save',
  saveAnyway: 'Save it all the same',
  oneMoment: 'One moment…',
  saved: ':white_check_mark: Saved.',
  nothingChanged: 'These settings are saved as they stand: there was nothing to change.',
  notSaved: because => `:warning: Not saved yet: ${because} What you typed is still here.`,
  storeAway: 'this app can’t reach its store just now. Try again in a minute.',
  saveUnsure: ':warning: This app couldn’t confirm that this was saved. Wait a minute, then save it again.',
  lookOnceMore:
    ':warning: Not saved yet. Look once more: this reaches more people, may cost more, or can’t be undone.',
  changedMeanwhile:
    ':warning: Not saved yet: somebody changed these settings while you had them open. Yours would replace theirs:',
  group: {
    senders: 'Who may send',
    channels: 'Channels and receipts',
    limits: 'Limits',
    privacy: 'Privacy and language',
    blocklist: 'Blocked numbers',
    managers: 'Managers',
  },
  name: {
    senders: 'May send',
    guests: 'Guests',
    otherTeams: 'People of other workspaces (Slack Connect)',
    channels: 'Channels',
    receipts: 'Receipts',
    maskNumbers: 'Numbers',
    language: 'Language',
    personCap: 'Each person, a day',
    workflowCap: 'All workflows, a day',
    workspaceCap: 'The whole workspace, a day',
    blocklist: 'Never texted',
    retentionDays: 'Texts are kept for',
    lowBalance: 'Warn admins of a low balance',
    managers: 'Managers',
  },
  value: {
    senders: who => {
      if (who === null) return 'everyone in this workspace';
      return [...who.people.map(mention), ...who.groups.map(group)].join(', ') || 'nobody';
    },
    may: may => (may ? 'may send' : 'may not send'),
    channels: ids => (ids === null ? 'every channel' : ids.map(channel).join(', ') || 'none'),
    receipts: { channel: 'in the channel, for all to see', sender: 'only to who sent it' },
    masked: masked => (masked ? 'masked, such as 017••••5678' : 'shown whole'),
    language: name => name ?? 'the server’s own',
    cap: ({ texts, credits }) =>
      [
        ...(texts === null ? [] : [plural(texts, 'text')]),
        ...(credits === null ? [] : [`${credits} credits`]),
      ].join(' and ') || 'no limit',
    days: days => plural(days, 'day'),
    below: amount => (amount === null ? 'never' : `below ${amount} credits`),
    people: ids => ids.map(mention).join(', ') || 'nobody beside the admins',
    numbers: count => (count === 0 ? 'no number' : plural(count, 'number')),
  },
  changed: {
    value: ({ name, from, to }) => `*${name}*: ${from} → ${to}`,
    list: ({ name, came, left }) =>
      `*${name}*: ${[
        ...(came.length > 0 ? [`added ${came.join(', ')}`] : []),
        ...(left.length > 0 ? [`removed ${left.join(', ')}`] : []),
      ].join('; ')}`,
  },
  field: {
    who: {
      label: 'Who may send texts',
      everyone: 'Everyone in this workspace',
      chosen: 'Only the people and user groups chosen below',
    },
    people: { label: 'People' },
    groups: { label: 'User groups', hint: 'Whoever is in the group at the moment of sending.' },
    others: {
      label: 'Also',
      guests: 'Guests may send',
      otherTeams: 'People of other workspaces may send (Slack Connect)',
    },
    where: {
      label: 'Where texts may be sent from',
      every: 'Every channel',
      chosen: 'Only the channels chosen below',
    },
    channels: { label: 'Channels', hint: 'You see those here that you can see in Slack.' },
    receipts: {
      label: 'Receipts appear',
      channel: 'In the channel, for all to see',
      sender: 'Only to who sent the text',
    },
    personTexts: { label: 'Texts a day, for each person', hint: 'Empty: no limit.' },
    personCredits: { label: 'Credits a day, for each person', hint: 'Empty: no limit.' },
    workflowTexts: { label: 'Texts a day, for all workflows together', hint: 'Empty: no limit.' },
    workflowCredits: { label: 'Credits a day, for all workflows together', hint: 'Empty: no limit.' },
    workspaceTexts: { label: 'Texts a day, for the whole workspace', hint: 'Empty: no limit.' },
    workspaceCredits: { label: 'Credits a day, for the whole workspace', hint: 'Empty: no limit.' },
    lowBalance: {
      label: 'Warn admins when the balance falls below',
      hint: 'In credits. Empty: no warning.',
    },
    mask: {
      label: 'Numbers in Slack',
      masked: 'Masked, such as 017••••5678',
      whole: 'Shown whole, to everyone who sees the receipt',
    },
    retention: {
      label: 'Keep texts and numbers for how many days',
      hint: 'From 1 to 365. Older ones are deleted for good.',
    },
    language: { label: 'Language of the workspace', default: 'As this server is set up' },
    blocklist: { label: 'Numbers that are never texted', hint: 'One number a line, written in any way.' },
    moreNumbers: { label: 'More numbers', hint: 'One number a line, written in any way.' },
    managers: { label: 'People who may change these settings' },
  },
  note: {
    noGroupsListed:
      'Slack did not list this workspace’s user groups just now; those chosen earlier are kept as they are.',
    noGroups: 'This workspace has no user groups.',
    limits: 'A day is a day in Bangladesh. What a limit would exceed is refused, and the sender is told.',
    managers:
      'Managers see and change everything here but this list, and read the audit log. The API key stays with the workspace’s admins.',
  },
  wrong: {
    nobodyChosen: 'Choose at least one person or user group, or let everyone send.',
    noChannelChosen: 'Choose at least one channel, or allow every channel.',
    chosenInVain: 'You chose some below: say here that only they may, or take them away below.',
    tooMany: limit => `Too many: at most ${limit}.`,
    count: 'Write a whole number such as 20, or leave it empty for no limit.',
    credits: 'Write an amount such as 50 or 12.50, or leave it empty.',
    days: (min, max) => `Write a whole number of days from ${min} to ${max}.`,
    numbers: (bad, more) =>
      `Can’t be texted: ${bad.map(({ typed, why }) => `“${typed}” (${numberFault[why]})`).join(', ')}${more > 0 ? ` and ${plural(more, 'more line')}` : ''}.`,
  },
};
