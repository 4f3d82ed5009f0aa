import { MAX_LISTED } from '../../../../workspaces/settings.ts';
import { SETTING } from '../../../ids.ts';
import { context } from '../../../kit/elements.ts';
import { people } from '../../../kit/fields.ts';
import type { Group } from '../../forms/group.ts';

/** Who may change all other settings, besides the workspace's admins. */
export const managers: Group = {
  settings: ['managers'],
  adminsOnly: true,
  blocks: ({ field, note }, settings) => [
    context(note.managers),
    people(SETTING.managers, field.managers, settings.managers, MAX_LISTED),
  ],
  read: (_words, state) => ({ kind: 'changes', changes: { managers: state.users(SETTING.managers) } }),
};
