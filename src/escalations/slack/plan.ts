import type { ShowNumber } from '../../kit/number.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { recipientsOf } from '../../texts/slack/receipt-messages.ts';
import type { Steps } from './step-fields.ts';

/** Steps in a sentence: who is texted, who is next and when, and what happens if nobody answers. */
export function planLine(
  words: Wording,
  { steps, rounds, mention }: Pick<Steps, 'steps' | 'rounds' | 'mention'>,
  show: ShowNumber,
): string {
  const namesOf = (to: readonly Recipient[]): string => recipientsOf(words, { to }, show) || '…';
  const waits = steps.map(({ minutes }) => minutes);
  const [first, ...next] = steps;
  return words.escalationSteps.plan({
    first: namesOf(first?.to ?? []),
    steps: next.map(({ to }, index) => ({ to: namesOf(to), after: waits[index] ?? 0 })),
    rounds,
    last: waits.at(-1) ?? 0,
    mention,
  });
}
