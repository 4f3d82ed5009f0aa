import { writeDateTime } from '../../kit/day.ts';

/** An invented alert of an alerting program. */
export interface BenchAlert {
  kind: Kind;
  group: string;
  name: string;
  instance: string;
  summary: string;
  severity: string;
  /** Milliseconds since 1970. */
  startsAt: number;
}

type About = { alert: BenchAlert; isFiring: boolean; now: number; id: number };

/** Payloads of programs whose calls are about one alert each, with the fields in their documentation or source. */
const SINGLE_ALERT = { 'uptime-kuma': uptimeKuma, zabbix, healthchecks, github, sentry, json } as const;

/** The program whose payloads the bench sends. */
export type Kind = 'alertmanager' | 'grafana' | keyof typeof SINGLE_ALERT;
export const KINDS = [
  'alertmanager',
  'grafana',
  ...(Object.keys(SINGLE_ALERT) as (keyof typeof SINGLE_ALERT)[]),
] as const;

/** True if the program sends the alerts of a group together. */
export const hasGroups = (kind: Kind): kind is 'alertmanager' | 'grafana' =>
  kind === 'alertmanager' || kind === 'grafana';

export type Status = 'firing' | 'resolved';

/**
 * Builds a program's payload for the alerts of one group, as its documentation describes. Programs without groups send
 * only the last alert.
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
    return SINGLE_ALERT[kind]({ alert: last, isFiring: status === 'firing', now, id: idOf(last) });
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

function json({ alert, isFiring }: About): object {
  const subject = `${alert.name} on ${alert.instance}`;
  return {
    message: isFiring ? `${subject}: ${alert.summary}` : `${subject} is over`,
    severity: alert.severity,
    dedup_key: keyOf(alert),
    action: isFiring ? 'trigger' : 'resolve',
  };
}

function uptimeKuma({ alert, isFiring, now, id }: About): object {
  const msg = isFiring ? alert.summary : '200 - OK';
  return {
    heartbeat: {
      monitorID: id,
      status: isFiring ? 0 : 1,
      time: new Date(now).toISOString().replace('T', ' ').replace('Z', ''),
      msg,
      important: true,
      duration: 60,
    },
    monitor: {
      id,
      name: alert.name,
      url: `https://${alert.instance}.example/`,
      type: 'http',
      tags: [{ name: 'severity', value: alert.severity }],
    },
    msg: `[${alert.name}] [${isFiring ? '🔴 Down' : '✅ Up'}] ${msg}`,
  };
}

const ZABBIX_SEVERITY: Record<string, string> = { critical: '5', error: '4', warning: '2', info: '1' };

/** The payload that docs/hooks.md's script builds from Zabbix's macros. */
function zabbix({ alert, isFiring, id }: About): object {
  const [date = '', time = ''] = writeDateTime(alert.startsAt).split(' ');
  return {
    zabbix: {
      event_id: String(id),
      value: isFiring ? '1' : '0',
      update: '0',
      severity: ZABBIX_SEVERITY[alert.severity] ?? '0',
      name: alert.name,
      host: alert.instance,
      details: alert.summary,
      time: `${date.replaceAll('-', '.')} ${time}`,
    },
  };
}

/** The body in docs/hooks.md, filled in. */
function healthchecks({ alert, isFiring, now, id }: About): object {
  const at = new Date(now).toISOString();
  return {
    healthchecks: { check: `check-${id}`, name: alert.name, status: isFiring ? 'down' : 'up', at },
    severity: alert.severity,
  };
}

function github({ alert, isFiring, now, id }: About): object {
  const repository = { id: 1, full_name: `padma/${alert.group}`, default_branch: 'main' };
  return {
    action: 'completed',
    workflow_run: {
      id: now,
      name: alert.name,
      workflow_id: id,
      conclusion: isFiring ? 'failure' : 'success',
      status: 'completed',
      event: 'push',
      head_branch: alert.severity === 'info' ? 'draft' : 'main',
      head_repository: { id: 1, full_name: repository.full_name },
      run_attempt: 1,
      run_started_at: new Date(now).toISOString(),
      display_title: alert.summary,
      html_url: `https://github.com/${repository.full_name}/actions/runs/${now}`,
    },
    repository,
    sender: { login: 'nusrat', id: 2, type: 'User' },
  };
}

function sentry({ alert, isFiring, id }: About): object {
  const firing = alert.severity === 'critical' ? 'critical' : 'warning';
  return {
    action: isFiring ? firing : 'resolved',
    actor: { id: 'sentry', name: 'Sentry', type: 'application' },
    data: {
      description_text: alert.summary,
      description_title: alert.name,
      metric_alert: {
        id: String(id),
        date_started: new Date(alert.startsAt).toISOString(),
        alert_rule: { id: '1', name: alert.name },
      },
      web_url: 'https://sentry.example/alerts/1/',
    },
    installation: { uuid: '0b7a5c1e-4c3d-4a8e-9a51-6d2f0e9c7b11' },
  };
}

const keyOf = ({ group, name, instance }: BenchAlert): string => `${group}/${name}/${instance}`;

/** A stable number for an alert. */
const idOf = (alert: BenchAlert): number =>
  [...keyOf(alert)].reduce((id, letter) => (id * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7) + 1;
