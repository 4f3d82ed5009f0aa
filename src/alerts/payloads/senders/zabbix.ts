import { z } from 'zod';
import type { Severity } from '../../alert.ts';
import { REDELIVERY_MS } from '../dedupe.ts';
import { someName, words } from '../schema.ts';
import { has, row } from './sender.ts';

/*
 * The script for Zabbix's media type in docs/hooks.md posts `{"zabbix": {…}}` with the values of Zabbix's macros, all of them
 * texts. Facts from Zabbix's manual (Webhook, Webhook script examples, Supported macros) and from the media types
 * in zabbix/zabbix, templates/media: in a recovery {EVENT.ID} is still the problem's, and {EVENT.VALUE} is 0; an update has
 * {EVENT.UPDATE.STATUS} 1. A macro with nothing to say stays as it is written, or becomes *UNKNOWN*.
 */

/** By {EVENT.NSEVERITY}: not classified, information, warning, average, high, disaster. */
const SEVERITIES: readonly Severity[] = ['none', 'info', 'warning', 'warning', 'error', 'critical'];

const filledIn = words.transform(value => (/^(\{[A-Z][A-Z.0-9]*\}|\*UNKNOWN\*)$/.test(value) ? '' : value));

/** `2026.11.21 09:00:00` in Zabbix's own time zone, which the call doesn't name: Bangladesh's is the likeliest. */
const time = words.transform(text => {
  const at = Date.parse(`${text.replaceAll('.', '-').replace(' ', 'T')}+06:00`);
  return Number.isNaN(at) ? null : at;
});

const schema = z.object({
  zabbix: z.object({
    event_id: someName.refine(
      text => /^\d{1,20}$/.test(text),
      'should be the number of an event: {EVENT.ID}',
    ),
    value: words,
    update: words,
    severity: words,
    name: someName,
    host: filledIn,
    details: filledIn,
    time,
  }),
});

export const zabbix = row(has('zabbix'), schema, {
  id: ({ zabbix }) => ['zabbix', zabbix.event_id],
  state: ({ zabbix: { value, update } }) =>
    value === '0'
      ? 'resolved'
      : update === '1'
        ? { nothing: 'An update of a problem that goes on changes nothing here.' }
        : 'firing',
  severity: ({ zabbix }) => SEVERITIES[Number(zabbix.severity)] ?? 'none',
  name: ({ zabbix }) => zabbix.name,
  place: ({ zabbix }) => zabbix.host,
  words: ({ zabbix }) => zabbix.details,
  // The problem and its recovery have the same time, so a problem that arrives after its recovery doesn't fire again.
  time: ({ zabbix }) => zabbix.time,
  moment: () => '',
  links: null,
  // The steps of an action send the same call again: the later ones are reminders.
  more: () => ({ forMs: REDELIVERY_MS, occursOnce: true }),
});
