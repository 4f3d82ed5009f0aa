import { z } from 'zod';
import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { countSchema, digestOf as digestOfValue } from '../../kit/json.ts';
import { cut } from '../../kit/slack-text.ts';
import { type Alert, NO_FACTS, severityOf } from '../alert.ts';
import {
  digestOf,
  type GivenLinks,
  type HookPayload,
  linksFrom,
  nameFrom,
  oneLine,
  placeFrom,
  samenessOfGroup,
} from './payload.ts';
import { fields, type GroupReader, optional, someAlerts, status, time } from './schema.ts';

/** What Alertmanager's and Grafana's alerts have in common. */
export const alertShape = z.object({
  status,
  labels: fields,
  annotations: fields.default({}),
  startsAt: time,
  /** Older senders have none: then the labels identify the alert. */
  fingerprint: z.string().default(''),
  generatorURL: optional,
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
  *payload({ groupKey, truncatedAlerts }, alerts) {
    return {
      ...(yield* groupPayload(groupKey, alerts, truncatedAlerts)),
      // As somebody calls it who tries amtool.
      test: alerts.every(({ name }) => /^(?:amtool[\s_-]*)?test(?:ing)?\d*$/i.test(name)),
    };
  },
};

/** A call with the alerts of a group, which say where each is so that they can be told apart. */
export function* groupPayload(
  group: string,
  alerts: readonly Alert[],
  leftOut: number,
): CooperativeTask<HookPayload> {
  const apart = yield* tellingApart(alerts.map(({ facts }) => facts.labels));
  const placed: Alert[] = [];
  for (const alert of alerts) {
    const place = apart.size === 0 ? '' : placeIn(alert.facts.labels, apart);
    placed.push({ ...alert, place: place || alert.place });
    yield;
  }
  return {
    group: digestOf(group),
    alerts: placed,
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
  return {
    fingerprint: cut(sent.fingerprint || digestOfLabels(labels), 100),
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

function digestOfLabels(labels: Labels): string {
  const sorted = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return digestOfValue(sorted.flat());
}

/*
 * Where an alert is, by its labels. Rules for Prometheus put the place there, and not into the summary; but the labels of
 * whatever measured it are there, too: behind kube-state-metrics, `instance` and `pod` are the exporter's.
 */

type Labels = Readonly<Record<string, string>>;

/** What is in Kubernetes, the smallest thing first. */
const OBJECTS =
  `persistentvolumeclaim pod pod_name job_name cronjob statefulset deployment daemonset replicaset
  horizontalpodautoscaler poddisruptionbudget ingress node`.split(/\s+/);
/** Which machine, or what is looked at from outside. */
const HOSTS = 'instance host hostname host_name nodename server vm machine target url'.split(' ');
/** What runs there, if nothing says on which machine. */
const SERVICES = 'service service_name app application component workload job monitor name'.split(' ');
/** Which of many on one machine. */
const DETAILS =
  `mountpoint device disk volume interface ifName datname database queue topic consumergroup bucket domain
  container_name name container`.split(/\s+/);
const AREAS = 'namespace cluster site datacenter region environment env'.split(' ');
const ALL = [...OBJECTS, ...HOSTS, ...DETAILS, ...SERVICES, ...AREAS];
/** What differs without saying where. */
const ELSEWHERE = /^(alertname|severity|priority|level|team|owner|prometheus|endpoint|le|uid|id|__.*)$/;

/**
 * The place that labels name, in one line, most telling first; empty: they name none.
 *
 * @param apart labels in which the alerts of a call differ: one of them is said, if any says where
 */
export function placeIn(labels: Labels, apart: ReadonlyMap<string, number> = new Map()): string {
  const own = withoutMeasurer(asExported(labels));
  const first = (names: readonly string[]): string | undefined => names.find(name => own[name]);
  const [object, host] = [first(OBJECTS), first(HOSTS)];
  const main = object ?? host ?? first(SERVICES);
  const within = object ? first(AREAS) : host ? first(DETAILS) : (first(AREAS) ?? first(DETAILS));
  const tells = (name: string): boolean => Boolean(own[name]) && apart.has(name) && !ELSEWHERE.test(name);
  const telling = [main, within].some(name => name && apart.has(name))
    ? undefined
    : (ALL.find(tells) ?? earliest(Object.keys(own).filter(tells), apart));
  const saidBy = (name: string): string =>
    name === 'instance' ? withoutPort(own[name] ?? '') : (own[name] ?? '');
  return placeFrom(...[main, telling ?? within].map(name => name && saidBy(name)));
}

function earliest(names: readonly string[], order: ReadonlyMap<string, number>): string | undefined {
  const at = (name: string): number => order.get(name) ?? Number.POSITIVE_INFINITY;
  return names.reduce<string | undefined>(
    (best, name) => (best === undefined || at(name) < at(best) ? name : best),
    undefined,
  );
}

/** The names of the labels in which some of these differ, each with its place in the order in which they came. */
function* tellingApart(all: readonly Labels[]): CooperativeTask<ReadonlyMap<string, number>> {
  const [first = {}] = all;
  /** How many say the same as the first, by name: what an alert doesn't have differs, too. */
  const alike = new Map<string, number>();
  for (const labels of all) {
    for (const [name, value] of Object.entries(labels)) {
      const isAlike = Object.hasOwn(first, name) && first[name] === value;
      alike.set(name, (alike.get(name) ?? 0) + (isAlike ? 1 : 0));
    }
    yield;
  }
  const apart = [...alike].filter(([, count]) => count < all.length);
  return new Map(apart.map(([name], index) => [name, index]));
}

/** Prometheus calls what the measured thing says of itself `exported_…`, where the measurer has a label of that name, too. */
function asExported(labels: Labels): Labels {
  const exported = Object.entries(labels).flatMap(([name, value]) =>
    name.startsWith('exported_') ? [[name.slice('exported_'.length), value] as const] : [],
  );
  return exported.length > 0 ? { ...labels, ...Object.fromEntries(exported) } : labels;
}

/** The labels without those of the program that measured. */
function withoutMeasurer(labels: Labels): Labels {
  const { job = '', service = '', pod = '', container = '', instance } = labels;
  const isState = /kube-state-metrics/.test(`${job} ${service}`);
  const isKubelet = /kubelet|cadvisor/.test(`${job} ${service}`);
  const isExporter = isState || isKubelet || /exporter|blackbox|snmp/i.test(`${job} ${service} ${pod}`);
  // A program that says of itself in which pod it is; its address is that pod's.
  if (!isExporter) return pod ? without(labels, ['instance', 'container']) : labels;
  const its = ['job', 'service'];
  if (/exporter|kube-state-metrics|blackbox/.test(pod)) its.push('pod', 'container');
  if (/kube-rbac-proxy/.test(container)) its.push('container');
  if (isState) return without(labels, [...its, 'instance']);
  const isObject = OBJECTS.some(name => labels[name] && !its.includes(name));
  if (isKubelet) return without(labels, isObject ? [...its, 'instance'] : its);
  return without(labels, instance ? [...its, 'pod', 'node', 'namespace', 'container'] : its);
}

const without = (labels: Labels, names: readonly string[]): Labels =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => !names.includes(name)));

/** Without the port of a machine's own exporters. */
const withoutPort = (instance: string): string => instance.replace(/:(9100|9182|10250)$/, '');
