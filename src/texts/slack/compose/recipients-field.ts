import type { InputBlock, MultiExternalSelect } from '@slack/types';
import { INPUT_ACTION, input, live } from '../../../kit/slack/fields.ts';
import { type FormState, OutdatedMetadataError } from '../../../kit/slack/view-state.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Labelled } from '../../../kit/words/languages.ts';
import { type Wording, wordProblem } from '../../../kit/words/wording.ts';
import { nameFault } from '../../parse/name.ts';
import { eachOnce, type Recipient } from '../../recipient.ts';
import { optionOf, recipientIn } from '../recipient-options.ts';

/** Wrong numbers named under a field; the others are counted. */
const MAX_NAMED = 5;
const SHOWN_CHARACTERS = 24;

/**
 * The recipients chosen in a search field, each once, in their order.
 *
 * @throws OutdatedMetadataError
 */
export function recipientsIn(state: FormState, block: string): Recipient[] {
  const chosen = state.options(block);
  if (!chosen) throw new OutdatedMetadataError('A form of another version, with other fields');
  return eachOnce(chosen.flatMap(option => recipientIn(option) ?? []));
}

/** The error of mistyped numbers; null if there are none. */
export function numbersError({ settings }: Wording, recipients: readonly Recipient[]): string | null {
  const bad = recipients.flatMap(recipient =>
    recipient.kind === 'unreadable'
      ? [
          {
            typed: harmless(recipient.typed, SHOWN_CHARACTERS),
            why:
              recipient.problem.kind === 'NUMBER_INVALID' ? recipient.problem.why : ('not_a_number' as const),
          },
        ]
      : [],
  );
  if (bad.length === 0) return null;
  return settings.wrong.numbers(bad.slice(0, MAX_NAMED), Math.max(0, bad.length - MAX_NAMED));
}

export function recipients(
  block: string,
  field: Labelled,
  placeholder: string,
  chosen: readonly Recipient[],
  optional = false,
): InputBlock {
  const options = chosen.map(recipient => optionOf(recipient));
  const element: MultiExternalSelect = {
    type: 'multi_external_select',
    action_id: INPUT_ACTION,
    placeholder: { type: 'plain_text', text: placeholder },
    min_query_length: 0,
    ...(options.length > 0 ? { initial_options: options } : {}),
  };
  return live(input(block, field, element, optional));
}

/**
 * Why a contact, group or the like can't have this name; null if it can.
 *
 * @param limit in characters
 */
export function nameProblem(words: Wording, name: string, limit: number): string | null {
  const why = nameFault(name, limit, words);
  return why && wordProblem(words, { kind: 'NAME_NOT_KEPT', typed: name, why, limit });
}
