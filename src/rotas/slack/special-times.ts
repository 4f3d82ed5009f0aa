import type { KnownBlock } from '@slack/types';
import { checkboxes, live, radio, timeOfDay } from '../../kit/slack/fields.ts';
import { type FieldReading, type FormField, fieldId } from '../../kit/slack/form.ts';
import type { FormState } from '../../kit/slack/view-state.ts';
import type { Labelled } from '../../kit/words/languages.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { numbersError, recipients, recipientsIn } from '../../texts/slack/compose/recipients-field.ts';
import { isPerson, MAX_PEOPLE, NO_SPECIAL_TIMES, peopleIn, type SpecialTimes } from '../rota.ts';

/* "More" in a rota's form: each box, once ticked, shows its fields. */

const SPECIAL = ['second', 'weekends', 'nights', 'holidays'] as const;
type Special = (typeof SPECIAL)[number];
/** Friday and Saturday. */
const DEFAULT_DAYS = [5, 6];
const DEFAULT_NIGHT = { from: '22:00', to: '08:00' };
const WEEK = [0, 1, 2, 3, 4, 5, 6];
const NOBODY = 'nobody';

const ID = fieldId({ id: 'rota' }, 'special');
const idsIn = (id: string) => ({
  days: `${id}_days`,
  from: `${id}_night_from`,
  to: `${id}_night_to`,
  who: `${id}_who`,
});
const peopleId = (id: string, special: Special): string => `${id}_${special}`;
/** The pattern of the ids of the fields for people. */
export const SPECIAL_PEOPLE = `${ID}_(?:${SPECIAL.join('|')})`;

export const specialTimesField = (words: Wording): FormField<SpecialTimes> => ({
  blocks(id, value) {
    const { special } = words.rotas.field;
    const choices = SPECIAL.map(choice => ({ value: choice, label: special.choice[choice] }));
    const ticked = SPECIAL.filter(choice => value[choice] !== null);
    return [live(checkboxes(id, special, choices, ticked)), ...shownFields(words, id, value)];
  },
  read: (state, id) => read(words, state, id),
});

function shownFields(words: Wording, id: string, value: SpecialTimes): KnownBlock[] {
  const { field, weekday } = words.rotas;
  const ids = idsIn(id);
  const people = (special: Special, labelled: Labelled): KnownBlock =>
    recipients(peopleId(id, special), labelled, words.search.placeholder, [
      ...peopleIn({ people: [], ...value }, special),
    ]);
  const { second, weekends, nights, holidays } = value;
  const blocks: KnownBlock[] = [];
  if (second) blocks.push(people('second', field.second));
  if (weekends) {
    const days = WEEK.map(day => ({ value: String(day), label: weekday(day) }));
    blocks.push(
      people('weekends', field.weekends),
      live(checkboxes(ids.days, field.days, days, weekends.days.map(String))),
    );
  }
  if (nights)
    blocks.push(
      people('nights', field.nights),
      live(timeOfDay(ids.from, field.nightFrom, nights.from)),
      live(timeOfDay(ids.to, field.nightTo, nights.to)),
    );
  if (holidays) {
    const choices = [
      { value: 'people', label: field.holidays.people },
      { value: NOBODY, label: field.holidays.nobody },
    ];
    blocks.push(live(radio(ids.who, field.holidays, choices, holidays === NOBODY ? NOBODY : 'people')));
    if (holidays !== NOBODY) blocks.push(people('holidays', field.holidayPeople));
  }
  return blocks;
}

function read(words: Wording, state: FormState, id: string): FieldReading<SpecialTimes> {
  const { wrong } = words.rotas;
  const ids = idsIn(id);
  const ticked = SPECIAL.filter(choice => state.choices(id)?.includes(choice));
  const error: Record<string, string> = {};
  const value: SpecialTimes = { ...NO_SPECIAL_TIMES };
  const people = (special: Special): Recipient[] => {
    const block = peopleId(id, special);
    // Its box has just been ticked.
    if (state.options(block) === null) return [];
    const reading = readPeople(words, state, block);
    if (reading.error !== null) error[block] = reading.error;
    return reading.value;
  };
  if (ticked.includes('second')) value.second = { people: people('second') };
  if (ticked.includes('weekends')) {
    const chosen = state.choices(ids.days);
    const days = WEEK.filter(day => chosen?.includes(String(day)) ?? DEFAULT_DAYS.includes(day));
    const isWrong = days.length === 0 || days.length === WEEK.length;
    if (isWrong) error[ids.days] = wrong.days;
    value.weekends = { people: people('weekends'), days: isWrong ? DEFAULT_DAYS : days };
  }
  if (ticked.includes('nights')) {
    const [from, to] = [state.time(ids.from) ?? DEFAULT_NIGHT.from, state.time(ids.to) ?? DEFAULT_NIGHT.to];
    if (from === to) error[ids.to] = wrong.night;
    value.nights = { people: people('nights'), ...(from === to ? DEFAULT_NIGHT : { from, to }) };
  }
  if (ticked.includes('holidays'))
    value.holidays = state.choice(ids.who) === NOBODY ? NOBODY : { people: people('holidays') };
  return { value, error };
}

/** The people who take turns. */
export function readPeople(
  words: Wording,
  state: FormState,
  block: string,
): { value: Recipient[]; error: string | null } {
  const { wrong } = words.rotas;
  const chosen = recipientsIn(state, block);
  const people = chosen.filter(isPerson);
  const notPeople = people.length < chosen.length ? wrong.notPeople : null;
  const many = people.length > MAX_PEOPLE ? wrong.tooMany(MAX_PEOPLE) : null;
  const why = chosen.length === 0 ? wrong.nobody : (notPeople ?? many);
  return { value: people.slice(0, MAX_PEOPLE), error: numbersError(words, chosen) ?? why };
}
