import type { WebClient } from '@slack/web-api';
import { context } from '../../../kit/slack/elements.ts';
import { several } from '../../../kit/slack/fields.ts';
import type { FormField } from '../../../kit/slack/form.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { FieldChoices, SettingExtras } from './group-fields.ts';

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
