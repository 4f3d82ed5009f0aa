import { readNumbers } from '../../../../domain/written-values.ts';
import { MAX_BLOCKED } from '../../../../workspaces/settings.ts';
import { SETTING } from '../../../ids.ts';
import { longList } from '../../../kit/fields.ts';
import type { Group } from '../../forms/group.ts';
import { numberErrors } from '../number-errors.ts';

/** Numbers that are never texted. */
export const blocklist: Group = {
  settings: ['blocklist'],
  blocks: ({ field }, settings) =>
    longList(SETTING.blocked, field.blocklist, field.moreNumbers, settings.blocklist),
  read(words, state) {
    const typed = state.texts(SETTING.blocked);
    const errors = numberErrors(words, typed);
    if (Object.keys(errors).length > 0) return { kind: 'wrong', errors };
    const { numbers } = readNumbers(typed.map(one => one.text).join('\n'));
    if (numbers.length > MAX_BLOCKED)
      return {
        kind: 'wrong',
        errors: { [typed[0]?.block ?? SETTING.blocked]: words.wrong.tooMany(MAX_BLOCKED) },
      };
    return { kind: 'changes', changes: { blocklist: numbers } };
  },
};
