import { tidyName } from '../../../domain/contact.ts';
import { nameFault } from '../../../domain/kept-name.ts';
import { readNumbers, withoutNames } from '../../../domain/written-values.ts';
import { type Wording, wordProblem } from '../../../wording/index.ts';
import { MAX_NAME, MAX_NUMBERS, type NumberGroup } from '../../../workspaces/number-group.ts';
import { SETTING } from '../../ids.ts';
import type { FormState } from '../../kit/state.ts';
import { numberErrors } from '../settings/number-errors.ts';

type GroupReading = { kind: 'group'; group: NumberGroup } | { kind: 'wrong'; errors: Record<string, string> };

/** What a submitted form says: a group, or what is wrong by block id. */
export function readGroup(words: Wording, state: FormState): GroupReading {
  const { groups, settings } = words;
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
  const fault = nameProblem(words, name);
  if (fault) errors[SETTING.groupName] = fault;
  if (numbers.length > MAX_NUMBERS) errors[first] ??= settings.wrong.tooMany(MAX_NUMBERS);
  if (numbers.length + bad.length === 0) errors[first] = groups.wrong.noNumber;
  const names: Record<string, string> = {};
  for (const one of typed) {
    for (const [number, called] of one.names) {
      names[number] = tidyName(called);
      const bad = nameProblem(words, tidyName(called));
      if (bad) errors[one.block] ??= bad;
    }
  }
  return Object.keys(errors).length > 0
    ? { kind: 'wrong', errors }
    : { kind: 'group', group: { name, numbers, names } };
}

/** What is wrong with a group's name, or that of somebody in it; null: nothing. */
export function nameProblem(words: Wording, name: string): string | null {
  const why = nameFault(name, MAX_NAME);
  return why && wordProblem(words, { kind: 'NAME_NOT_KEPT', typed: name, why, limit: MAX_NAME });
}
