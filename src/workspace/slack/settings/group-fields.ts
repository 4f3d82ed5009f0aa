import type { KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Credits } from '../../../kit/credits.ts';
import { readCount, readCredits } from '../../../kit/parse-values.ts';
import { context } from '../../../kit/slack/elements.ts';
import { channels, people, radio, several, shortText, timeOfDay } from '../../../kit/slack/fields.ts';
import type { FieldErrors, FormField, FormFields } from '../../../kit/slack/form.ts';
import type { Labelled } from '../../../kit/words/languages.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { Settings } from '../../settings.ts';

/** What a field offers. */
type FieldChoices = readonly { value: string; label: string }[];

/** What showing the fields of some groups takes: the workspace's user groups. Null: Slack doesn't list them. */
export type SettingExtras = { userGroups: FieldChoices | null };

/** Settings that are changed together, in one form. */
export type SettingsGroup<Draft extends object> = {
  settings: readonly (keyof Settings)[];
  /** Only admins see and change them; managers don't. */
  adminsOnly?: true;
  asksUserGroups?: true;
  draft: (settings: Settings) => Draft;
  fields: (words: Wording['settings']) => FormFields<Draft, SettingExtras>;
  /** What is wrong with fields together. `before`: the current settings. */
  check?: (words: Wording['settings'], draft: Draft, before: Settings) => FieldErrors<Draft>;
  changes: (draft: Draft, before: Settings) => Partial<Settings>;
};

/** One of some choices, which `labelled` words. */
export function choice<Value extends string>(
  labelled: Labelled & Record<NoInfer<Value>, string>,
  values: readonly Value[],
): FormField<Value> {
  const [first] = values as [Value, ...Value[]];
  const choices = values.map(value => ({ value, label: labelled[value] }));
  return {
    blocks: (id, value) => radio(id, labelled, choices, value),
    read: (state, id) => ({ value: values.find(one => one === state.choice(id)) ?? first }),
  };
}

/** Yes or no, in words. */
export function flag(
  labelled: Labelled & { yes: string; no: string },
  first: 'yes' | 'no' = 'no',
): FormField<boolean> {
  const [yes, no] = [
    { value: 'yes', label: labelled.yes },
    { value: 'no', label: labelled.no },
  ];
  const choices = first === 'yes' ? [yes, no] : [no, yes];
  return {
    blocks: (id, is) => radio(id, labelled, choices, is ? yes.value : no.value),
    read: (state, id) => ({ value: state.choice(id) === yes.value }),
  };
}

/** A count; null: nothing is typed. */
export const count = (
  labelled: Labelled,
  error: string,
  { least = 1, most = Number.MAX_SAFE_INTEGER } = {},
): FormField<number | null> => ({
  blocks: (id, value) => shortText(id, labelled, value),
  read(state, id) {
    const value = readCount(state.text(id), least);
    return value === 'bad' || (value ?? 0) > most ? { value: null, error } : { value };
  },
});

/** One that has to be there. */
export function neededCount(
  labelled: Labelled,
  error: string,
  bounds: { least: number; most: number },
): FormField<number> {
  const { blocks, read } = count(labelled, error, bounds);
  return {
    blocks,
    read(state, id) {
      const { value } = read(state, id);
      return value === null ? { value: bounds.least, error } : { value };
    },
  };
}

/** An amount; null: nothing is typed. */
export const credits = (labelled: Labelled, error: string): FormField<Credits | null> => ({
  blocks: (id, value) => shortText(id, labelled, value),
  read(state, id) {
    const value = readCredits(state.text(id));
    return value === 'bad' ? { value: null, error } : { value };
  },
});

export const peopleIn = (labelled: Labelled, most: number): FormField<string[]> => ({
  blocks: (id, chosen) => people(id, labelled, chosen, most),
  read: (state, id) => ({ value: state.users(id) }),
});

export const channelsIn = (labelled: Labelled, most: number): FormField<string[]> => ({
  blocks: (id, chosen) => channels(id, labelled, chosen, most),
  read: (state, id) => ({ value: state.conversations(id) }),
});

/** @param otherwise `HH:MM`, where none is chosen */
export const timeIn = (labelled: Labelled, otherwise: string): FormField<string> => ({
  blocks: (id, time) => timeOfDay(id, labelled, time),
  read: (state, id) => ({ value: state.time(id) ?? otherwise }),
});

/** The same field below a sentence. */
export const below = <T, Extras>(note: string, field: FormField<T, Extras>): FormField<T, Extras> => ({
  ...field,
  blocks: (id, value, extras): KnownBlock[] =>
    [context(note), field.blocks(id, value, extras)].flat() as KnownBlock[],
});

/** Slack has no field for user groups, so we list them in one of ours. Null: the form doesn't show them. */
export const userGroupField = ({
  field,
  note,
}: Wording['settings']): FormField<string[] | null, SettingExtras> => ({
  blocks(id, value, { userGroups }) {
    if (userGroups === null) return context(note.noGroupsListed);
    const chosen = value ?? [];
    // A group that was disabled since it was chosen is no longer listed.
    const gone = chosen.filter(one => !userGroups.some(there => there.value === one));
    const choices = [...userGroups, ...gone.map(one => ({ value: one, label: one }))];
    return choices.length === 0 ? context(note.noGroups) : several(id, field.groups, choices, chosen);
  },
  read: (state, id) => ({ value: state.choices(id) }),
});

/** A workspace's user groups (scope usergroups:read). Null: Slack is away, or the scope wasn't granted. */
export async function userGroupsOf(client: WebClient, workspace: string): Promise<FieldChoices | null> {
  try {
    // Slack needs the team only with an organisation's token, and ignores it otherwise.
    const { usergroups = [] } = await client.usergroups.list({ team_id: workspace });
    return usergroups
      .flatMap(({ id, handle, name }) => (id ? [{ value: id, label: `@${handle} (${name})` }] : []))
      .sort((a, b) => a.label.localeCompare(b.label));
  } catch {
    return null;
  }
}
