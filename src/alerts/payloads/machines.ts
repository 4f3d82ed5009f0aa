import { z } from 'zod';
import { type Severity, severityOf } from '../alert.ts';
import { headAndRest } from './fields.ts';
import { readable } from './lengths.ts';
import {
  type CallReading,
  digestOf,
  nothing,
  oneAlert,
  REDELIVERY_MS,
  type SenderReader,
} from './payload.ts';
import { bySchema, listOf, name, optional, readBy, someName, words } from './schema.ts';

/*
 * What the script for Zabbix's media type in docs/hooks.md posts: `{"zabbix": {…}}` with the values of Zabbix's macros, all
 * of them texts. Facts from Zabbix's manual (Webhook, Webhook script examples, Supported macros) and from the media types
 * in zabbix/zabbix, templates/media: in a recovery {EVENT.ID} is still the problem's, and {EVENT.VALUE} is 0; an update has
 * {EVENT.UPDATE.STATUS} 1. A macro with nothing to say stays as it is written, or becomes *UNKNOWN*.
 */

/** By {EVENT.NSEVERITY}: not classified, information, warning, average, high, disaster. */
const SEVERITIES: readonly Severity[] = ['none', 'info', 'warning', 'warning', 'error', 'critical'];

const filledIn = z
  .string()
  .default('')
  .transform(value => readable('words', value))
  .transform(value => (/^(\{[A-Z][A-Z.0-9]*\}|\*UNKNOWN\*)$/.test(value.trim()) ? '' : value.trim()));

/** `2026.11.21 09:00:00` in Zabbix's own time zone, which it doesn't say; most likely that of Bangladesh. */
const time = z
  .string()
  .regex(/^\d{4}\.\d\d\.\d\d \d\d:\d\d:\d\d$/, 'should be a time like 2026.11.21 09:00:00')
  .transform(written => Date.parse(`${written.replaceAll('.', '-').replace(' ', 'T')}+06:00`))
  .refine(at => !Number.isNaN(at), 'should be a time like 2026.11.21 09:00:00');

const zabbixSchema = z.object({
  zabbix: z.object({
    event_id: z.string().regex(/^\d{1,20}$/, 'should be the number of an event: {EVENT.ID}'),
    value: z.enum(['0', '1'], 'should be 1 for a problem or 0 for a recovery: {EVENT.VALUE}'),
    update: z.enum(['0', '1'], 'should be 1 for an update, otherwise 0: {EVENT.UPDATE.STATUS}').default('0'),
    severity: z.string().regex(/^[0-5]$/, 'should be a number from 0 to 5: {EVENT.NSEVERITY}'),
    name: z.string().trim().pipe(someName),
    host: filledIn,
    details: filledIn,
    time,
  }),
});

export const zabbix: SenderReader = bySchema({
  sender: 'zabbix',
  fits: body => 'zabbix' in body,
  schema: zabbixSchema,
  read({ zabbix: event }) {
    // Somebody acknowledged or commented on it; it fires as before.
    if (event.value === '1' && event.update === '1')
      return nothing('An update of a problem that goes on changes nothing here.');
    return oneAlert({
      thing: ['zabbix', event.event_id],
      status: event.value === '1' ? 'firing' : 'resolved',
      severity: SEVERITIES[Number(event.severity)] ?? 'none',
      alert: event.name,
      place: event.host,
      summary: event.details,
      // The same in both, so that a problem that is delivered after its recovery doesn't fire again.
      startsAt: event.time,
      moment: '',
      // The steps of an action send the same again: later ones are reminders.
      forMs: REDELIVERY_MS,
    });
  },
});

/*
 * Netdata Cloud's webhook: alerts, nodes that can't be reached, and its test. Facts from Netdata's documentation (Cloud:
 * centralized notifications, webhook).
 */

const rooms = listOf(z.object({ name: optional })).nullish();

const alertSchema = z.object({
  alert: someName,
  message: optional,
  info: optional,
  chart: optional,
  context: optional,
  space: optional,
  node: optional,
  host: optional,
  Rooms: rooms,
  rooms,
  severity: name,
  date: optional,
  alert_url: optional,
});

const nodeSchema = z.object({
  message: words,
  host: someName,
  url: optional,
  severity: name,
  status: z.object({ reachable: z.boolean() }),
});

export const netdata: SenderReader = {
  sender: 'netdata',
  fits: body =>
    ('alert' in body && 'chart' in body && 'context' in body && 'severity' in body) ||
    ('status' in body &&
      typeof body.status === 'object' &&
      body.status !== null &&
      'reachable' in body.status),
  read: (body, { callId }) =>
    'alert' in body
      ? readBy(alertSchema, body, sent => fromAlert(sent, callId))
      : readBy(nodeSchema, body, sent => fromNode(sent, callId)),
};

function fromAlert(sent: z.infer<typeof alertSchema>, callId: string): CallReading {
  const { alert, chart, context, space, severity, info, message } = sent;
  const isOver = /^(clear|ok|removed|undefined|uninitialized)/i.test(severity);
  const node = sent.node ?? sent.host;
  return oneAlert({
    thing: ['netdata', space ?? '', node ?? '', chart ?? context ?? '', alert],
    status: isOver ? 'resolved' : 'firing',
    severity: isOver ? 'critical' : (severityOf(severity) ?? 'warning'),
    alert,
    place: [node, chart || context, node ? null : space],
    summary: info || message || '',
    description: info && message ? message : '',
    links: { page: sent.alert_url },
    moment: sent.date ?? callId,
  });
}

const fromNode = (sent: z.infer<typeof nodeSchema>, callId: string): CallReading =>
  oneAlert({
    thing: ['netdata', 'node', digestOf(sent.host)],
    status: sent.status.reachable ? 'resolved' : 'firing',
    severity: severityOf(sent.severity) ?? 'critical',
    alert: sent.status.reachable ? 'Node reachable' : 'Node unreachable',
    place: sent.host,
    summary: sent.message,
    links: { page: sent.url },
    moment: callId,
  });

/*
 * Sensu Go's event, as its handlers get it. Facts from Sensu's documentation (Events reference): a check's `status` is 0 when
 * all is well, 1 for a warning, 2 for critical, anything else unknown; an event's own `id` is new each time, so that a check of
 * an entity is known by their names.
 */

const named = z.looseObject({ metadata: z.looseObject({ name: someName }) });
const eventSchema = z.object({
  check: named.extend({ status: z.int(), output: optional }),
  entity: named,
  metadata: z.looseObject({ namespace: z.string().nullish() }).nullish(),
  timestamp: z.number().nullish(),
});

const SEVERITY: Readonly<Record<number, Severity>> = { 1: 'warning', 2: 'critical' };

const isNamed = (value: unknown): boolean => named.safeParse(value).success;

export const sensu: SenderReader = bySchema({
  sender: 'sensu',
  fits: body => 'check' in body && 'entity' in body && isNamed(body.check) && isNamed(body.entity),
  schema: eventSchema,
  read({ check, entity, metadata, timestamp }, { callId }) {
    const { head, rest } = headAndRest(check.output ?? '');
    return oneAlert({
      thing: ['sensu', metadata?.namespace ?? '', entity.metadata.name, check.metadata.name],
      status: check.status === 0 ? 'resolved' : 'firing',
      severity: SEVERITY[check.status] ?? 'error',
      alert: check.metadata.name,
      place: entity.metadata.name,
      summary: head,
      description: rest,
      moment: timestamp ? String(timestamp) : callId,
    });
  },
});
