import type { KnownBlock } from '@slack/types';
import { readCount } from '../../../kit/parse-values.ts';
import { checkboxes, live, radio, select, typed } from '../../../kit/slack/fields.ts';
import type { FieldReading, FormField } from '../../../kit/slack/form.ts';
import { type FormState, OutdatedMetadataError } from '../../../kit/slack/view-state.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { numbersError, recipients, recipientsIn } from '../../../texts/slack/compose/recipients-field.ts';
import { SEVERITIES } from '../../alert.ts';
import { type HookDraft, MAX_NAMED, MAX_ROUNDS, MAX_STEP_MINUTES, MAX_STEPS } from '../../hooks.ts';

/* "If nobody acknowledges": the form shows a step once the one before it has recipients. */

/** The escalation in the form. An empty step stays while a later one has recipients. */
export type HookSteps = NonNullable<HookDraft['escalation']>;

const GO_ON = 'go_on';
const MENTION = 'mention';
const DEFAULT_MINUTES = 5;
const NUMBERS = Array.from({ length: MAX_STEPS }, (_, index) => index + 1);
const ROUNDS = Array.from({ length: MAX_ROUNDS }, (_, index) => index + 1);

const idsIn = (id: string) => ({
  choice: id,
  firstMinutes: `${id}_first_minutes`,
  rounds: `${id}_rounds`,
  climbing: `${id}_climbing`,
  mention: `${id}_mention`,
});
/** The field for a step's recipients; steps count from 1. */
export const stepTo = (id: string, step: number | string): string => `${id}_step_to_${step}`;
const stepMinutes = (id: string, step: number): string => `${id}_step_minutes_${step}`;

export const escalationField = (words: Wording): FormField<HookSteps | null> => ({
  blocks: (id, escalation) => blocks(words, id, escalation),
  read: (state, id) => read(words, state, id),
});

function blocks(words: Wording, id: string, escalation: HookSteps | null): KnownBlock[] {
  const { field } = words.escalation;
  const ids = idsIn(id);
  const choices = [
    { value: 'nothing', label: field.unanswered.nothing },
    { value: GO_ON, label: field.unanswered.goOn },
  ];
  const choice = live(radio(ids.choice, field.unanswered, choices, escalation ? GO_ON : 'nothing'));
  if (!escalation) return [choice];
  const { firstMinutes, steps, rounds, severities, mention } = escalation;
  const minutes = (block: string, labelled: { label: string; hint?: string }, value: number) =>
    typed(block, labelled, String(value), { most: 5, needed: true });
  const last = steps.findLastIndex(({ to }) => to.length > 0) + 1;
  const stepBlocks = NUMBERS.slice(0, last + 1).flatMap((number): KnownBlock[] => {
    const step = steps[number - 1] ?? { to: [], minutes: DEFAULT_MINUTES };
    const labelled = { label: field.stepTo.label(number), hint: field.stepTo.hint };
    const label = field.stepMinutes.label(number);
    return [
      recipients(stepTo(id, number), labelled, words.search.placeholder, step.to, true),
      ...(step.to.length > 0 ? [minutes(stepMinutes(id, number), { label }, step.minutes)] : []),
    ];
  });
  const times = ROUNDS.map(count => ({ value: String(count), label: field.rounds.choice(count) }));
  const climbing = SEVERITIES.map(value => ({ value, label: words.hooks.severity[value] }));
  const everybody = [{ value: MENTION, label: field.mention.everybody }];
  return [
    choice,
    minutes(ids.firstMinutes, field.firstMinutes, firstMinutes),
    ...stepBlocks,
    live(select(ids.rounds, field.rounds, times, String(rounds))),
    checkboxes(ids.climbing, field.climbing, climbing, severities),
    live(checkboxes(ids.mention, field.mention, everybody, mention ? [MENTION] : [])),
  ];
}

/** @throws OutdatedMetadataError */
function read(words: Wording, state: FormState, id: string): FieldReading<HookSteps | null> {
  const ids = idsIn(id);
  const choice = state.choice(ids.choice);
  if (choice === null) throw new OutdatedMetadataError('A form of another version, without steps');
  if (choice !== GO_ON) return { value: null };
  const { wrong } = words.escalation;
  const error: Record<string, string> = {};
  // The other fields appear only after the choice; until then they have their defaults.
  const rounds = state.choice(ids.rounds);
  if (rounds === null) error[ids.choice] = wrong.notYet;
  const minutesIn = (block: string): number => {
    const input = state.texts(block).find(text => text.block === block);
    const minutes = input ? readCount(input.text) : DEFAULT_MINUTES;
    if (typeof minutes === 'number' && minutes <= MAX_STEP_MINUTES) return minutes;
    error[block] = wrong.minutes(MAX_STEP_MINUTES);
    return DEFAULT_MINUTES;
  };
  const climbing = state.choices(ids.climbing) ?? ['critical'];
  const severities = SEVERITIES.filter(severity => climbing.includes(severity));
  if (severities.length === 0) error[ids.climbing] = words.hooks.wrong.severities;
  const firstMinutes = minutesIn(ids.firstMinutes);
  const steps = NUMBERS.map((number): HookSteps['steps'][number] => {
    const block = stepTo(id, number);
    const chosen = state.options(block) === null ? [] : recipientsIn(state, block);
    if (chosen.length === 0) return { to: [], minutes: DEFAULT_MINUTES };
    const tooMany = chosen.length > MAX_NAMED ? words.hooks.wrong.tooMany(MAX_NAMED) : null;
    const why = numbersError(words, chosen) ?? tooMany;
    if (why !== null) error[block] = why;
    return { to: chosen.slice(0, MAX_NAMED), minutes: minutesIn(stepMinutes(id, number)) };
  });
  const escalation = {
    firstMinutes,
    severities,
    steps: steps.slice(0, steps.findLastIndex(({ to }) => to.length > 0) + 1),
    rounds: Math.min(MAX_ROUNDS, Math.max(1, Number(rounds) || 1)),
    mention: state.choices(ids.mention)?.includes(MENTION) ?? false,
  };
  return { value: escalation, error };
}
