import type { Button } from '@slack/types';
import { maskTyped, type ShowNumber } from '../../kit/number.ts';
import { type HoldingCode, holdingCodeOf, type Problem } from '../../kit/problem.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import type { Message } from '../../kit/slack/message.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type ProblemContext, type Wording, wordProblem } from '../../kit/words/wording.ts';
import { OPEN_LINK } from '../../workspace/slack/link.ts';
import type { Intent } from '../intent.ts';
import { furtherNumbers } from '../parse/leading-number.ts';
import type { Recipient } from '../recipient.ts';
import type { Text } from '../text.ts';
import { ACTION } from './ids.ts';
import { plainName } from './recipient-options.ts';

/**
 * The recipient of a text: a teammate as a mention with the number, others by name and number, as far as the reader may see
 * these.
 */
export function shownText(show: ShowNumber, { number, teammate }: Pick<Text, 'number' | 'teammate'>): string {
  return teammate === undefined ? show(number) : `<@${teammate}> (${show(number)})`;
}

/** The recipient, with the rota in which they were on call if the text was for that rota. */
function recipientOfText(words: Wording, show: ShowNumber, text: Text, { to }: Pick<Intent, 'to'>): string {
  const recipient = shownText(show, text);
  const [only, ...further] = to;
  if (only === undefined || further.length > 0) return recipient;
  // Without the rotas feature this kind doesn't exist.
  const kind: string = only.kind;
  return kind === 'rota' || kind === 'second'
    ? words.receipt.onCall({ recipient, rota: harmless(plainName(only, show), 40) })
    : recipient;
}

/** The receipt of a sent text: recipient, parts, cost, balance, log id. */
export function receiptMessage(
  words: Wording,
  show: ShowNumber,
  text: Text,
  intent: Pick<Intent, 'actor' | 'to'>,
): Message {
  const { actor } = intent;
  const { byWord, parts } = text;
  const number = recipientOfText(words, show, text, intent);
  const [headline, facts] = byWord
    ? [words.receipt.arrived({ actor, number, by: byWord.by }), words.receipt.arrivedFacts(parts)]
    : [words.receipt.sent({ actor, number }), words.receipt.facts(text)];
  const first = { ...section(headline), accessory: storyButton(words, text.id) };
  return { text: `${headline}\n${facts}`, blocks: [first, context(facts)] };
}

/** "What happened": opens a text's story. */
export const storyButton = (words: Wording, textId: string): Button =>
  button({ action: ACTION.story, label: words.button.story, value: textId });

export function refusedMessage(
  words: Wording,
  show: ShowNumber,
  { text, intent }: { text: Text; intent: Pick<Intent, 'to'> },
  problem: Problem,
  around: ProblemContext,
): Message {
  const because = wordProblem(words, problem, around);
  const line = words.receipt.refused({ number: recipientOfText(words, show, text, intent), because });
  return withButtons(line, [...buttonsFor(words, problem, text.intentId), storyButton(words, text.id)]);
}

/** The buttons that fix a refusal. People who may not press one get a refusal. */
function buttonsFor(words: Wording, problem: Problem, intentId: string): Button[] {
  if (problem.kind === 'EXPIRED') return [sendNowButton(words, intentId)];
  const link = linkKeyButton(words);
  if (problem.kind === 'NO_KEY' && problem.admin) return [{ ...link, style: 'primary' }];
  if (problem.kind === 'KEY_UNREADABLE') return [link];
  const code = holdingCodeOf(problem);
  return code === null ? [] : buttonsOfHold(words, code);
}

export const linkKeyButton = (words: Wording): Button =>
  button({ action: OPEN_LINK, label: words.button.linkKey });

/** Buttons to release a held key, wherever a hold is reported. */
export function buttonsOfHold(words: Wording, held: HoldingCode): Button[] {
  const link = linkKeyButton(words);
  const tryAgain = button({ action: ACTION.tryAgain, label: words.button.tryAgain });
  return held === 'INVALID_API_KEY' || held === 'MISSING_API_KEY' ? [link, tryAgain] : [tryAgain];
}

/**
 * A refused intent, and why.
 *
 * @param more buttons that features add
 */
export function refusalMessage(
  words: Wording,
  intent: Pick<Intent, 'id'>,
  problem: Problem,
  around: ProblemContext,
  more: readonly Button[] = [],
): Message {
  return withButtons(wordProblem(words, problem, around), [
    ...buttonsFor(words, problem, intent.id),
    ...more,
  ]);
}

/** The button by which a sender sends a text now that waited too long. */
export function sendNowButton(words: Wording, intentId: string): Button {
  return button({ action: ACTION.sendNow, label: words.button.sendNow, value: intentId });
}

