import { z } from 'zod';
import { severityOf } from '../../alert.ts';
import { guessFields } from '../guess-fields.ts';
import { type CallReader, placeFrom } from '../payload.ts';
import { plain } from '../plain.ts';
import { name, problemFrom, someName, words } from '../schema.ts';
import { stateOf } from '../states.ts';
import { isTestHeadline } from '../test-button.ts';
import { has } from './sender.ts';

/*
 * Datadog's Webhooks integration with the payload that it proposes, unchanged or with more of its variables. Facts from
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

const stateOfMark = (mark: string) => stateOf(mark, true)?.state ?? null;

export const datadog: CallReader = {
  fits: has('title', 'body', 'last_updated', 'event_type'),
  read(body, context) {
    const { data: sent, error } = schema.safeParse(body);
    if (error) return { kind: 'wrong', problem: problemFrom(error) };
    const { title, body: text, alert_id, alert_transition, alert_scope, aggregation_key } = sent;
    const [, marks = '', headline = title] = /^((?:\[[^\]]*\]\s*)*)(.*)$/s.exec(title) ?? [];
    const stateMark = [...marks.matchAll(/\[([^\][]*)\]/g)]
      .map(([, mark = '']) => mark.split(/ on (?=\{)/))
      .find(([mark = '']) => stateOfMark(mark) !== null);
    const [mark = '', scope = ''] = stateMark ?? [];
    const scopes = (alert_scope || scope.replace(/[{}]/g, ''))
      .split(',')
      .map(tag => tag.replace(/^\s*[\w.-]+:/, '').trim());
    const [ownWords = ''] = plain(text.replace(/@[\w.-]+/g, ' ')).split(/^- - -$|^-{3,}$/m);
    const priority = /\[(P[1-5])\]/.exec(marks)?.[1] ?? (sent.alert_priority || sent.priority);
    const word = alert_transition || mark;
    return guessFields(body, context, {
      title: headline,
      words: ownWords.trim(),
      place: placeFrom(sent.hostname, ...scopes),
      state: /warn|no data/i.test(word) && !/recovered/i.test(word) ? 'firing' : stateOfMark(word),
      severity: severityOf(priority) ?? (/^warn/i.test(word) ? 'warning' : 'error'),
      links: { page: [sent.link, /\((https:[^()\s]+)\)/.exec(text)?.[1]] },
      id: alert_id ? [alert_id, alert_scope].join(' ') : aggregation_key || null,
      // Datadog's button “Test Notifications” puts these words before the monitor's own.
      test:
        /^\W*\[test\]/i.test(title) ||
        isTestHeadline(headline) ||
        /^\W*test notification triggered by/i.test(ownWords),
    });
  },
};
