import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { placeFrom } from '../payload.ts';

/*
 * Where an alert is, by its labels. Rules for Prometheus put the place there, and not into the summary; but the labels of
 * whatever measured it are there, too: behind kube-state-metrics, `instance` and `pod` are the exporter's.
 */

export type Labels = Readonly<Record<string, string>>;

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

/** Labels that say who, what or how, and never where. */
const NO_PLACE =
  /^(alertname|alertgroup|rulename|severity|priority|level|team|owner|prometheus|endpoint|le|uid|id|job|monitor|receiver|source|type|status|state|category|grafana_folder|__.*)$/i;

/**
 * The place in labels of somebody's own; empty: none says it. What a group was made by tells it from others; and so does what the
 * words name, too.
 */
export function ownPlaceIn(labels: Labels, group: Labels, words: string): string {
  const own = Object.entries(labels).filter(([name, value]) => value !== '' && !NO_PLACE.test(name));
  const [, place = ''] =
    own.find(([name]) => Object.hasOwn(group, name)) ??
    own.find(([, value]) => value.length > 2 && value.length < 60 && words.includes(value)) ??
    [];
  return placeFrom(place);
}

function earliest(names: readonly string[], order: ReadonlyMap<string, number>): string | undefined {
  const at = (name: string): number => order.get(name) ?? Number.POSITIVE_INFINITY;
  return names.reduce<string | undefined>(
    (best, name) => (best === undefined || at(name) < at(best) ? name : best),
    undefined,
  );
}

/** The names of the labels in which some of these differ, each with its place in the order in which they came. */
export function* tellingApart(all: readonly Labels[]): CooperativeTask<ReadonlyMap<string, number>> {
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
