import { z } from 'zod';
import { severityOf } from '../alert.ts';
import { id, oneAlert } from './one-alert.ts';
import { placeFrom, readBy, type SenderReader } from './payload.ts';

/*
 * PagerDuty's Events API v2, which many programs can speak: the hook stands in for PagerDuty. Facts from PagerDuty's developer
 * documentation (Events API v2: send an alert event).
 */

const optional = z.string().nullish();

const schema = z.object({
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
      group: optional,
      class: optional,
    })
    .nullish(),
  client_url: optional,
  links: z.array(z.object({ href: optional })).nullish(),
});

export const pagerduty: SenderReader = {
  sender: 'pagerduty',
  fits: body => 'event_action' in body && ('routing_key' in body || 'payload' in body || 'dedup_key' in body),
  read: (body, { callId }) =>
    readBy(schema, body, ({ event_action: action, dedup_key: key, payload, client_url, links }) => {
      const { summary, source, severity, component, class: kind } = payload ?? {};
      if (action === 'acknowledge')
        return { kind: 'nothing', why: 'An acknowledgement changes nothing here.' };
      if (action === 'trigger' && !summary)
        return {
          kind: 'wrong',
          problem: { field: 'payload.summary', error: 'payload.summary is needed: it says what is wrong.' },
        };
      if (action === 'resolve' && !key)
        return {
          kind: 'wrong',
          problem: { field: 'dedup_key', error: 'dedup_key is needed: it says which alert is over.' },
        };
      return oneAlert({
        thing: ['pagerduty', key || callId],
        status: action === 'trigger' ? 'firing' : 'resolved',
        severity: severityOf(severity ?? '') ?? 'none',
        alert: summary ?? '',
        place: placeFrom(source),
        summary: [component, kind].filter(Boolean).join(', '),
        links: { page: [...(links ?? []).map(({ href }) => href), client_url] },
        startsAt: null,
        moment: callId,
        single: !key,
      });
    }),
};
