import { plural } from '../../../kit/words/english.ts';
import type { Calling, Way } from '../../calling/calling.ts';

const BY: Record<Way, string> = { text: 'a text', message: 'a message', both: 'a message and a text' };
const START: Record<Way, string> = { text: 'A text', message: 'A message', both: 'A message and a text' };
const ways = { text: 'A text', message: 'A message in Slack', both: 'Both' };

/** How a person wants to be called about alerts. */
const calling = {
  title: 'How I want to be called',
  save: 'Save',
  intro:
    'When alerts text you, this is how they reach you. It’s only about you, and you can change it at any time.',
  field: {
    first: { label: 'At once', ...ways },
    second: { label: 'If nobody has acknowledged it after some minutes', none: 'Nothing more', ...ways },
    secondMinutes: { label: 'After how many minutes' },
    repeat: { label: 'And then again, until someone acknowledges it', none: 'Nothing more', ...ways },
    repeatMinutes: { label: 'Every how many minutes' },
    times: { label: 'How many times at most' },
    quiet: { label: 'Alerts that aren’t critical', yes: 'Don’t call me about them' },
  },
  wrong: {
    minutes: (most: number) => `Type a number of minutes from 1 to ${most}.`,
    times: (most: number) => `Type a number from 1 to ${most}.`,
  },
  /** What will happen, in a sentence. */
  plan: ({ first, second, repeat }: Pick<Calling, 'first' | 'second' | 'repeat'>) =>
    `${[
      `${START[first]} at once`,
      ...(second ? [`${BY[second.by]} after ${plural(second.minutes, 'minute')}`] : []),
      ...(repeat
        ? [
            `then ${BY[repeat.by]} every ${plural(repeat.minutes, 'minute')}, at most ${plural(repeat.times, 'time')}`,
          ]
        : []),
      ...(second || repeat ? ['until someone acknowledges it'] : []),
    ].join(', ')}.`,
  /** How many texts one alert may cost. */
  texts: (texts: number) =>
    texts === 0 ? 'None of this costs a text.' : `That’s up to ${plural(texts, 'text')} for one alert.`,
  quiet:
    'You’re called only about critical alerts. If everyone whose turn it is wants that, the next step begins at once.',
  required:
    'A workspace admin requires a text about what is critical, so critical alerts text you at once. You can’t switch that off here.',
  noNumber:
    'Your Slack profile has no mobile number from Bangladesh, so texts can’t reach you; only messages can. Add one to your profile to get texts.',
  unreachable:
    ':warning: Your Slack profile has no mobile number from Bangladesh, so nothing reaches you this way. Choose messages, or add a number to your profile.',
  fallback: 'If Slack doesn’t take a message, you get a text instead.',
  saved: ':white_check_mark: Saved.',
  tooMany: (most: number) =>
    `:warning: Not saved: in a workspace, ${plural(most, 'person', 'people')} can choose how they’re called, and that many already have. Ask a workspace admin.`,
};

export const en = { calling };
