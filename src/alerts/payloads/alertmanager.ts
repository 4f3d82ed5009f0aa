import { z } from 'zod';
import { countSchema } from '../../kit/json.ts';
import { cut } from '../../kit/slack-text.ts';
import { type Alert, NO_FACTS, severityOf } from '../alert.ts';
import {
  digestOf,
  fields,
  type GivenLinks,
  type HookPayload,
  linksFrom,
  nameFrom,
  oneLine,
  samenessOfGroup,
  someAlerts,
  status,
  time,
} from './payload.ts';
import { placeIn, tellingApart } from './place.ts';

/** What Alertmanager's and Grafana's alerts have in common. */
export const alertShape = z.object({
  status,
  labels: fields,
  annotations: fields.default({}),
  startsAt: time,
  /** Older senders have none: then the labels identify the alert. */
  fingerprint: z.string().default(''),
  generatorURL: z.string().nullish(),
});

/** Alertmanager's webhook, version 4. */
export const alertmanagerSchema = z.object({
  version: z.literal('4', 'should be "4", the version of Alertmanager’s webhook'),
  groupKey: z.string().min(1, 'should not be empty'),
  status,
  alerts: someAlerts,
  truncatedAlerts: countSchema.default(0),
});

export const alertFromAlertmanager = (alert: z.infer<typeof alertShape>): Alert => toAlert(alert);

export function fromAlertmanager(sent: z.infer<typeof alertmanagerSchema>, alerts: Alert[]): HookPayload {
  return {
    group: digestOf(sent.groupKey),
    alerts,
    leftOut: sent.truncatedAlerts,
    single: false,
    // As somebody calls it who tries amtool.
    test: alerts.every(({ name }) => /^(?:amtool[\s_-]*)?test(?:ing)?\d*$/i.test(name)),
    to: null,
    sameness: samenessOfGroup(sent.groupKey, alerts),
  };
}

/** Alerts that arrived together say where each is, so that they can be told apart. */
export function withPlaces(alerts: readonly Alert[]): Alert[] {
  const apart = tellingApart(alerts.map(({ facts }) => facts.labels));
  return apart.length === 0
    ? [...alerts]
    : alerts.map(alert => ({ ...alert, place: placeIn(alert.facts.labels, apart) || alert.place }));
}

/**
 * An alert of Prometheus's or Grafana's kind.
 *
 * @param given what only its sender knows
 */
export function toAlert(
  sent: z.infer<typeof alertShape>,
  given: Partial<Pick<Alert['facts'], 'title' | 'message' | 'value'>> & {
    name?: string;
    place?: string;
    summary?: string;
    links?: GivenLinks;
  } = {},
): Alert {
  const { labels, annotations } = sent;
  const { name, place, summary, links = {}, ...said } = given;
  const { description = '', message = '', title = '' } = annotations;
  const words = [summary, annotations.summary, title, description, message].find(Boolean) ?? '';
  const sorted = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    fingerprint: cut(sent.fingerprint || digestOf(...sorted.flat()), 100),
    status: sent.status,
    severity: severityOf(labels.severity ?? labels.priority ?? '') ?? 'none',
    name: nameFrom(name, labels.alertname, annotations.summary, said.title, 'Alert'),
    place: placeIn(labels) || (place ?? ''),
    startsAt: Date.parse(sent.startsAt),
    facts: {
      ...NO_FACTS,
      ...said,
      ...{ labels, annotations },
      summary: oneLine(words),
      description: words === description ? '' : description.trim(),
      links: linksFrom({
        runbook: [annotations.runbook_url, annotations.runbook, labels.runbook_url],
        source: sent.generatorURL,
        dashboard: [annotations.dashboard_url, annotations.dashboard],
        ...links,
      }),
    },
  };
}
