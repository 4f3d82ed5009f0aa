import { z } from 'zod';
import type { Severity } from '../../alert.ts';
import { headAndRest } from '../plain.ts';
import { name, someName, words } from '../schema.ts';
import { row, senderOf } from './sender.ts';

/*
 * Sensu Go's event, as its handlers get it. Facts from Sensu's documentation (Events reference): a check's `status` is 0 when
 * all is well, 1 for a warning, 2 for critical, anything else unknown; an event's own `id` is new each time, so that a check of
 * an entity is known by their names.
 */

const named = z.looseObject({ metadata: z.looseObject({ name: someName }) });
const schema = z.object({
  check: named.extend({ status: z.int(), output: words }),
  entity: named,
  metadata: z.looseObject({ namespace: name }).nullish(),
  timestamp: name,
});

const SEVERITY: Readonly<Record<number, Severity>> = { 1: 'warning', 2: 'critical' };

export const sensu = senderOf('sensu', [
  row(body => schema.safeParse(body).success, schema, {
    id: ({ check, entity, metadata }) => [
      'sensu',
      metadata?.namespace ?? '',
      entity.metadata.name,
      check.metadata.name,
    ],
    state: ({ check }) => (check.status === 0 ? 'resolved' : 'firing'),
    severity: ({ check }) => SEVERITY[check.status] ?? 'error',
    name: ({ check }) => check.metadata.name,
    place: ({ entity }) => entity.metadata.name,
    words: ({ check }) => headAndRest(check.output).head,
    time: null,
    moment: ({ timestamp }) => timestamp || null,
    links: null,
    more: ({ check }) => ({ description: headAndRest(check.output).rest }),
  }),
]);
