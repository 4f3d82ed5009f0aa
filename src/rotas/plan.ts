import type { HolidayNames } from '../holidays/holiday.ts';
import { DAY_MS, dayOf, HOUR_MS, timeOn } from '../kit/day.ts';
import type { Recipient } from '../texts/recipient.ts';
import {
  type Override,
  peopleIn,
  type Rota,
  type RotaDraft,
  type RotaPlace,
  type TurnList,
  type TurnStart,
  WEEK_HOURS,
} from './rota.ts';

/*
 * Who is on call at a moment. A place of a rota is a pile of layers: holidays, weekends, nights, and the rota's own people
 * below. The highest layer whose time it is decides, and its people take turns. A stand-in lies on top of all.
 */

export const NO_HOLIDAYS: HolidayNames = new Map();

/** A time; infinite where nothing begins or ends it. `to` is exclusive. */
type TimeSpan = { from: number; to: number };
/** `isOn`: true if it is the layer's time, from `from` until `to`. */
type LayerTime = TimeSpan & { isOn: boolean };

/** People who take turns while it is their time. A time that has begun is one person's until it ends. */
export type Layer = {
  people: readonly Recipient[];
  turn: TurnStart;
  /** The length of a turn. */
  turnMs: number;
  /** The layer's time, or the time between two of them, at a moment. */
  timeAt: (at: number) => LayerTime;
};

/**
 * A place of a rota, with the workspace's holidays. The highest layer is first. `regularFrom`: after the last stand-in and
 * the last holiday.
 */
export type PlacePlan = { layers: readonly Layer[]; overrides: readonly Override[]; regularFrom: number };

/** What is needed of a rota to know when its people take turns. */
export type Times = Omit<RotaDraft, 'name' | 'channel' | 'texts'>;

/** What a place of a rota looks like with these holidays. The functions of stints.ts read it. */
export function planOf(rota: Rota, place: RotaPlace, holidays: HolidayNames): PlacePlan {
  const overrides = rota.overrides.filter(override => override.place === place);
  return {
    layers: layersOf(rota, place).map(list => layerOf(rota, list, holidays)),
    overrides,
    regularFrom: Math.max(
      ...overrides.map(({ to }) => to),
      ...[...holidays.keys()].map(day => timeOn(day + 2, '00:00')),
    ),
  };
}

/** The lists of a place that have people, the highest first. If nobody is on call on holidays, nobody is in line, either. */
function layersOf(rota: Times, place: RotaPlace): TurnList[] {
  const isNobodys = rota.holidays === 'nobody';
  const lists: TurnList[] =
    place === 'first' ? ['holidays', 'weekends', 'nights', 'people'] : ['holidays', 'second'];
  return lists.filter(list =>
    list === 'holidays' && (isNobodys || place === 'second') ? isNobodys : peopleIn(rota, list).length > 0,
  );
}

/** A list of a rota as a layer. */
export function layerOf(rota: Times & Pick<Rota, 'turns'>, list: TurnList, holidays: HolidayNames): Layer {
  const people = peopleIn(rota, list);
  const turn = rota.turns[list];
  const turnMs = turnMsOf(rota, list);
  return { people, turn, turnMs, timeAt: timesOf(rota, list, { turn, turnMs, holidays }) };
}

/** A turn is a shift, but at least a night, a holiday or a week with its weekend. */
function turnMsOf({ hours }: Times, list: TurnList): number {
  if (list === 'people' || list === 'second') return hours * HOUR_MS;
  const least = list === 'weekends' ? WEEK_HOURS * HOUR_MS : DAY_MS;
  return Math.max(hours * HOUR_MS, least);
}

