const DAY_MS = 86_400_000;
/** Bangladesh is six hours ahead all year round. */
const AHEAD_MS = 6 * 3_600_000;

/** The day in Bangladesh, where the numbers are: days since 1970. */
export function dayOf(at: number): number {
  return Math.floor((at + AHEAD_MS) / DAY_MS);
}

/** A moment within that day. */
const momentOf = (day: number): number => day * DAY_MS;

/** When that day ends, in epoch milliseconds. */
export function endOfDay(at: number): number {
  return (dayOf(at) + 1) * DAY_MS - AHEAD_MS;
}

/** When it is a time of day, `HH:MM`, on that day in Bangladesh; in epoch milliseconds. */
export function timeOn(day: number, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return momentOf(day) - AHEAD_MS + (hours * 60 + minutes) * 60_000;
}

/** When that day's month began in Bangladesh, in epoch milliseconds. */
export function startOfMonth(at: number): number {
  const there = new Date(at + AHEAD_MS);
  return Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), 1) - AHEAD_MS;
}
