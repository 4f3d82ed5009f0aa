import { z } from 'zod';
import { severityOf } from '../../alert.ts';
import { name, someName, time } from '../schema.ts';
import { has, row } from './sender.ts';

/*
 * Healthchecks' webhook with the body in docs/hooks.md, whose placeholders it fills in. Facts from
 * healthchecks/healthchecks: hc/integrations/webhook (transport.py, forms.py, the form's list of placeholders).
 */

const schema = z.object({
  healthchecks: z.object({ check: someName, name, status: name, at: time }),
  severity: name,
});

/** The button “Test!” names this check, which doesn't exist. */
const NO_CHECK = '00000000-0000-0000-0000-000000000000';

export const healthchecks = row(has('healthchecks'), schema, {
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
});
