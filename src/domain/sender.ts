/** The programs whose calls a hook recognises by their shape; `json`: any other one, with an object of ours. */
export const SENDERS = [
  'alertmanager',
  'grafana',
  'uptime_kuma',
  'zabbix',
  'healthchecks',
  'github',
  'sentry',
  'json',
] as const;
export type Sender = (typeof SENDERS)[number];
