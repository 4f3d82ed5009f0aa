import { SETTING } from '../../../ids.ts';
import { radio } from '../../../kit/fields.ts';
import type { Group } from '../../forms/group.ts';

/** Who may add people to the workspace's contacts. */
export const contacts: Group = {
  settings: ['everyoneAdds'],
  blocks: ({ field }, { everyoneAdds }) => [
    radio(
      SETTING.adders,
      field.adders,
      [
        { value: 'managers', label: field.adders.managers },
        { value: 'everyone', label: field.adders.everyone },
      ],
      everyoneAdds ? 'everyone' : 'managers',
    ),
  ],
  read: (_words, state) => ({
    kind: 'changes',
    changes: { everyoneAdds: state.choice(SETTING.adders) === 'everyone' },
  }),
};
