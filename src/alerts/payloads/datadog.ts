import { z } from 'zod';
import { severityOf } from '../alert.ts';
import { plain } from './fields.ts';
import { readGeneral } from './general.ts';
import { placeFrom, readBy, type SenderReader } from './payload.ts';
import { isTest, stateOf } from './states.ts';

/*
 * Datadog's Webhooks integration with the payload that it proposes, as it is or with more of its variables. Facts from
 * Datadog's documentation (Webhooks; Monitors: variables). The headline says the state: `[Triggered on {host:web-1}] …`.
 */

const optional = z.coerce.string().nullish();
const schema = z.object({
  title: z.string().min(1, 'should not be empty'),
  body: z.string().default(''),
  alert_id: optional,
  alert_transition: optional,
  alert_scope: optional,
  aggregation_key: optional,
  alert_priority: optional,
  priority: optional,
  hostname: optional,
  link: optional,
});

export const datadog: SenderReader = {
  sender: 'datadog',
  fits: body => 'title' in body && 'body' in body && 'last_updated' in body && 'event_type' in body,
  read: (body, about) =>
    readBy(schema, body, sent => {
      const { title, body: text, alert_id, alert_transition, alert_scope, aggregation_key } = sent;
      const [, marks = '', name = title] = /^((?:\[[^\]]*\]\s*)*)(.*)$/s.exec(title) ?? [];
      const test = isTest(title);
      const all = [...marks.matchAll(/\[([^\]]*)\]/g)].map(([, mark = '']) => mark);
      const [mark = '', scope = ''] = (
        all.find(one => stateOf(one.split(' on {')[0] ?? '') !== null) ?? ''
      ).split(/ on (?=\{)/);
      const where = (alert_scope || scope.replace(/[{}]/g, ''))
        .split(',')
        .map(one => one.replace(/^\s*[\w.-]+:/, '').trim());
      const [said = ''] = plain(text.replace(/@[\w.-]+/g, ' ')).split(/^- - -$|^-{3,}$/m);
      const priority = /\[(P[1-5])\]/.exec(marks)?.[1] ?? sent.alert_priority ?? sent.priority;
      const word = alert_transition || mark;
      return readGeneral(body, about, {
        title: name,
        words: said.trim(),
        place: placeFrom(sent.hostname, ...where),
        state: /warn|no data/i.test(word) && !/recovered/i.test(word) ? 'firing' : stateOf(word),
        severity: severityOf(priority ?? '') ?? (/^warn/i.test(word) ? 'warning' : 'error'),
        links: { page: [sent.link, /\((https:[^()\s]+)\)/.exec(text)?.[1]] },
        id: alert_id ? [alert_id, alert_scope].join(' ') : aggregation_key || null,
        test,
      });
    }),
};
