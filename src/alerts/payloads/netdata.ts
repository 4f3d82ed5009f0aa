import { z } from 'zod';
import { severityOf } from '../alert.ts';
import { oneAlert } from './one-alert.ts';
import { type CallReading, digestOf, placeFrom, readBy, type SenderReader } from './payload.ts';

/*
 * Netdata Cloud's webhook: alerts, nodes that can't be reached, and its test. Facts from Netdata's documentation (Cloud:
 * centralized notifications, webhook).
 */

const optional = z.string().nullish();
const named = z.array(z.object({ name: optional })).nullish();

const alertSchema = z.object({
  alert: z.string().min(1, 'should not be empty'),
  message: optional,
  info: optional,
  chart: optional,
  context: optional,
  space: optional,
  node: optional,
  host: optional,
  Rooms: named,
  rooms: named,
  severity: z.string(),
  date: optional,
  alert_url: optional,
});

const nodeSchema = z.object({
  message: z.string(),
  host: z.string().min(1, 'should not be empty'),
  url: optional,
  severity: z.string(),
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
  const startsAt = null;
  return oneAlert({
    thing: ['netdata', space ?? '', node ?? '', chart ?? context ?? '', alert],
    status: isOver ? 'resolved' : 'firing',
    severity: isOver ? 'critical' : (severityOf(severity) ?? 'warning'),
    alert,
    place: placeFrom(node, chart || context, node ? null : space),
    summary: info || message || '',
    description: info && message ? message : '',
    links: { page: sent.alert_url },
    startsAt,
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
    startsAt: null,
    moment: callId,
  });
