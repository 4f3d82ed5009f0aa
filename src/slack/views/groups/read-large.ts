import { tidyName } from '../../../domain/contact.ts';
import { readNumbers, withoutNames } from '../../../domain/written-values.ts';
import type { Wording } from '../../../wording/index.ts';
import type { LargeGroupChange } from '../../../workspaces/large-groups.ts';
import { SETTING } from '../../ids.ts';
import type { FormState } from '../../kit/state.ts';
import { numberErrors } from '../settings/number-errors.ts';
import { nameProblem } from './read.ts';

type LargeGroupReading =
  | { kind: 'change'; change: LargeGroupChange }
  | { kind: 'wrong'; errors: Record<string, string> };

/** What the form of a large group says: who comes and who leaves, or what is wrong by block id. */
export function readLargeGroup(words: Wording, state: FormState): LargeGroupReading {
  const name = tidyName(state.text(SETTING.groupName));
  const come = withoutNames(state.text(SETTING.groupCome));
  const leave = withoutNames(state.text(SETTING.groupLeave));
  const errors = numberErrors(words.settings, [
    { block: SETTING.groupCome, text: come.numbers },
    { block: SETTING.groupLeave, text: leave.numbers },
  ]);
  const wrong = nameProblem(words, name);
  if (wrong) errors[SETTING.groupName] = wrong;
  const names: Record<string, string> = {};
  for (const [number, called] of come.names) {
    names[number] = tidyName(called);
    const bad = nameProblem(words, tidyName(called));
    if (bad) errors[SETTING.groupCome] ??= bad;
  }
  if (Object.keys(errors).length > 0) return { kind: 'wrong', errors };
  const [coming, leaving] = [readNumbers(come.numbers).numbers, readNumbers(leave.numbers).numbers];
  return { kind: 'change', change: { name, come: coming, names, leave: leaving } };
}
