// @ts-check
import { person, store } from './store.js';

/* As Slack does it: times are shown, and chosen, in the zone of whoever looks. */

/** @param {Intl.DateTimeFormatOptions} options */
const format = options =>
  new Intl.DateTimeFormat('en-GB', { timeZone: person(store.user)?.tz, ...options }).format;

/** Such as 09:05. @param {number | Date} at @param {Intl.DateTimeFormatOptions} [more] */
export const clock = (at, more) => format({ hour: '2-digit', minute: '2-digit', ...more })(at);

/** Such as 16 Dec 2026. @param {number | Date} at */
export const date = at => format({ day: 'numeric', month: 'short', year: 'numeric' })(at);

/** Such as Wednesday 16 December. @param {number | Date} at */
export const weekday = at => format({ weekday: 'long', day: 'numeric', month: 'long' })(at);

/** In the format of a datetime-local input. @param {number} seconds */
export function localMinute(seconds) {
  return new Date((seconds + aheadAt(seconds)) * 1000).toISOString().slice(0, 16);
}

/** What a datetime-local input holds, in seconds. @param {string} local */
export function secondsOf(local) {
  const asUtc = Date.parse(`${local}Z`) / 1000;
  // Where clocks are put forward or back, the second look is the right one.
  return asUtc - aheadAt(asUtc - aheadAt(asUtc));
}

/** How many seconds the person's zone is ahead of UTC at a moment. @param {number} seconds */
function aheadAt(seconds) {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: person(store.user)?.tz,
    hourCycle: 'h23',
    ...{
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    },
  }).formatToParts(seconds * 1000);
  const of = (/** @type {string} */ type) => parts.find(part => part.type === type)?.value ?? '';
  const local = `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}Z`;
  return Date.parse(local) / 1000 - Math.floor(seconds);
}
