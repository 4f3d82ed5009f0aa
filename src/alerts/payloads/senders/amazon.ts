import { z } from 'zod';
import { severityOf } from '../../alert.ts';
import { objectIn } from '../fields.ts';
import { guessFields } from '../guess-fields.ts';
import { nothing, type SenderReader } from '../payload.ts';
import { listOf, name, someName, time, words } from '../schema.ts';
import { has, row, senderOf } from './sender.ts';

/*
 * Amazon SNS, and the alarms of CloudWatch that it brings: an envelope whose Message is a text, in which the alarm is JSON. Facts
 * from Amazon's documentation (SNS: HTTP/HTTPS notification JSON format; CloudWatch: notifications from alarms).
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
  changedAt: time,
  Trigger: z.object({ Dimensions: dimensions }).nullish().catch(null),
});
type Alarm = z.infer<typeof alarmSchema>;

const placesIn = ({ Trigger, Region }: Alarm): string[] => {
  const named = (Trigger?.Dimensions ?? []).map(({ value, Value }) => value || Value).filter(Boolean);
  return named.length > 0 ? named.slice(0, 2) : [Region];
};

export const cloudwatch = senderOf('cloudwatch', [
  row(has('AlarmName', 'NewStateValue'), alarmSchema, {
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
  }),
]);

/** The alarm’s page in Amazon’s console. */
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

export const sns: SenderReader = {
  sender: 'cloudwatch',
  fits: body => 'Type' in body && ('TopicArn' in body || 'SubscribeURL' in body),
  read(body, about) {
    const { Type, Subject, Message, TopicArn, SubscribeURL } = envelopeSchema.parse(body);
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
      ? guessFields({ ...(Subject && { subject: Subject }), ...within }, about)
      : guessFields({ subject: Subject, message: Message, source: topic }, about);
  },
};
