import { keyOf, type Recipient } from '../../domain/recipient.ts';
import { harmless } from '../../domain/slack-text.ts';
import type { Wording } from '../../wording/index.ts';
import { Outdated } from '../kit/kept.ts';
import type { FormState } from '../kit/state.ts';
import { recipientIn } from '../recipient-option.ts';

/** How many wrong numbers are named under a field; the others are counted. */
const NAMED = 5;
const SHOWN_CHARACTERS = 24;

/**
 * Whom somebody chose in a field that searches recipients, each once, in their order.
 *
 * @throws Outdated
 */
export function recipientsIn(state: FormState, block: string): Recipient[] {
  const chosen = state.options(block);
  if (!chosen) throw new Outdated('A form of another version, with other fields');
  const all = chosen.flatMap(one => recipientIn(one) ?? []);
  return [...new Map(all.map(who => [keyOf(who), who])).values()];
}

/** What is wrong with the numbers that were typed there; null: nothing. */
export function numbersError({ settings }: Wording, recipients: readonly Recipient[]): string | null {
  const bad = recipients.flatMap(who =>
    who.kind === 'unreadable'
      ? [
          {
            typed: harmless(who.typed, SHOWN_CHARACTERS),
            why: who.problem.kind === 'NUMBER_INVALID' ? who.problem.why : ('not_a_number' as const),
          },
        ]
      : [],
  );
  if (bad.length === 0) return null;
  return settings.wrong.numbers(bad.slice(0, NAMED), Math.max(0, bad.length - NAMED));
}
