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

const DAY_MS = 86_400_000;

/** What Slack calls the days around today where it is to write a date prettily; otherwise the date. @param {Date} at */
export function prettyDate(at) {
  const { now } = store.state;
  const near = { yesterday: now - DAY_MS, today: now, tomorrow: now + DAY_MS };
  return Object.entries(near).find(([, day]) => date(day) === date(at))?.[0] ?? date(at);
}

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
  const day = /** @type {const} */ ({ year: 'numeric', month: '2-digit', day: '2-digit' });
  const time = /** @type {const} */ ({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  // As it happens, Swedish dates are ISO dates.
  const local = new Intl.DateTimeFormat('sv', { timeZone: person(store.user)?.tz, ...day, ...time });
  return Date.parse(`${local.format(seconds * 1000).replace(' ', 'T')}Z`) / 1000 - Math.floor(seconds);
}
