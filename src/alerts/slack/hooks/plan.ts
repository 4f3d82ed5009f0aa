import type { KnownBlock } from '@slack/types';
import { expectedCost, type PastCost } from '../../../kit/credits.ts';
import type { LocalNumber, ShowNumber } from '../../../kit/number.ts';
import { context } from '../../../kit/slack/elements.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { Recipient } from '../../../texts/recipient.ts';
import { recipientsOf } from '../../../texts/slack/results.ts';
import type { HookDraft } from '../../hooks.ts';

/**
 * What happens if nobody acknowledges an alert, in words, and what it comes to at most; nothing if nobody else is texted.
 *
 * @param numbersOf the numbers that recipients stand for right now, as far as we know
 * @param parts of a text that says it fires, and of one that says it is over
 */
export async function planBlocks(
  words: Wording,
  { recipients, escalation, resolved, reminders }: HookDraft,
  about: {
    numbersOf: (to: readonly Recipient[]) => Promise<readonly LocalNumber[]>;
    show: ShowNumber;
    past: PastCost | null;
    parts: { firing: number; resolved: number };
  },
): Promise<KnownBlock[]> {
  if (!escalation) return [];
  const { numbersOf, show, past, parts } = about;
  const { firstMinutes, steps, rounds, mention } = escalation;
  const waits = [firstMinutes, ...steps.map(({ minutes }) => minutes)];
  const named = (to: readonly Recipient[]): string => recipientsOf(words, { to }, show) || '…';
  const plan = words.escalation.plan({
    first: named(recipients),
    steps: steps.map(({ to }, index) => ({ to: named(to), after: waits[index] ?? firstMinutes })),
    rounds,
    last: waits.at(-1) ?? firstMinutes,
    mention,
  });
  const reached = await Promise.all([recipients, ...steps.map(({ to }) => to)].map(numbersOf));
  const firing = reached.flat().length * rounds;
  const over = resolved ? new Set(reached.flat()).size : 0;
  const cost = past && expectedCost(past, firing * parts.firing + over * parts.resolved);
  const atMost = words.escalation.atMost({ texts: firing + over, cost, reminders });
  return [context(plan), ...(firing > 0 ? [context(atMost)] : [])];
}
