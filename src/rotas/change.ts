import type { HolidayNames } from '../holidays/holiday.ts';
import { DAY_MS, dayOf, HOUR_MS, timeOn } from '../kit/day.ts';
import type { Recipient } from '../texts/recipient.ts';
import { layerOf, placeInOrder, type Times, timeFrom } from './plan.ts';
import {
  isSamePerson,
  LISTS,
  MAX_OVERRIDES,
  type Override,
  peopleIn,
  type Rota,
  type RotaDraft,
  type Span,
  type TurnList,
  type TurnStart,
  WEEK_HOURS,
} from './rota.ts';

/* What a change of a rota keeps: whoever's turn it is, and the order from there. */

/** A new rota: the first person has been on call since the last hand-over. */
export function rotaOf(
  draft: RotaDraft,
  provenance: Pick<Rota, 'id' | 'origin' | 'createdBy'>,
  holidays: HolidayNames,
  at: number,
): Rota {
  const anchor = handOverBefore(draft, at);
  const turns = turnsOf(list => turnWith(draft, list, { anchor, place: 0, holidays, at }));
  return { ...draft, ...provenance, turns, overrides: [], changedAt: at };
}

/**
 * Changes a rota's people or times. In each list, the current turn (or the next, between two nights) lasts until the next
 * hand-over, and the order continues from there, so added or removed people don't change the turns of others. If the
 * current person is removed, the next one comes on at once.
 */
export function changedTo(rota: Rota, draft: RotaDraft, holidays: HolidayNames, at: number): Rota {
  const { hours, time, weekday } = rota;
  const isSameTimes = hours === draft.hours && time === draft.time && weekday === draft.weekday;
  const turns = turnsOf(list => {
    const anchor = isSameTimes ? rota.turns[list].at : handOverBefore(draft, at);
    const layer = layerOf(rota, list, holidays);
    const current = placeInOrder(layer, timeFrom(layer, at));
    const inTurn = [...layer.people.slice(current), ...layer.people.slice(0, current)];
    const people = peopleIn(draft, list);
    const places = inTurn.map(person => people.findIndex(candidate => isSamePerson(candidate, person)));
    const place = places.find(candidate => candidate >= 0) ?? 0;
    return turnWith(draft, list, { anchor, place, holidays, at });
  });
  return { ...rota, ...draft, turns, overrides: upcoming(rota, at), changedAt: at };
}

/** Without these people in any list. */
export function withoutPeople(
  rota: Rota,
  isGone: (person: Recipient) => boolean,
  holidays: HolidayNames,
  at: number,
): Rota {
  const stay = (people: readonly Recipient[]): Recipient[] => people.filter(person => !isGone(person));
  const { second, weekends, nights } = rota;
  const draft = {
    ...rota,
    people: stay(rota.people),
    second: second && { ...second, people: stay(second.people) },
    weekends: weekends && { ...weekends, people: stay(weekends.people) },
    nights: nights && { ...nights, people: stay(nights.people) },
    holidays:
      rota.holidays === null || rota.holidays === 'nobody'
        ? rota.holidays
        : { people: stay(rota.holidays.people) },
  };
  return changedTo(rota, draft, holidays, at);
}

/** Adds an override, replaces an equal one, and drops those that are over. Null if there is no room. */
export function withOverride(rota: Rota, override: Override, at: number): Rota | null {
  const before = upcoming(rota, at).filter(existing => !isSameOverride(existing, override));
  if (before.length >= MAX_OVERRIDES) return null;
  return { ...rota, overrides: [...before, override], changedAt: at };
}

export function withoutOverride(rota: Rota, id: string, at: number): Rota {
  return { ...rota, overrides: upcoming(rota, at).filter(override => override.id !== id), changedAt: at };
}

export const isSameOverride = (one: Span, other: Span): boolean =>
  one.place === other.place &&
  one.from === other.from &&
  one.to === other.to &&
  isSamePerson(one.person, other.person);

const upcoming = ({ overrides }: Rota, at: number): Override[] => overrides.filter(({ to }) => to > at);

const turnsOf = (turnOf: (list: TurnList) => TurnStart): Rota['turns'] =>
  Object.fromEntries(LISTS.map(list => [list, turnOf(list)])) as Rota['turns'];

/** Turns from an anchor on, by which the person at this place in the list has the current time, or the next. */
function turnWith(
  draft: Times,
  list: TurnList,
  { anchor, place, holidays, at }: { anchor: number; place: number; holidays: HolidayNames; at: number },
): TurnStart {
  const turns = turnsOf(() => ({ at: anchor, index: 0 }));
  const layer = layerOf({ ...draft, turns }, list, holidays);
  const count = Math.max(1, layer.people.length);
  return { at: anchor, index: (place - placeInOrder(layer, timeFrom(layer, at)) + count) % count };
}

/** The last hand-over at or before a moment, by the time (and the day, if shifts are whole weeks). */
function handOverBefore({ hours, time, weekday }: Times, at: number): number {
  const step = Math.min(hours * HOUR_MS, DAY_MS);
  const today = timeOn(dayOf(at), time);
  const last = today + Math.floor((at - today) / step) * step;
  if (hours % WEEK_HOURS !== 0) return last;
  // 1 January 1970 was a Thursday.
  const daysAgo = (dayOf(last) + 4 - weekday + 7) % 7;
  return last - daysAgo * DAY_MS;
}
