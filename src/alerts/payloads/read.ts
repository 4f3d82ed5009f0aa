import type { z } from 'zod';
import type { Alert } from '../../domain/alert.ts';
import type { PausableWork } from '../../domain/in-turns.ts';
import { alertFromAlertmanager, alertmanagerSchema, alertShape, fromAlertmanager } from './alertmanager.ts';
import { fromGeneric, genericSchema } from './generic.ts';
import { alertsFromGrafana, fromGrafana, grafanaSchema, grafanaShape } from './grafana.ts';
import { type PayloadProblem, problemFrom, type ReadPayload } from './payload.ts';

const NOT_KNOWN =
  'The body is neither Alertmanager’s webhook (version 4), nor Grafana’s, nor an object with a "message".';

/** Recognises a call by its shape, checks it, and translates it into our terms. */
export function* readPayload(
  body: unknown,
  about: { idempotencyKey: string | null; callId: string },
): PausableWork<ReadPayload> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return unknown();
  if ('alerts' in body) {
    if ('orgId' in body) {
      const grafana = grafanaSchema.safeParse(body);
      if (!grafana.success) return wrong(problemFrom(grafana.error));
      const alerts = yield* readAlerts(grafana.data.alerts, grafanaShape, alertsFromGrafana(grafana.data));
      return Array.isArray(alerts) ? read(fromGrafana(grafana.data, alerts)) : wrong(alerts);
    }
    const alertmanager = alertmanagerSchema.safeParse(body);
    if (!alertmanager.success) return wrong(problemFrom(alertmanager.error));
    const alerts = yield* readAlerts(alertmanager.data.alerts, alertShape, alertFromAlertmanager);
    return Array.isArray(alerts) ? read(fromAlertmanager(alertmanager.data, alerts)) : wrong(alerts);
  }
  if (!('message' in body) && !('dedup_key' in body) && !('to' in body)) return unknown();
  const generic = genericSchema.safeParse(body);
  return generic.success ? read(fromGeneric(generic.data, about)) : wrong(problemFrom(generic.error));
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

const read = (payload: Extract<ReadPayload, { ok: true }>['payload']): ReadPayload => ({ ok: true, payload });
const wrong = (problem: PayloadProblem): ReadPayload => ({ ok: false, problem });
const unknown = (): ReadPayload => wrong({ field: null, error: NOT_KNOWN });
