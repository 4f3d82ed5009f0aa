import { readNumbers } from '../../../../domain/written-values.ts';
import type { Wording } from '../../../../wording/index.ts';
import {
  isListName,
  MAX_NAME,
  MAX_NUMBERS,
  type NumberList,
  tidyName,
} from '../../../../workspaces/number-list.ts';
import { SETTING } from '../../../ids.ts';
import type { FormState } from '../../forms/state.ts';
import { numberErrors } from '../number-errors.ts';

type ListReading = { kind: 'list'; list: NumberList } | { kind: 'wrong'; errors: Record<string, string> };

/** What a submitted form says: a list, or what is wrong by block id. */
export function readList({ lists, settings }: Wording, state: FormState): ListReading {
  const typed = state.texts(SETTING.listNumbers);
  const first = typed[0]?.block ?? SETTING.listNumbers;
  const name = tidyName(state.text(SETTING.listName));
  const { numbers, bad } = readNumbers(typed.map(one => one.text).join('\n'));
  const errors = numberErrors(settings, typed);
  if (!isListName(name)) errors[SETTING.listName] = lists.wrong.name(MAX_NAME);
  if (numbers.length > MAX_NUMBERS) errors[first] ??= settings.wrong.tooMany(MAX_NUMBERS);
  if (numbers.length + bad.length === 0) errors[first] = lists.wrong.noNumber;
  return Object.keys(errors).length > 0
    ? { kind: 'wrong', errors }
    : { kind: 'list', list: { name, numbers } };
}
