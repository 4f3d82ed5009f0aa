import { SETTING } from '../../../ids.ts';
import { radio } from '../../../kit/fields.ts';
import type { Group } from '../../forms/group.ts';

/** What hooks may do in their channels. */
export const alerts: Group = {
  settings: ['alertsMention'],
  adminsOnly: true,
  blocks: ({ field }, settings) => [
    radio(
      SETTING.alertsMention,
      field.alertsMention,
      [
        { value: 'no', label: field.alertsMention.no },
        { value: 'yes', label: field.alertsMention.yes },
      ],
      settings.alertsMention ? 'yes' : 'no',
    ),
  ],
  read: (_words, state) => ({
    kind: 'changes',
    changes: { alertsMention: state.choice(SETTING.alertsMention) === 'yes' },
  }),
};
