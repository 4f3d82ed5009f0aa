import { cut } from '../../../kit/slack-text.ts';
import { oneLine } from '../plain.ts';
import type { GrafanaFacts, SentAlert, SentGroup } from './group-schema.ts';
import { placeIn } from './labels.ts';

/* The fields that Grafana's alerting adds to Alertmanager's: a headline, a message and values. */

const MAX_CHARACTERS = 1600;

export function fromGrafana(alert: SentAlert, group: SentGroup): GrafanaFacts {
  return {
    ...ruleProblemOf(alert),
    place: placeIn(labelsIn(alert.valueString)),
    title: cut(oneLine(group.title), MAX_CHARACTERS),
    // Grafana's message lists all alerts with their links, which is too long for a text unless a hook's own template names it.
    message: cut(group.message, MAX_CHARACTERS),
    value: valuesIn(alert.values, alert.valueString),
    links: {
      ...(alert.dashboardURL && { dashboard: alert.dashboardURL }),
      panel: alert.panelURL,
      silence: alert.silenceURL,
    },
  };
}

/** Names the rule of an alert that Grafana sends because the rule finds no data or can't be evaluated. */
function ruleProblemOf({ labels, annotations }: SentAlert): { name?: string; summary?: string } {
  const { alertname, rulename } = labels;
  if (!rulename) return {};
  if (alertname === 'DatasourceNoData') return { name: `${rulename} (no data)` };
  if (alertname !== 'DatasourceError') return {};
  return {
    name: `${rulename} (query error)`,
    ...(annotations.Error && { summary: annotations.Error }),
  };
}

/** The labels in a value such as `[ var='A' labels={instance=db-1, job=node} value=2 ]`. */
function labelsIn(valueString: string): Record<string, string> {
  const [, from = ''] = cut(valueString, 2000).split('labels={', 2);
  const [inside = ''] = from.split('}', 1);
  const pairs = inside.split(', ').flatMap(pair => {
    const at = pair.indexOf('=');
    return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** The numbers by their names, such as `B=44.2 C=1`; the value string if there are none. */
function valuesIn(values: Record<string, string>, valueString: string): string {
  const each = Object.entries(values).filter(([, value]) => value !== '' && Number.isFinite(Number(value)));
  if (each.length === 0) return cut(oneLine(valueString), 200);
  return cut(each.map(([name, value]) => `${name}=${Number(Number(value).toPrecision(6))}`).join(' '), 200);
}
