/** The names, in every language, of the programs whose calls a hook recognises. `json`: any program that posts our own JSON. */
export const SENDER_NAMES = {
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
  pingdom: 'Pingdom',
  sensu: 'Sensu',
  json: 'JSON',
};
export type Sender = keyof typeof SENDER_NAMES;
export const SENDERS = Object.keys(SENDER_NAMES) as Sender[];
