import type { KnownBlock } from '@slack/types';
import { INPUT_ACTION, input, live, select, textField, typed } from '../../../kit/slack/fields.ts';
import type { FieldReading, FormField, FormFields } from '../../../kit/slack/form.ts';
import type { FormState } from '../../../kit/slack/view-state.ts';
import { abridged, cut } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { type LabelsProblem, parseLabels } from '../../label-matchers.ts';
import { MUTE_HOURS } from '../../mutes.ts';
import { MAX_MUTE_MS } from '../../policy/incidents/mutes.ts';
import type { LabelMatcher } from '../../policy/incidents/state.ts';

const KINDS = ['groups', 'hook', 'labels'] as const;
type MuteKind = (typeof KINDS)[number];

/** `hook`: empty if none is chosen. `typed`: the labels as typed. `labels`: null if they can't be read. */
type ScopeInput = { kind: MuteKind; hook: string; typed: string; labels: LabelMatcher[] | null };
/** `until`: in epoch milliseconds by the time of day, used if `hours` is null. */
type Time = { hours: number | null; until: number | null };
export type MuteDraft = { what: ScopeInput; time: Time; reason: string };

/** The choices that the form offers to the user. */
export type MuteChoices = {
  kinds: readonly MuteKind[];
  hooks: readonly { id: string; name: string }[];
  mayChooseTime: boolean;
};

/** The option for labels in all hooks. */
export const ALL_HOOKS = '*';
const UNTIL = 'until';
const LABELS_CHARACTERS = 1000;
const REASON_CHARACTERS = 200;
const PART_CHARACTERS = 40;
const HOOK_NAME_CHARACTERS = 60;

export const muteFields = (words: Wording): FormFields<MuteDraft, MuteChoices> => ({
  what: { blocks: (id, scope, choices) => scopeBlocks(words, id, scope, choices), read: readScope(words) },
  time: timeField(words),
  reason: {
    blocks: (id, reason) => textField(id, words.mutes.form.reason, reason, { most: REASON_CHARACTERS }),
    read: (state, id) => ({ value: cut(state.text(id).trim(), REASON_CHARACTERS) }),
  },
});

/** The id of the only hook; empty if there are several. */
export const onlyOf = (hooks: MuteChoices['hooks']): string =>
  hooks.length === 1 ? (hooks[0]?.id ?? '') : '';

/** A different id for each kind, because the options differ, and Slack doesn't update a field whose id stays the same. */
export const hookBlock = (id: string, kind: MuteKind): string => `${id}_hook_of_${kind}`;
const labelsBlock = (id: string): string => `${id}_labels`;

function scopeBlocks(
  words: Wording,
  id: string,
  scope: ScopeInput,
  { kinds, hooks }: MuteChoices,
): KnownBlock[] {
  const { form } = words.mutes;
  const { kind } = scope;
  const choices = kinds.map(value => ({ value, label: form.what[value] }));
  const all = kind === 'labels' ? [{ value: ALL_HOOKS, label: form.hook.all }] : [];
  const chosen = scope.hook || onlyOf(hooks);
  const options = hooks.map(hook => ({ value: hook.id, label: abridged(hook.name, HOOK_NAME_CHARACTERS) }));
  return [
    live(select(id, form.what, choices, kind)),
    ...(kind === 'groups'
      ? []
      : [live(select(hookBlock(id, kind), form.hook, [...options, ...all], chosen))]),
    ...(kind === 'labels'
      ? [typed(labelsBlock(id), form.labels, scope.typed, { most: LABELS_CHARACTERS, needed: true })]
      : []),
  ];
}

const readScope =
  (words: Wording) =>
  (state: FormState, id: string): FieldReading<ScopeInput> => {
    const { wrong } = words.mutes;
    const kind = KINDS.find(option => option === state.choice(id)) ?? null;
    if (kind === null)
      return { value: { kind: 'hook', hook: '', typed: '', labels: [] }, error: { [id]: wrong.what } };
    const source = cut(state.text(labelsBlock(id)), LABELS_CHARACTERS);
    const value = { kind, hook: state.choice(hookBlock(id, kind)) ?? '', typed: source };
    if (kind !== 'labels') return { value: { ...value, labels: [] } };
    const read = parseLabels(source);
    if (read.ok) return { value: { ...value, labels: read.labels } };
    const error = { [labelsBlock(id)]: wrong.labels(shortened(read.problem)) };
    return { value: { ...value, labels: null }, error };
  };

const shortened = (problem: LabelsProblem): LabelsProblem =>
  'part' in problem ? { ...problem, part: abridged(problem.part, PART_CHARACTERS) } : problem;

const timeField = ({ mutes: { form, wrong } }: Wording): FormField<Time, MuteChoices> => ({
  blocks(id, { hours, until }, { mayChooseTime }) {
    const choices = [
      ...MUTE_HOURS.map(count => ({ value: String(count), label: form.time.hours(count) })),
      ...(mayChooseTime ? [{ value: UNTIL, label: form.time.until }] : []),
    ];
    const chosen = until === null ? {} : { initial_date_time: until / 1000 };
    return [
      live(select(id, form.time, choices, hours === null ? UNTIL : String(hours))),
      ...(hours === null
        ? [
            live(
              input(
                untilBlock(id),
                form.until,
                { type: 'datetimepicker', action_id: INPUT_ACTION, ...chosen },
                false,
              ),
            ),
          ]
        : []),
    ];
  },
  read(state, id) {
    const hours = MUTE_HOURS.find(count => String(count) === state.choice(id)) ?? null;
    const seconds = state.moment(untilBlock(id));
    const value = { hours, until: hours === null && seconds !== null ? seconds * 1000 : null };
    const isMissing = hours === null && value.until === null;
    // The time's field appears only after “until” is chosen, so the error may have to be at the choice.
    const block = state.texts(untilBlock(id)).length > 0 ? untilBlock(id) : id;
    return { value, error: isMissing ? { [block]: wrong.until } : null };
  },
});

const untilBlock = (id: string): string => `${id}_until`;

/**
 * @param id the id of the time's field
 * @param wall the current time of day, in epoch milliseconds
 */
export function timeError(
  { mutes: { wrong } }: Wording,
  id: string,
  { hours, until }: Time,
  wall: number,
): Record<string, string> | null {
  if (hours !== null || until === null) return null;
  if (until <= wall) return { [untilBlock(id)]: wrong.past };
  return until > wall + MAX_MUTE_MS ? { [untilBlock(id)]: wrong.far } : null;
}
