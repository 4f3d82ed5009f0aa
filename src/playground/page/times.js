// @ts-check
import { person, store } from './store.js';

/* As in Slack, times are shown and chosen in the time zone of the person at the page. */

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

/** Slack's names for the days around today in pretty dates; otherwise the date. @param {Date} at */
export function prettyDate(at) {
  const { now } = store.state;
  const near = { yesterday: now - DAY_MS, today: now, tomorrow: now + DAY_MS };
  return Object.entries(near).find(([, day]) => date(day) === date(at))?.[0] ?? date(at);
}

/** Milliseconds by which the person's time zone is ahead of UTC. */
const aheadMs = () => (person(store.user)?.tzOffsetSeconds ?? 0) * 1000;

/** Formats seconds for a datetime-local input. @param {number} seconds */
export const localMinute = seconds => new Date(seconds * 1000 + aheadMs()).toISOString().slice(0, 16);

/** Reads a datetime-local input in seconds. @param {string} local */
export const secondsOf = local => (Date.parse(`${local}Z`) - aheadMs()) / 1000;
