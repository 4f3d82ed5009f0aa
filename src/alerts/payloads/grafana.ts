import { z } from 'zod';
import { countSchema } from '../../kit/json.ts';
import { cut } from '../../kit/slack-text.ts';
import { severityOf } from '../alert.ts';
import { alertShape, groupPayload, placeIn, toAlert } from './alertmanager.ts';
import { isTest } from './fields.ts';
import { nothing, oneAlert, oneLine, type SenderReader } from './payload.ts';
import {
  bySchema,
  fields,
  type GroupReader,
  id,
  listOf,
  name,
  optional,
  someAlerts,
  status,
  words,
} from './schema.ts';

const grafanaSchema = z.object({
  orgId: z.int(),
  groupKey: z.string().default(''),
  groupLabels: fields.default({}),
  status,
  alerts: someAlerts,
  truncatedAlerts: countSchema.default(0),
  title: words.default(''),
  message: words.default(''),
});

const grafanaShape = alertShape.extend({
  silenceURL: optional,
  dashboardURL: optional,
  panelURL: optional,
  valueString: words.default(''),
  values: z.record(z.string(), z.number().nullable()).nullish(),
});

const WORDS = 1600;

/** The webhook of Grafana's alerting: like Alertmanager's, plus an organisation, a message and values. */
export const grafana: GroupReader<z.infer<typeof grafanaSchema>, z.infer<typeof grafanaShape>> = {
  sender: 'grafana',
  schema: grafanaSchema,
  shape: grafanaShape,
  alertFrom(sent) {
    const title = cut(oneLine(sent.title), WORDS);
    // Its message lists all alerts with their links, too long for a text: only a template that asks for it gets it.
    const message = cut(sent.message, WORDS);
    return alert =>
      toAlert(alert, {
        ...troubleOf(alert),
        place: placeIn(labelsIn(alert.valueString)),
        ...{ title, message, value: valuesIn(alert.values ?? null, alert.valueString) },
        links: {
          ...(alert.dashboardURL && { dashboard: alert.dashboardURL }),
          panel: alert.panelURL,
          silence: alert.silenceURL,
        },
      });
  },
  payload: ({ orgId, groupKey, groupLabels, truncatedAlerts }, alerts) =>
    groupPayload(`${orgId} ${groupKey || JSON.stringify(groupLabels)}`, alerts, truncatedAlerts),
};

/** Alerts that Grafana makes when a rule finds no data or can't be evaluated are about that rule. */
function troubleOf({ labels, annotations }: z.infer<typeof grafanaShape>): {
  name?: string;
  summary?: string;
} {
  const { alertname, rulename } = labels;
  if (!rulename) return {};
  if (alertname === 'DatasourceNoData') return { name: `${rulename} (no data)` };
  if (alertname !== 'DatasourceError') return {};
  return {
    name: `${rulename} (query error)`,
    ...(annotations.Error && { summary: annotations.Error }),
  };
}

/** The labels of what a rule measured, as far as Grafana writes them: `[ var='A' labels={instance=db-1, job=node} value=2 ]`. */
function labelsIn(written: string): Record<string, string> {
  const [, from = ''] = cut(written, 2000).split('labels={', 2);
  const [inside = ''] = from.split('}', 1);
  const pairs = inside.split(', ').flatMap(pair => {
    const at = pair.indexOf('=');
    return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** `B=44.2 C=1` */
function valuesIn(values: Record<string, number | null> | null, written: string): string {
  const each = Object.entries(values ?? {}).filter(([, value]) => value !== null);
  if (each.length === 0) return cut(oneLine(written), 200);
  return cut(each.map(([name, value]) => `${name}=${Number(value?.toPrecision(6))}`).join(' '), 200);
}

/*
 * The webhook of Grafana's alerting before unified alerting (up to Grafana 10). Facts from Grafana's documentation of version 8
 * (Legacy alerting: notifications, webhook): `state` is ok, paused, alerting, pending or no_data.
 */

const schema = z.object({
  ruleId: id,
  ruleName: name.default(''),
  ruleUrl: optional,
  orgId: id.nullish(),
  title: name.default(''),
  message: optional,
  state: name,
  evalMatches: listOf(
    z.object({
      value: z.number().nullish(),
      metric: optional,
      tags: fields.nullish(),
    }),
  ).nullish(),
  tags: fields.nullish(),
});

export const grafanaLegacy: SenderReader = bySchema({
  sender: 'grafana',
  fits: body => 'ruleId' in body && 'state' in body && ('ruleName' in body || 'evalMatches' in body),
  schema,
  read({ ruleId, ruleName, ruleUrl, orgId, title, message, state, ...sent }, { callId }) {
    if (!['ok', 'alerting', 'no_data'].includes(state)) return nothing('The rule neither fires nor is over.');
    const matches = sent.evalMatches ?? [];
    const [first] = matches;
    const values = matches.map(
      ({ metric, value }) => `${metric ?? 'value'} ${Number(value?.toPrecision(4))}`,
    );
    const called = ruleName || title;
    return oneAlert({
      thing: ['grafana rule', String(orgId ?? ''), ruleId],
      status: state === 'ok' ? 'resolved' : 'firing',
      severity: severityOf(sent.tags?.severity ?? sent.tags?.priority ?? '') ?? 'none',
      alert: state === 'no_data' ? `${called} (no data)` : called,
      place: placeIn(first?.tags ?? {}) || (first?.tags ? first.metric : ''),
      summary: [message, values.slice(0, 3).join(', ')].filter(Boolean).join(' '),
      links: { page: ruleUrl },
      moment: callId,
      test: isTest(called),
    });
  },
});
