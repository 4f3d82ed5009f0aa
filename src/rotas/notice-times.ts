import type { HolidayNames } from '../holidays/holiday.ts';
import { DAY_MS, dayOf, HOUR_MS, timeOn } from '../kit/day.ts';
import type { CooperativeTask } from '../kit/fair-scheduler.ts';
import { planOf } from './plan.ts';
import { PLACES, type Rota, type RotaPlace } from './rota.ts';
import { stintsUntil } from './stints.ts';

/* When people hear of their turns, and of which: of those that begin tomorrow, in the evening; of the week's, on Monday. */

export const KINDS = ['evening', 'monday'] as const;
export type NoticeKind = (typeof KINDS)[number];

const TIMES: Record<NoticeKind, { time: string; everyDays: number; lateMs: number }> = {
  evening: { time: '18:00', everyDays: 1, lateMs: HOUR_MS },
  // Not in the night after it, because it may be a text.
  monday: { time: '08:00', everyDays: 7, lateMs: 12 * HOUR_MS },
};

/** A time at which notices go out. */
export type NoticeTime = { kind: NoticeKind; at: number };

/** The last time of a kind, at a moment or before it. */
function lastTime(kind: NoticeKind, at: number): number {
  const { time, everyDays } = TIMES[kind];
  const today = dayOf(at);
  const day = timeOn(today, time) <= at ? today : today - 1;
  // 1 January 1970 was a Thursday, so day 4 was a Monday.
  return timeOn(everyDays === 7 ? day - ((((day - 4) % 7) + 7) % 7) : day, time);
}

/** The last time of each kind. */
export const lastTimes = (at: number): NoticeTime[] => KINDS.map(kind => ({ kind, at: lastTime(kind, at) }));

/** When notices go out next. */
export const nextTime = (at: number): number =>
  Math.min(...KINDS.map(kind => lastTime(kind, at) + TIMES[kind].everyDays * DAY_MS));

/** True if it is too late for a notice. */
export const isLate = ({ kind, at: due }: NoticeTime, at: number): boolean => at - due >= TIMES[kind].lateMs;

/** A turn of which somebody hears. `until`: null if nothing is planned that ends it. */
export type NoticedTurn = { rota: string; place: RotaPlace; from: number; until: number | null };
export type NoticedTurns = readonly NoticedTurn[];

/** The turns of which people with a Slack account hear, by user id: each person's in order. */
export function* noticedTurns(
  rotas: readonly Rota[],
  holidays: HolidayNames,
  { kind, at }: NoticeTime,
): CooperativeTask<Map<string, NoticedTurn[]>> {
  const byPerson = new Map<string, NoticedTurn[]>();
  const tomorrow = timeOn(dayOf(at) + 1, '00:00');
  const end = tomorrow + (TIMES[kind].everyDays - (kind === 'monday' ? 1 : 0)) * DAY_MS;
  for (const rota of rotas) {
    for (const place of PLACES) {
      for (const { person, from, until } of stintsUntil(planOf(rota, place, holidays), at, end)) {
        if (person?.kind !== 'teammate' || (kind === 'evening' && from < tomorrow)) continue;
        const turns = byPerson.get(person.userId) ?? [];
        byPerson.set(person.userId, [...turns, { rota: rota.name, place, from, until }]);
      }
      yield;
    }
  }
  for (const turns of byPerson.values()) turns.sort((one, another) => one.from - another.from);
  return byPerson;
}
