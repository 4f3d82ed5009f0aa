import type { Sender } from '../../payloads/senders/names.ts';

/** Above the lines to paste into each program. */
const where: Record<Sender, string> = {
  alertmanager: 'In Alertmanager’s configuration, beside the routes you have. Then reload it.',
  grafana:
    'In Grafana: *Alerting → Contact points → Add contact point*, integration *Webhook*. Then choose the contact point in a notification policy.',
  uptime_kuma:
    'In Uptime Kuma: *Settings → Notifications → Setup Notification*, type *Webhook*. Leave the request body at *Preset - application/json*.',
  zabbix:
    'In Zabbix: *Alerts → Media types → Create media type*, type *Webhook*. Replace the parameters by these, and add the message templates *Problem* and *Problem recovery*. Then give a user this media, and make a trigger action with recovery operations.',
  healthchecks:
    'In Healthchecks: *Integrations → Add Integration → Webhook*. Choose *POST*, and put the same into both sides, “down” and “up”.',
  github:
    'In GitHub: *Settings → Webhooks → Add webhook*. Choose *Let me select individual events*, and there *Workflow runs*. GitHub can’t send a token, so it signs its calls with the secret.',
  sentry:
    'In Sentry: *Settings → Custom Integrations → Create New Integration → Internal Integration*. Switch on *Alert Rule Action*, and choose the integration in your alerts.',
  gitlab:
    'In GitLab: *Settings → Webhooks → Add new webhook*. Tick *Pipeline events*, *Deployment events* or what else you want to hear of.',
  pagerduty:
    'In the program that speaks PagerDuty’s Events API v2: this address in place of PagerDuty’s own, with any routing key.',
  datadog: 'In Datadog: *Integrations → Webhooks → New*. Then name the webhook in a monitor: `@webhook-…`.',
  cloudwatch:
    'In Amazon SNS: *Create subscription*, protocol *HTTPS*, for the topic of your alarms. The hook’s channel is then asked to confirm it.',
  uptimerobot: 'In UptimeRobot: *Integrations → Webhook*. Send it as JSON, for down and up events.',
  netdata: 'In Netdata Cloud: *Space settings → Alerts & Notifications → Add configuration → Webhook*.',
  pingdom: 'In Pingdom: *Integrations → Add integration*, type *Webhook*. Then choose it in your checks.',
  sensu:
    'For Sensu: save this and run `sensuctl create -f sms-handler.yml`. Then name the handler in your checks.',
  json: 'For a script, this sends a text. A program that can send no header calls the address below it, which has the token in it; take the header where you can, because addresses end up in logs.',
};

/** The way from a new hook to its first text. */
const setUp = {
  where,
  thenTest: 'Once that’s done, see that a text arrives:',
  test: {
    button: 'Send a test…',
    title: 'Send a test',
    send: 'Send the test',
    /** Before the test is sent. */
    asks: ({ hook, to, channel }: { hook: string; to: string; channel: string }) =>
      `This calls the hook *${hook}* once, as your program will. It texts ${to}, and posts in <#${channel}>.`,
    says: 'The text:',
    /** The text, after a word for a test. */
    message: (hook: string) => `The hook ${hook} works. Nothing is wrong.`,
    sent: (channel: string) =>
      `:white_check_mark: The test is on its way. What becomes of its text is in <#${channel}>.`,
  },
};

export const en = { setUp };

export type Words = typeof en;
