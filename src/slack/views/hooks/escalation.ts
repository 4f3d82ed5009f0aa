import type { KnownBlock } from '@slack/types';
import {
  type HookDraft,
  MAX_RECIPIENTS,
  MAX_ROUNDS,
  MAX_STEP_MINUTES,
  MAX_STEPS,
} from '../../../alerts/hooks.ts';
import { SEVERITIES } from '../../../domain/alert.ts';
import { readCount } from '../../../domain/written-values.ts';
import type { Wording } from '../../../wording/index.ts';
import { HOOK } from '../../ids.ts';
import { checkboxes, radio, select } from '../../kit/fields.ts';
import { Outdated } from '../../kit/kept.ts';
import type { FormState } from '../../kit/state.ts';
import { live, recipients as searched, typed } from '../hook-fields.ts';
import { numbersError, recipientsIn } from '../recipients-field.ts';

/* "If nobody acknowledges": one step after the other, each shown once the one before it texts somebody. */

type HookSteps = NonNullable<HookDraft['escalation']>;

const GO_ON = 'go_on';
const MENTION = 'mention';
const DEFAULT_MINUTES = 5;
const NUMBERS = Array.from({ length: MAX_STEPS }, (_, index) => index + 1);

const toBlock = (step: number): string => `${HOOK.stepTo}${step}`;
const minutesBlock = (step: number): string => `${HOOK.stepMinutes}${step}`;
/** The field for whom a step texts. */
export const stepField = new RegExp(`^${HOOK.stepTo}\\d$`);

/** The fields, filled in. */
export function escalationBlocks(words: Wording, escalation: HookDraft['escalation']): KnownBlock[] {
  return fields(words, escalation, escalation?.steps.map(() => true) ?? null);
}

/** A form's blocks, with the fields that what was chosen needs; those that are there stay as they are. */
export function withEscalation(words: Wording, shown: readonly KnownBlock[], state: FormState): KnownBlock[] {
  const isFilled = (step: number): boolean => (state.options(toBlock(step)) ?? []).length > 0;
  const filled = state.choice(HOOK.unanswered) === GO_ON ? NUMBERS.map(isFilled) : null;
  const there = new Map(shown.map(block => [block.block_id, block]));
  const needed = fields(words, null, filled).map(block => there.get(block.block_id) ?? block);
  const at = shown.findIndex(({ block_id: id }) => id === HOOK.unanswered);
  const others = shown.filter(({ block_id: id = '' }) => !isOurs(id));
  return at < 0 ? [...shown] : [...others.slice(0, at), ...needed, ...others.slice(at)];
}

const isOurs = (id: string): boolean =>
  [HOOK.unanswered, HOOK.firstMinutes, HOOK.rounds, HOOK.climbing, HOOK.mention].some(its => its === id) ||
  [HOOK.stepTo, HOOK.stepMinutes].some(prefix => id.startsWith(prefix));

