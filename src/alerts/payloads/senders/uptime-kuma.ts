import { z } from 'zod';
import { severityOf } from '../../alert.ts';
import { digestOf } from '../identity.ts';
import { type CallReader, nameFrom, reading } from '../payload.ts';
import { listOf, name, someName, unknownBody, words } from '../schema.ts';
import { anyOf, has, row } from './sender.ts';

/*
 * Uptime Kuma's notification "Webhook" with the body "application/json". Facts from louislam/uptime-kuma at 6398a958:
 * server/notification-providers/webhook.js, sendNotification in server/model/monitor.js, server/model/heartbeat.js.
 */

const schema = z.object({
  heartbeat: z.object({ status: name, time: name, msg: words }),
  monitor: z.object({
    id: someName,
    name,
    url: words,
    hostname: words,
    type: name,
    tags: listOf(z.object({ name, value: words })),
  }),
});
const STATES: Readonly<Record<string, 'firing' | 'resolved'>> = { '0': 'firing', '1': 'resolved' };

/** Uptime Kuma's times are UTC but don't say so. */
function utcTime(text: string): number | null {
  const at = Date.parse(/^[\d-]+ [\d:.]+$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(at) ? null : at;
}

/** Drops the bare `https://` that monitors without an address have. */
const addressIn = (url: string): string => (/^https?:\/\/$/.test(url) ? '' : url);

const monitor = row(
  body => has('heartbeat', 'monitor')(body) && 'heartbeat' in body && body.heartbeat !== null,
  schema,
  {
    id: ({ monitor }) => ['uptime kuma', monitor.id],
    state: ({ heartbeat }) => STATES[heartbeat.status] ?? { nothing: 'The monitor is neither down nor up.' },
    severity: ({ monitor }) =>
      severityOf(monitor.tags.find(tag => tag.name.toLowerCase() === 'severity')?.value ?? '') ?? 'critical',
    name: ({ monitor }) => monitor.name || `Monitor ${monitor.id}`,
    place: ({ monitor }) => monitor.hostname || addressIn(monitor.url),
    words: ({ heartbeat }) => heartbeat.msg,
    time: ({ heartbeat }) => utcTime(heartbeat.time),
    moment: ({ heartbeat }) => heartbeat.time || null,
    links: null,
    more: ({ monitor }) => ({ labels: { type: monitor.type } }),
  },
);

/** A call about no heartbeat (a test, an expiring certificate or domain) is texted unchanged. */
const message: CallReader = {
  fits: has('heartbeat', 'monitor', 'msg'),
  read(body, { callId }) {
    const { msg } = z.object({ msg: words }).parse(body);
    if (!/\p{L}/u.test(msg)) return { kind: 'wrong', problem: unknownBody(body) };
    return reading(
      {
        fingerprint: digestOf('uptime kuma', callId),
        status: 'firing',
        severity: 'warning',
        name: nameFrom(msg),
        place: '',
        startsAt: null,
        facts: { message: msg, composed: true },
      },
      // The button “Test” puts the notification's name before this word.
      { single: true, test: /\bTesting$/.test(msg) },
    );
  },
};

export const uptimeKuma = anyOf([monitor, message]);
