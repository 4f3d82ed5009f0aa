import { MAX_LISTED } from '../../../../workspaces/settings.ts';
import { SETTING } from '../../../ids.ts';
import { checkboxes, people, radio } from '../../../kit/fields.ts';
import type { Group } from '../../forms/group.ts';
import { userGroupField } from '../../forms/user-group-field.ts';

/** Who may send: everybody or some, and whether that includes guests and people from other workspaces. */
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
      await userGroupField(SETTING.groups, { ...note, field: field.groups }, chosen?.groups ?? [], slack),
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
      // The field is missing if Slack didn't list the groups.
      groups: state.choices(SETTING.groups) ?? before.senders?.groups ?? [],
    };
    const some = who.people.length + who.groups.length > 0;
    if (state.choice(SETTING.who) !== 'chosen') {
      // People choose names and overlook the choice above them; somebody who switches back to everybody means it.
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
