import { mention, n, people, thereAt } from '../../../kit/words/english.ts';
import type { RotaTurn } from '../../swap.ts';

const turn = ({ place, from, to }: RotaTurn): string =>
  `${thereAt(from)} to ${thereAt(to)}${place === 'second' ? ' (second in line)' : ''}`;

const THERE = '(Bangladesh time)';

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The people of a request are mentioned by their user ids. Callers make names harmless. */
export const swaps = {
  /** The button in the form of stand-ins. */
  open: 'Ask for a swap…',
  title: 'Ask for a swap',
  ask: 'Ask',
  intro: (rota: string) =>
    `Ask people in *${rota}* to take one of your turns. Each gets a direct message, and the turn moves when someone says yes. Until then nothing changes; if nobody does, you’re on call.`,
  noTurns: 'You have no coming turn in this rota that someone else could take.',
  nobodyToAsk:
    'Nobody else in this rota has a Slack account here, so nobody can be asked. Agree on it by phone, then add a stand-in.',
  /** People of the rota without a Slack account. */
  notAsked: (names: readonly string[]) =>
    `Can’t be asked here, because they have no Slack account: ${names.join(', ')}. Agree on it by phone, then add a stand-in.`,
  field: {
    turn: { label: 'Your turn', hint: 'Bangladesh time.' },
    ask: { label: 'Who to ask', hint: 'If you ask several people, the first to say yes takes it.' },
    inReturn: { label: 'You take in return', hint: 'Only if you ask one person.' },
  },
  nothing: 'Nothing',
  turn,
  theirTurn: (name: string, time: RotaTurn) => `${name}: ${turn(time)}`,
  wrong: {
    turn: 'This turn has changed or begun. Choose another one.',
    nobody: 'Choose at least one person.',
    tooMany: (limit: number) => `Too many: you can ask ${people(limit)} at a time.`,
    notInRota: 'Choose people who are still in this rota.',
    inReturn: 'Ask only the person whose turn this is, or choose “Nothing”.',
  },
  asked: (names: readonly string[]) =>
    `:white_check_mark: ${listed(names)} ${names.length === 1 ? 'has' : 'have'} been asked. You’ll get a message with the answer; there you can also withdraw the question.`,
  /** The message to the people who are asked. */
  asks: {
    question: ({ by, rota, turn: time }: { by: string; rota: string; turn: RotaTurn }) =>
      `:arrows_counterclockwise: ${mention(by)} asks: can you take a turn in *${rota}*, ${turn(time)} ${THERE}?`,
    inReturn: (time: RotaTurn) => `In return, they take your turn, ${turn(time)}.`,
    several: (count: number) => `They asked ${n(count)} people. The first to say yes takes it.`,
    until: 'You can answer until the turn begins.',
    yes: 'Yes, I take it',
    no: 'No',
  },
  /** What became of the question, below it. */
  over: {
    yours: ':white_check_mark: You said yes: this turn is yours.',
    taken: (by: string) => `${mention(by)} takes it.`,
    refused: 'You said no.',
    notInRota: 'You’re no longer in this rota, so you can’t take this turn.',
    withdrawn: (by: string) => `${mention(by)} has withdrawn the question.`,
    begun: 'The turn has begun, so it’s too late for this.',
    /** In answer to an old button. */
    gone: 'This question is over. Nothing was changed.',
  },
  /** Why no yes can move the turn; `by` asked for it. */
  impossible: {
    rota_gone: (_by: string) => ':warning: Someone deleted this rota, so nothing was changed.',
    not_theirs: (by: string) =>
      `:warning: ${mention(by)} is no longer on call for all of this time, so nothing was changed.`,
    return_not_theirs: (_by: string) =>
      ':warning: The turn in return has changed or begun, so nothing was changed. Ask again with another one.',
    too_many: (_by: string) =>
      ':warning: This rota has as many stand-ins as it can have, so nothing was changed. Remove one, then ask again.',
  },
  /** The message to whoever asked. */
  asker: {
    question: ({
      candidates,
      rota,
      turn: time,
    }: {
      candidates: readonly string[];
      rota: string;
      turn: RotaTurn;
    }) =>
      `:arrows_counterclockwise: You asked ${listed(candidates.map(mention))} to take your turn in *${rota}*, ${turn(time)} ${THERE}.`,
    inReturn: (time: RotaTurn) => `In return, you take theirs: ${turn(time)}.`,
    until: 'Nothing changes until someone says yes. The question ends when the turn begins.',
    withdraw: 'Withdraw',
    taken: (by: string) => `:white_check_mark: ${mention(by)} takes your turn.`,
    refused: 'There’s nobody left to ask, so the turn stays yours.',
    withdrawn: 'You withdrew the question. The turn stays yours.',
    begun: ':warning: Nobody said yes before the turn began, so it stays yours.',
  },
  refusal: {
    no: (by: string) => `${mention(by)} said no.`,
    left: (by: string) => `${mention(by)} said yes, but is no longer in the rota.`,
    unreached: (by: string) => `${mention(by)} can’t be reached in Slack.`,
  },
  /** Begins a message to whoever asked. */
  about: ({ rota, turn: time }: { rota: string; turn: RotaTurn }) =>
    `:arrows_counterclockwise: Your turn in *${rota}*, ${turn(time)} ${THERE}:`,
  /** The post in the rota's channel. */
  swapped: ({
    rota,
    turn: time,
    inReturn,
    by,
    taker,
  }: {
    rota: string;
    turn: RotaTurn;
    inReturn: RotaTurn | null;
    by: string;
    taker: string;
  }) =>
    [
      `:arrows_counterclockwise: *${rota}*: ${mention(taker)} takes a turn of ${mention(by)}’s, ${turn(time)} ${THERE}.`,
      ...(inReturn ? [`In return, ${mention(by)} is on call ${turn(inReturn)}.`] : []),
    ].join(' '),
};
