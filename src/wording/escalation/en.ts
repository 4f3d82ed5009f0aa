import { plural } from '../english.ts';
import type { EscalationWording } from './types.ts';

const times = (count: number): string => (count === 2 ? 'twice' : `${count} times`);

/** English. */
export const escalation: EscalationWording = {
  field: {
    unanswered: {
      label: 'If nobody acknowledges',
      nothing: 'Text nobody else',
      goOn: 'Text others, or the same people again',
    },
    firstMinutes: {
      label: 'Minutes to acknowledge',
      hint: 'How long the people above have before it’s the next ones’ turn.',
    },
    stepTo: {
      label: step => (step === 1 ? 'Then text' : 'After that, text'),
      hint: 'Search for names, or type whole numbers. Leave it empty to leave it out.',
    },
    stepMinutes: { label: () => 'Minutes they have to acknowledge' },
    rounds: {
      label: 'How often to go through all of them',
      choice: rounds => (rounds === 1 ? 'Once' : rounds === 2 ? 'Twice' : times(rounds)),
    },
    climbing: {
      label: 'Severities that go on like this',
      hint: 'Other alerts only go to the people at the top.',
    },
    mention: {
      label: 'If nobody answered in the end',
      hint: 'A post in the channel says so. It only mentions everyone if an admin has allowed that in the settings.',
      everybody: 'Mention everyone in the channel',
    },
    link: {
      label: 'Acknowledge from the phone',
      hint: 'For people who don’t have Slack at hand. The link makes texts a little longer.',
      add: 'End texts in a link to acknowledge',
    },
    dailyTexts: {
      label: 'Texts a day, at most',
      hint: 'From midnight in Bangladesh. When it’s reached, the channel is told, and only the first text about a critical alert still goes out. Leave it empty for no limit.',
    },
    dailyCredits: {
      label: 'Or credits a day, at most',
      hint: 'Fill in one of the two. Until the SMS service has named a cost, each part of a text counts as 1 credit.',
    },
    heartbeat: {
      label: 'Heartbeat: text if it wasn’t called for this many minutes',
      hint: 'For a backup job, or for Alertmanager’s Watchdog alert. Calls to this hook then text nobody; it texts when they stop and when they’re back. Leave it empty for alerts.',
    },
  },
  noLink:
    'Texts can’t end in a link to acknowledge: a link from this app wouldn’t open on a phone. Ask whoever runs this app to set `PUBLIC_URL` to an https address.',
  plan: ({ first, steps, rounds, last, mention }) =>
    [
      `First ${first}`,
      ...steps.map(({ to, after }) => `after ${plural(after, 'minute')} without an acknowledgement: ${to}`),
      ...(rounds > 1 ? [`all of it ${times(rounds)}`] : []),
      `${plural(last, 'minute')} after the last text, a post says that nobody answered${mention ? ' and mentions everyone, if an admin has allowed that' : ''}.`,
    ].join('; '),
  atMost: ({ texts, cost, reminders }) =>
    `If nobody acknowledges it, one alert comes to at most *${plural(texts, 'text')}*${cost === null ? '' : `: about *${cost}*`}${reminders ? ', and reminders while your monitoring repeats it' : ''}.`,
  wrong: {
    minutes: most => `Enter a whole number of minutes from 1 to ${most}.`,
    silence: most => `Enter a whole number of minutes from 1 to ${most}, or leave it empty.`,
    notYet: 'Say whom to text and when, in the fields that appear below, then save again.',
    nobody: 'Choose at least one recipient, or text nobody else.',
    twoLimits: 'Enter texts or credits, not both.',
    texts: most => `Enter a whole number from 1 to ${most}, or leave it empty for no limit.`,
  },
  line: {
    goesOn: ({ steps, rounds }) =>
      [
        'If nobody acknowledges: ',
        steps === 0 ? 'the same people again' : plural(steps, 'more step'),
        rounds > 1 ? `, ${times(rounds)} in all` : '',
      ].join(''),
    dailyTexts: texts => `At most ${plural(texts, 'text')} a day`,
    dailyCredits: credits => `At most ${credits} credits a day`,
    link: 'Texts end in a link to acknowledge',
    heartbeat: minutes => `Heartbeat: texts if it isn’t called for ${plural(minutes, 'minute')}`,
  },
};
