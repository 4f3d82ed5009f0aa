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

type FieldChoices = readonly { value: string; label: string }[];

/** The workspace's user groups, for the fields that offer them; null if Slack didn't list them. */
export type SettingExtras = { userGroups: FieldChoices | null };

/** The settings of one form. */
export type SettingsGroup<Draft extends object> = {
  settings: readonly (keyof Settings)[];
  /** Managers can neither see nor change these settings. */
  adminsOnly?: true;
  asksUserGroups?: true;
  draft: (settings: Settings) => Draft;
  fields: (words: Wording['settings']) => FormFields<Draft, SettingExtras>;
  /** Errors that depend on several fields. `before`: the current settings. */
  check?: (words: Wording['settings'], draft: Draft, before: Settings) => FieldErrors<Draft>;
  changes: (draft: Draft, before: Settings) => Partial<Settings>;
};

/** A choice between values; `labelled` has their labels. */
export function choice<Value extends string>(
  labelled: Labelled & Record<NoInfer<Value>, string>,
  values: readonly Value[],
): FormField<Value> {
  const [first] = values as [Value, ...Value[]];
  const choices = values.map(value => ({ value, label: labelled[value] }));
  return {
    blocks: (id, value) => radio(id, labelled, choices, value),
    read: (state, id) => ({ value: values.find(value => value === state.choice(id)) ?? first }),
  };
}

/** A choice between yes and no. */
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
    blocks: (id, value) => radio(id, labelled, choices, value ? yes.value : no.value),
    read: (state, id) => ({ value: state.choice(id) === yes.value }),
  };
}

/** A count; null if the field is empty. */
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

/** A required count. */
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

/** An amount; null if the field is empty. */
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

/** @param otherwise the default, as `HH:MM` */
export const timeIn = (labelled: Labelled, otherwise: string): FormField<string> => ({
  blocks: (id, time) => timeOfDay(id, labelled, time),
  read: (state, id) => ({ value: state.time(id) ?? otherwise }),
});

/** A field below a sentence. */
export const below = <T, Extras, Draft>(
  note: string,
  field: FormField<T, Extras, Draft>,
): FormField<T, Extras, Draft> => ({
  ...field,
  blocks: (id, value, extras, draft): KnownBlock[] =>
    [context(note), field.blocks(id, value, extras, draft)].flat() as KnownBlock[],
});

/** Our own list of user groups, because Slack has no such field. The value is null if the form doesn't show the list. */
export const userGroupField = ({
  field,
  note,
}: Wording['settings']): FormField<string[] | null, SettingExtras> => ({
  blocks(id, value, { userGroups }) {
    if (userGroups === null) return context(note.noGroupsListed);
    const chosen = value ?? [];
    // Slack doesn't list a chosen group that was disabled since.
    const disabled = chosen.filter(id => !userGroups.some(({ value }) => value === id));
    const choices = [...userGroups, ...disabled.map(id => ({ value: id, label: id }))];
    return choices.length === 0 ? context(note.noGroups) : several(id, field.groups, choices, chosen);
  },
  read: (state, id) => ({ value: state.choices(id) }),
});

/** A workspace's user groups (scope usergroups:read); null if Slack is unavailable or the scope isn't granted. */
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
