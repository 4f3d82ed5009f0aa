import type { KnownBlock } from '@slack/types';
import {
  hasSteps,
  minutesField,
  readMinutes,
  readSteps,
  stepBlocks,
} from '../../../escalations/slack/step-fields.ts';
import { live, radio } from '../../../kit/slack/fields.ts';
import type { FieldReading, FormField } from '../../../kit/slack/form.ts';
import { type FormState, OutdatedMetadataError } from '../../../kit/slack/view-state.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { MAX_STEPS } from '../../call-lists.ts';
import type { HookDraft } from '../../hooks.ts';

/* "If nobody acknowledges": the form shows a step once the one before it has recipients. */

/** The escalation in the form. An empty step stays while a later one has recipients. */
type HookSteps = NonNullable<HookDraft['escalation']>;

const GO_ON = 'go_on';
/** Nobody of the first step is in these fields: they are the hook's own recipients, above. */
const NUMBERS = { first: 1, most: MAX_STEPS } as const;

const firstMinutesIn = (id: string): string => `${id}_first_minutes`;

export const escalationField = (words: Wording): FormField<HookSteps | null> => ({
  blocks: (id, escalation) => blocks(words, id, escalation),
  read: (state, id) => read(words, state, id),
});

function blocks(words: Wording, id: string, escalation: HookSteps | null): KnownBlock[] {
  const { field } = words.escalation;
  const choices = [
    { value: 'nothing', label: field.unanswered.nothing },
    { value: GO_ON, label: field.unanswered.goOn },
  ];
  const choice = live(radio(id, field.unanswered, choices, escalation ? GO_ON : 'nothing'));
  if (!escalation) return [choice];
  const first = minutesField(firstMinutesIn(id), field.firstMinutes, escalation.firstMinutes);
  return [choice, first, ...stepBlocks(words, id, escalation, NUMBERS)];
}

/** @throws OutdatedMetadataError */
function read(words: Wording, state: FormState, id: string): FieldReading<HookSteps | null> {
  const choice = state.choice(id);
  if (choice === null) throw new OutdatedMetadataError('A form of another version, without steps');
  if (choice !== GO_ON) return { value: null };
  const { value, error } = readSteps(words, state, id, NUMBERS);
  // The other fields appear only after the choice.
  if (!hasSteps(state, id)) error[id] = words.escalation.wrong.notYet;
  const firstMinutes = readMinutes(words, state, firstMinutesIn(id), error);
  return { value: { ...value, firstMinutes }, error };
}
