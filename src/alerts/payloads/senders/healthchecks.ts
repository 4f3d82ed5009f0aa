import { z } from 'zod';
import { severityOf } from '../../alert.ts';
import { name, someName, time } from '../schema.ts';
import { has, row, senderOf } from './sender.ts';

/*
 * The body in docs/hooks.md for the webhook of Healthchecks, in which it fills in placeholders. Facts from
 * healthchecks/healthchecks: hc/integrations/webhook (transport.py, forms.py, the form's list of placeholders).
 */

const schema = z.object({
  healthchecks: z.object({ check: someName, name, status: name, at: time }),
  severity: name,
});

/** Its button “Test!” is about a check that there isn’t. */
const NO_CHECK = '00000000-0000-0000-0000-000000000000';

export const healthchecks = senderOf('healthchecks', [
  row(has('healthchecks'), schema, {
    id: ({ healthchecks: { check } }) => ['healthchecks', check],
    state: ({ healthchecks: { status } }) => (status === 'up' ? 'resolved' : 'firing'),
    severity: ({ severity }) => severityOf(severity) ?? 'critical',
    name: ({ healthchecks: { check, name } }) => name || `Check ${check}`,
    place: null,
    words: ({ healthchecks: { status } }) => status,
    time: ({ healthchecks: { at } }) => at,
    moment: ({ healthchecks: { at } }) => (at === null ? null : String(at)),
    links: null,
    more: ({ healthchecks: { check } }) => ({ test: check === NO_CHECK }),
  }),
]);
