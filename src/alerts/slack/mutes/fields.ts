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

/** `hook`: of which; empty: none is chosen. `labels`: as typed and as read; null: they can't be read. */
type What = { kind: MuteKind; hook: string; typed: string; labels: LabelMatcher[] | null };
/** `until`: a time of day in epoch milliseconds, where `hours` is null. */
type Time = { hours: number | null; until: number | null };
export type MuteDraft = { what: What; time: Time; reason: string };

/** What somebody may mute here. `hooks`: by their ids. */
export type MuteChoices = {
  kinds: readonly MuteKind[];
  hooks: readonly { id: string; name: string }[];
  mayChooseTime: boolean;
};

/** Of labels: in all hooks. */
export const ALL_HOOKS = '*';
const UNTIL = 'until';
const MAX_LABELS_TYPED = 1000;
const MAX_REASON = 200;
const MAX_PART = 40;
const MAX_HOOK_NAME = 60;

export const muteFields = (words: Wording): FormFields<MuteDraft, MuteChoices> => ({
  what: { blocks: (id, what, choices) => whatBlocks(words, id, what, choices), read: readWhat(words) },
  time: timeField(words),
  reason: {
    blocks: (id, reason) => textField(id, words.mutes.form.reason, reason, { most: MAX_REASON }),
    read: (state, id) => ({ value: cut(state.text(id).trim(), MAX_REASON) }),
  },
});

/** Where there is one hook, it is that one. Empty: there are several. */
export const onlyOf = (hooks: MuteChoices['hooks']): string =>
  hooks.length === 1 ? (hooks[0]?.id ?? '') : '';

/** A hook's field has another id for each kind: its options differ, and Slack keeps a field as it is while its id is the same. */
export const hookBlock = (id: string, kind: MuteKind): string => `${id}_hook_of_${kind}`;
const labelsBlock = (id: string): string => `${id}_labels`;

function whatBlocks(words: Wording, id: string, what: What, { kinds, hooks }: MuteChoices): KnownBlock[] {
  const { form } = words.mutes;
  const { kind } = what;
  const choices = kinds.map(value => ({ value, label: form.what[value] }));
  const all = kind === 'labels' ? [{ value: ALL_HOOKS, label: form.hook.all }] : [];
  const chosen = what.hook || onlyOf(hooks);
  const named = hooks.map(hook => ({ value: hook.id, label: abridged(hook.name, MAX_HOOK_NAME) }));
  return [
    live(select(id, form.what, choices, kind)),
    ...(kind === 'groups' ? [] : [live(select(hookBlock(id, kind), form.hook, [...named, ...all], chosen))]),
    ...(kind === 'labels'
      ? [typed(labelsBlock(id), form.labels, what.typed, { most: MAX_LABELS_TYPED, needed: true })]
      : []),
  ];
}

const readWhat =
  (words: Wording) =>
  (state: FormState, id: string): FieldReading<What> => {
    const { wrong } = words.mutes;
    const kind = KINDS.find(one => one === state.choice(id)) ?? null;
    if (kind === null)
      return { value: { kind: 'hook', hook: '', typed: '', labels: [] }, error: { [id]: wrong.what } };
    const source = cut(state.text(labelsBlock(id)), MAX_LABELS_TYPED);
    const value = { kind, hook: state.choice(hookBlock(id, kind)) ?? '', typed: source };
    if (kind !== 'labels') return { value: { ...value, labels: [] } };
    const read = parseLabels(source);
    if (read.ok) return { value: { ...value, labels: read.labels } };
    const error = { [labelsBlock(id)]: wrong.labels(shortened(read.problem)) };
    return { value: { ...value, labels: null }, error };
  };

/** Errors at fields are plain text. */
const shortened = (problem: LabelsProblem): LabelsProblem =>
  'part' in problem ? { ...problem, part: abridged(problem.part, MAX_PART) } : problem;

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
    // The field isn't there yet when it was only just chosen.
    const where = state.texts(untilBlock(id)).length > 0 ? untilBlock(id) : id;
    return { value, error: isMissing ? { [where]: wrong.until } : null };
  },
});

const untilBlock = (id: string): string => `${id}_until`;

/**
 * What is wrong with a chosen time by now.
 *
 * @param id of the field
 * @param wall the time of day
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
