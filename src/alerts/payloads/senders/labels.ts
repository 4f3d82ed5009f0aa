import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { placeFrom } from '../payload.ts';

/*
 * Finds an alert's place in its labels. Prometheus rules put the place there and not into the summary, but the labels of the
 * measuring program are there, too: behind kube-state-metrics, `instance` and `pod` are the exporter's.
 */

export type Labels = Readonly<Record<string, string>>;

/** Kubernetes objects, the smallest first. */
const OBJECTS =
  `persistentvolumeclaim pod pod_name job_name cronjob statefulset deployment daemonset replicaset
  horizontalpodautoscaler poddisruptionbudget ingress node`.split(/\s+/);
/** Machines, and pages that are watched from outside. */
const HOSTS = 'instance host hostname host_name nodename server vm machine target url'.split(' ');
/** Programs, used if no label names the machine. */
const SERVICES = 'service service_name app application component workload job monitor name'.split(' ');
/** Labels that tell apart several things on one machine. */
const DETAILS =
  `mountpoint device disk volume interface ifName datname database queue topic consumergroup bucket domain
  container_name name container`.split(/\s+/);
const AREAS = 'namespace cluster site datacenter region environment env'.split(' ');
const ALL = [...OBJECTS, ...HOSTS, ...DETAILS, ...SERVICES, ...AREAS];
/** Labels that may differ but name no place. */
const ELSEWHERE = /^(alertname|severity|priority|level|team|owner|prometheus|endpoint|le|uid|id|__.*)$/;

/**
 * The place in one line, most telling first; empty if the labels name none.
 *
 * @param apart labels in which the alerts of a call differ: the place includes one of them, if any names a place
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
  const placeOf = (name: string): string =>
    name === 'instance' ? withoutPort(own[name] ?? '') : (own[name] ?? '');
  return placeFrom(...[main, telling ?? within].map(name => name && placeOf(name)));
}

/** Labels that never name a place. */
const NO_PLACE =
  /^(alertname|alertgroup|rulename|severity|priority|level|team|owner|prometheus|endpoint|le|uid|id|job|monitor|receiver|source|type|status|state|category|grafana_folder|__.*)$/i;

/**
 * A place in labels whose names aren't known; empty if there is none. A label by which the sender groups its alerts counts first, then
 * one whose value the alert's words mention.
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

/** The names of the labels in which alerts differ, each with its position. */
export function* tellingApart(all: readonly Labels[]): CooperativeTask<ReadonlyMap<string, number>> {
  const [first = {}] = all;
  /** Counts, by label name, the alerts with the first alert's value. A missing label is a difference, too. */
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

/** If the measured thing and the measuring program have a label of the same name, Prometheus renames the former to `exported_…`. */
function asExported(labels: Labels): Labels {
  const exported = Object.entries(labels).flatMap(([name, value]) =>
    name.startsWith('exported_') ? [[name.slice('exported_'.length), value] as const] : [],
  );
  return exported.length > 0 ? { ...labels, ...Object.fromEntries(exported) } : labels;
}

/** The labels without those that describe the measuring program. */
function withoutMeasurer(labels: Labels): Labels {
  const { job = '', service = '', pod = '', container = '', instance } = labels;
  const isState = /kube-state-metrics/.test(`${job} ${service}`);
  const isKubelet = /kubelet|cadvisor/.test(`${job} ${service}`);
  const isExporter = isState || isKubelet || /exporter|blackbox|snmp/i.test(`${job} ${service} ${pod}`);
  // A program that reports on its own pod: `instance` is that pod's address, and the pod is the place.
  if (!isExporter) return pod ? without(labels, ['instance', 'container']) : labels;
  const measurer = ['job', 'service'];
  if (/exporter|kube-state-metrics|blackbox/.test(pod)) measurer.push('pod', 'container');
  if (/kube-rbac-proxy/.test(container)) measurer.push('container');
  if (isState) return without(labels, [...measurer, 'instance']);
  const isObject = OBJECTS.some(name => labels[name] && !measurer.includes(name));
  if (isKubelet) return without(labels, isObject ? [...measurer, 'instance'] : measurer);
  return without(labels, instance ? [...measurer, 'pod', 'node', 'namespace', 'container'] : measurer);
}

const without = (labels: Labels, names: readonly string[]): Labels =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => !names.includes(name)));

/** Removes the port if it is that of an exporter that runs on each machine. */
const withoutPort = (instance: string): string => instance.replace(/:(9100|9182|10250)$/, '');
