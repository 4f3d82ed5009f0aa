/** Programs whose calls are each about one thing. */
export const ONE_THING = ['uptime-kuma', 'zabbix', 'healthchecks', 'github', 'sentry'] as const;
type OneThing = (typeof ONE_THING)[number];

/** A made-up problem somewhere, whoever tells of it. */
export interface Trouble {
  group: string;
  name: string;
  instance: string;
  summary: string;
  severity: string;
  /** Milliseconds since 1970. */
  startsAt: number;
}

/** What each program posts about one alert, with the fields that its documentation or source shows. */
export function oneThing(kind: OneThing, alert: Trouble, isFiring: boolean, now: number): object {
  const about = { alert, isFiring, now, id: idOf(alert) };
  switch (kind) {
    case 'uptime-kuma':
      return uptimeKuma(about);
    case 'zabbix':
      return zabbix(about);
    case 'healthchecks':
      return healthchecks(about);
    case 'github':
      return github(about);
    case 'sentry':
      return sentry(about);
  }
}

type About = { alert: Trouble; isFiring: boolean; now: number; id: number };

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

/** What the script in docs/hooks.md makes of Zabbix's macros. */
function zabbix({ alert, isFiring, id }: About): object {
  const [date = '', time = ''] = new Date(alert.startsAt + 6 * 3_600_000).toISOString().split(/[T.]/);
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

/** A number that stays the same for one alert. */
const idOf = ({ group, name, instance }: Trouble): number =>
  [...`${group}/${name}/${instance}`].reduce(
    (id, letter) => (id * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003,
    7,
  ) + 1;
