import { z } from 'zod';
import { severityOf } from '../../alert.ts';
import { listOf, name, words } from '../schema.ts';
import { anyOf, type Columns, row } from './sender.ts';

/*
 * PagerDuty's Events API v2, which many programs can speak: the hook stands in for PagerDuty. Facts from PagerDuty's developer
 * documentation (Events API v2: send an alert event).
 */

const schema = z.object({
  event_action: name,
  dedup_key: name,
  payload: z
    .object({ summary: words, source: words, severity: name, component: words, class: words })
    .nullish(),
  client_url: words,
  links: listOf(z.object({ href: words })),
});

const COLUMNS: Columns<z.infer<typeof schema>> = {
  id: ({ dedup_key }) => ['pagerduty', dedup_key],
  state: ({ event_action }) =>
    event_action === 'resolve'
      ? 'resolved'
      : event_action === 'acknowledge'
        ? { nothing: 'An acknowledgement changes nothing here.' }
        : 'firing',
  severity: ({ payload }) => severityOf(payload?.severity ?? '') ?? 'none',
  name: ({ payload }) => payload?.summary ?? '',
  place: ({ payload }) => payload?.source,
  words: ({ payload }) => [payload?.component, payload?.class].filter(Boolean).join(', '),
  time: null,
  moment: null,
  links: ({ links, client_url }) => ({ page: [...links.map(({ href }) => href), client_url] }),
};

const isEvent = (body: object): boolean =>
  'event_action' in body && ('routing_key' in body || 'payload' in body || 'dedup_key' in body);

export const pagerduty = anyOf([
  row(body => isEvent(body) && schema.safeParse(body).data?.dedup_key !== '', schema, COLUMNS),
  // Without a key, no later call can say which alert is over.
  row(isEvent, schema, { ...COLUMNS, id: null }),
]);
