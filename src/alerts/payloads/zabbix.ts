import { z } from 'zod';
import type { Severity } from '../alert.ts';
import { oneAlert } from './one-alert.ts';
import { REDELIVERY_MS, readBy, type SenderReader } from './payload.ts';

/*
 * What the script for Zabbix's media type in docs/hooks.md posts: `{"zabbix": {…}}` with the values of Zabbix's macros, all
 * of them texts. Facts from Zabbix's manual (Webhook, Webhook script examples, Supported macros) and from the media types
 * in zabbix/zabbix, templates/media: in a recovery {EVENT.ID} is still the problem's, and {EVENT.VALUE} is 0; an update has
 * {EVENT.UPDATE.STATUS} 1. A macro with nothing to say stays as it is written, or becomes *UNKNOWN*.
 */

/** By {EVENT.NSEVERITY}: not classified, information, warning, average, high, disaster. */
const SEVERITIES: readonly Severity[] = ['none', 'info', 'warning', 'warning', 'error', 'critical'];

const optional = z
  .string()
  .default('')
  .transform(value => (/^(\{[A-Z][A-Z.0-9]*\}|\*UNKNOWN\*)$/.test(value.trim()) ? '' : value.trim()));

/** `2026.11.21 09:00:00` in Zabbix's own time zone, which it doesn't say; most likely that of Bangladesh. */
const time = z
  .string()
  .regex(/^\d{4}\.\d\d\.\d\d \d\d:\d\d:\d\d$/, 'should be a time like 2026.11.21 09:00:00')
  .transform(written => Date.parse(`${written.replaceAll('.', '-').replace(' ', 'T')}+06:00`))
  .refine(at => !Number.isNaN(at), 'should be a time like 2026.11.21 09:00:00');

const schema = z.object({
  zabbix: z.object({
    event_id: z.string().regex(/^\d{1,20}$/, 'should be the number of an event: {EVENT.ID}'),
    value: z.enum(['0', '1'], 'should be 1 for a problem or 0 for a recovery: {EVENT.VALUE}'),
    update: z.enum(['0', '1'], 'should be 1 for an update, otherwise 0: {EVENT.UPDATE.STATUS}').default('0'),
    severity: z.string().regex(/^[0-5]$/, 'should be a number from 0 to 5: {EVENT.NSEVERITY}'),
    name: z.string().trim().min(1, 'should not be empty'),
    host: optional,
    details: optional,
    time,
  }),
});

export const zabbix: SenderReader = {
  sender: 'zabbix',
  fits: body => 'zabbix' in body,
  read: body =>
    readBy(schema, body, ({ zabbix: event }) => {
      // Somebody acknowledged or commented on it; it fires as before.
      if (event.value === '1' && event.update === '1')
        return { kind: 'nothing', why: 'An update of a problem that goes on changes nothing here.' };
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
    }),
};
