import { z } from 'zod';
import { severityOf } from '../../alert.ts';
import { guessFields, isTest } from '../guess-fields.ts';
import { placeFrom, type SenderReader } from '../payload.ts';
import { plain } from '../plain.ts';
import { name, problemFrom, someName, words } from '../schema.ts';
import { stateOf } from '../states.ts';
import { has } from './sender.ts';

/*
 * Datadog's Webhooks integration with the payload that it proposes, as it is or with more of its variables. Facts from
 * Datadog's documentation (Webhooks; Monitors: variables). The headline says the state: `[Triggered on {host:web-1}] …`.
 */

const schema = z.object({
  title: someName,
  body: words,
  alert_id: name,
  alert_transition: name,
  alert_scope: name,
  aggregation_key: name,
  alert_priority: name,
  priority: name,
  hostname: name,
  link: words,
});

const stateWord = (mark: string) => stateOf(mark, true)?.state ?? null;

export const datadog: SenderReader = {
  sender: 'datadog',
  fits: has('title', 'body', 'last_updated', 'event_type'),
  read(given, about) {
    const { data: sent, error } = schema.safeParse(given);
    if (error) return { kind: 'wrong', problem: problemFrom(error) };
    const { title, body: text, alert_id, alert_transition, alert_scope, aggregation_key } = sent;
    const [, marks = '', called = title] = /^((?:\[[^\]]*\]\s*)*)(.*)$/s.exec(title) ?? [];
    const all = [...marks.matchAll(/\[([^\][]*)\]/g)].map(([, mark = '']) => mark);
    const said = all.find(one => stateWord(one.split(' on {')[0] ?? '') !== null) ?? '';
    const [mark = '', scope = ''] = said.split(/ on (?=\{)/);
    const where = (alert_scope || scope.replace(/[{}]/g, ''))
      .split(',')
      .map(one => one.replace(/^\s*[\w.-]+:/, '').trim());
    const [own = ''] = plain(text.replace(/@[\w.-]+/g, ' ')).split(/^- - -$|^-{3,}$/m);
    const priority = /\[(P[1-5])\]/.exec(marks)?.[1] ?? (sent.alert_priority || sent.priority);
    const word = alert_transition || mark;
    return guessFields(given, about, {
      title: called,
      words: own.trim(),
      place: placeFrom(sent.hostname, ...where),
      state: /warn|no data/i.test(word) && !/recovered/i.test(word) ? 'firing' : stateWord(word),
      severity: severityOf(priority) ?? (/^warn/i.test(word) ? 'warning' : 'error'),
      links: { page: [sent.link, /\((https:[^()\s]+)\)/.exec(text)?.[1]] },
      id: alert_id ? [alert_id, alert_scope].join(' ') : aggregation_key || null,
      // Its button “Test Notifications” sends the monitor's own words after these.
      test: /^\W*\[test\]/i.test(title) || isTest(called) || /^\W*test notification triggered by/i.test(own),
    });
  },
};
