import type { CallReader } from '../payload.ts';
import { cloudwatch } from './amazon.ts';
import { datadog } from './datadog.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { grafanaLegacy } from './grafana.ts';
import { healthchecks } from './healthchecks.ts';
import { json } from './json.ts';
import type { Sender } from './names.ts';
import { netdata } from './netdata.ts';
import { pagerduty } from './pagerduty.ts';
import { pingdom } from './pingdom.ts';
import { sensu } from './sensu.ts';
import { sentry } from './sentry.ts';
import { uptimeKuma } from './uptime-kuma.ts';
import { uptimeRobot } from './uptimerobot.ts';
import { zabbix } from './zabbix.ts';

/** Senders whose calls are about one alert each. Alertmanager and today's Grafana send groups: see groups.ts. */
type SingleSender = Exclude<Sender, 'alertmanager'>;

/** The first reader that fits reads a call, so more specific shapes come first. */
const READERS: Record<SingleSender, CallReader> = {
  json,
  uptime_kuma: uptimeKuma,
  zabbix,
  healthchecks,
  sentry,
  gitlab,
  github,
  pagerduty,
  cloudwatch,
  grafana: grafanaLegacy,
  datadog,
  netdata,
  uptimerobot: uptimeRobot,
  pingdom,
  sensu,
};

/** The sender whose shape a body has, and its reader; null if no sender is known to post it. */
export function senderOf(body: object): { sender: SingleSender; read: CallReader['read'] } | null {
  const senders = Object.keys(READERS) as SingleSender[];
  const sender = senders.find(name => READERS[name].fits(body));
  return sender ? { sender, read: READERS[sender].read } : null;
}
