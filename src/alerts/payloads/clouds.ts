import { z } from 'zod';
import { severityOf } from '../alert.ts';
import { isTest, objectIn, plain, stateOf } from './fields.ts';
import { readGeneral } from './general.ts';
import { nothing, oneAlert, placeFrom, type SenderReader } from './payload.ts';
import { asText, bySchema, id, listOf, name, optional, someName, words } from './schema.ts';

/*
 * Amazon SNS, and the alarms of CloudWatch that it brings: an envelope whose Message is a text, in which the alarm is JSON. Facts
 * from Amazon's documentation (SNS: HTTP/HTTPS notification JSON format; CloudWatch: notifications from alarms).
 */

const envelopeSchema = z.object({
  Type: z.string(),
  TopicArn: name.default(''),
  Subject: optional,
  Message: z.string().default(''),
  SubscribeURL: optional,
});

const alarmSchema = z.object({
  AlarmName: someName,
  AlarmDescription: optional,
  AlarmArn: optional,
  AWSAccountId: optional,
  Region: optional,
  NewStateValue: name,
  NewStateReason: optional,
  StateChangeTime: optional,
  Trigger: z
    .object({
      Dimensions: listOf(
        z.object({ name: optional, value: optional, Name: optional, Value: optional }),
      ).nullish(),
    })
    .nullish(),
});

export const sns: SenderReader = bySchema({
  sender: 'cloudwatch',
  fits: body => 'Type' in body && ('TopicArn' in body || 'SubscribeURL' in body),
  schema: envelopeSchema,
  read({ Type, Subject, Message, TopicArn, SubscribeURL }, about) {
    if (Type === 'SubscriptionConfirmation')
      return {
        ...nothing(
          `Amazon SNS asks whether this hook may subscribe to ${TopicArn || 'a topic'}: somebody who manages this workspace’s hooks confirms it in Slack.`,
        ),
        ...(SubscribeURL && { subscription: { topic: TopicArn, url: SubscribeURL } }),
      };
    if (Type !== 'Notification') return nothing('Of what Amazon SNS sends, only notifications are alerts.');
    const within = objectIn(Message);
    if (within && cloudwatch.fits(within)) return cloudwatch.read(within, about);
    const topic = TopicArn.split(':').at(-1) ?? '';
    return within
      ? readGeneral(
          { ...(Subject && { subject: Subject }), ...(Array.isArray(within) ? { items: within } : within) },
          about,
        )
      : readGeneral({ subject: Subject ?? '', message: Message, source: topic }, about);
  },
});

export const cloudwatch: SenderReader = bySchema({
  sender: 'cloudwatch',
  fits: body => 'AlarmName' in body && 'NewStateValue' in body,
  schema: alarmSchema,
  read(alarm, { callId }) {
    const { AlarmName, AlarmArn, NewStateValue, NewStateReason, StateChangeTime } = alarm;
    if (NewStateValue === 'INSUFFICIENT_DATA')
      return nothing('The alarm has too little data: it neither fires nor is over.');
    const dimensions = (alarm.Trigger?.Dimensions ?? []).map(({ value, Value }) => value ?? Value);
    const description = alarm.AlarmDescription ?? '';
    const [, priority = ''] = /\b(?:severity|priority)\s*[=:]\s*(\w+)/i.exec(description) ?? [];
    const at = Date.parse(StateChangeTime ?? '');
    return oneAlert({
      thing: ['cloudwatch', AlarmArn || `${alarm.AWSAccountId} ${alarm.Region} ${AlarmName}`],
      status: NewStateValue === 'OK' ? 'resolved' : 'firing',
      severity: severityOf(priority) ?? 'critical',
      alert: AlarmName,
      place: dimensions.some(Boolean) ? dimensions.slice(0, 2) : alarm.Region,
      summary: NewStateReason ?? '',
      description,
      links: {
        runbook: /https?:\/\/\S+/.exec(description)?.[0],
        page: AlarmArn && consoleOf(AlarmArn, AlarmName),
      },
      startsAt: Number.isNaN(at) ? null : at,
      moment: `${NewStateValue} ${StateChangeTime ?? callId}`,
    });
  },
});

/** The alarm’s page in Amazon’s console. */
function consoleOf(arn: string, name: string): string {
  const [, , , region = ''] = arn.split(':');
  return /^[a-z]{2}(-[a-z]+)+-\d$/.test(region)
    ? `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#alarmsV2:alarm/${encodeURIComponent(name.toWellFormed())}`
    : '';
}

