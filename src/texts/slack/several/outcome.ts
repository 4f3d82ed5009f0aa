import type { KnownBlock } from '@slack/types';
import type { ShowNumber } from '../../../kit/number.ts';
import type { HoldingCode } from '../../../kit/problem.ts';
import { actions, button, context, section } from '../../../kit/slack/elements.ts';
import { ACTION } from '../../../kit/slack/ids.ts';
import type { Message } from '../../../kit/slack/message.ts';
import { type Wording, wordLeftOut, wordProblem } from '../../../kit/words/wording.ts';
import type { Intent } from '../../intent.ts';
import type { Omitted } from '../../recipient.ts';
import { expiredAmong } from '../../sending/expired.ts';
import type { IntentOutcome } from '../../store/model.ts';
import { tally } from '../../tally.ts';
import { buttonsOfHold, recipientsOf, sendNowButton, shownRecipient, uncertainButton } from '../results.ts';

/**
 * How many people are named for each reason, how many reasons are given, and how many uncertain texts have a button at
 * a time.
 */
const NAMED = 10;
const REASONS = 10;
const UNCERTAIN = 10;

/** Why those that wait are on hold, and when it is too late for the first of them, as a time of day. */
export type OnHold = { code: HoldingCode; until: number };

/** What became of a person's texts to several people, as far as we know. */
export function outcomeMessage(
  words: Wording,
  show: ShowNumber,
  { intent, outcome, held }: { intent: Intent; outcome: IntentOutcome; held: OnHold | null },
): Message {
  const { several } = words;
  const { settled, texts, sentAgain } = outcome;
  const counts = tally(outcome, intent.to.length);
  const about = { actor: intent.actor, to: recipientsOf(words, intent, show) };
  const headline = settled
    ? several.ended({ ...about, isSent: counts.sent === counts.recipients })
    : several.going(about);
  const lines = [
    `${headline}: ${several.counts(counts)}`,
    ...(held && counts.waiting > 0
      ? [several.held({ ...words.waitingBecause[held.code], until: held.until })]
      : []),
    ...leftOutLines(words, show, outcome),
  ].join('\n');
  const uncertain = texts.filter(({ id, state }) => state === 'uncertain' && !sentAgain.includes(id));
  const shown = uncertain.slice(0, UNCERTAIN);
  const rest = uncertain.length - shown.length;
  const buttons = [
    ...(held && counts.waiting > 0 ? buttonsOfHold(words, held.code) : []),
    ...(counts.waiting > 0
      ? [button({ action: ACTION.cancelTexts, label: several.button.cancel, value: intent.id })]
      : []),
    ...(settled && expiredAmong(intent, outcome) !== null ? [sendNowButton(words, intent.id)] : []),
  ];
  const blocks: KnownBlock[] = [
    section(lines),
    ...shown.map(text => ({
      ...section(
        several.uncertain({
          number: show(text.number),
          because: words.uncertainBecause[text.uncertain ?? 'interrupted'],
        }),
      ),
      accessory: uncertainButton(words, text.id),
    })),
    ...(rest > 0 ? [context(several.moreUncertain(rest))] : []),
    ...(counts.sent > 0 ? [context(several.facts(counts))] : []),
    ...(buttons.length > 0 ? [actions(...buttons)] : []),
  ];
  return { text: lines, blocks };
}

/** Who gets no text, grouped by reason. */
export function leftOutLines(
  words: Wording,
  show: ShowNumber,
  outcome: { omitted: readonly Omitted[] } & Partial<Omit<IntentOutcome, 'omitted'>>,
): string[] {
  const { omitted, problem, texts = [], unreadable = [], sentAgain = [] } = outcome;
  const reasons = new Map<string, string[]>();
  const add = (because: string, who: string) => reasons.set(because, [...(reasons.get(because) ?? []), who]);
  for (const one of omitted) add(wordLeftOut(words, one.problem), shownRecipient(one.who, show));
  for (const { id, number, state, problem: why } of texts) {
    if (sentAgain.includes(id)) add(words.several.sentAgain, show(number));
    else if (state === 'cancelled') add(words.state.cancelled, show(number));
    else if (state === 'refused') add(why ? wordLeftOut(words, why) : words.state.refused, show(number));
  }
  const lines = [...reasons].map(([because, who]) =>
    words.several.leftOut({ who: who.slice(0, NAMED), more: Math.max(0, who.length - NAMED), because }),
  );
  // Cancelled texts are reported individually.
  if (problem && problem.kind !== 'CANCELLED') lines.push(`• ${wordProblem(words, problem)}`);
  lines.push(...unreadable.map(id => `• ${wordProblem(words, { kind: 'RESULT_UNREADABLE', id })}`));
  const rest = lines.length - REASONS;
  return rest > 0 ? [...lines.slice(0, REASONS), words.several.moreReasons(rest)] : lines;
}
