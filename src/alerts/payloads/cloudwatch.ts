import { z } from 'zod';
import { severityOf } from '../alert.ts';
import { objectIn } from './fields.ts';
import { readGeneral } from './general.ts';
import { oneAlert } from './one-alert.ts';
import { type CallReading, placeFrom, readBy, type SenderReader } from './payload.ts';

/*
 * Amazon SNS, and the alarms of CloudWatch that it brings: an envelope whose Message is a text, in which the alarm is JSON. Facts
 * from Amazon's documentation (SNS: HTTP/HTTPS notification JSON format; CloudWatch: notifications from alarms).
 */

const optional = z.string().nullish();

const envelopeSchema = z.object({
  Type: z.string(),
  TopicArn: z.string().default(''),
  Subject: optional,
  Message: z.string().default(''),
  SubscribeURL: optional,
});

const alarmSchema = z.object({
  AlarmName: z.string().min(1, 'should not be empty'),
  AlarmDescription: optional,
  AlarmArn: optional,
  AWSAccountId: optional,
  Region: optional,
  NewStateValue: z.string(),
  NewStateReason: optional,
  StateChangeTime: optional,
  Trigger: z
    .object({
      Dimensions: z
        .array(z.object({ name: optional, value: optional, Name: optional, Value: optional }))
        .nullish(),
    })
    .nullish(),
});

export const sns: SenderReader = {
  sender: 'cloudwatch',
  fits: body => 'Type' in body && ('TopicArn' in body || 'SubscribeURL' in body),
  read: (body, about) =>
    readBy(envelopeSchema, body, ({ Type, Subject, Message, TopicArn, SubscribeURL }) => {
      if (Type === 'SubscriptionConfirmation')
        return {
          kind: 'nothing',
          why: `Amazon SNS asks whether this hook may subscribe to ${TopicArn || 'a topic'}: somebody who manages this workspace’s hooks confirms it in Slack.`,
          ...(SubscribeURL && { subscription: { topic: TopicArn, url: SubscribeURL } }),
        };
      if (Type !== 'Notification')
        return { kind: 'nothing', why: 'Of what Amazon SNS sends, only notifications are alerts.' };
      const within = objectIn(Message);
      if (within && cloudwatch.fits(within)) return cloudwatch.read(within, about);
      const topic = TopicArn.split(':').at(-1) ?? '';
      return within
        ? readGeneral({ ...(Subject && { subject: Subject }), ...within }, about)
        : readGeneral({ subject: Subject ?? '', message: Message, source: topic }, about);
    }),
};

export const cloudwatch: SenderReader = {
  sender: 'cloudwatch',
  fits: body => 'AlarmName' in body && 'NewStateValue' in body,
  read: (body, about) => readBy(alarmSchema, body, sent => fromAlarm(sent, about.callId)),
};

function fromAlarm(alarm: z.infer<typeof alarmSchema>, callId: string): CallReading {
  const { AlarmName, AlarmArn, AlarmDescription, NewStateValue, NewStateReason, StateChangeTime } = alarm;
  if (NewStateValue === 'INSUFFICIENT_DATA')
    return { kind: 'nothing', why: 'The alarm has too little data: it neither fires nor is over.' };
  const dimensions = (alarm.Trigger?.Dimensions ?? []).map(({ value, Value }) => value ?? Value);
  const description = AlarmDescription ?? '';
  const [, priority = ''] = /\b(?:severity|priority)\s*[=:]\s*(\w+)/i.exec(description) ?? [];
  const at = Date.parse(StateChangeTime ?? '');
  return oneAlert({
    thing: ['cloudwatch', AlarmArn || `${alarm.AWSAccountId} ${alarm.Region} ${AlarmName}`],
    status: NewStateValue === 'OK' ? 'resolved' : 'firing',
    severity: severityOf(priority) ?? 'critical',
    alert: AlarmName,
    place: placeFrom(...(dimensions.some(Boolean) ? dimensions.slice(0, 2) : [alarm.Region])),
    summary: NewStateReason ?? '',
    description,
    links: {
      runbook: /https?:\/\/\S+/.exec(description)?.[0],
      page: AlarmArn && consoleOf(AlarmArn, AlarmName),
    },
    startsAt: Number.isNaN(at) ? null : at,
    moment: `${NewStateValue} ${StateChangeTime ?? callId}`,
  });
}

/** The alarm’s page in Amazon’s console. */
function consoleOf(arn: string, name: string): string {
  const [, , , region = ''] = arn.split(':');
  return /^[a-z]{2}(-[a-z]+)+-\d$/.test(region)
    ? `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#alarmsV2:alarm/${encodeURIComponent(name)}`
    : '';
}
