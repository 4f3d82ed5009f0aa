import { ONE_THING, oneThing, type Trouble } from './one-thing.ts';

/** Whose format the bench uses. */
export const KINDS = ['alertmanager', 'grafana', ...ONE_THING, 'json'] as const;
export type Kind = (typeof KINDS)[number];

/** A made-up problem, and which program tells of it. */
export interface BenchAlert extends Trouble {
  kind: Kind;
}

/** Whether a program sends alerts together that belong together. */
export const hasGroups = (kind: Kind): kind is 'alertmanager' | 'grafana' =>
  kind === 'alertmanager' || kind === 'grafana';

export type Status = 'firing' | 'resolved';

/**
 * What each program posts about the alerts of one group, according to its documentation. Those that know no groups post the
 * last alert only.
 */
export function payloadOf(
  kind: Kind,
  group: string,
  alerts: BenchAlert[],
  status: Status,
  now: number,
): object {
  if (!hasGroups(kind)) {
    const last = alerts.at(-1);
    if (!last) return {};
    return kind === 'json' ? json(last, status) : oneThing(kind, last, status === 'firing', now);
  }
  const common = {
    receiver: 'sms',
    status,
    groupLabels: { service: group },
    commonLabels: { service: group },
    commonAnnotations: {},
    truncatedAlerts: 0,
    alerts: alerts.map(alert => alertIn(kind, alert, status, now)),
  };
  if (kind === 'alertmanager') {
    return {
      version: '4',
      groupKey: `{}:{service="${group}"}`,
      externalURL: 'http://alertmanager.example:9093',
      ...common,
    };
  }
  const tag = status === 'firing' ? 'FIRING' : 'RESOLVED';
  return {
    version: '1',
    groupKey: `{}/{service="${group}"}:{}`,
    externalURL: 'http://grafana.example:3000/',
    orgId: 1,
    ...common,
    title: `[${tag}:${alerts.length}] ${group}`,
    state: status === 'firing' ? 'alerting' : 'ok',
    message: alerts.map(({ summary }) => `**${tag}** ${summary}`).join('\n'),
  };
}

function alertIn(kind: Kind, alert: BenchAlert, status: Status, now: number): object {
  const { name, instance, group, severity, summary, startsAt } = alert;
  return {
    status,
    labels: { alertname: name, instance, service: group, severity },
    annotations: { summary },
    startsAt: new Date(startsAt).toISOString(),
    endsAt: status === 'firing' ? '0001-01-01T00:00:00Z' : new Date(now).toISOString(),
    generatorURL: `http://${kind}.example/rules/${encodeURIComponent(name)}`,
    fingerprint: keyOf(alert),
    ...(kind === 'grafana'
      ? { values: { A: 93.5, C: 1 }, silenceURL: '', dashboardURL: '', panelURL: '' }
      : {}),
  };
}

function json(alert: BenchAlert, status: Status): object {
  const what = `${alert.name} on ${alert.instance}`;
  return {
    message: status === 'firing' ? `${what}: ${alert.summary}` : `${what} is over`,
    severity: alert.severity,
    dedup_key: keyOf(alert),
    action: status === 'firing' ? 'trigger' : 'resolve',
  };
}

const keyOf = ({ group, name, instance }: BenchAlert): string => `${group}/${name}/${instance}`;
