import { age, mention, plural, timeOf } from '../english.ts';
import type { SeveralWording } from './types.ts';

/** English. */
export const several: SeveralWording = {
  going: ({ actor, to }) => `:hourglass_flowing_sand: ${mention(actor)} is texting *${to}*`,
  ended: ({ actor, to, isSent }) =>
    isSent
      ? `:white_check_mark: ${mention(actor)} texted *${to}*`
      : `:warning: ${mention(actor)}’s texts to *${to}*`,
  facts: ({ parts, cost, balance }) =>
    [
      plural(parts, 'part'),
      cost === null ? 'cost not given' : `cost ${cost}`,
      balance === null ? 'balance not given' : `balance ${balance}`,
    ].join(' · '),
  held: ({ why, fix, until }) => `:hourglass: On hold until ${timeOf(until)}: ${why}; ${fix}.`,
  leftOut: ({ who, more, because }) =>
    `• ${who.join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${because}`,
  moreReasons: count => `• and ${plural(count, 'more', 'more')}`,
  uncertain: ({ number, because }) =>
    `:grey_question: The text to *${number}* may or may not have been sent: ${because}. It won’t be sent again by itself.`,
  moreUncertain: count =>
    `${plural(count, 'more text', 'more texts')} may or may not have been sent. They’ll appear here once you’ve dealt with these.`,
  sentAgain: 'may or may not have been sent, and was sent again: see the separate post',
  ask({ to, recipients, parts, cost, balance }) {
    const price = cost === null ? 'the cost isn’t known yet' : `about ${cost} credits`;
    const last =
      balance === null
        ? 'Your balance isn’t known yet.'
        : `Your last known balance was ${balance.amount}, ${age(balance.ageMs)} ago.`;
    return `Send this to *${to}*? ${plural(recipients, 'recipient')} · ${plural(parts, 'part')} · ${price}. ${last}`;
  },
  eachGets: message =>
    `Each of them gets “${message}”. If only the first should get a text that begins with the next name, don’t send this, and put a word between the two names.`,
  tooFewCredits: ':warning: That’s more than the last known balance. Some of the texts may go on hold.',
  repeats: ({ agoMs, byYou, actor }) =>
    `:warning: ${byYou ? 'You' : mention(actor)} sent the same text to at least one of them ${age(agoMs)} ago.`,
  unknown: count =>
    `Slack hasn’t given the numbers of ${plural(count, 'recipient')} yet. They’re counted, and asked for when you send.`,
  who: ({ name, near, more }) =>
    `${near === null ? `More than one person, group or rota here is called “${name}”. Who should get your text?` : `Nobody here is called “${name}”. Did you mean one of these? They’d get: “${near}”`}${more > 0 ? ` ${plural(more, 'more isn’t', 'more aren’t')} shown here: type \`/sms\` on its own and search for them in the form, or use the number.` : ''}`,
  group: ({ name, size }) => `*${name}*, a group of ${size}`,
  rota: name => `*${name}*: whoever is on call`,
  nobody: 'None of the recipients can be texted. Nothing was sent.',
  further: ({ first, others, rest, typed }) =>
    [
      others.length === 1
        ? `There are two numbers: *${first}* and *${others.join(', ')}*.`
        : `There are ${others.length + 1} numbers: *${[first, ...others].join(', ')}*.`,
      ...(rest === null
        ? [`Should *${first}* get the rest as its message: “${typed}”?`]
        : [
            `Should ${others.length === 1 ? 'both' : 'all of them'} get “${rest}”, or only the first, with everything behind it: “${typed}”?`,
          ]),
    ].join(' '),
  andTyped: (to, lines) => `${to === '' ? '' : `${to} and `}${plural(lines, 'typed line')}`,
  sending: to => `Sending to ${to}.`,
  notSent: 'Nothing was sent.',
  button: {
    send: 'Send',
    dontSend: 'Don’t send',
    choose: 'Text this one',
    cancel: 'Cancel what’s waiting',
    toAll: count => (count === 2 ? 'Text both' : `Text all ${count}`),
    onlyFirst: 'Only the first',
  },
};