/*
 * Datadog's Webhooks integration with the payload that it proposes, as it is or with more of its variables. Facts from
 * Datadog's documentation (Webhooks; Monitors: variables). The headline says the state: `[Triggered on {host:web-1}] …`.
 */

const monitorSchema = z.object({
  title: someName,
  body: words.default(''),
  alert_id: asText,
  alert_transition: asText,
  alert_scope: asText,
  aggregation_key: asText,
  alert_priority: asText,
  priority: asText,
  hostname: asText,
  link: asText,
});

export const datadog: SenderReader = bySchema({
  sender: 'datadog',
  fits: body => 'title' in body && 'body' in body && 'last_updated' in body && 'event_type' in body,
  schema: monitorSchema,
  read(sent, about, body) {
    const { title, body: text, alert_id, alert_transition, alert_scope, aggregation_key } = sent;
    const [, marks = '', name = title] = /^((?:\[[^\]]*\]\s*)*)(.*)$/s.exec(title) ?? [];
    const test = isTest(title);
    const all = [...marks.matchAll(/\[([^\][]*)\]/g)].map(([, mark = '']) => mark);
    const [mark = '', scope = ''] = (
      all.find(one => stateOf(one.split(' on {')[0] ?? '') !== null) ?? ''
    ).split(/ on (?=\{)/);
    const where = (alert_scope || scope.replace(/[{}]/g, ''))
      .split(',')
      .map(one => one.replace(/^\s*[\w.-]+:/, '').trim());
    const [said = ''] = plain(text.replace(/@[\w.-]+/g, ' ')).split(/^- - -$|^-{3,}$/m);
    const priority = /\[(P[1-5])\]/.exec(marks)?.[1] ?? sent.alert_priority ?? sent.priority;
    const word = alert_transition || mark;
    return readGeneral(body, about, {
      title: name,
      words: said.trim(),
      place: placeFrom(sent.hostname, ...where),
      state: /warn|no data/i.test(word) && !/recovered/i.test(word) ? 'firing' : stateOf(word),
      severity: severityOf(priority ?? '') ?? (/^warn/i.test(word) ? 'warning' : 'error'),
      links: { page: [sent.link, /\((https:[^()\s]+)\)/.exec(text)?.[1]] },
      id: alert_id ? [alert_id, alert_scope].join(' ') : aggregation_key || null,
      test,
    });
  },
});

/*
 * PagerDuty's Events API v2, which many programs can speak: the hook stands in for PagerDuty. Facts from PagerDuty's developer
 * documentation (Events API v2: send an alert event).
 */

const eventSchema = z
  .object({
    event_action: z.enum(
      ['trigger', 'acknowledge', 'resolve'],
      'should be "trigger", "acknowledge" or "resolve"',
    ),
    dedup_key: z.union([id, z.literal('')]).nullish(),
    payload: z
      .object({
        summary: optional,
        source: optional,
        severity: optional,
        component: optional,
        class: optional,
      })
      .nullish(),
    client_url: optional,
    links: listOf(z.object({ href: optional })).nullish(),
  })
  .refine(({ event_action: action, payload }) => action !== 'trigger' || payload?.summary, {
    path: ['payload', 'summary'],
    error: 'is needed: it says what is wrong',
  })
  .refine(({ event_action: action, dedup_key: key }) => action !== 'resolve' || key, {
    path: ['dedup_key'],
    error: 'is needed: it says which alert is over',
  });

export const pagerduty: SenderReader = bySchema({
  sender: 'pagerduty',
  fits: body => 'event_action' in body && ('routing_key' in body || 'payload' in body || 'dedup_key' in body),
  schema: eventSchema,
  read({ event_action: action, dedup_key: key, payload, client_url, links }, { callId }) {
    if (action === 'acknowledge') return nothing('An acknowledgement changes nothing here.');
    const { summary, source, severity, component, class: kind } = payload ?? {};
    return oneAlert({
      thing: ['pagerduty', key || callId],
      status: action === 'trigger' ? 'firing' : 'resolved',
      severity: severityOf(severity ?? '') ?? 'none',
      alert: summary ?? '',
      place: source,
      summary: [component, kind].filter(Boolean).join(', '),
      links: { page: [...(links ?? []).map(({ href }) => href), client_url] },
      moment: callId,
      single: !key,
    });
  },
});
