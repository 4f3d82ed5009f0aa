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
    `This workspace’s rules do not let you send texts. Ask ${anyOf(ask)} to let you, or to send for you.`,
  yourTexts: 'Your last texts',
  today: ({ texts, credits, mayTexts, mayCredits }) =>
    `Today you sent *${plural(texts, 'text')}*${mayTexts === null ? '' : ` of ${mayTexts}`} for ${credits} credits${mayCredits === null ? '' : ` of ${mayCredits}`}.`,
  language: 'Language',
  languageHint: 'In which language the app speaks to you:',
  asWorkspace: name => `As the workspace (${name})`,
  forAdmins: 'For admins',
  forManagers: 'For managers',
  noKey: 'No API key of the SMS service is linked yet: nobody can send.',
  unproven: 'It is unproven until the first text goes out with it.',
  waiting: texts => (texts === 0 ? 'No text is waiting.' : `*${plural(texts, 'text')}* waiting.`),
  spentToday: today => `Today: ${sum(today)}`,
  spentMonth: month => `This month: ${sum(month)}`,
  creditsAsTold:
    'Credits as the SMS service told them; what is under way or uncertain is counted as a text only. Days and months are Bangladesh’s.',
  senderLine: ({ actor, ...sent }) => `• ${mention(actor)}: ${sum(sent)}`,
  moreSenders: people => `• and ${plural(people, 'more person', 'more people')}`,
  link: 'Link your API key',
  linkAnew: 'Link another key',
  unlink: 'Unlink the key',
  settings: 'Settings',
  hooks: 'Alert hooks',
  asOf: at => `As of ${when(at)}. Open this page again for newer figures.`,
};
