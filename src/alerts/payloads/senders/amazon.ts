import { z } from 'zod';
import { severityOf } from '../../alert.ts';
import { objectIn } from '../fields.ts';
import { guessFields } from '../guess-fields.ts';
import { type CallReader, nothing } from '../payload.ts';
import { listOf, name, someName, words } from '../schema.ts';
import { anyOf, has, row } from './sender.ts';

/*
 * Amazon SNS, which delivers the alarms of CloudWatch: an envelope whose Message is a text that holds the alarm as JSON. Facts from
 * Amazon's documentation (SNS: HTTP/HTTPS notification JSON format; CloudWatch: notifications from alarms).
 */

const dimensions = listOf(z.object({ value: words, Value: words }));
const alarmSchema = z.object({
  AlarmName: someName,
  AlarmDescription: words,
  AlarmArn: words,
  AWSAccountId: name,
  Region: name,
  NewStateValue: name,
  NewStateReason: words,
  StateChangeTime: name,
  Trigger: z.object({ Dimensions: dimensions }).nullish().catch(null),
});
type Alarm = z.infer<typeof alarmSchema>;

const placesIn = ({ Trigger, Region }: Alarm): string[] => {
  const values = (Trigger?.Dimensions ?? []).map(({ value, Value }) => value || Value).filter(Boolean);
  return values.length > 0 ? values.slice(0, 2) : [Region];
};

const alarm = row(has('AlarmName', 'NewStateValue'), alarmSchema, {
  id: alarm => ['cloudwatch', alarm.AlarmArn || `${alarm.AWSAccountId} ${alarm.Region} ${alarm.AlarmName}`],
  state: ({ NewStateValue }) =>
    NewStateValue === 'INSUFFICIENT_DATA'
      ? { nothing: 'The alarm has too little data: it neither fires nor is over.' }
      : NewStateValue === 'OK'
        ? 'resolved'
        : 'firing',
  severity: ({ AlarmDescription }) =>
    severityOf(/\b(?:severity|priority)\s*[=:]\s*(\w+)/i.exec(AlarmDescription)?.[1] ?? '') ?? 'critical',
  name: ({ AlarmName }) => AlarmName,
  place: placesIn,
  words: ({ NewStateReason }) => NewStateReason,
  time: ({ StateChangeTime }) => Date.parse(StateChangeTime) || null,
  moment: ({ NewStateValue, StateChangeTime }) => StateChangeTime && `${NewStateValue} ${StateChangeTime}`,
  links: ({ AlarmDescription, AlarmArn, AlarmName }) => ({
    runbook: /https?:\/\/\S+/.exec(AlarmDescription)?.[0],
    page: consoleOf(AlarmArn, AlarmName),
  }),
  more: ({ AlarmDescription }) => ({ description: AlarmDescription }),
});

/** The alarm’s page in Amazon’s console; empty if its ARN names no region. */
function consoleOf(arn: string, alarm: string): string {
  const [, , , region = ''] = arn.split(':');
  return /^[a-z]{2}(-[a-z]+)+-\d$/.test(region)
    ? `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#alarmsV2:alarm/${encodeURIComponent(alarm.toWellFormed())}`
    : '';
}

const envelopeSchema = z.object({
  Type: name,
  TopicArn: name,
  Subject: words,
  Message: z.string().catch(''),
  SubscribeURL: words,
});

const sns: CallReader = {
  fits: body => 'Type' in body && ('TopicArn' in body || 'SubscribeURL' in body),
  read(body, context) {
    const { Type, Subject, Message, TopicArn, SubscribeURL } = envelopeSchema.parse(body);
    if (Type === 'SubscriptionConfirmation')
      return {
        ...nothing(
          `Amazon SNS asks whether this hook may subscribe to ${TopicArn || 'a topic'}: somebody who manages this workspace’s hooks confirms it in Slack.`,
        ),
        ...(SubscribeURL && { subscription: { topic: TopicArn, url: SubscribeURL } }),
      };
    if (Type !== 'Notification') return nothing('Of what Amazon SNS sends, only notifications are alerts.');
    const message = objectIn(Message);
    if (message && alarm.fits(message)) return alarm.read(message, context);
    const topic = TopicArn.split(':').at(-1) ?? '';
    return message
      ? guessFields({ ...(Subject && { subject: Subject }), ...message }, context)
      : guessFields({ subject: Subject, message: Message, source: topic }, context);
  },
};

export const cloudwatch = anyOf([sns, alarm]);
