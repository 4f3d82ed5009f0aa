import { z } from 'zod';
import { severityOf } from '../../alert.ts';
import { name, someName, words } from '../schema.ts';
import { has, row } from './sender.ts';

/* Pingdom's webhook. Facts from Pingdom's documentation (Webhook: uptime and transaction checks). */

const schema = z.object({
  check_id: someName,
  check_name: someName,
  check_params: z.object({ full_url: words, hostname: words }).nullish().catch(null),
  current_state: name,
  importance_level: name,
  state_changed_timestamp: name,
  description: words,
  long_description: words,
});

export const pingdom = row(has('check_id', 'check_name', 'current_state', 'previous_state'), schema, {
  id: ({ check_id }) => ['pingdom', check_id],
  state: ({ current_state }) => (/^(up|success)$/i.test(current_state) ? 'resolved' : 'firing'),
  severity: ({ importance_level }) => (severityOf(importance_level) === 'info' ? 'warning' : 'critical'),
  name: ({ check_name }) => check_name,
  place: ({ check_params }) => check_params?.full_url || check_params?.hostname,
  words: ({ long_description, description }) => long_description || description,
  time: null,
  moment: ({ state_changed_timestamp }) => state_changed_timestamp || null,
  links: null,
});
