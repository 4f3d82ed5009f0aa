import { z } from 'zod';
import { severityOf } from '../../alert.ts';
import { fields, listOf, name, someName, words } from '../schema.ts';
import { placeIn } from './labels.ts';
import { row } from './sender.ts';

/*
 * The webhook of Grafana's alerting before unified alerting (up to Grafana 10). Facts from Grafana's documentation of version 8
 * (Legacy alerting: notifications, webhook): `state` is ok, paused, alerting, pending or no_data.
 */

const schema = z.object({
  ruleId: someName,
  ruleName: name,
  ruleUrl: words,
  orgId: name,
  title: name,
  message: words,
  state: someName,
  evalMatches: listOf(z.object({ value: name, metric: name, tags: fields })),
  tags: fields,
});

export const grafanaLegacy = row(
  body => 'ruleId' in body && 'state' in body && ('ruleName' in body || 'evalMatches' in body),
  schema,
  {
    id: ({ orgId, ruleId }) => ['grafana rule', orgId, ruleId],
    state: ({ state }) =>
      state === 'ok'
        ? 'resolved'
        : state === 'alerting' || state === 'no_data'
          ? 'firing'
          : { nothing: 'The rule neither fires nor is over.' },
    severity: ({ tags }) => severityOf(tags.severity ?? tags.priority ?? '') ?? 'none',
    name: ({ ruleName, title, state }) => `${ruleName || title}${state === 'no_data' ? ' (no data)' : ''}`,
    place: ({ evalMatches: [first] }) =>
      first && (placeIn(first.tags) || (Object.keys(first.tags).length > 0 ? first.metric : '')),
    words: ({ message, evalMatches }) => {
      const values = evalMatches.map(
        ({ metric, value }) => `${metric || 'value'} ${Number(Number(value).toPrecision(4))}`,
      );
      return [message, values.slice(0, 3).join(', ')].filter(Boolean).join(' ');
    },
    time: null,
    moment: null,
    links: ({ ruleUrl }) => ({ page: ruleUrl }),
    more: ({ ruleName, title }) => ({ test: /^test notification$/i.test(ruleName || title) }),
  },
);
