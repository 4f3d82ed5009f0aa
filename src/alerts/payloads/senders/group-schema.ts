import { z } from 'zod';
import type { Alert } from '../../alert.ts';
import type { SentLinks } from '../payload.ts';
import { count, fields, name, time, words } from '../schema.ts';

/* The fields that the webhooks of Alertmanager, of Grafana and of programs that copy them have in common. */

export const groupSchema = z.object({
  orgId: name,
  groupKey: words,
  groupLabels: fields,
  status: name,
  truncatedAlerts: count,
  title: words,
  message: words,
});
export type SentGroup = z.infer<typeof groupSchema>;

export const alertSchema = z.object({
  status: name,
  labels: fields,
  annotations: fields,
  startsAt: time,
  endsAt: time,
  /** Missing from older senders, whose labels identify the alert. */
  fingerprint: name,
  generatorURL: words,
  silenceURL: words,
  dashboardURL: words,
  panelURL: words,
  valueString: words,
  values: fields,
});
export type SentAlert = z.infer<typeof alertSchema>;

/** Facts that only Grafana sends. */
export type GrafanaFacts = Partial<Pick<Alert['facts'], 'title' | 'message' | 'value'>> & {
  name?: string;
  place?: string;
  summary?: string;
  links?: SentLinks;
};
