import { anyOf, inCredits, mention, n, nearDay, plural, shortDay, when } from '../../kit/words/english.ts';
import type { Masked } from '../../kit/words/languages.ts';
import type { AuditWords } from '../audit.ts';
import { en as settings } from './settings/en.ts';

/** Installing the app: pages in the browser, and the message afterwards. */
const install = {
  add: 'Add to Slack',
  again: 'Start again',
  open: 'Open Slack',
  openInBrowser: 'Open Slack in your browser',
  install: {
    title: 'Text Bangladesh mobiles from Slack',
    text: 'Slack will ask you to choose a workspace and to approve what the app can do there. After that, an admin links your SMS account’s API key.',
  },
  installed: {
    title: 'The SMS app is installed',
    text: 'We’ve sent you a message in Slack about what to do next.',
  },
  orgInstalled: {
    title: 'The SMS app is installed for your organisation',
    text: 'Add it to workspaces in your organisation’s Slack settings. Then, in each workspace, an admin types /sms link.',
  },
  denied: {
    title: 'Not installed',
    text: 'You didn’t approve the app in Slack, so nothing has changed. You can start again whenever you like.',
  },
  expired: {
    title: 'That took too long, or started in another browser',
    text: 'You have ten minutes to install the app, in the browser you started in, and each link works once. Nothing has changed. Start again here.',
  },
  rotating: {
    title: 'Not installed: token rotation is on',
    text: 'This app needs tokens that don’t expire. Slack can’t turn token rotation off again, so whoever runs the app has to create it in Slack once more, without token rotation.',
  },
  away: {
    title: 'Not installed: something didn’t answer',
    text: 'Slack or our own database didn’t answer in time. Nothing is lost. Start again in a minute.',
  },
  failed: {
    title: 'Not installed',
    text: 'Something went wrong between Slack and this app. Start again. If it keeps happening, ask whoever runs the app to check its log.',
  },
  /** To the person who installed the app again, if an API key is already linked. */
  welcomeBack: (command: string) =>
    `The SMS app is installed again. Your API key, settings and log are still here. Try it out: \`${command} 01712345678 Hello\``,
  welcome: (command: string) =>
    `:wave: Thank you for installing the SMS app. Next, a workspace admin links your SMS account’s API key, with the button or with \`${command} link\`. Then everyone here can send texts: \`${command} 01712345678 Hello\``,
};

/** Linking and unlinking the API key. */
const link = {
  title: 'Link your API key',
  oneMoment: 'One moment…',
  /** `service`: a link to the SMS service. */
  intro: (service: string) =>
    `This workspace sends its texts with this key, and pays for them from the key’s account. You’ll find it in your account’s dashboard at the SMS service (${service}), in the API section. It’s stored encrypted and never shown again.`,
  already: (by: string, at: number) =>
    `${mention(by)} linked a key ${when(at)}. If you link another one, it replaces that key.`,
  label: 'API key',
  hint: 'Paste the whole key.',
  /** The key was typed after the command. */
  notBehindCommand:
    'We didn’t use or keep the key you typed. Type `/sms link` on its own and paste the key into this form: only here is it stored encrypted.',
  submit: 'Link',
  close: 'Close',
  cancel: 'Cancel',
  checking: 'Checking the key with the SMS service…',
  /** The service's certain answers about the typed key. */
  refused: {
    INVALID_API_KEY:
      'The SMS service doesn’t accept this key: it’s wrong or was revoked. Nothing was saved. Copy it again from the service’s dashboard, or make a new one there.',
    ACCOUNT_SUSPENDED:
      'The account this key belongs to is suspended. Nothing was saved. Get the account reactivated, then link the key.',
  },
  saved: (command: string) => `The key is linked. Try it out: \`${command} 01712345678 Hello\``,
  unproven:
    'The SMS service checks a key only when it sends a text, so your first text will show whether it works.',
  /** Instead of `saved` and `unproven`, if the service was unreachable. */
  unreachable:
    'The key is saved, but the SMS service can’t be reached, so we don’t know yet whether the key works. Texts you send now will wait for up to 15 minutes. If it doesn’t come back, ask whoever runs this app to check its connection to the service (`SMS_BASE_URL`).',
};

const unlink = {
  title: 'Unlink the API key',
  ask: (waiting: number) =>
    `Nobody in this workspace will be able to send texts until a key is linked again.${waiting > 0 ? ` ${plural(waiting, 'waiting text')} won’t be sent.` : ''}`,
  submit: 'Unlink',
  nothing: 'No API key is linked to this workspace.',
  done: (refused: number) =>
    `The key is unlinked and deleted from this app.${refused > 0 ? ` ${plural(refused, 'waiting text')} won’t be sent.` : ''}`,
};

const sum = ({ texts, credits }: SpentInAll): string => `*${plural(texts, 'text')}*, ${inCredits(credits)}`;

type SpentInAll = { texts: number; credits: string };
/** A person's texts today. `open`: true if the cost of some is unknown so far. */
type Today = SpentInAll & { mayTexts: number | null; mayCredits: string | null; open: boolean };

/** `at`: a moment of the day. */
type PromptTexts = { at: number; withRoom: number; prompt: number };

