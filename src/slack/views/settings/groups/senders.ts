import type { KnownBlock } from '@slack/types';
import type { SettingsWording } from '../../../../wording/index.ts';
import { MAX_LISTED } from '../../../../workspaces/settings.ts';
import { context } from '../../../blocks/elements.ts';
import { SETTING } from '../../../ids.ts';
import { checkboxes, people, radio, several } from '../fields.ts';
import type { Asking, Group } from '../group.ts';

/** Who may send: everyone or some, and whether guests and people of other workspaces are among them. */
export const senders: Group = {
  settings: ['senders', 'guests', 'otherTeams'],
  async blocks({ field, note }, settings, slack) {
    const chosen = settings.senders;
    const others = [
      { value: 'guests', label: field.others.guests },
      { value: 'otherTeams', label: field.others.otherTeams },
    ];
    return [
      radio(
        SETTING.who,
        field.who,
        [
          { value: 'everyone', label: field.who.everyone },
          { value: 'chosen', label: field.who.chosen },
        ],
        chosen === null ? 'everyone' : 'chosen',
      ),
      people(SETTING.people, field.people, chosen?.people ?? [], MAX_LISTED),
      await groupField({ field, note }, chosen?.groups ?? [], slack),
      checkboxes(
        SETTING.others,
        field.others,
        others,
        others.map(one => one.value).filter(one => settings[one as 'guests' | 'otherTeams']),
      ),
    ];
  },
  read({ wrong }, state, before) {
    const others = state.choices(SETTING.others) ?? [];
    const both = { guests: others.includes('guests'), otherTeams: others.includes('otherTeams') };
    const who = {
      people: state.users(SETTING.people),
      // Without the field, Slack would not say which groups there are.
      groups: state.choices(SETTING.groups) ?? before.senders?.groups ?? [],
    };
    const some = who.people.length + who.groups.length > 0;
    if (state.choice(SETTING.who) !== 'chosen') {
      // Somebody chooses people and overlooks what stands above them; who goes back to everyone means it.
      if (some && before.senders === null)
        return { kind: 'wrong', errors: { [SETTING.who]: wrong.chosenInVain } };
      return { kind: 'changes', changes: { senders: null, ...both } };
    }
    if (!some) return { kind: 'wrong', errors: { [SETTING.people]: wrong.nobodyChosen } };
    if (who.groups.length > MAX_LISTED)
      return { kind: 'wrong', errors: { [SETTING.groups]: wrong.tooMany(MAX_LISTED) } };
    return { kind: 'changes', changes: { senders: who, ...both } };
  },
};

/** Slack has no field for user groups, so theirs are listed in one of ours (scope usergroups:read). */
async function groupField(
  { field, note }: Pick<SettingsWording, 'field' | 'note'>,
  chosen: string[],
  slack: Asking,
): Promise<KnownBlock> {
  const there = await userGroups(slack);
  if (there === null) return context(note.noGroupsListed);
  // A group that was disabled since it was chosen is not listed any more.
  const gone = chosen.filter(id => !there.some(one => one.value === id));
  const choices = [...there, ...gone.map(id => ({ value: id, label: id }))];
  if (choices.length === 0) return context(note.noGroups);
  return several(SETTING.groups, field.groups, choices, chosen);
}

async function userGroups({ client, workspace }: Asking): Promise<{ value: string; label: string }[] | null> {
  try {
    // Slack needs the team only with the token of a whole organisation, and ignores it otherwise.
    const { usergroups = [] } = await client.usergroups.list({ team_id: workspace });
    return usergroups
      .flatMap(({ id, handle, name }) => (id ? [{ value: id, label: `@${handle} (${name})` }] : []))
      .sort((a, b) => a.label.localeCompare(b.label));
  } catch {
    return null; // Slack is away, or the scope was not granted: said in the form.
  }
}
