import { z } from 'zod';
import { countSchema } from '../../kit/json.ts';
import { cut } from '../../kit/slack-text.ts';
import { type Alert, NO_FACTS, severityOf } from '../alert.ts';
import {
  digestOf,
  type GivenLinks,
  type HookPayload,
  linksFrom,
  nameFrom,
  oneLine,
  samenessOfGroup,
} from './payload.ts';
import { placeIn, tellingApart } from './place.ts';
import { fields, type GroupReader, someAlerts, status, time } from './schema.ts';

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
type SentAlert = z.infer<typeof alertShape>;

/** Alertmanager's webhook, version 4. */
export const alertmanager: GroupReader<{ groupKey: string; truncatedAlerts: number }, SentAlert> = {
  sender: 'alertmanager',
  schema: z.object({
    version: z.literal('4', 'should be "4", the version of Alertmanager’s webhook'),
    groupKey: z.string().min(1, 'should not be empty'),
    status,
    alerts: someAlerts,
    truncatedAlerts: countSchema.default(0),
  }),
  shape: alertShape,
  alertFrom: () => alert => toAlert(alert),
  payload: ({ groupKey, truncatedAlerts }, alerts) => ({
    ...groupPayload(groupKey, alerts, truncatedAlerts),
    // As somebody calls it who tries amtool.
    test: alerts.every(({ name }) => /^(?:amtool[\s_-]*)?test(?:ing)?\d*$/i.test(name)),
  }),
};

/** A call with the alerts of a group, which say where each is so that they can be told apart. */
export function groupPayload(group: string, alerts: readonly Alert[], leftOut: number): HookPayload {
  const apart = tellingApart(alerts.map(({ facts }) => facts.labels));
  const placed = alerts.map(alert => ({
    ...alert,
    place: placeIn(alert.facts.labels, apart) || alert.place,
  }));
  return {
    group: digestOf(group),
    alerts: apart.length === 0 ? [...alerts] : placed,
    ...{ leftOut, single: false, test: false, to: null, sameness: samenessOfGroup(group, alerts) },
  };
}

/**
 * An alert of Prometheus's or Grafana's kind.
 *
 * @param given what only its sender knows
 */
export function toAlert(
  sent: SentAlert,
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
