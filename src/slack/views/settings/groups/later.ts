import { readCount } from '../../../../domain/written-values.ts';
import { MAX_LATE_MINUTES } from '../../../../workspaces/settings.ts';
import { SETTING } from '../../../ids.ts';
import { shortText } from '../../../kit/fields.ts';
import type { Group } from '../../forms/group.ts';

/** Texts that were to go out while the app was down. */
export const later: Group = {
  settings: ['lateMinutes'],
  blocks: ({ field }, { lateMinutes }) => [shortText(SETTING.lateMinutes, field.lateMinutes, lateMinutes)],
  read({ wrong }, state) {
    const lateMinutes = readCount(state.text(SETTING.lateMinutes), 0);
    if (lateMinutes === null || lateMinutes === 'bad' || lateMinutes > MAX_LATE_MINUTES)
      return { kind: 'wrong', errors: { [SETTING.lateMinutes]: wrong.minutes(MAX_LATE_MINUTES) } };
    return { kind: 'changes', changes: { lateMinutes } };
  },
};
