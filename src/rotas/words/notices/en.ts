import { n, thereAt } from '../../../kit/words/english.ts';
import type { NoticeWay } from '../../notice-choices.ts';
import type { NoticedTurn, NoticedTurns } from '../../notice-times.ts';

/** NoticedTurns in one notice. */
const MOST = { text: 3, message: 15 };

const place = ({ place: where }: Pick<NoticedTurn, 'place'>): string =>
  where === 'second' ? ' (second in line)' : '';
const time = ({ from, until }: NoticedTurn): string =>
  until === null ? `from ${thereAt(from)}` : `${thereAt(from)} to ${thereAt(until)}`;

/** Plain letters in English, so that it is one part if possible. */
function inText(turns: NoticedTurns): string {
  const named = turns.slice(0, MOST.text).map(turn => `${turn.rota}${place(turn)} ${time(turn)}`);
  const more = turns.length - named.length;
  return `${named.join('; ')}${more > 0 ? `; and ${n(more)} more` : ''} (Bangladesh time).`;
}

function inMessage(heading: string, turns: NoticedTurns): string {
  const lines = turns.slice(0, MOST.message).map(turn => `• *${turn.rota}*${place(turn)}: ${time(turn)}`);
  const more = turns.length - lines.length;
  return [heading, ...lines, ...(more > 0 ? [`and ${n(more)} more: \`/sms oncall\``] : [])].join('\n');
}

/** Notices of turns, to whoever has them. Callers make names harmless where Slack shows them. */
export const onCallNotices = {
  /** The button, and the form's title: at most 24 characters. */
  title: 'My on-call notices',
  intro: 'How you hear of your own turns. Nobody else’s notices change.',
  field: {
    evening: {
      label: 'The evening before',
      hint: 'At 18:00 Bangladesh time, of turns that begin the next day.',
    },
    handOver: { label: 'When your turn begins' },
    monday: { label: 'On Monday, for the week', hint: 'At 08:00 Bangladesh time.' },
  },
  way: { message: 'A message in Slack', text: 'A text', nothing: 'Nothing' } satisfies Record<
    NoticeWay,
    string
  >,
  byRota: 'As the rota says: a text, or nothing',
  /** Below the fields, if one is a text. */
  cost: 'A text costs your workspace as much as any other. It goes to the phone number in your Slack profile.',
  saved: ':white_check_mark: Saved. That’s how you’ll hear of your turns from now on.',
  text: {
    evening: (turns: NoticedTurns) => `Tomorrow you are on call: ${inText(turns)}`,
    monday: (turns: NoticedTurns) => `You are on call this week: ${inText(turns)}`,
  },
  message: {
    evening: (turns: NoticedTurns) => inMessage(':pager: You’re on call tomorrow (Bangladesh time):', turns),
    monday: (turns: NoticedTurns) => inMessage(':pager: You’re on call this week (Bangladesh time):', turns),
    hand_over: (turns: NoticedTurns) => inMessage(':pager: You’re on call now (Bangladesh time):', turns),
  },
  /** Below a message. */
  change: 'To hear of your turns another way, type `/sms oncall` and press “My on-call notices”.',
  /** A notice that was to be a text; the reasons follow. */
  notTexted: ':warning: We couldn’t text you about your turn on call:',
};