function timesOf(
  rota: Times,
  list: TurnList,
  { turn, turnMs, holidays }: Pick<Layer, 'turn' | 'turnMs'> & { holidays: HolidayNames },
): Layer['timeAt'] {
  if (list === 'nights' && rota.nights) return nights(rota.nights);
  if (list === 'weekends' && rota.weekends) return weekends(rota.weekends.days, dayStart(rota));
  if (list === 'holidays') return holidayTimes([...holidays.keys()], dayStart(rota));
  // One person alone is never relieved.
  return at => {
    if (peopleIn(rota, list).length <= 1) return { isOn: true, from: -Infinity, to: Infinity };
    const from = turn.at + Math.floor((at - turn.at) / turnMs) * turnMs;
    return { isOn: true, from, to: from + turnMs };
  };
}

/** When a day begins for a rota, after midnight: at its hand-over, so that nobody is woken at midnight for the weekend. */
function dayStart({ time }: Pick<Times, 'time'>): number {
  const afterMidnight = timeOn(0, time) - timeOn(0, '00:00');
  return afterMidnight < DAY_MS / 2 ? afterMidnight : afterMidnight - DAY_MS;
}

function nights({ from, to }: { from: string; to: string }): Layer['timeAt'] {
  const length = (timeOn(1, to) - timeOn(0, from)) % DAY_MS;
  return at => {
    const today = timeOn(dayOf(at), from);
    const start = today <= at ? today : today - DAY_MS;
    const end = start + length;
    return at < end ? { isOn: true, from: start, to: end } : { isOn: false, from: end, to: start + DAY_MS };
  };
}

function weekends(days: readonly number[], startMs: number): Layer['timeAt'] {
  // 1 January 1970 was a Thursday.
  const isWeekend = (day: number): boolean => days.includes((day + 4) % 7);
  return at => {
    const day = dayOf(at - startMs);
    const isOn = isWeekend(day);
    let [first, after] = [day, day + 1];
    while (isWeekend(first - 1) === isOn) first--;
    while (isWeekend(after) === isOn) after++;
    return { isOn, ...daysFrom(first, after, startMs) };
  };
}

/** Each holiday is a time of its own, so that people take turns in a long one. */
function holidayTimes(holidays: readonly number[], startMs: number): Layer['timeAt'] {
  return at => {
    const day = dayOf(at - startMs);
    if (holidays.includes(day)) return { isOn: true, ...daysFrom(day, day + 1, startMs) };
    const before = Math.max(...holidays.filter(holiday => holiday < day));
    const next = Math.min(...holidays.filter(holiday => holiday > day));
    return { isOn: false, ...daysFrom(before + 1, next, startMs) };
  };
}

const daysFrom = (day: number, after: number, startMs: number): TimeSpan => ({
  from: Number.isFinite(day) ? timeOn(day, '00:00') + startMs : day,
  to: Number.isFinite(after) ? timeOn(after, '00:00') + startMs : after,
});

/** When the layer's time at a moment began, or when the next one begins; the moment itself if there is none. */
export function timeFrom({ timeAt }: Layer, at: number): number {
  const { isOn, from, to } = timeAt(at);
  const begins = isOn ? from : to;
  return Number.isFinite(begins) ? begins : at;
}

/** The place in the order of turns of whoever has the layer's time that begins then. */
export function placeInOrder({ people, turn, turnMs }: Layer, from: number): number {
  const count = Math.max(1, people.length);
  const turns = Math.floor((from - turn.at) / turnMs);
  return (((turn.index + turns) % count) + count) % count;
}

/** Who is on call around a moment, as long as nothing begins or ends that could change it. Null: nobody. */
export function stretchAt(plan: PlacePlan, at: number): TimeSpan & { person: Recipient | null } {
  const bounds = plan.overrides.flatMap(({ from, to }) => [from, to]);
  let from = Math.max(...bounds.filter(bound => bound <= at));
  let to = Math.min(...bounds.filter(bound => bound > at));
  const override = plan.overrides.findLast(standIn => standIn.from <= at && at < standIn.to);
  if (override) return { person: override.person, from, to };
  for (const layer of plan.layers) {
    const time = layer.timeAt(at);
    from = Math.max(from, time.from);
    to = Math.min(to, time.to);
    if (time.isOn)
      return { person: layer.people[placeInOrder(layer, timeFrom(layer, at))] ?? null, from, to };
  }
  return { person: null, from, to };
}
