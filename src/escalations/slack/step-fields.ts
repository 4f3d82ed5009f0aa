import type { KnownBlock } from '@slack/types';
import { readCount } from '../../kit/parse-values.ts';
import { checkboxes, live, select, typed } from '../../kit/slack/fields.ts';
import type { FormState } from '../../kit/slack/view-state.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { numbersError, recipients, recipientsIn } from '../../texts/slack/compose/recipients-field.ts';
import { MAX_NAMED, MAX_ROUNDS, MAX_STEP_MINUTES, type PolicyDraft } from '../policy.ts';
import { SEVERITIES } from '../severity.ts';

/* The fields for steps that follow one another. A step is shown once the one before it has recipients. */

/** Steps in a form. An empty step stays while a later one has recipients. */
export type Steps = Omit<PolicyDraft, 'name'>;

const MENTION = 'mention';
export const DEFAULT_MINUTES = 5;
const ROUNDS = Array.from({ length: MAX_ROUNDS }, (_, index) => index + 1);

const idsIn = (id: string) => ({
  rounds: `${id}_rounds`,
  climbing: `${id}_climbing`,
  mention: `${id}_mention`,
});
/** The field for a step's recipients. */
export const stepTo = (id: string, step: number | string): string => `${id}_step_to_${step}`;
const stepMinutes = (id: string, step: number): string => `${id}_step_minutes_${step}`;

/** `most`: steps at most. `first`: the number of the first, by which it is labelled; 0 is where nobody is texted before it. */
type StepNumbers = { first: 0 | 1; most: number };

const numbersOf = ({ first, most }: StepNumbers): number[] =>
  Array.from({ length: most }, (_, index) => first + index);

export const minutesField = (block: string, labelled: { label: string; hint?: string }, value: number) =>
  typed(block, labelled, String(value), { most: 5, needed: true });

export function stepBlocks(
  words: Wording,
  id: string,
  { steps, rounds, severities, mention }: Steps,
  numbers: StepNumbers,
): KnownBlock[] {
  const { field } = words.escalationSteps;
  const ids = idsIn(id);
  const last = steps.findLastIndex(({ to }) => to.length > 0) + 1;
  const inSteps = numbersOf(numbers)
    .slice(0, last + 1)
    .flatMap((number, index): KnownBlock[] => {
      const step = steps[index] ?? { to: [], minutes: DEFAULT_MINUTES };
      const labelled = { label: field.to.label(number), hint: field.to.hint(number) };
      const label = field.minutes.label(number);
      const isOptional = number > 0;
      return [
        recipients(stepTo(id, number), labelled, words.search.placeholder, step.to, isOptional),
        ...(step.to.length > 0 ? [minutesField(stepMinutes(id, number), { label }, step.minutes)] : []),
      ];
    });
  const times = ROUNDS.map(count => ({ value: String(count), label: field.rounds.choice(count) }));
  const climbing = SEVERITIES.map(value => ({ value, label: words.severity[value] }));
  const everybody = [{ value: MENTION, label: field.mention.everybody }];
  return [
    ...inSteps,
    live(select(ids.rounds, field.rounds, times, String(rounds))),
    checkboxes(ids.climbing, field.climbing, climbing, severities),
    live(checkboxes(ids.mention, field.mention, everybody, mention ? [MENTION] : [])),
  ];
}

/** True if the form shows steps: a choice above them may have brought them only now. */
export const hasSteps = (state: FormState, id: string): boolean => state.choice(idsIn(id).rounds) !== null;

/** A number of minutes; the default until the form shows the field. Notes an error under its field. */
export function readMinutes(
  words: Wording,
  state: FormState,
  block: string,
  error: Record<string, string>,
): number {
  const input = state.texts(block).find(text => text.block === block);
  const minutes = input ? readCount(input.text) : DEFAULT_MINUTES;
  if (typeof minutes === 'number' && minutes <= MAX_STEP_MINUTES) return minutes;
  error[block] = words.escalationSteps.wrong.minutes(MAX_STEP_MINUTES);
  return DEFAULT_MINUTES;
}

/** @throws OutdatedMetadataError */
export function readSteps(
  words: Wording,
  state: FormState,
  id: string,
  numbers: StepNumbers,
): { value: Steps; error: Record<string, string> } {
  const { wrong } = words.escalationSteps;
  const ids = idsIn(id);
  const error: Record<string, string> = {};
  // Until the form shows the fields, they have their defaults.
  const climbing = state.choices(ids.climbing) ?? ['critical'];
  const severities = SEVERITIES.filter(severity => climbing.includes(severity));
  if (severities.length === 0) error[ids.climbing] = wrong.severities;
  const steps = numbersOf(numbers).map((number): Steps['steps'][number] => {
    const block = stepTo(id, number);
    const chosen = state.options(block) === null ? [] : recipientsIn(state, block);
    if (chosen.length === 0) return { to: [], minutes: DEFAULT_MINUTES };
    const tooMany = chosen.length > MAX_NAMED ? wrong.tooMany(MAX_NAMED) : null;
    const why = numbersError(words, chosen) ?? tooMany;
    if (why !== null) error[block] = why;
    const minutes = readMinutes(words, state, stepMinutes(id, number), error);
    return { to: chosen.slice(0, MAX_NAMED), minutes };
  });
  return {
    value: {
      steps: steps.slice(0, steps.findLastIndex(({ to }) => to.length > 0) + 1),
      rounds: Math.min(MAX_ROUNDS, Math.max(1, Number(state.choice(ids.rounds)) || 1)),
      severities,
      mention: state.choices(ids.mention)?.includes(MENTION) ?? false,
    },
    error,
  };
}

/** Steps as they are stored: without recipients that couldn't be read, and without empty steps. */
export const readableSteps = (steps: Steps['steps']): Steps['steps'] =>
  steps.flatMap(({ to, minutes }) => {
    const read = to.filter(({ kind }) => kind !== 'unreadable');
    return read.length > 0 ? [{ to: read, minutes }] : [];
  });
