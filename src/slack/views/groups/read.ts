import { tidyName } from '../../../domain/contact.ts';
import { readNumbers, withoutNames } from '../../../domain/written-values.ts';
import type { Wording } from '../../../wording/index.ts';
import { isGroupName, MAX_NAME, MAX_NUMBERS, type NumberGroup } from '../../../workspaces/number-group.ts';
import { SETTING } from '../../ids.ts';
import type { FormState } from '../forms/state.ts';
import { numberErrors } from '../settings/number-errors.ts';

type GroupReading = { kind: 'group'; group: NumberGroup } | { kind: 'wrong'; errors: Record<string, string> };

/** What a submitted form says: a group, or what is wrong by block id. */
export function readGroup({ groups, settings }: Wording, state: FormState): GroupReading {
  const typed = state
    .texts(SETTING.groupNumbers)
    .map(({ block, text }) => ({ block, ...withoutNames(text) }));
  const first = typed[0]?.block ?? SETTING.groupNumbers;
  const name = tidyName(state.text(SETTING.groupName));
  const { numbers, bad } = readNumbers(typed.map(one => one.numbers).join('\n'));
  const errors = numberErrors(
    settings,
    typed.map(one => ({ block: one.block, text: one.numbers })),
  );
  if (!isGroupName(name)) errors[SETTING.groupName] = groups.wrong.name(MAX_NAME);
  if (numbers.length > MAX_NUMBERS) errors[first] ??= settings.wrong.tooMany(MAX_NUMBERS);
  if (numbers.length + bad.length === 0) errors[first] = groups.wrong.noNumber;
  const names: Record<string, string> = {};
  for (const one of typed) {
    for (const [number, called] of one.names) {
      names[number] = tidyName(called);
      if (!isGroupName(tidyName(called))) errors[one.block] ??= groups.wrong.name(MAX_NAME);
    }
  }
  return Object.keys(errors).length > 0
    ? { kind: 'wrong', errors }
    : { kind: 'group', group: { name, numbers, names } };
}
