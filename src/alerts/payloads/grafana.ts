import { z } from 'zod';
import type { Alert } from '../../domain/alert.ts';
import { countSchema } from '../../domain/count.ts';
import { cut } from '../../domain/cut.ts';
import { alertShape, toAlert } from './alertmanager.ts';
import {
  digestOf,
  fields,
  type HookPayload,
  oneLine,
  samenessOfGroup,
  someAlerts,
  status,
} from './payload.ts';

/** The webhook of Grafana's alerting: like Alertmanager's, plus an organisation, a message and values. */
export const grafanaSchema = z.object({
  orgId: z.int(),
  groupKey: z.string().default(''),
  groupLabels: fields.default({}),
  status,
  alerts: someAlerts,
  truncatedAlerts: countSchema.default(0),
  title: z.string().default(''),
  message: z.string().default(''),
});

export const grafanaShape = alertShape.extend({
  valueString: z.string().default(''),
  values: z.record(z.string(), z.number().nullable()).nullish(),
});

const WORDS = 1600;

export function alertsFromGrafana(
  sent: z.infer<typeof grafanaSchema>,
): (alert: z.infer<typeof grafanaShape>) => Alert {
  const title = cut(oneLine(sent.title), WORDS);
  // Its message lists all alerts with their links, too long for a text: only a template that asks for it gets it.
  const message = cut(sent.message, WORDS);
  return alert =>
    toAlert(alert, { title, message, value: valuesIn(alert.values ?? null, alert.valueString) });
}

export function fromGrafana(sent: z.infer<typeof grafanaSchema>, alerts: Alert[]): HookPayload {
  const group = `${sent.orgId} ${sent.groupKey || JSON.stringify(sent.groupLabels)}`;
  return {
    group: digestOf(group),
    alerts,
    leftOut: sent.truncatedAlerts,
    single: false,
    to: null,
    sameness: samenessOfGroup(group, alerts),
  };
}

/** `B=44.2 C=1` */
function valuesIn(values: Record<string, number | null> | null, written: string): string {
  const each = Object.entries(values ?? {}).filter(([, value]) => value !== null);
  if (each.length === 0) return cut(oneLine(written), 200);
  return cut(each.map(([name, value]) => `${name}=${Number(value?.toPrecision(6))}`).join(' '), 200);
}
