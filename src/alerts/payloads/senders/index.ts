import type { SenderReader } from '../payload.ts';
import { cloudwatch, sns } from './amazon.ts';
import { datadog } from './datadog.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { grafanaLegacy } from './grafana.ts';
import { healthchecks } from './healthchecks.ts';
import { json } from './json.ts';
import { netdata } from './netdata.ts';
import { pagerduty } from './pagerduty.ts';
import { pingdom } from './pingdom.ts';
import { sensu } from './sensu.ts';
import { sentry } from './sentry.ts';
import { uptimeKuma } from './uptime-kuma.ts';
import { uptimeRobot } from './uptimerobot.ts';
import { zabbix } from './zabbix.ts';

/** Who posts about one thing a call; the first whose shape fits reads it. What has only our own names is ours. */
export const SENDERS: readonly SenderReader[] = [
  json,
  uptimeKuma,
  zabbix,
  healthchecks,
  sentry,
  gitlab,
  github,
  pagerduty,
  sns,
  cloudwatch,
  grafanaLegacy,
  datadog,
  netdata,
  uptimeRobot,
  pingdom,
  sensu,
];
