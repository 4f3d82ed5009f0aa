import { alertmanagerSchema, fromAlertmanager } from './alertmanager.ts';
import { fromGeneric, genericSchema } from './generic.ts';
import { fromGrafana, grafanaSchema } from './grafana.ts';
import { problemFrom, type ReadPayload } from './payload.ts';

const NOT_KNOWN =
  'The body is neither Alertmanager’s webhook (version 4), nor Grafana’s, nor an object with a "message".';

/** Recognises a call by its shape, checks it, and says it in our words. */
export function readPayload(
  body: unknown,
  about: { idempotencyKey: string | null; callId: string },
): ReadPayload {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return unknown();
  if ('alerts' in body) {
    if ('orgId' in body) {
      const grafana = grafanaSchema.safeParse(body);
      return grafana.success ? read(fromGrafana(grafana.data)) : wrong(grafana.error);
    }
    const alertmanager = alertmanagerSchema.safeParse(body);
    return alertmanager.success ? read(fromAlertmanager(alertmanager.data)) : wrong(alertmanager.error);
  }
  if (!('message' in body) && !('dedup_key' in body) && !('to' in body)) return unknown();
  const generic = genericSchema.safeParse(body);
  return generic.success ? read(fromGeneric(generic.data, about)) : wrong(generic.error);
}

const read = (payload: Extract<ReadPayload, { ok: true }>['payload']): ReadPayload => ({ ok: true, payload });
const wrong = (error: Parameters<typeof problemFrom>[0]): ReadPayload => ({
  ok: false,
  problem: problemFrom(error),
});
const unknown = (): ReadPayload => ({ ok: false, problem: { field: null, error: NOT_KNOWN } });
