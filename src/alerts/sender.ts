/** The programs whose calls a hook recognises by their shape; `json`: any other one, with an object of ours. */
export const SENDERS = [
  'alertmanager',
  'grafana',
  'uptime_kuma',
  'zabbix',
  'healthchecks',
  'github',
  'sentry',
  'gitlab',
  'pagerduty',
  'datadog',
  'cloudwatch',
  'uptimerobot',
  'netdata',
  'sensu',
  'json',
] as const;
export type Sender = (typeof SENDERS)[number];

/** What they are called, in every language. */
export const SENDER_NAMES: Record<Sender, string> = {
  alertmanager: 'Alertmanager',
  grafana: 'Grafana',
  uptime_kuma: 'Uptime Kuma',
  zabbix: 'Zabbix',
  healthchecks: 'Healthchecks',
  github: 'GitHub',
  sentry: 'Sentry',
  gitlab: 'GitLab',
  pagerduty: 'PagerDuty',
  datadog: 'Datadog',
  cloudwatch: 'Amazon SNS',
  uptimerobot: 'UptimeRobot',
  netdata: 'Netdata',
  sensu: 'Sensu',
  json: 'JSON',
};
