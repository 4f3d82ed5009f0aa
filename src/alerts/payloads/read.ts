import type { z } from 'zod';
import type { Alert } from '../../domain/alert.ts';
import type { PausableWork } from '../../domain/in-turns.ts';
import {
  alertFromAlertmanager,
  alertmanagerSchema,
  alertShape,
  fromAlertmanager,
  withPlaces,
} from './alertmanager.ts';
import { generic } from './generic.ts';
import { github } from './github.ts';
import { alertsFromGrafana, fromGrafana, grafanaSchema, grafanaShape } from './grafana.ts';
import { healthchecks } from './healthchecks.ts';
import {
  type CallAbout,
  type CallReading,
  type HookPayload,
  type PayloadProblem,
  problemFrom,
  type ReadPayload,
  type SenderReader,
} from './payload.ts';
import { sentry } from './sentry.ts';
import { unknownBody } from './unknown.ts';
import { uptimeKuma } from './uptime-kuma.ts';
import { zabbix } from './zabbix.ts';

/** Calls that are about one thing each; the first shape that fits. What has our own names is ours, whatever else it has. */
const READERS: readonly SenderReader[] = [generic, uptimeKuma, zabbix, healthchecks, sentry, github];

/** Recognises a call by its shape, checks it, and translates it into our terms. */
export function* readPayload(body: unknown, about: CallAbout): PausableWork<ReadPayload> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return unknown(body);
  if ('alerts' in body) {
    const isGrafana = 'orgId' in body;
    const reading = yield* isGrafana ? readGrafana(body) : readAlertmanager(body);
    return { ...reading, sender: isGrafana ? 'grafana' : 'alertmanager' };
  }
  const reader = READERS.find(({ fits }) => fits(body));
  return reader ? { ...reader.read(body, about), sender: reader.sender } : unknown(body);
}

function* readGrafana(body: object): PausableWork<CallReading> {
  const { data, error } = grafanaSchema.safeParse(body);
  if (error) return wrong(problemFrom(error));
  const alerts = yield* readAlerts(data.alerts, grafanaShape, alertsFromGrafana(data));
  return Array.isArray(alerts) ? read(fromGrafana(data, withPlaces(alerts))) : wrong(alerts);
}

function* readAlertmanager(body: object): PausableWork<CallReading> {
  const { data, error } = alertmanagerSchema.safeParse(body);
  if (error) return wrong(problemFrom(error));
  const alerts = yield* readAlerts(data.alerts, alertShape, alertFromAlertmanager);
  return Array.isArray(alerts) ? read(fromAlertmanager(data, withPlaces(alerts))) : wrong(alerts);
}

/** The fault of the first alert that can't be read, if there is one. */
function* readAlerts<Sent>(
  sent: readonly unknown[],
  shape: z.ZodType<Sent>,
  toAlert: (sent: Sent) => Alert,
): PausableWork<Alert[] | PayloadProblem> {
  const alerts: Alert[] = [];
  for (const [index, one] of sent.entries()) {
    const { data, error } = shape.safeParse(one);
    if (error) return problemFrom(error, ['alerts', index]);
    alerts.push(toAlert(data));
    yield;
  }
  return alerts;
}

const read = (payload: HookPayload): CallReading => ({ kind: 'read', payload });
const wrong = (problem: PayloadProblem): CallReading => ({ kind: 'wrong', problem });
const unknown = (body: unknown): ReadPayload => ({ ...wrong(unknownBody(body)), sender: null });
