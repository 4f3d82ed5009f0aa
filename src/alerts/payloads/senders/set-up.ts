import type { Sender } from './names.ts';

/* The lines that people paste into each program so that it calls a hook. A test compares them with docs/hooks.md. */

export type HookAccess = { address: string; token: string; secret: string };

/** `field`: the label of the field in the program's own form. */
export type Paste = { field: string; text: string };

const bearer = ({ token }: HookAccess): string => `Authorization: Bearer ${token}`;
/** For programs that can send no header. */
const secretAddress = ({ address, token }: HookAccess): string => `${address}/${token}`;

const curl = (hook: HookAccess): string =>
  [
    `curl --fail-with-body '${hook.address}'`,
    `  -H '${bearer(hook)}' -H 'Content-Type: application/json'`,
    `  --data '{"message": "The backup has failed", "severity": "critical"}'`,
  ].join(' \\\n');

/** Retries, so that a restart of the app doesn't look like silence. */
export const heartbeatLine = (hook: HookAccess): string =>
  `curl -fsS -m 10 --retry 5 --retry-connrefused -X POST -H '${bearer(hook)}' '${hook.address}'`;

const alertmanager = ({ address, token }: HookAccess): string => `route:
  receiver: sms
  group_by: [alertname, cluster]
  group_wait: 30s
  group_interval: 5m
  repeat_interval: 4h
receivers:
  - name: sms
    webhook_configs:
      - url: ${address}
        send_resolved: true
        http_config:
          authorization:
            credentials: ${token}
`;

/** The parameters whose values Zabbix fills in. */
const ZABBIX_MACROS = `event_id = {EVENT.ID}
value = {EVENT.VALUE}
update = {EVENT.UPDATE.STATUS}
severity = {EVENT.NSEVERITY}
name = {EVENT.NAME}
host = {HOST.NAME}
details = {EVENT.OPDATA}
time = {EVENT.DATE} {EVENT.TIME}
`;

const ZABBIX_SCRIPT = `var params = JSON.parse(value), event = {}, request = new HttpRequest(), answer;

['event_id', 'value', 'update', 'severity', 'name', 'host', 'details', 'time'].forEach(function (name) {
  event[name] = params[name];
});
if (!/^[0-9]+$/.test(event.event_id)) {
  throw 'event_id is no number. In a test, Zabbix fills in no macros: type the values of an event.';
}

request.addHeader('Authorization: Bearer ' + params.token);
request.addHeader('Content-Type: application/json');
answer = request.post(params.url, JSON.stringify({ zabbix: event }));
if (request.getStatus() !== 202) {
  throw 'The hook answered ' + request.getStatus() + ': ' + answer;
}
return 'OK';
`;

const HEALTHCHECKS_BODY = `{
  "healthchecks": { "check": "$CODE", "name": $NAME_JSON, "status": "$STATUS", "at": "$NOW" },
  "severity": "critical"
}
`;

const UPTIMEROBOT_BODY = `{
  "monitorID": "*monitorID*", "monitorFriendlyName": "*monitorFriendlyName*", "monitorURL": "*monitorURL*",
  "alertType": "*alertType*", "alertDetails": "*alertDetails*", "alertDateTime": "*alertDateTime*"
}
`;

const sensu = (hook: HookAccess): string => `type: Handler
api_version: core/v2
metadata:
  name: sms
spec:
  type: pipe
  command: >-
    curl -fsS --retry 5 -H '${bearer(hook)}' -H 'Content-Type: application/json' --data-binary @- '${hook.address}'
`;

/** The lines to paste, in the order of each program's own form. */
export const SET_UP: Record<Sender, (hook: HookAccess) => Paste[]> = {
  alertmanager: hook => [{ field: 'alertmanager.yml', text: alertmanager(hook) }],
  grafana: ({ address, token }) => [
    { field: 'URL', text: address },
    { field: 'HTTP Method', text: 'POST' },
    { field: 'Authorization Header: Scheme', text: 'Bearer' },
    { field: 'Authorization Header: Credentials', text: token },
  ],
  uptime_kuma: ({ address, token }) => [
    { field: 'Post URL', text: address },
    {
      field: 'Additional Headers',
      text: `{ "Authorization": "Bearer ${token}", "Content-Type": "application/json" }\n`,
    },
  ],
  zabbix: ({ address, token }) => [
    { field: 'Parameters', text: `url = ${address}\ntoken = ${token}\n${ZABBIX_MACROS}` },
    { field: 'Script', text: ZABBIX_SCRIPT },
  ],
  healthchecks: hook => [
    { field: 'URL', text: hook.address },
    { field: 'Request Body', text: HEALTHCHECKS_BODY },
    { field: 'Request Headers', text: `${bearer(hook)}\nContent-Type: application/json\n` },
  ],
  github: ({ address, secret }) => [
    { field: 'Payload URL', text: address },
    { field: 'Content type', text: 'application/json' },
    { field: 'Secret', text: secret },
  ],
  sentry: hook => [
    { field: 'Webhook URL', text: hook.address },
    { field: 'Webhook Headers', text: `${bearer(hook)}\n` },
  ],
  gitlab: ({ address, token }) => [
    { field: 'URL', text: address },
    { field: 'Secret token', text: token },
  ],
  pagerduty: hook => [{ field: 'PagerDuty URL', text: secretAddress(hook) }],
  datadog: ({ address, token }) => [
    { field: 'URL', text: address },
    { field: 'Custom Headers', text: `{ "Authorization": "Bearer ${token}" }\n` },
  ],
  cloudwatch: hook => [{ field: 'Endpoint', text: secretAddress(hook) }],
  uptimerobot: hook => [
    { field: 'URL to Notify', text: secretAddress(hook) },
    { field: 'POST Value (JSON Format)', text: UPTIMEROBOT_BODY },
  ],
  netdata: ({ address, token }) => [
    { field: 'Webhook URL', text: address },
    { field: 'Bearer Token', text: token },
  ],
  pingdom: hook => [{ field: 'URL', text: secretAddress(hook) }],
  sensu: hook => [{ field: 'sms-handler.yml', text: sensu(hook) }],
  json: hook => [
    { field: 'curl', text: `${curl(hook)}\n` },
    { field: 'URL', text: secretAddress(hook) },
  ],
};