/** A text with an unknown outcome, and a button that warns about a second charge. */
export function uncertainMessage(
  words: Wording,
  show: ShowNumber,
  text: Text,
  intent: Pick<Intent, 'actor' | 'to'>,
): Message {
  const { actor } = intent;
  const because = words.uncertainBecause[text.uncertain ?? 'interrupted'];
  const line = words.receipt.uncertain({
    actor,
    number: recipientOfText(words, show, text, intent),
    because,
  });
  return withButtons(line, uncertainButtons(words, text.id));
}

/** What a person can do about an uncertain text. */
export const uncertainButtons = (words: Wording, textId: string): Button[] => [
  uncertainButton(words, textId),
  arrivedButton(words, textId),
  storyButton(words, textId),
];

/** "It arrived: mark as sent", after a question what that means. */
export function arrivedButton(words: Wording, value: string, action: string = ACTION.arrived): Button {
  return button({ action, label: words.button.arrived, value, confirm: words.confirm.arrived });
}

export function uncertainButton(words: Wording, value: string, action: string = ACTION.sendAgain): Button {
  return button({
    action,
    label: words.button.sendAgain,
    value,
    style: 'danger',
    confirm: words.confirm.sendAgain,
  });
}

/** Asks before a duplicate costs twice. */
export function questionMessage(
  words: Wording,
  show: ShowNumber,
  intent: Intent,
  earlier: { agoMs: number; actor: string },
): Message {
  const { actor } = intent;
  const number = recipientsOf(words, intent, show);
  const line = words.receipt.question({ ...earlier, number, byYou: earlier.actor === actor });
  const yes = button({
    action: ACTION.sendAnyway,
    label: words.button.sendAnyway,
    value: intent.id,
    style: 'primary',
  });
  return withButtons(line, [yes]);
}

/** Asks whether a number that follows the first is a recipient or part of the message. Only the sender sees the question. */
export function furtherMessage(words: Wording, show: ShowNumber, intent: Intent): Message {
  const { several } = words;
  const { id, message } = intent;
  const { numbers, message: remaining } = furtherNumbers(message);
  const text = several.further({
    first: recipientsOf(words, intent, show),
    numbers: numbers.map(show),
    message: remaining === '' ? null : harmless(remaining, MAX_QUOTED),
    typed: harmless(message, MAX_QUOTED),
  });
  const { toAll, onlyFirst, dontSend } = several.button;
  return withButtons(text, [
    ...(remaining === ''
      ? []
      : [button({ action: ACTION.sendToAll, label: toAll(numbers.length + 1), value: id })]),
    button({ action: ACTION.sendAnyway, label: onlyFirst, value: id }),
    button({ action: ACTION.dontSend, label: dontSend, value: id }),
  ]);
}

export function withButtons(line: string, buttons: Button[] = []): Message {
  return { text: line, blocks: buttons.length > 0 ? [section(line), actions(...buttons)] : [section(line)] };
}

const MAX_QUOTED = 60;
/** The most recipients of an intent that are named; the others are counted. */
const MAX_NAMED = 5;

/** Recipients as the reader may see them. Leaves out unreadable lines if there are readable ones. */
export function recipientsOf(
  { several }: Wording,
  { to: all }: { to: readonly Recipient[] },
  show: ShowNumber,
): string {
  const read = all.filter(({ kind }) => kind !== 'unreadable');
  const to = read.length > 0 ? read : all;
  const some = to.slice(0, MAX_NAMED).map(recipient => shownRecipient(recipient, show));
  const more = to.length - some.length;
  return more > 0 ? several.named(some.join(', '), more) : some.join(', ');
}

/**
 * Recipients for other readers than the sender: typed lines that couldn't be read, or that may not be names, are only
 * counted.
 */
export function recipientsForAll(
  words: Wording,
  { to }: { to: readonly Recipient[] },
  show: ShowNumber,
): string {
  const readable = to.filter(({ kind }) => kind !== 'unreadable' && kind !== 'named');
  const [shown, typed] = [recipientsOf(words, { to: readable }, show), to.length - readable.length];
  return typed === 0 ? shown : words.several.andTyped(shown, typed);
}

export function shownRecipient(recipient: Recipient, show: ShowNumber): string {
  if (recipient.kind === 'number') return show(recipient.number);
  if (recipient.kind === 'teammate') return `<@${recipient.userId}>`;
  return harmless(
    recipient.kind === 'unreadable' ? maskTyped(recipient.typed) : plainName(recipient, show),
    40,
  );
}