/** @param filled which steps text somebody; null: nobody else is texted */
function fields(
  words: Wording,
  escalation: HookDraft['escalation'],
  filled: readonly boolean[] | null,
): KnownBlock[] {
  const { field } = words.escalation;
  const choices = [
    { value: 'nothing', label: field.unanswered.nothing },
    { value: GO_ON, label: field.unanswered.goOn },
  ];
  const choice = live(radio(HOOK.unanswered, field.unanswered, choices, filled ? GO_ON : 'nothing'));
  if (!filled) return [choice];
  const last = filled.lastIndexOf(true) + 1;
  const minutes = (block: string, labelled: { label: string; hint?: string }, value: number | undefined) =>
    typed(block, labelled, String(value ?? DEFAULT_MINUTES), { most: 5, needed: true });
  const steps = NUMBERS.slice(0, last + 1).flatMap((number): KnownBlock[] => {
    const step = escalation?.steps[number - 1];
    const to = { label: field.stepTo.label(number), hint: field.stepTo.hint };
    return [
      searched(toBlock(number), to, words.search.placeholder, step?.to ?? [], true),
      ...(filled[number - 1]
        ? [minutes(minutesBlock(number), { label: field.stepMinutes.label(number) }, step?.minutes)]
        : []),
    ];
  });
  const rounds = Array.from({ length: MAX_ROUNDS }, (_, index) => index + 1);
  return [
    choice,
    minutes(HOOK.firstMinutes, field.firstMinutes, escalation?.firstMinutes),
    ...steps,
    live(
      select(
        HOOK.rounds,
        field.rounds,
        rounds.map(count => ({ value: String(count), label: field.rounds.choice(count) })),
        String(escalation?.rounds ?? 1),
      ),
    ),
    checkboxes(
      HOOK.climbing,
      field.climbing,
      SEVERITIES.map(value => ({ value, label: words.hooks.severity[value] })),
      escalation?.severities ?? ['critical'],
    ),
    live(
      checkboxes(
        HOOK.mention,
        field.mention,
        [{ value: MENTION, label: field.mention.everybody }],
        escalation?.mention ? [MENTION] : [],
      ),
    ),
  ];
}

/**
 * What the fields say as far as they can be read, and what is wrong with the rest, by block id.
 *
 * @throws Outdated
 */
export function readEscalation(
  words: Wording,
  state: FormState,
): { escalation: HookSteps | null; errors: Record<string, string> } {
  const choice = state.choice(HOOK.unanswered);
  if (choice === null) throw new Outdated('A form of another version, without steps');
  const errors: Record<string, string> = {};
  if (choice !== GO_ON) return { escalation: null, errors };
  const said = words.escalation.wrong;
  // What isn't there yet would have been filled in like this.
  const rounds = state.choice(HOOK.rounds);
  if (rounds === null) errors[HOOK.unanswered] = said.notYet;
  const minutesIn = (block: string): number => {
    const shown = state.texts(block).find(one => one.block === block);
    const minutes = shown ? readCount(shown.text) : DEFAULT_MINUTES;
    if (typeof minutes === 'number' && minutes <= MAX_STEP_MINUTES) return minutes;
    errors[block] = said.minutes(MAX_STEP_MINUTES);
    return DEFAULT_MINUTES;
  };
  const climbing = state.choices(HOOK.climbing) ?? ['critical'];
  const severities = SEVERITIES.filter(severity => climbing.includes(severity));
  if (severities.length === 0) errors[HOOK.climbing] = words.hooks.wrong.severities;
  const firstMinutes = minutesIn(HOOK.firstMinutes);
  const steps = NUMBERS.flatMap((number): HookSteps['steps'] => {
    const block = toBlock(number);
    const chosen = state.options(block) === null ? [] : recipientsIn(state, block);
    if (chosen.length === 0) return [];
    const tooMany = chosen.length > MAX_RECIPIENTS ? words.hooks.wrong.tooMany(MAX_RECIPIENTS) : null;
    const wrong = numbersError(words, chosen) ?? tooMany;
    if (wrong !== null) errors[block] = wrong;
    const to = chosen.filter(({ kind }) => kind !== 'unreadable').slice(0, MAX_RECIPIENTS);
    return [{ to, minutes: minutesIn(minutesBlock(number)) }];
  });
  const mention = state.choices(HOOK.mention)?.includes(MENTION) ?? false;
  const escalation = {
    firstMinutes,
    steps,
    rounds: Math.min(MAX_ROUNDS, Math.max(1, Number(rounds) || 1)),
    severities,
    mention,
  };
  return { escalation, errors };
}

/** The recipients of each step, by the field they were chosen in. */
export function stepRecipients(
  state: FormState,
): { block: string; recipients: HookSteps['steps'][number]['to'] }[] {
  return NUMBERS.flatMap(number => {
    const block = toBlock(number);
    return state.options(block) === null ? [] : { block, recipients: recipientsIn(state, block) };
  });
}
