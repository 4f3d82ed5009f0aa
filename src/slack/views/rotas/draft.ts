import { createHash } from 'node:crypto';
import { tidyName } from '../../../domain/contact.ts';
import { nameFault } from '../../../domain/kept-name.ts';
import { keyOf } from '../../../domain/recipient.ts';
import { isPerson, MAX_PEOPLE, type RotaDraft, SHIFT_HOURS } from '../../../domain/rota.ts';
import { type Wording, wordProblem } from '../../../wording/index.ts';
import { MAX_NAME } from '../../../workspaces/number-group.ts';
import { ROTA } from '../../ids.ts';
import type { FormState } from '../../kit/state.ts';
import { numbersError, recipientsIn } from '../recipients-field.ts';

/** What a new form starts with. */
export const NEW_ROTA: RotaDraft = {
  name: '',
  people: [],
  hours: 168,
  time: '09:00',
  weekday: 0,
  channel: null,
  texts: true,
};

/** What a form's only check box says when it is ticked. */
export const YES = 'yes';

/**
 * The content of a rota's form as far as it can be read, and what is wrong with the rest, by block id.
 *
 * @throws Outdated
 */
export function readRotaForm(
  words: Wording,
  state: FormState,
): { draft: RotaDraft; errors: Record<string, string> } {
  const said = words.rotas.wrong;
  const errors: Record<string, string> = {};
  const name = tidyName(state.text(ROTA.name));
  const fault = nameFault(name, MAX_NAME);
  if (fault)
    errors[ROTA.name] = wordProblem(words, {
      kind: 'NAME_NOT_KEPT',
      typed: name,
      why: fault,
      limit: MAX_NAME,
    });

  const chosen = recipientsIn(state, ROTA.people);
  const people = chosen.filter(isPerson);
  const wrong = numbersError(words, chosen);
  if (wrong !== null) errors[ROTA.people] = wrong;
  else if (chosen.length === 0) errors[ROTA.people] = said.nobody;
  else if (people.length < chosen.length) errors[ROTA.people] = said.notPeople;
  else if (people.length > MAX_PEOPLE) errors[ROTA.people] = said.tooMany(MAX_PEOPLE);

  const time = state.time(ROTA.time);
  if (time === null) errors[ROTA.time] = said.time;
  const weekday = Number(state.choice(ROTA.weekday));
  const draft: RotaDraft = {
    name,
    people: people.slice(0, MAX_PEOPLE),
    hours: SHIFT_HOURS.find(hours => String(hours) === state.choice(ROTA.hours)) ?? NEW_ROTA.hours,
    time: time ?? NEW_ROTA.time,
    weekday: Number.isInteger(weekday) && weekday >= 0 && weekday <= 6 ? weekday : NEW_ROTA.weekday,
    channel: state.conversation(ROTA.channel),
    texts: state.choices(ROTA.texts)?.includes(YES) ?? false,
  };
  return { draft, errors };
}

/** Tells two versions of what people decide apart; what somebody was called when they were chosen doesn't count. */
export function versionOf({ name, people, hours, time, weekday, channel, texts }: RotaDraft): string {
  return createHash('sha256')
    .update(JSON.stringify([name, people.map(keyOf), hours, time, weekday, channel, texts]))
    .digest('base64');
}
