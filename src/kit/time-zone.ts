import { DAY_MS, MINUTE_MS } from './day.ts';

/** A date and a time as a clock on a wall shows them: `2026-11-22T18:30`. */
export type LocalTime = string;

/** Where the numbers are; for people whose zone nobody knows. */
export const DEFAULT_ZONE = 'Asia/Dhaka';

export const LOCAL_TIME = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;
export const LOCAL_DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** Whether it is a time zone of the IANA's that we know the rules of: `Asia/Dhaka`. */
export function isZone(zone: string): boolean {
  try {
    return formatOf(zone) !== undefined;
  } catch {
    return false;
  }
}

/** What a clock in a zone shows at a moment (epoch ms), to the minute. */
export function localTimeAt(at: number, zone: string): LocalTime {
  const { year, month, day, hour, minute } = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}`;
}

/**
 * When a clock in a zone shows this, in epoch milliseconds. Where it shows it twice, since it is set back: the first time.
 * Where it never does, since it is set forward: as much later as the clock is set forward (02:30 becomes 03:30).
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

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function aheadAt(at: number, zone: string): number {
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${localTimeAt(minute, zone)}Z`) - minute;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError if there is no such zone */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  formats.set(zone, made);
  return made;
}
