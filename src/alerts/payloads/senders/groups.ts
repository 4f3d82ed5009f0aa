import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { addCounts } from '../../../kit/json.ts';
import { cut } from '../../../kit/slack-text.ts';
import { type Alert, NO_FACTS, severityOf } from '../../alert.ts';
import { dedupeByAlerts } from '../dedupe.ts';
import { digestOf } from '../identity.ts';
import { type HookPayload, linksFrom, nameFrom } from '../payload.ts';
import { oneLine, plain } from '../plain.ts';
import { stateOf, unsigned } from '../states.ts';
import { fromGrafana } from './grafana-alert.ts';
import {
  alertSchema,
  type GrafanaFacts,
  groupSchema,
  type SentAlert,
  type SentGroup,
} from './group-schema.ts';
import { type Labels, ownPlaceIn, placeIn, tellingApart } from './labels.ts';
import type { Sender } from './names.ts';

/*
 * The webhooks of Alertmanager, of Grafana's alerting, and of programs that copy them: many alerts in a call, with labels and
 * annotations. Only `alerts` is required.
 */

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAlert = (value: unknown): boolean =>
  isObject(value) && 'labels' in value && isObject(value.labels) && Object.keys(value.labels).length > 0;

/** True for a list of alerts with labels or a group key, and for a single alert as Prometheus sends it. */
export function isGroup(body: object): boolean {
  if (!('alerts' in body)) return isAlert(body) && ('annotations' in body || 'startsAt' in body);
  if (!Array.isArray(body.alerts)) return false;
  return body.alerts.some(isAlert) || ('groupKey' in body && body.alerts.some(isObject));
}

/** More alerts than a real call holds; further ones are only counted. */
const MAX_ALERTS = 5000;

/** One payload for all alerts of a call, or one for each alert if the call names no group. */
export function* readGroup(body: object): CooperativeTask<{ payloads: HookPayload[]; sender: Sender }> {
  const group = groupSchema.parse(body);
  const all: unknown[] = 'alerts' in body && Array.isArray(body.alerts) ? body.alerts : [body];
  const bodies = all.slice(0, MAX_ALERTS);
  const isGrafana = group.orgId !== '' || bodies.some(body => isObject(body) && 'valueString' in body);
  const alerts: Alert[] = [];
  for (const body of bodies) {
    if (!isObject(body)) continue;
    const sent = alertSchema.parse(body);
    alerts.push(toAlert(sent, group, isGrafana ? fromGrafana(sent, group) : {}));
    yield;
  }
  const { orgId, groupKey, groupLabels, truncatedAlerts } = group;
  const labels = Object.keys(groupLabels).length > 0 ? JSON.stringify(groupLabels) : '';
  const key = groupKey || labels ? `${orgId && `${orgId} `}${groupKey || labels}` : null;
  const placed = yield* withPlaces(alerts, groupLabels);
  const payloads: HookPayload[] = [];
  for (const part of key === null ? placed.map(alert => [alert]) : [placed]) {
    payloads.push(payloadOf(key ?? part[0]?.fingerprint ?? '', part));
    yield;
  }
  const last = payloads.at(-1);
  if (last) last.leftOut = addCounts(truncatedAlerts, all.length - bodies.length);
  return { payloads, sender: isGrafana ? 'grafana' : 'alertmanager' };
}

const payloadOf = (group: string, alerts: Alert[]): HookPayload => ({
  group: digestOf(group),
  alerts,
  leftOut: 0,
  single: false,
  // The names that people type when they try amtool, and the name in the call of Grafana's test button.
  test: alerts.every(({ name }) => /^(?:amtool[\s_-]*)?test(?:ing|[\s_-]?alert)?\d*$/i.test(name)),
  to: null,
  dedupe: dedupeByAlerts(group, alerts),
});

/** Gives each alert a place that tells it apart from the others of its call. */
function* withPlaces(alerts: readonly Alert[], groupLabels: Labels): CooperativeTask<Alert[]> {
  const apart = yield* tellingApart(alerts.map(({ facts }) => facts.labels));
  const placed: Alert[] = [];
  for (const alert of alerts) {
    const { labels, summary, description } = alert.facts;
    const place = (apart.size === 0 ? '' : placeIn(labels, apart)) || alert.place;
    placed.push({ ...alert, place: place || ownPlaceIn(labels, groupLabels, `${summary} ${description}`) });
    yield;
  }
  return placed;
}

function statusOf(sent: SentAlert, group: SentGroup): Alert['status'] {
  const status = stateOf(sent.status || group.status, true);
  return status?.state === 'resolved' ? 'resolved' : 'firing';
}

function toAlert(sent: SentAlert, group: SentGroup, grafana: GrafanaFacts): Alert {
  const { labels, annotations } = sent;
  const { name, place, summary, links = {}, ...facts } = grafana;
  const { description = '', message = '', title = '' } = annotations;
  const text = [summary, annotations.summary, title, description, message].find(Boolean) ?? '';
  const severity = [labels.severity, labels.priority, annotations.severity, labels.level].find(Boolean) ?? '';
  return {
    fingerprint: cut(sent.fingerprint || digestOfLabels(labels), 100),
    status: statusOf(sent, group),
    severity: severityOf(severity) ?? 'none',
    name: nameFrom(name, labels.alertname, annotations.summary, facts.title, 'Alert'),
    place: placeIn(labels) || (place ?? ''),
    startsAt: sent.startsAt,
    endsAt: sent.endsAt,
    match: null,
    facts: {
      ...NO_FACTS,
      ...facts,
      labels,
      annotations,
      summary: unsigned(oneLine(plain(text))),
      description: text === description ? '' : plain(description),
      links: linksFrom({
        runbook: [annotations.runbook_url, annotations.runbook, labels.runbook_url],
        source: sent.generatorURL,
        dashboard: [annotations.dashboard_url, annotations.dashboard],
        ...links,
      }),
    },
  };
}

function digestOfLabels(labels: Labels): string {
  const sorted = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return digestOf(...sorted.flat());
}
