import { z } from 'zod';
import { severityOf } from '../../alert.ts';
import { digestOf } from '../identity.ts';
import { name, someName, words } from '../schema.ts';
import { anyOf, has, row } from './sender.ts';

/*
 * Netdata Cloud's webhook: alerts, nodes that can't be reached, and its test. Facts from Netdata's documentation (Cloud:
 * centralized notifications, webhook).
 */

const alertSchema = z.object({
  alert: someName,
  message: words,
  info: words,
  chart: name,
  context: name,
  space: name,
  node: name,
  host: name,
  severity: name,
  date: name,
  alert_url: words,
});

const isOver = (severity: string): boolean => /^(clear|ok|removed|undefined|uninitialized)/i.test(severity);

const alert = row(has('alert', 'chart', 'context', 'severity'), alertSchema, {
  id: sent => ['netdata', sent.space, sent.node || sent.host, sent.chart || sent.context, sent.alert],
  state: ({ severity }) => (isOver(severity) ? 'resolved' : 'firing'),
  severity: ({ severity }) => (isOver(severity) ? 'critical' : (severityOf(severity) ?? 'warning')),
  name: sent => sent.alert,
  place: sent => [
    sent.node || sent.host,
    sent.chart || sent.context,
    sent.node || sent.host ? null : sent.space,
  ],
  words: ({ info, message }) => info || message,
  time: null,
  moment: ({ date }) => date || null,
  links: ({ alert_url }) => ({ page: alert_url }),
  more: ({ info, message }) => ({ description: info ? message : '' }),
});

const nodeSchema = z.object({
  message: words,
  host: someName,
  url: words,
  severity: name,
  status: z.object({ reachable: z.boolean() }),
});

const node = row(body => nodeSchema.safeParse(body).success, nodeSchema, {
  id: ({ host }) => ['netdata', 'node', digestOf(host)],
  state: ({ status }) => (status.reachable ? 'resolved' : 'firing'),
  severity: ({ severity }) => severityOf(severity) ?? 'critical',
  name: ({ status }) => (status.reachable ? 'Node reachable' : 'Node unreachable'),
  place: ({ host }) => host,
  words: ({ message }) => message,
  time: null,
  moment: null,
  links: ({ url }) => ({ page: url }),
});

export const netdata = anyOf([alert, node]);
