import { SETTING } from '../../../ids.ts';
import { radio } from '../../../kit/fields.ts';
import type { Group } from '../../forms/group.ts';

/** The only way to text numbers that are marked as never to be texted. */
export const never: Group = {
  settings: ['alertsDespiteNever'],
  adminsOnly: true,
  blocks: ({ field }, settings) => [
    radio(
      SETTING.alertsDespiteNever,
      field.alertsDespiteNever,
      [
        { value: 'no', label: field.alertsDespiteNever.no },
        { value: 'yes', label: field.alertsDespiteNever.yes },
      ],
      settings.alertsDespiteNever ? 'yes' : 'no',
    ),
  ],
  read: (_words, state) => ({
    kind: 'changes',
    changes: { alertsDespiteNever: state.choice(SETTING.alertsDespiteNever) === 'yes' },
  }),
};
