import type { NumberFault } from '../../../kit/number.ts';
import { harmless } from '../../../kit/slack-text.ts';
import {
  inCredits,
  mention,
  n,
  numberFault,
  plural,
  tooManyHere,
  WEEKDAYS,
} from '../../../kit/words/english.ts';
import { LANGUAGE_NAMES } from '../../../kit/words/wording.ts';
import { MAX_SIGN_OFF, type SettingWords } from '../../settings.ts';

const weekday = (day: number): string => WEEKDAYS[day] ?? '';

const group = (id: string): string => `<!subteam^${id}>`;

const channel = (id: string): string => `<#${id}>`;

const permission = (permission: boolean): string => (permission ? 'can send' : 'can’t send');

const cap = ({ texts, credits }: { texts: number | null; credits: string | null }): string =>
  [
    ...(texts === null ? [] : [plural(texts, 'text')]),
    ...(credits === null ? [] : [inCredits(credits)]),
  ].join(' and ') || 'no limit';

const value: SettingWords = {
  senders: senders => {
    if (senders === null) return 'everyone in this workspace';
    return [...senders.people.map(mention), ...senders.groups.map(group)].join(', ') || 'nobody';
  },
  guests: permission,
  otherTeams: permission,
  everyoneAdds: everyone => (everyone ? 'everyone who can send texts' : 'only admins and managers'),
  channels: ids => (ids === null ? 'every channel' : ids.map(channel).join(', ') || 'none'),
  receipts: where =>
    ({ channel: 'in the channel, for everyone to see', sender: 'only to the sender' })[where],
  maskNumbers: masked => (masked ? 'masked, like 017••••5678' : 'shown in full'),
  nameContacts: named => (named ? 'shown in receipts' : 'not shown'),
  alertsIgnoreDoNotText: despite => (despite ? 'sent if a hook texts them' : 'not sent'),
  alertsTextCritical: requires => (requires ? 'always also by text' : 'as each person chose'),
  alertsMention: mentions =>
    mentions ? 'a hook can mention its whole channel' : 'whoever was texted is mentioned',
  language: language => (language ? LANGUAGE_NAMES[language] : 'the server’s default'),
  personCap: cap,
  workflowCap: cap,
  workspaceCap: cap,
  retentionDays: days => plural(days, 'day'),
  lateMinutes: minutes => plural(minutes, 'minute'),
  workingDays: days => days.map(weekday).join(', '),
  undo: waits => (waits ? 'ten seconds, in which texts wait' : 'none; texts go out at once'),
  signOff: line => (line === '' ? 'none' : `“${harmless(line, MAX_SIGN_OFF)}”`),
  signsAll: all => (all ? 'to every text' : 'only where a message has `{sign-off}`'),
  lowBalance: amount => (amount === null ? 'never' : `below ${inCredits(amount)}`),
  managers: ids => ids.map(mention).join(', ') || 'nobody except the admins',
  blocklist: numbers => (numbers.length === 0 ? 'no numbers' : plural(numbers.length, 'number')),
  broadcastTexts: people => plural(people, 'person', 'people'),
  broadcastCredits: credits => cap({ texts: null, credits }),
  broadcastApproval: rule => {
    if (rule === null) return 'never';
    const which =
      rule.above === 0
        ? 'every broadcast'
        : `broadcasts to more than ${plural(rule.above, 'person', 'people')}`;
    return `${which}, asked for in ${channel(rule.channel)}`;
  },
  promotionalHours: ({ from, to }) => `from ${from} to ${to}, Bangladesh time`,
};