/** The app's Home tab. */
const home = {
  title: 'SMS',
  intro: 'Text a Bangladesh mobile without leaving Slack, and see what it cost.',
  send: 'Send a text',
  /** @param ask some of the people who can allow it */
  mayNotSend: (ask: string[]) =>
    `You can’t send texts from this workspace yet. Ask ${anyOf(ask)} to add you, or to send texts for you.`,
  yourTexts: 'Your last texts',
  /** A person's texts of today, and their limit. */
  today: ({ texts, credits, mayTexts, mayCredits, open }: Today) =>
    `Today you sent *${plural(texts, 'text')}*${mayTexts === null ? '' : ` (at most ${n(mayTexts)} a day)`} for ${inCredits(credits)}${mayCredits === null ? '' : ` (at most ${inCredits(mayCredits)} a day)`}.${open ? ' What some of them cost isn’t known yet.' : ''}`,
  /** What goes on only when somebody has decided or mended it. */
  needsPerson: 'Needs someone',
  /** Texts of which nobody knows whether they arrived. */
  uncertain: (texts: number) =>
    `:grey_question: *${plural(texts, 'text')}* may or may not have arrived. Ask the recipient before anyone sends ${texts === 1 ? 'it' : 'one'} again:`,
  uncertainLine: ({ at, number, actor }: Masked & { at: number; actor: string }) =>
    `${when(at)} to *${number}*, from ${mention(actor)}`,
  unreadable: (records: number) =>
    `:warning: ${plural(records, 'record')} can no longer be read, so ${records === 1 ? 'it doesn’t' : 'they don’t'} go on. Ask whoever runs this app to look at \`npm run quarantine -- list\`.`,
  language: 'Language',
  languageHint: 'The language this app speaks with you:',
  asWorkspace: (name: string) => `Same as the workspace (${name})`,
  forAdmins: 'For admins',
  forManagers: 'For managers',
  noKey: 'No API key is linked yet, so nobody can send texts.',
  unproven: 'Your first text will show whether it works.',
  waiting: (texts: number) =>
    texts === 0 ? 'No texts are waiting.' : `*${plural(texts, 'text')}* waiting, not counting broadcasts.`,
  spending: 'Texts and credits',
  spentToday: (today: SpentInAll) => `Today: ${sum(today)}`,
  spentMonth: (month: SpentInAll) => `This month: ${sum(month)}`,
  /** The basis of the totals. */
  creditsAsTold:
    'Credits are what the SMS service reported. Texts that are being sent or uncertain count as texts, but their credits don’t count yet. Days and months are in Bangladesh time.',
  /** Of each day's texts that had no reason to wait, how many left within a second. */
  promptness: (days: PromptTexts[], asOf: number) =>
    `Texts that had no reason to wait and left within a second: ${days.map(day => `${nearDay(day.at, asOf)} *${n(day.prompt)} of ${n(day.withRoom)}*`).join(', ')}.`,
  senderLine: ({ actor, ...sent }: SpentInAll & { actor: string }) => `• ${mention(actor)}: ${sum(sent)}`,
  /** More of a list than the tab has room for. */
  more: 'There’s more than fits here.',
  moreSenders: (people: number) => `• and ${plural(people, 'more person', 'more people')}`,
  bySource: '*Where they came from*',
  byPerson: '*Who sent them*',
  sourceLine: ({ source, ...sent }: SpentInAll & { source: string }) => `• ${source}: ${sum(sent)}`,
  /** The ways in which a person sends; features have names of their own. */
  sources: {
    command: 'Typed as `/sms`',
    form: 'The form',
    schedule: 'Scheduled texts',
    send_anyway: 'Sent after a question',
    resend: 'Sent again',
    other: 'Others',
  },
  chart: {
    texts: 'Texts a day',
    balance: 'Balance at the end of each day',
    day: shortDay,
    textsOn: (texts: number) => n(texts),
    amount: inCredits,
    /** The names of the values, in the legend. */
    textsName: 'Texts',
    balanceName: 'Credits',
  },
  /** How long the balance lasts; not said where nothing was sent lately. */
  lasts: (days: number) =>
    days > 90
      ? 'At this pace it lasts for more than three months.'
      : days === 0
        ? ':warning: At this pace it lasts for less than a day.'
        : `At this pace it lasts for about *${plural(days, 'day')}*.`,
  paceYoung: 'How long it lasts shows after a second day with texts.',
  link: 'Link your API key',
  linkAnew: 'Link another key',
  unlink: 'Unlink the key',
  settings: 'Settings',
  hooks: 'Alert hooks',
  /** The time when the page was built. */
  asOf: (at: number) => `As of ${when(at)}. This tab follows what changes for ten minutes after you open it.`,
};

/** The form of a setting's change is in `slack/settings/words.ts`. */
const done: Omit<AuditWords<'workspace'>, 'setting'> = {
  key_linked: () => 'linked an API key',
  key_unlinked: ({ texts }) =>
    `unlinked the API key${texts > 0 ? ` (${plural(texts, 'waiting text')} not sent)` : ''}`,
  tried_again: () => 'tried the texts on hold again',
};

/** The audit log. */
const audit = {
  title: 'Audit log',
  intro: 'Who changed what, newest first. The API key itself never appears here.',
  none: 'Nothing has changed yet.',
  /** For an entry of a feature that this app no longer has. */
  partRemoved: 'changed something in a part that this app no longer has',
  newer: 'Newer',
  older: 'Older',
  /** @param by a Slack user id; null: the app itself */
  line: ({ at, by, change }: { at: number; by: string | null; change: string }) =>
    `${when(at)} ${by === null ? 'This app' : mention(by)}: ${change}`,
  done,
};

/** The check that the app can post in a channel. */
const channelCheck = {
  /** Posted in the channel for the person who saved; Slack says above it that only they see it. */
  works: 'I can post in this channel.',
  /** The person who saved may not be in the channel themselves. */
  absent: (channel: string) =>
    `:warning: I’m not in <#${channel}>, so my posts would come to you instead. Someone in it has to type \`/invite @SMS\` there.`,
};

/** The buttons that page a list. */
const turning = { previous: 'Previous', next: 'More' };

export const en = { ...settings, install, link, unlink, home, audit, channelCheck, turning };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
