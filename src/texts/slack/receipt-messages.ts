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

/** Who got a text: a teammate as a mention, with the number; anybody else as numbers are shown to the reader, after their name. */
export function shownText(show: ShowNumber, { number, teammate }: Pick<Text, 'number' | 'teammate'>): string {
  return teammate === undefined ? show(number) : `<@${teammate}> (${show(number)})`;
}

/** The same with the rota in which they were on call, if that is whom the text was for. */
function gotIt(words: Wording, show: ShowNumber, text: Text, { to }: Pick<Intent, 'to'>): string {
  const who = shownText(show, text);
  const [only, ...others] = to;
  if (only === undefined || others.length > 0) return who;
  // Where the app has no rotas, there is no such kind.
  const kind: string = only.kind;
  return kind === 'rota' ? words.receipt.onCall({ who, rota: harmless(plainName(only, show), 40) }) : who;
}

/** The receipt of a sent text: who, masked number, parts, cost, balance, log id. */
export function receiptMessage(
  words: Wording,
  show: ShowNumber,
  text: Text,
  intent: Pick<Intent, 'actor' | 'to'>,
): Message {
  const { actor } = intent;
  const headline = words.receipt.sent({ actor, number: gotIt(words, show, text, intent) });
  const facts = words.receipt.facts(text);
  return { text: `${headline}\n${facts}`, blocks: [section(headline), context(facts)] };
}

/** A text that wasn't sent, why, and what to do. */
export function refusedMessage(
  words: Wording,
  show: ShowNumber,
  { text, intent }: { text: Text; intent: Pick<Intent, 'to'> },
  problem: Problem,
  around: ProblemContext,
): Message {
  const because = wordProblem(words, problem, around);
  const line = words.receipt.refused({ number: gotIt(words, show, text, intent), because });
  return withButtons(line, buttonsFor(words, problem, text.intentId));
}

/** The buttons that fix a refusal. Who may not press one is told politely. */
function buttonsFor(words: Wording, problem: Problem, intentId: string): Button[] {
  if (problem.kind === 'EXPIRED') return [sendNowButton(words, intentId)];
  const link = linkKeyButton(words);
  if (problem.kind === 'NO_KEY' && problem.admin) return [{ ...link, style: 'primary' }];
  if (problem.kind === 'KEY_UNREADABLE') return [link];
  const code = holdingCodeOf(problem);
  return code === null ? [] : buttonsOfHold(words, code);
}

/** Opens the form that links a key. */
export const linkKeyButton = (words: Wording): Button =>
  button({ action: OPEN_LINK, label: words.button.linkKey });

/** What releases a held key: whoever may is to find it wherever it is said that texts are on hold. */
export function buttonsOfHold(words: Wording, held: HoldingCode): Button[] {
  const link = linkKeyButton(words);
  const tryAgain = button({ action: ACTION.tryAgain, label: words.button.tryAgain });
  return held === 'INVALID_API_KEY' || held === 'MISSING_API_KEY' ? [link, tryAgain] : [tryAgain];
}

/**
 * An intent that didn't become a text, and why.
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

/** What waited too long can be sent all the same: for whoever asked for it. */
export function sendNowButton(words: Wording, intentId: string): Button {
  return button({ action: ACTION.sendNow, label: words.button.sendNow, value: intentId });
}

/** Nobody knows whether it was sent: says so plainly, with a button that warns about a second charge. */
export function uncertainMessage(
  words: Wording,
  show: ShowNumber,
  text: Text,
  intent: Pick<Intent, 'actor' | 'to'>,
): Message {
  const { actor } = intent;
  const because = words.uncertainBecause[text.uncertain ?? 'interrupted'];
  const line = words.receipt.uncertain({ actor, number: gotIt(words, show, text, intent), because });
  return withButtons(line, [uncertainButton(words, text.id)]);
}

/** Sends an uncertain text again, after a warning about a second charge. */
export function uncertainButton(words: Wording, value: string, action: string = ACTION.sendAgain): Button {
  return button({
    action,
    label: words.button.sendAgain,
    value,
    style: 'danger',
    confirm: words.confirm.sendAgain,
  });
}

/** The same text went to the same number a moment ago: asks before it costs twice. */
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

/** Another number follows the first: it may be one more recipient, or what the text says. Only whoever typed them sees it. */
export function furtherMessage(words: Wording, show: ShowNumber, intent: Intent): Message {
  const { several } = words;
  const { id, message } = intent;
  const { numbers, rest } = furtherNumbers(message);
  const text = several.further({
    first: recipientsOf(words, intent, show),
    others: numbers.map(show),
    rest: rest === '' ? null : harmless(rest, MAX_QUOTED),
    typed: harmless(message, MAX_QUOTED),
  });
  const { toAll, onlyFirst, dontSend } = several.button;
  return withButtons(text, [
    ...(rest === ''
      ? []
      : [button({ action: ACTION.sendToAll, label: toAll(numbers.length + 1), value: id })]),
    button({ action: ACTION.sendAnyway, label: onlyFirst, value: id }),
    button({ action: ACTION.dontSend, label: dontSend, value: id }),
  ]);
}

/** The same if its thread can't be posted in, with a link to it. */
export function elsewhere(words: Wording, message: Message, threadLink: string): Message {
  const line = words.receipt.about(threadLink);
  return { text: `${message.text}\n${line}`, blocks: [...(message.blocks ?? []), context(line)] };
}

/** A sentence, with what can be pressed below it. */
export function withButtons(line: string, buttons: Button[] = []): Message {
  return { text: line, blocks: buttons.length > 0 ? [section(line), actions(...buttons)] : [section(line)] };
}

/** Characters of a message that are repeated. */
const MAX_QUOTED = 60;
/** How many recipients of one text are named; the others are counted. */
const NAMED = 5;

/** Recipients in the form we may show. A line that couldn't be read is nobody, beside others. */
export function recipientsOf(
  { several }: Wording,
  { to: all }: { to: readonly Recipient[] },
  show: ShowNumber,
): string {
  const read = all.filter(({ kind }) => kind !== 'unreadable');
  const to = read.length > 0 ? read : all;
  const some = to.slice(0, NAMED).map(who => shownRecipient(who, show));
  const more = to.length - some.length;
  return more > 0 ? several.named(some.join(', '), more) : some.join(', ');
}

/** The same where others read it: lines that were typed and couldn’t be read, or whose name may be no name, are counted. */
export function recipientsForAll(
  words: Wording,
  { to }: { to: readonly Recipient[] },
  show: ShowNumber,
): string {
  const known = to.filter(({ kind }) => kind !== 'unreadable' && kind !== 'named');
  const [shown, typed] = [recipientsOf(words, { to: known }, show), to.length - known.length];
  return typed === 0 ? shown : words.several.andTyped(shown, typed);
}

/** A number, a mention, or a name. */
export function shownRecipient(who: Recipient, show: ShowNumber): string {
  if (who.kind === 'number') return show(who.number);
  if (who.kind === 'teammate') return `<@${who.userId}>`;
  return harmless(who.kind === 'unreadable' ? maskTyped(who.typed) : plainName(who, show), 40);
}
