import { DAY_MS, MINUTE_MS } from './day.ts';

/** A date and a time as a wall clock shows them: `2026-11-22T18:30`. */
export type LocalTime = string;

/** Where the numbers are; also for people whose zone is unknown. */
export const DEFAULT_ZONE = 'Asia/Dhaka';

export const LOCAL_TIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;
export const LOCAL_DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** True for an IANA time zone that Node knows, such as `Asia/Dhaka`. */
export function isZone(zone: string): boolean {
  try {
    return formatOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/** The local time of a zone at a moment (epoch ms), to the minute. */
export function localTimeAt(at: number, zone: string): LocalTime {
  const { year, month, day, hour, minute } = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
}

/**
 * The moment of a local time in a zone, in epoch milliseconds. Of two such moments, when clocks are set back, the first. If
 * clocks are set forward past the local time, it moves by as much (02:30 becomes 03:30).
 */
export function momentOf(local: LocalTime, zone: string): number {
  const asUtc = Date.parse(`${local}Z`);
  // No zone changes twice within two days.
  const [before, after] = [asUtc - DAY_MS, asUtc + DAY_MS].map(at => aheadAt(at, zone)) as [number, number];
  const shown = [asUtc - Math.max(before, after), asUtc - Math.min(before, after)].find(
    at => localTimeAt(at, zone) === local,
  );
  return shown ?? asUtc - before;
}

/** A zone's offset from UTC at a moment, in milliseconds. */
function aheadAt(at: number, zone: string): number {
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${localTimeAt(minute, zone)}Z`) - minute;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError if there is no such zone */
function formatOf(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, format);
  return format;
}
