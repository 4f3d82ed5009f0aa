import type { KnownBlock } from '@slack/types';
import type { ShowNumber } from '../../kit/number.ts';
import type { HoldingCode } from '../../kit/problem.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import type { Message } from '../../kit/slack/message.ts';
import { type Wording, wordLeftOut, wordProblem } from '../../kit/words/wording.ts';
import type { Intent } from '../intent.ts';
import type { Omitted } from '../recipient.ts';
import type { IntentOutcome } from '../store/model.ts';
import { expiredAmong } from '../store/settle.ts';
import { tally } from '../tally.ts';
import type { Text } from '../text.ts';
import { whyNotSent } from '../why-not-sent.ts';
import { ACTION } from './ids.ts';
import {
  buttonsOfHold,
  recipientsOf,
  sendNowButton,
  shownRecipient,
  shownText,
  uncertainButtons,
} from './receipt-messages.ts';

/** The most people named for each reason, reasons given, and uncertain texts shown with a button. */
const MAX_NAMED = 10;
const MAX_REASONS = 10;
const MAX_BUTTONS = 10;

/** Why waiting texts are on hold, and when the first of them expires, by the time of day. */
export type OnHold = { code: HoldingCode; until: number };

/** `undoMs`: for how long the waiting texts can still be undone; 0 if they can't. */
type ShownOutcome = { intent: Intent; outcome: IntentOutcome; held: OnHold | null; undoMs: number };

/** The current outcome of a person's texts to several people. */
export function outcomeMessage(
  words: Wording,
  show: ShowNumber,
  { intent, outcome, held, undoMs }: ShownOutcome,
): Message {
  const { several } = words;
  const { settled, texts, sentAgain } = outcome;
  const counts = tally(outcome, intent.to.length);
  const about = { actor: intent.actor, to: recipientsOf(words, intent, show) };
  const headline = settled
    ? several.ended({ ...about, isSent: counts.sent + counts.byWord === counts.recipients })
    : several.going(about);
  const lines = [
    `${headline}: ${words.tally(counts)}`,
    ...(undoMs > 0 ? [several.undo(undoMs)] : []),
    ...(held && counts.waiting > 0
      ? [several.held({ ...words.waitingBecause[held.code], until: held.until })]
      : []),
    ...leftOutLines(words, show, outcome),
  ].join('\n');
  const uncertain = texts.filter(({ id, state }) => state === 'uncertain' && !sentAgain.includes(id));
  const shown = uncertain.slice(0, MAX_BUTTONS);
  const more = uncertain.length - shown.length;
  const buttons = [
    ...(held && counts.waiting > 0 ? buttonsOfHold(words, held.code) : []),
    ...(counts.waiting > 0
      ? [
          button({
            action: ACTION.cancelTexts,
            label: undoMs > 0 ? several.button.undo : several.button.cancel,
            value: intent.id,
          }),
        ]
      : []),
    ...(settled && expiredAmong(intent, outcome) !== null ? [sendNowButton(words, intent.id)] : []),
  ];
  const blocks: KnownBlock[] = [
    section(lines),
    ...shown.flatMap(text => [
      section(
        several.uncertain({
          number: shownText(show, text),
          because: words.uncertainBecause[text.uncertain ?? 'interrupted'],
        }),
      ),
      actions(...uncertainButtons(words, text.id)),
    ]),
    ...(more > 0 ? [context(several.moreUncertain(more))] : []),
    ...(counts.sent > 0 ? [context(several.facts(counts))] : []),
    ...(buttons.length > 0 ? [actions(...buttons)] : []),
  ];
  return { text: lines, blocks };
}

/** People who get no text, grouped by reason. */
export function leftOutLines(
  words: Wording,
  show: ShowNumber,
  outcome: { omitted: readonly Omitted[] } & Partial<Omit<IntentOutcome, 'omitted'>>,
): string[] {
  const { omitted, problem, texts = [], unreadable = [], sentAgain = [] } = outcome;
  const reasons = new Map<string, string[]>();
  const add = (because: string, recipient: string) =>
    reasons.set(because, [...(reasons.get(because) ?? []), recipient]);
  for (const person of omitted)
    add(wordLeftOut(words, person.problem), shownRecipient(person.recipient, show));
  for (const text of texts) {
    const because = whyListed(words, text, sentAgain);
    if (because !== null) add(because, shownText(show, text));
  }
  const lines = [...reasons].map(([because, recipients]) =>
    words.several.leftOut({
      recipients: recipients.slice(0, MAX_NAMED),
      more: Math.max(0, recipients.length - MAX_NAMED),
      because,
    }),
  );
  // Cancelled texts have their own lines.
  if (problem && problem.kind !== 'CANCELLED') lines.push(`• ${wordProblem(words, problem)}`);
  lines.push(...unreadable.map(id => `• ${wordProblem(words, { kind: 'RESULT_UNREADABLE', id })}`));
  const more = lines.length - MAX_REASONS;
  return more > 0 ? [...lines.slice(0, MAX_REASONS), words.several.moreReasons(more)] : lines;
}

/**
 * Why a text's recipient is listed among those without one; null if they aren't. An uncertain text has a line of its own until
 * it is resent.
 */
function whyListed(words: Wording, text: Text, sentAgain: readonly string[]): string | null {
  if (sentAgain.includes(text.id)) return words.several.sentAgain;
  if (text.byWord) return words.receipt.markedSent(text.byWord.by);
  if (text.state === 'cancelled') return words.state.cancelled;
  return text.state === 'refused' ? whyNotSent(words, text) : null;
}
