import { z } from 'zod';
import { NO_FACTS, severityOf } from '../alert.ts';
import { id, oneAlert } from './one-alert.ts';
import {
  asText,
  type CallAbout,
  type CallReading,
  digestOf,
  nameFrom,
  nothing,
  readBy,
  type SenderReader,
  severityWord,
  time,
} from './payload.ts';

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
  name: z.string().default(''),
  url: z.string().nullish(),
  hostname: z.string().nullish(),
  type: z.string().nullish(),
  tags: z.array(z.object({ name: z.string(), value: z.string().nullish() })).default([]),
});

const kumaSchema = z.object({
  /** Null with messages that are about no heartbeat: a test, a certificate or a domain that expires. */
  heartbeat: z
    .object({
      status: z.int().min(0, 'should be a status, 0 to 3').max(3, 'should be a status, 0 to 3'),
      time: utcTime,
      msg: z.string().default(''),
    })
    .nullable(),
  monitor: monitorSchema.nullable(),
  msg: z.string().min(1, 'should not be empty'),
});

export const uptimeKuma: SenderReader = {
  sender: 'uptime_kuma',
  fits: body => 'heartbeat' in body && 'monitor' in body,
  read: (body, about) =>
    readBy(kumaSchema, body, ({ heartbeat, monitor, msg }) => {
      if (!heartbeat || !monitor) return message(msg, about);
      if (heartbeat.status !== DOWN && heartbeat.status !== UP)
        return nothing('The monitor is neither down nor up.');
      const tagged = monitor.tags.find(({ name }) => name.toLowerCase() === 'severity')?.value ?? '';
      const isDown = heartbeat.status === DOWN;
      return oneAlert({
        thing: ['uptime kuma', monitor.id],
        status: isDown ? 'firing' : 'resolved',
        severity: severityOf(tagged) ?? 'critical',
        alert: monitor.name || `Monitor ${monitor.id}`,
        place: monitor.hostname || addressIn(monitor.url ?? ''),
        summary: heartbeat.msg,
        labels: { type: monitor.type ?? null },
        startsAt: heartbeat.time,
        moment: String(heartbeat.time),
      });
    }),
};

/** Monitors that have no address have the start of one. */
const addressIn = (url: string): string => (/^https?:\/\/$/.test(url) ? '' : url);

/** What is about no monitor that is down or up goes out as it is. */
function message(msg: string, { callId }: CallAbout): CallReading {
  const fingerprint = digestOf('uptime kuma', callId);
  const facts = { ...NO_FACTS, message: msg, composed: true };
  const name = nameFrom(msg);
  return {
    kind: 'read',
    payload: {
      group: fingerprint,
      alerts: [
        { fingerprint, status: 'firing', severity: 'warning', name, place: '', startsAt: null, facts },
      ],
      leftOut: 0,
      single: true,
      // Its button “Test” has the name of the notification before the word.
      test: /\bTesting$/.test(msg),
      to: null,
      sameness: null,
    },
  };
}

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

export const uptimeRobot: SenderReader = {
  sender: 'uptimerobot',
  fits: body => 'monitorID' in body && 'alertType' in body,
  read: (body, { callId }) =>
    readBy(robotSchema, body, sent => {
      const {
        monitorID,
        monitorFriendlyName: name,
        monitorURL,
        alertType,
        alertDateTime,
        alertDetails,
      } = sent;
      const isWarning = alertType !== '1' && alertType !== '2';
      const at = Number(alertDateTime) * 1000;
      return oneAlert({
        thing: ['uptimerobot', monitorID, ...(isWarning ? [alertType] : [])],
        status: alertType === '2' ? 'resolved' : 'firing',
        severity: isWarning ? 'warning' : 'critical',
        alert: name || monitorURL || `Monitor ${monitorID}`,
        place: monitorURL ?? '',
        summary: [sent.alertTypeFriendlyName, alertDetails].filter(Boolean).join(': '),
        startsAt: null,
        moment: Number.isFinite(at) && at > 0 ? String(at) : callId,
      });
    }),
};

/*
 * The body in docs/hooks.md for the webhook of Healthchecks, in which it fills in placeholders. Facts from
 * healthchecks/healthchecks: hc/integrations/webhook (transport.py, forms.py, the form's list of placeholders).
 */

/** Its button “Test!” is about a check that there isn’t. */
const NO_CHECK = '00000000-0000-0000-0000-000000000000';

const checkSchema = z.object({
  healthchecks: z.object({
    check: id,
    name: z.string().default(''),
    status: z.enum(['down', 'up'], 'should be "down" or "up"'),
    at: time,
  }),
  severity: severityWord.default('critical'),
});

export const healthchecks: SenderReader = {
  sender: 'healthchecks',
  fits: body => 'healthchecks' in body,
  read: body =>
    readBy(checkSchema, body, ({ healthchecks: { check, name, status, at }, severity }) =>
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
    ),
};
