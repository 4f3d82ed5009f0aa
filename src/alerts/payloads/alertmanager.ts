import { z } from 'zod';
import { type Alert, severityOf } from '../../domain/alert.ts';
import { countSchema } from '../../domain/count.ts';
import { cut } from '../../domain/cut.ts';
import {
  digestOf,
  fields,
  type HookPayload,
  nameFrom,
  samenessOfGroup,
  someAlerts,
  status,
  time,
} from './payload.ts';

/** What Alertmanager's and Grafana's alerts have in common. */
export const alertShape = z.object({
  status,
  labels: fields,
  annotations: fields.default({}),
  startsAt: time,
  /** Older senders have none: then the labels identify the alert. */
  fingerprint: z.string().default(''),
});

/** Alertmanager's webhook, version 4. */
export const alertmanagerSchema = z.object({
  version: z.literal('4', 'should be "4", the version of Alertmanager’s webhook'),
  groupKey: z.string().min(1, 'should not be empty'),
  status,
  alerts: someAlerts,
  truncatedAlerts: countSchema.default(0),
});

export const alertFromAlertmanager = (alert: z.infer<typeof alertShape>): Alert =>
  toAlert(alert, { title: '', message: '', value: '' });

export function fromAlertmanager(sent: z.infer<typeof alertmanagerSchema>, alerts: Alert[]): HookPayload {
  return {
    group: digestOf(sent.groupKey),
    alerts,
    leftOut: sent.truncatedAlerts,
    single: false,
    to: null,
    sameness: samenessOfGroup(sent.groupKey, alerts),
  };
}

export function toAlert(
  sent: z.infer<typeof alertShape>,
  said: { title: string; message: string; value: string },
): Alert {
  const { labels, annotations } = sent;
  const sorted = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    fingerprint: cut(sent.fingerprint || digestOf(...sorted.flat()), 100),
    status: sent.status,
    severity: severityOf(labels.severity ?? labels.priority ?? '') ?? 'none',
    name: nameFrom(
      [labels.alertname, labels.instance].filter(Boolean).join(' '),
      annotations.summary,
      said.title,
    ),
    startsAt: Date.parse(sent.startsAt),
    facts: { labels, annotations, ...said, composed: false },
  };
}
