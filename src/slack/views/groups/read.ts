import { tidyName } from '../../../domain/contact.ts';
import { readNumbers } from '../../../domain/written-values.ts';
import type { Wording } from '../../../wording/index.ts';
import { isGroupName, MAX_NAME, MAX_NUMBERS, type NumberGroup } from '../../../workspaces/number-group.ts';
import { SETTING } from '../../ids.ts';
import type { FormState } from '../forms/state.ts';
import { numberErrors } from '../settings/number-errors.ts';

type GroupReading = { kind: 'group'; group: NumberGroup } | { kind: 'wrong'; errors: Record<string, string> };

/** What a submitted form says: a group, or what is wrong by block id. */
export function readGroup({ groups, settings }: Wording, state: FormState): GroupReading {
  const typed = state.texts(SETTING.groupNumbers);
  const first = typed[0]?.block ?? SETTING.groupNumbers;
  const name = tidyName(state.text(SETTING.groupName));
  const { numbers, bad } = readNumbers(typed.map(one => one.text).join('\n'));
  const errors = numberErrors(settings, typed);
  if (!isGroupName(name)) errors[SETTING.groupName] = groups.wrong.name(MAX_NAME);
  if (numbers.length > MAX_NUMBERS) errors[first] ??= settings.wrong.tooMany(MAX_NUMBERS);
  if (numbers.length + bad.length === 0) errors[first] = groups.wrong.noNumber;
  return Object.keys(errors).length > 0
    ? { kind: 'wrong', errors }
    : { kind: 'group', group: { name, numbers } };
}
