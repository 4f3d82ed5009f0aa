import { z } from 'zod';
import { severityOf } from '../alert.ts';
import { id, oneAlert } from './one-alert.ts';
import { readBy, type SenderReader, time } from './payload.ts';

/*
 * The body in docs/hooks.md for the webhook of Healthchecks, in which it fills in placeholders. Facts from
 * healthchecks/healthchecks: hc/integrations/webhook (transport.py, forms.py, the form's list of placeholders).
 */

/** Its button “Test!” is about a check that there isn’t. */
const NO_CHECK = '00000000-0000-0000-0000-000000000000';

const schema = z.object({
  healthchecks: z.object({
    check: id,
    name: z.string().default(''),
    status: z.enum(['down', 'up'], 'should be "down" or "up"'),
    at: time,
  }),
  severity: z
    .string()
    .refine(word => severityOf(word) !== null, 'should be critical, error, warning or info')
    .default('critical'),
});

export const healthchecks: SenderReader = {
  sender: 'healthchecks',
  fits: body => 'healthchecks' in body,
  read: body =>
    readBy(schema, body, ({ healthchecks: { check, name, status, at }, severity }) =>
      oneAlert({
        thing: ['healthchecks', check],
        status: status === 'down' ? 'firing' : 'resolved',
        severity: severityOf(severity) ?? 'critical',
        alert: name || `Check ${check}`,
        summary: status,
        startsAt: Date.parse(at),
        moment: at,
        test: check === NO_CHECK,
      }),
    ),
};
