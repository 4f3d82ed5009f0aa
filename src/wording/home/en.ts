import { anyOf, mention, plural, when } from '../english.ts';
import type { HomeWording } from './types.ts';

const sum = ({ texts, credits }: { texts: number; credits: string }): string =>
  `*${plural(texts, 'text')}*, ${credits} credits`;

/** English. */
export const home: HomeWording = {
  title: 'SMS',
  intro: 'Text a Bangladesh mobile without leaving Slack, and see what it cost.',
  send: 'Send a text',
  mayNotSend: ask =>
    `This workspace’s settings don’t let you send texts. Ask ${anyOf(ask)} to add you, or to send texts for you.`,
  yourTexts: 'Your last texts',
  today: ({ texts, credits, mayTexts, mayCredits, open }) =>
    `Today you sent *${plural(texts, 'text')}*${mayTexts === null ? '' : ` of ${mayTexts}`}${open ? ', counting those on their way,' : ''} for ${credits} credits${mayCredits === null ? '' : ` of ${mayCredits}`}.`,
  language: 'Language',
  languageHint: 'The language this app uses with you:',
  asWorkspace: name => `Same as the workspace (${name})`,
  forAdmins: 'For admins',
  forManagers: 'For managers',
  noKey: 'No API key is linked yet, so nobody can send texts.',
  unproven: 'It’s unproven until the first text goes out.',
  waiting: texts =>
    texts === 0
      ? 'No texts are waiting.'
      : `*${plural(texts, 'text')}* waiting, not counting what broadcasts still have to send.`,
  spentToday: today => `Today: ${sum(today)}`,
  spentMonth: month => `This month: ${sum(month)}`,
  creditsAsTold:
    'Credits are what the SMS service reported. Texts that are being sent or uncertain count as texts, but their credits don’t count yet. Days and months are in Bangladesh time.',
  senderLine: ({ actor, ...sent }) => `• ${mention(actor)}: ${sum(sent)}`,
  moreSenders: people => `• and ${plural(people, 'more person', 'more people')}`,
  link: 'Link your API key',
  linkAnew: 'Link another key',
  unlink: 'Unlink the key',
  settings: 'Settings',
  hooks: 'Alert hooks',
  asOf: at => `As of ${when(at)}. Open this tab again to update.`,
};
