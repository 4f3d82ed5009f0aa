import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { readJson } from '../../kit/json.ts';
import type { Alert } from '../alert.ts';
import { alertmanager } from './alertmanager.ts';
import { cloudwatch, datadog, pagerduty, sns } from './clouds.ts';
import { isTest } from './fields.ts';
import { readGeneral } from './general.ts';
import { generic } from './generic.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { grafana, grafanaLegacy } from './grafana.ts';
import { netdata, sensu, zabbix } from './machines.ts';
import {
  type CallAbout,
  type CallReading,
  digestOf,
  type HookPayload,
  nothing,
  type PayloadProblem,
  type ReadPayload,
  type SenderReader,
} from './payload.ts';
import { type GroupReader, problemFrom, unknownBody } from './schema.ts';
import { sentry } from './sentry.ts';
import { healthchecks, uptimeKuma, uptimeRobot } from './uptime.ts';

/** Calls that are about one thing each; the first shape that fits. What has only our own names is ours. */
const READERS: readonly SenderReader[] = [
  generic,
  uptimeKuma,
  zabbix,
  healthchecks,
  sentry,
  gitlab,
  github,
  pagerduty,
  sns,
  cloudwatch,
  grafanaLegacy,
  datadog,
  netdata,
  uptimeRobot,
  sensu,
];

/** Recognises a call by its shape, checks it, and translates it into our terms. */
export function* readPayload(body: unknown, about: CallAbout): CooperativeTask<ReadPayload> {
  // Some send a list of what happened, most of the time with one thing in it.
  const sent: unknown = Array.isArray(body) && typeof body[0] === 'object' ? body[0] : body;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return unknown(body);
  const { reading, sender } = yield* readBody(sent, about);
  if (reading.kind !== 'read') return { ...reading, sender };
  const left = Array.isArray(body) ? body.length - 1 : 0;
  return {
    kind: 'read',
    payload: withTest({ ...reading.payload, leftOut: reading.payload.leftOut + left }, about),
    sender,
  };
}

function* readBody(
  body: object,
  about: CallAbout,
): CooperativeTask<{ reading: CallReading; sender: ReadPayload['sender'] }> {
  if ('alerts' in body && isGroup(body))
    return yield* 'orgId' in body ? readGroup(body, grafana) : readGroup(body, alertmanager);
  const reader = READERS.find(({ fits }) => fits(body));
  return reader
    ? { reading: reader.read(body, about), sender: reader.sender }
    : { reading: readGeneral(body, about), sender: null };
}

/** Alertmanager’s and Grafana’s shape, right or wrong in its fields. */
function isGroup(body: { alerts: unknown }): boolean {
  const [first]: unknown[] = Array.isArray(body.alerts) ? body.alerts : [];
  const hasLabels = typeof first === 'object' && first !== null && 'labels' in first;
  return hasLabels || 'groupKey' in body || 'receiver' in body || 'orgId' in body;
}

/** What a test button sends is an alert of its own, each time: it fires, and nothing ends it. */
function withTest(payload: HookPayload, { callId }: CallAbout): HookPayload {
  const isTried = payload.test || payload.alerts.every(({ name }) => isTest(name));
  if (!isTried) return payload;
  const alerts = payload.alerts.map((alert, index) => ({
    ...alert,
    status: 'firing' as const,
    fingerprint: digestOf('test', callId, String(index)),
  }));
  return { ...payload, alerts, group: digestOf('test', callId), single: true, test: true };
}

/** All alerts of a group, or the fault of the first that can't be read. */
function* readGroup<Body, Sent>(
  body: object,
  { sender, schema, shape, alertFrom, payload }: GroupReader<Body, Sent>,
): CooperativeTask<{ reading: CallReading; sender: ReadPayload['sender'] }> {
  const { data: group, error } = schema.safeParse(body);
  if (error) return { reading: wrong(problemFrom(error)), sender };
  const toAlert = alertFrom(group);
  const alerts: Alert[] = [];
  for (const [index, one] of group.alerts.entries()) {
    const { data, error } = shape.safeParse(one);
    if (error) return { reading: wrong(problemFrom(error, ['alerts', index])), sender };
    alerts.push(toAlert(data));
    yield;
  }
  return { reading: texted(yield* payload(group, alerts)), sender };
}

/** Without the alerts that fire all the time, to show that alerting works: their rules say `severity: none`. */
function texted(payload: HookPayload): CallReading {
  const alerts = payload.alerts.filter(({ facts }) => facts.labels.severity !== 'none');
  if (alerts.length === 0)
    return nothing(
      'Alerts with "severity: none" always fire, so nobody is texted: send them to a heartbeat hook.',
    );
  return { kind: 'read', payload: { ...payload, alerts } };
}

const wrong = (problem: PayloadProblem): CallReading => ({ kind: 'wrong', problem });
const unknown = (body: unknown): ReadPayload => ({ ...wrong(unknownBody(body)), sender: null });

/** What a body's content type has to be so that it is read, as a sentence for whoever sent another one. */
export const READ_TYPES = 'The body should be JSON ("Content-Type: application/json") or a form.';

const JSON_TYPE = /^\s*(?:application\/(?:[\w.-]+\+)?json|text\/plain|text\/json)\b/i;
const FORM_TYPE = /^\s*application\/x-www-form-urlencoded\b/i;

export const isReadType = (contentType: string): boolean =>
  JSON_TYPE.test(contentType) || FORM_TYPE.test(contentType);

/** A body as what it says: JSON, however it is declared, the fields of a form, or words. Undefined: it is none of them. */
export function* sentBody(body: Buffer, contentType: string): CooperativeTask<unknown> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    yield;
    // Some send JSON and call it a form, as curl does if it isn't told.
    if (/^\s*[{[]/.test(text)) return readJson(text);
    if (/^\s*text\/plain\b/i.test(contentType) && text.trim() !== '') return { message: text.trim() };
    if (!FORM_TYPE.test(contentType)) return readJson(text);
    const fields = Object.fromEntries(new URLSearchParams(text));
    yield;
    // Slack's way: all of it as JSON in one field.
    const { payload } = fields;
    return Object.keys(fields).length === 1 && payload !== undefined ? readJson(payload) : fields;
  } catch {
    return undefined;
  }
}
