import { z } from 'zod';
import { severityOf } from '../../alert.ts';
import { digestOf } from '../identity.ts';
import { type CallReading, nameFrom, reading } from '../payload.ts';
import { listOf, name, someName, unknownBody, words } from '../schema.ts';
import { has, row, senderOf } from './sender.ts';

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

/** Its times are UTC, without saying so. */
function utcTime(written: string): number | null {
  const at = Date.parse(/^[\d-]+ [\d:.]+$/.test(written) ? `${written}Z` : written);
  return Number.isNaN(at) ? null : at;
}

/** Monitors that have no address have the start of one. */
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

/** A test, or a certificate or a domain that expires: what is about no heartbeat goes out as it is. */
const message = {
  fits: has('heartbeat', 'monitor', 'msg'),
  read(body: object, { callId }: { callId: string }): CallReading {
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
      // Its button “Test” has the name of the notification before the word.
      { single: true, test: /\bTesting$/.test(msg) },
    );
  },
};

export const uptimeKuma = senderOf('uptime_kuma', [monitor, message]);