/** The settings modal, and the words for settings elsewhere. */
const settings = {
  title: 'SMS settings',
  intro: 'Who can send texts from this workspace, where from and how many. Changes take effect right away.',
  change: 'Change',
  back: 'Back',
  save: 'Save',
  saveAnyway: 'Save anyway',
  saved: ':white_check_mark: Saved.',
  nothingChanged: 'Nothing to save: these settings haven’t changed.',
  /** Above a form that couldn't be saved; it keeps its input. */
  notSaved: (because: string) => `:warning: Not saved yet: ${because} What you typed is still here.`,
  storeAway: 'this app can’t reach its database right now. Try again in a minute.',
  saveUnsure: ':warning: This app couldn’t confirm that it saved this. Wait a minute, then save it again.',
  /** Before a change that reaches more people, costs more or can't be undone. */
  lookOnceMore:
    ':warning: Not saved yet. Check it once more: this change lets more people send or see texts, can cost more, or can’t be undone.',
  /** Another person changed the same settings while the form was open. */
  changedMeanwhile:
    ':warning: Not saved yet: someone changed these settings while you had them open. If you save again, your changes replace theirs:',
  group: {
    senders: 'Who can send',
    contacts: 'People',
    channels: 'Channels and receipts',
    limits: 'Limits',
    texts: 'Undo and sign-off',
    broadcasts: 'Broadcasts',
    later: 'Scheduled texts',
    privacy: 'Privacy and language',
    blocklist: 'Blocked numbers',
    doNotText: 'Never text',
    alerts: 'Alerts',
    managers: 'Managers',
  },
  /** The name of each setting, to precede its value. */
  name: {
    senders: 'Can send',
    guests: 'Guests',
    otherTeams: 'People from other workspaces (Slack Connect)',
    everyoneAdds: 'Can add people',
    channels: 'Channels',
    receipts: 'Receipts',
    maskNumbers: 'Numbers',
    nameContacts: 'Contacts’ names in channels',
    alertsIgnoreDoNotText: 'Alerts to people marked “never text”',
    alertsMention: 'If nobody acknowledges an alert',
    alertsTextCritical: 'How critical alerts reach people',
    language: 'Language',
    personCap: 'Each person, per day',
    workflowCap: 'All workflows, per day',
    workspaceCap: 'The whole workspace, per day',
    blocklist: 'Blocked numbers',
    retentionDays: 'Messages and numbers are kept for',
    lowBalance: 'Warn admins about a low balance',
    lateMinutes: 'Late scheduled texts still go out within',
    workingDays: 'Working days',
    undo: 'Time to undo a text',
    signOff: 'Sign-off',
    signsAll: 'The sign-off is added',
    managers: 'Managers',
    broadcastTexts: 'Largest broadcast',
    broadcastCredits: 'Most a broadcast can cost',
    broadcastApproval: 'A second person approves',
    promotionalHours: 'Promotional texts go out',
  },
  value,
  changed: {
    value: ({ name, from, to }: { name: string; from: string; to: string }) => `*${name}*: ${from} → ${to}`,
    list: ({ name, came: added, left: removed }: { name: string; came: string[]; left: string[] }) =>
      `*${name}*: ${[
        ...(added.length > 0 ? [`added ${added.join(', ')}`] : []),
        ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
      ].join('; ')}`,
  },
  field: {
    who: {
      label: 'Who can send texts',
      everyone: 'Everyone in this workspace',
      chosen: 'Only the people and user groups chosen below',
    },
    people: { label: 'People' },
    groups: { label: 'User groups', hint: 'Anyone who’s in the group when they send a text.' },
    others: {
      label: 'Also',
      guests: 'Guests can send texts',
      otherTeams: 'People from other workspaces can send texts (Slack Connect)',
    },
    adders: {
      label: 'Who can add people',
      yes: 'Everyone who can send texts',
      no: 'Only admins and managers',
      hint: 'Only admins and managers can change people, put them into groups, and erase them.',
    },
    where: {
      label: 'Where texts can be sent from',
      every: 'Every channel',
      chosen: 'Only the channels chosen below',
    },
    channels: { label: 'Channels', hint: 'You can choose from the channels you see in Slack.' },
    receipts: {
      label: 'Receipts appear',
      channel: 'In the channel, for everyone to see',
      sender: 'Only to the person who sent the text',
    },
    nameContacts: {
      label: 'Contacts’ names in receipts in channels',
      hint: 'Guests and people from other workspaces in the channel see them too.',
      yes: 'Shown beside the number',
      no: 'Not shown',
    },
    alertsIgnoreDoNotText: {
      label: 'Alerts to people marked “never text”',
      hint: 'For on-call numbers. Everything else still leaves these people out.',
      no: 'Leave them out',
      yes: 'Text them if the hook does, also through a rota or a group',
    },
    alertsMention: {
      label: 'If nobody acknowledges an alert',
      hint: 'Mentioning @channel notifies everyone in the channel, at night too. You also have to switch it on in each hook.',
      no: 'Mention whoever was texted',
      yes: 'Let hooks mention @channel',
    },
    alertsTextCritical: {
      label: 'How critical alerts reach people',
      hint: 'People can choose messages in Slack instead of texts (`/sms calling`). A text may wake them when a message doesn’t.',
      no: 'As each person chose',
      yes: 'Always by text, too',
    },
    personTexts: { label: 'Texts per day, for each person', hint: 'Leave empty for no limit.' },
    personCredits: { label: 'Credits per day, for each person', hint: 'Leave empty for no limit.' },
    workflowTexts: { label: 'Texts per day, for all workflows together', hint: 'Leave empty for no limit.' },
    workflowCredits: {
      label: 'Credits per day, for all workflows together',
      hint: 'Leave empty for no limit.',
    },
    workspaceTexts: { label: 'Texts per day, for the whole workspace', hint: 'Leave empty for no limit.' },
    workspaceCredits: {
      label: 'Credits per day, for the whole workspace',
      hint: 'Leave empty for no limit.',
    },
    lateMinutes: {
      label: 'How many minutes late a scheduled text can still go out',
      hint: 'This matters if the app was down when a text was due. Later than this, the app asks the author first. From 0 to 1,440.',
    },
    workingDays: {
      label: 'Working days',
      hint: 'For texts that repeat every working day. Holidays are left out too. A change also counts for what is scheduled already.',
    },
    undo: {
      label: 'Time to undo a text',
      hint: 'For what people send from the form or with /sms. Alerts, broadcasts, workflows and scheduled texts never wait for this.',
      no: 'None: texts go out at once',
      yes: 'Ten seconds: until then, “Undo” takes the text back',
    },
    signOff: {
      label: 'Sign-off',
      hint: 'One line, such as “Nipun Traders, call 01712 345678”. It counts in parts and cost.',
    },
    signsAll: {
      label: 'Add the sign-off',
      hint: 'Alerts and pages never have it: they have to fit into one part.',
      no: 'Only where a message has {sign-off}',
      yes: 'To the end of every text, in a line of its own',
    },
    lowBalance: {
      label: 'Warn admins when the balance falls below',
      hint: 'In credits. Leave empty for no warning.',
    },
    mask: {
      label: 'Numbers in Slack',
      yes: 'Masked, like 017••••5678',
      no: 'Shown in full, to everyone who sees the receipt',
    },
    retention: {
      label: 'How many days to keep texts and numbers',
      hint: 'From 1 to 365. Older ones are deleted for good.',
    },
    language: { label: 'Language of the workspace', default: 'The server’s default' },
    blocklist: {
      label: 'Numbers that are never texted',
      hint: 'One number per line, written any way you like.',
    },
    moreNumbers: { label: 'More numbers', hint: 'One number per line, written any way you like.' },
    managers: { label: 'People who can change these settings' },
    broadcastTexts: {
      label: 'How many people one broadcast can text',
      hint: 'At most 10,000. Leave empty for 10,000.',
    },
    broadcastCredits: { label: 'How many credits one broadcast can cost', hint: 'Leave empty for no limit.' },
    approvalAbove: {
      label: 'Ask a second person to approve broadcasts to more than this many people',
      hint: 'They have to be an admin or manager, and not the author. 0 means every broadcast. Leave empty for none.',
    },
    approvalChannel: {
      label: 'Channel to ask for approval in',
      hint: 'Everyone in the channel sees the message. Invite this app to it.',
    },
    promotionalFrom: {
      label: 'Promotional texts go out from',
      hint: 'Bangladesh time. 09:00 at the earliest.',
    },
    promotionalTo: { label: 'Until', hint: 'Bangladesh time. 21:00 at the latest.' },
  },
  note: {
    weekday,
    signOff: 'Nobody can answer these texts, so tell people how to reach you.',
    /** Slack didn't list the user groups. */
    noGroupsListed:
      'Slack didn’t list this workspace’s user groups just now. The ones chosen earlier stay as they are.',
    noGroups: 'This workspace has no user groups.',
    limits:
      'A day is a day in Bangladesh. A text that would go over a limit isn’t sent, and we tell the sender.',
    managers:
      'Managers can see and change everything here except this list, and read the audit log. Only workspace admins can link or unlink the API key.',
    promotionalHours:
      'Promotional broadcasts pause outside these hours and go on by themselves. Broadcasts of the kind “service” go out at any time.',
  },
  wrong: {
    nobodyChosen: 'Choose at least one person or user group, or let everyone send.',
    noChannelChosen: 'Choose at least one channel, or allow every channel.',
    chosenInVain: 'You’ve chosen some below. Choose “Only …” here, or clear the ones below.',
    tooMany: tooManyHere,
    count: 'Enter a whole number such as 20, or leave it empty for no limit.',
    credits: 'Enter an amount such as 50 or 12.50, or leave it empty.',
    minutes: (max: number) => `Enter a whole number of minutes from 0 to ${n(max)}.`,
    days: (min: number, max: number) => `Enter a whole number of days from ${n(min)} to ${n(max)}.`,
    people: (min: number, max: number) => `Enter a whole number from ${n(min)} to ${n(max)}.`,
    noApprovalChannel: 'Choose the channel where we should ask for approval.',
    /** A channel was chosen, but no number of people. */
    channelInVain:
      'You’ve chosen a channel below. Enter which broadcasts need approval, or clear the channel.',
    noSignOff: 'Type the line first, or don’t add it to every text.',
    noWorkingDay: 'Choose at least one day.',
    hours: ({ from, to }: { from: string; to: string }) =>
      `Choose hours between ${from} and ${to}, with the end after the beginning. Promotional texts can’t go out earlier or later.`,
    numbers: (bad: { typed: string; why: NumberFault }[], more: number) =>
      `Can’t be texted: ${bad.map(({ typed, why }) => `“${typed}” (${numberFault[why]})`).join(', ')}${more > 0 ? ` and ${plural(more, 'more line')}` : ''}.`,
  },
};

export const en = { settings };

export type Words = typeof en;
