import { z } from 'zod';
import { severityOf } from '../alert.ts';
import { id, oneAlert } from './one-alert.ts';
import { placeFrom, readBy, type SenderReader } from './payload.ts';
import { placeIn } from './place.ts';
import { isTest } from './states.ts';

/*
 * The webhook of Grafana's alerting before unified alerting (up to Grafana 10). Facts from Grafana's documentation of version 8
 * (Legacy alerting: notifications, webhook): `state` is ok, paused, alerting, pending or no_data.
 */

const schema = z.object({
  ruleId: id,
  ruleName: z.string().default(''),
  ruleUrl: z.string().nullish(),
  orgId: id.nullish(),
  title: z.string().default(''),
  message: z.string().nullish(),
  state: z.string(),
  evalMatches: z
    .array(
      z.object({
        value: z.number().nullish(),
        metric: z.string().nullish(),
        tags: z.record(z.string(), z.string()).nullish(),
      }),
    )
    .nullish(),
  tags: z.record(z.string(), z.string()).nullish(),
});

export const grafanaLegacy: SenderReader = {
  sender: 'grafana',
  fits: body => 'ruleId' in body && 'state' in body && ('ruleName' in body || 'evalMatches' in body),
  read: (body, { callId }) =>
    readBy(schema, body, sent => {
      const { ruleId, ruleName, ruleUrl, orgId, title, message, state } = sent;
      if (!['ok', 'alerting', 'no_data'].includes(state))
        return { kind: 'nothing', why: 'The rule neither fires nor is over.' };
      const matches = sent.evalMatches ?? [];
      const [first] = matches;
      const values = matches.map(
        ({ metric, value }) => `${metric ?? 'value'} ${Number(value?.toPrecision(4))}`,
      );
      const name = ruleName || title;
      return oneAlert({
        thing: ['grafana rule', String(orgId ?? ''), ruleId],
        status: state === 'ok' ? 'resolved' : 'firing',
        severity: severityOf(sent.tags?.severity ?? sent.tags?.priority ?? '') ?? 'none',
        alert: state === 'no_data' ? `${name} (no data)` : name,
        place: placeIn(first?.tags ?? {}) || placeFrom(first?.tags ? first.metric : ''),
        summary: [message, values.slice(0, 3).join(', ')].filter(Boolean).join(' '),
        links: { page: ruleUrl },
        startsAt: null,
        moment: callId,
        test: isTest(name),
      });
    }),
};
