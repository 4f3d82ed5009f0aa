import { z } from 'zod';
import type { Severity } from '../alert.ts';
import { headAndRest } from './fields.ts';
import { oneAlert } from './one-alert.ts';
import { readBy, type SenderReader } from './payload.ts';

/*
 * Sensu Go's event, as its handlers get it. Facts from Sensu's documentation (Events reference): a check's `status` is 0 when
 * all is well, 1 for a warning, 2 for critical, anything else unknown; an event's own `id` is new each time, so that a check of
 * an entity is known by their names.
 */

const named = z.looseObject({ metadata: z.looseObject({ name: z.string().min(1) }) });
const schema = z.object({
  check: named.extend({ status: z.int(), output: z.string().nullish() }),
  entity: named,
  metadata: z.looseObject({ namespace: z.string().nullish() }).nullish(),
  timestamp: z.number().nullish(),
});

const SEVERITY: Readonly<Record<number, Severity>> = { 1: 'warning', 2: 'critical' };

const isNamed = (value: unknown): boolean => named.safeParse(value).success;

export const sensu: SenderReader = {
  sender: 'sensu',
  fits: body => 'check' in body && 'entity' in body && isNamed(body.check) && isNamed(body.entity),
  read: (body, { callId }) =>
    readBy(schema, body, ({ check, entity, metadata, timestamp }) => {
      const { head, rest } = headAndRest(check.output ?? '');
      return oneAlert({
        thing: ['sensu', metadata?.namespace ?? '', entity.metadata.name, check.metadata.name],
        status: check.status === 0 ? 'resolved' : 'firing',
        severity: SEVERITY[check.status] ?? 'error',
        alert: check.metadata.name,
        place: entity.metadata.name,
        summary: head,
        description: rest,
        startsAt: null,
        moment: timestamp ? String(timestamp) : callId,
      });
    }),
};
