import { z } from 'zod';
import type { Alert } from '../../alert.ts';
import type { GivenLinks } from '../payload.ts';
import { count, fields, name, time, words } from '../schema.ts';

/* What Alertmanager's webhook and Grafana's have in common, and those of programs that copy them. Only `alerts` has to be there. */

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
  /** Older senders have none: then the labels identify the alert. */
  fingerprint: name,
  generatorURL: words,
  silenceURL: words,
  dashboardURL: words,
  panelURL: words,
  valueString: words,
  values: fields,
});
export type SentAlert = z.infer<typeof alertSchema>;

/** What only one of the two says of an alert. */
export type GivenByGroup = Partial<Pick<Alert['facts'], 'title' | 'message' | 'value'>> & {
  name?: string;
  place?: string;
  summary?: string;
  links?: GivenLinks;
};
