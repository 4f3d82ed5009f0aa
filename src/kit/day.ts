/*
 * Hours and days in Bangladesh, where the numbers are: six hours ahead of UTC all year. A time of day is written `HH:MM`.
 */

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const AHEAD_MS = 6 * HOUR_MS;

export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** A part of the day, between two times of day. */
export type Hours = { from: string; to: string };

/** A moment's day, as the number of days since 1 January 1970. */
export function dayOf(at: number): number {
  return Math.floor((at + AHEAD_MS) / DAY_MS);
}

/** The end of a moment's day, in epoch milliseconds. */
export function endOfDay(at: number): number {
  return timeOn(dayOf(at) + 1, '00:00');
}

/** A time of day on a day, in epoch milliseconds. */
export function timeOn(day: number, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return day * DAY_MS - AHEAD_MS + hours * HOUR_MS + minutes * MINUTE_MS;
}

/** The start of a moment's month, in epoch milliseconds. */
export function startOfMonth(at: number): number {
  const local = new Date(at + AHEAD_MS);
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1) - AHEAD_MS;
}

/** A moment's month, as the number of months since January of the year 0. */
export function monthOf(at: number): number {
  const local = new Date(at + AHEAD_MS);
  return local.getUTCFullYear() * 12 + local.getUTCMonth();
}

/** A moment in the format that spreadsheets read: `2026-11-22 18:30:00`. */
export function writeDateTime(at: number): string {
  return new Date(at + AHEAD_MS).toISOString().slice(0, 19).replace('T', ' ');
}
