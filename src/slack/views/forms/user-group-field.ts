import type { ContextBlock, InputBlock } from '@slack/types';
import type { SettingsWording } from '../../../wording/index.ts';
import type { Labelled } from '../../../wording/parts.ts';
import { context } from '../../kit/elements.ts';
import { several } from '../../kit/fields.ts';
import type { SlackLookUp } from './group.ts';

/** Slack has no field for user groups, so we list them in one of ours (scope usergroups:read). */
export async function userGroupField(
  block: string,
  words: Pick<SettingsWording['note'], 'noGroupsListed' | 'noGroups'> & { field: Labelled },
  chosen: string[],
  slack: SlackLookUp,
): Promise<ContextBlock | InputBlock> {
  const there = await userGroups(slack);
  if (there === null) return context(words.noGroupsListed);
  // A group that was disabled since it was chosen is no longer listed.
  const gone = chosen.filter(id => !there.some(one => one.value === id));
  const choices = [...there, ...gone.map(id => ({ value: id, label: id }))];
  if (choices.length === 0) return context(words.noGroups);
  return several(block, words.field, choices, chosen);
}

async function userGroups({
  client,
  workspace,
}: SlackLookUp): Promise<{ value: string; label: string }[] | null> {
  try {
    // Slack needs the team only with an organisation's token, and ignores it otherwise.
    const { usergroups = [] } = await client.usergroups.list({ team_id: workspace });
    return usergroups
      .flatMap(({ id, handle, name }) => (id ? [{ value: id, label: `@${handle} (${name})` }] : []))
      .sort((a, b) => a.label.localeCompare(b.label));
  } catch {
    return null; // Slack is away, or the scope wasn't granted: the form says so.
  }
}
