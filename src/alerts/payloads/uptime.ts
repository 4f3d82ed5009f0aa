import { z } from 'zod';
import { severityOf } from '../alert.ts';
import {
  type CallReading,
  digestOf,
  nameFrom,
  nothing,
  oneAlert,
  reading,
  type SenderReader,
} from './payload.ts';
import { asText, bySchema, id, listOf, name, optional, severityWord, time, words } from './schema.ts';

/*
 * Uptime Kuma's notification "Webhook" with the body "application/json". Facts from louislam/uptime-kuma at 6398a958:
 * server/notification-providers/webhook.js, sendNotification in server/model/monitor.js, server/model/heartbeat.js.
 */

const DOWN = 0;
const UP = 1;

/** Its times are UTC, without saying so. */
const utcTime = z
  .string()
  .transform(written =>
    Date.parse(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/.test(written) ? `${written}Z` : written),
  )
  .refine(at => !Number.isNaN(at), 'should be a time like 2026-11-21 09:00:00.000');

const monitorSchema = z.object({
  id,
  name: name.default(''),
  url: optional,
  hostname: optional,
  type: optional,
  tags: listOf(z.object({ name, value: optional })).default([]),
});

const kumaSchema = z.object({
  /** Null with messages that are about no heartbeat: a test, a certificate or a domain that expires. */
  heartbeat: z
    .object({
      status: z.int().min(0, 'should be a status, 0 to 3').max(3, 'should be a status, 0 to 3'),
      time: utcTime,
      msg: words.default(''),
    })
    .nullable(),
  monitor: monitorSchema.nullable(),
  msg: z.string().min(1, 'should not be empty').pipe(words),
});

export const uptimeKuma: SenderReader = bySchema({
  sender: 'uptime_kuma',
  fits: body => 'heartbeat' in body && 'monitor' in body,
  schema: kumaSchema,
  read({ heartbeat, monitor, msg }, { callId }) {
    if (!heartbeat || !monitor) return message(msg, callId);
    if (heartbeat.status !== DOWN && heartbeat.status !== UP)
      return nothing('The monitor is neither down nor up.');
    const tagged = monitor.tags.find(({ name }) => name.toLowerCase() === 'severity')?.value ?? '';
    return oneAlert({
      thing: ['uptime kuma', monitor.id],
      status: heartbeat.status === DOWN ? 'firing' : 'resolved',
      severity: severityOf(tagged) ?? 'critical',
      alert: monitor.name || `Monitor ${monitor.id}`,
      place: monitor.hostname || addressIn(monitor.url ?? ''),
      summary: heartbeat.msg,
      labels: { type: monitor.type ?? null },
      startsAt: heartbeat.time,
      moment: String(heartbeat.time),
    });
  },
});

/** Monitors that have no address have the start of one. */
const addressIn = (url: string): string => (/^https?:\/\/$/.test(url) ? '' : url);

/** What is about no monitor that is down or up goes out as it is. */
const message = (msg: string, callId: string): CallReading =>
  reading(
    {
      ...{ fingerprint: digestOf('uptime kuma', callId), status: 'firing', severity: 'warning' },
      ...{ name: nameFrom(msg), place: '', startsAt: null, facts: { message: msg, composed: true } },
    },
    // Its button “Test” has the name of the notification before the word.
    { single: true, test: /\bTesting$/.test(msg) },
  );

/*
 * UptimeRobot's webhook, as a form or as JSON with its variables under their own names. Facts from UptimeRobot's help (Webhook
 * alert contacts): alertType is 1 for down, 2 for up, 3 for a certificate or a domain that expires.
 */

const robotSchema = z.object({
  monitorID: id,
  monitorFriendlyName: asText,
  monitorURL: asText,
  alertType: z.coerce.string().regex(/^\d+$/, 'should be a number: *alertType*'),
  alertTypeFriendlyName: asText,
  alertDetails: asText,
  alertDateTime: asText,
});

export const uptimeRobot: SenderReader = bySchema({
  sender: 'uptimerobot',
  fits: body => 'monitorID' in body && 'alertType' in body,
  schema: robotSchema,
  read(sent, { callId }) {
    const { monitorID, monitorFriendlyName: name, monitorURL, alertType, alertDetails } = sent;
    const isWarning = alertType !== '1' && alertType !== '2';
    const at = Number(sent.alertDateTime) * 1000;
    return oneAlert({
      thing: ['uptimerobot', monitorID, ...(isWarning ? [alertType] : [])],
      status: alertType === '2' ? 'resolved' : 'firing',
      severity: isWarning ? 'warning' : 'critical',
      alert: name || monitorURL || `Monitor ${monitorID}`,
      place: monitorURL,
      summary: [sent.alertTypeFriendlyName, alertDetails].filter(Boolean).join(': '),
      moment: Number.isFinite(at) && at > 0 ? String(at) : callId,
    });
  },
});

/*
 * The body in docs/hooks.md for the webhook of Healthchecks, in which it fills in placeholders. Facts from
 * healthchecks/healthchecks: hc/integrations/webhook (transport.py, forms.py, the form's list of placeholders).
 */

/** Its button “Test!” is about a check that there isn’t. */
const NO_CHECK = '00000000-0000-0000-0000-000000000000';

const checkSchema = z.object({
  healthchecks: z.object({
    check: id,
    name: name.default(''),
    status: z.enum(['down', 'up'], 'should be "down" or "up"'),
    at: time,
  }),
  severity: severityWord.default('critical'),
});

export const healthchecks: SenderReader = bySchema({
  sender: 'healthchecks',
  fits: body => 'healthchecks' in body,
  schema: checkSchema,
  read: ({ healthchecks: { check, name, status, at }, severity }) =>
    oneAlert({
      thing: ['healthchecks', check],
      status: status === 'down' ? 'firing' : 'resolved',
      severity: severityOf(severity) ?? 'critical',
      alert: name || `Check ${check}`,
      summary: status,
      startsAt: Date.parse(at),
      moment: at,
      test: check === NO_CHECK,
    }),
});
