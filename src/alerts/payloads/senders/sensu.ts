import { z } from 'zod';
import type { Severity } from '../../alert.ts';
import { headAndTail } from '../plain.ts';
import { name, someName, words } from '../schema.ts';
import { row } from './sender.ts';

/*
 * Sensu Go's event, as its handlers get it. Facts from Sensu's documentation (Events reference): a check's `status` is 0 when
 * all is well, 1 for a warning, 2 for critical, anything else unknown. Each event has a new `id`, so the names of the entity and of
 * the check identify the alert.
 */

const named = z.looseObject({ metadata: z.looseObject({ name: someName }) });
const schema = z.object({
  check: named.extend({ status: z.int(), output: words }),
  entity: named,
  metadata: z.looseObject({ namespace: name }).nullish(),
  timestamp: name,
});

const SEVERITY: Readonly<Record<number, Severity>> = { 1: 'warning', 2: 'critical' };

export const sensu = row(body => schema.safeParse(body).success, schema, {
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
  words: ({ check }) => headAndTail(check.output).head,
  time: null,
  moment: ({ timestamp }) => timestamp || null,
  links: null,
  more: ({ check }) => ({ description: headAndTail(check.output).tail }),
});
