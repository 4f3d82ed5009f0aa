import { cut } from '../../../kit/slack-text.ts';
import { oneLine } from '../plain.ts';
import type { GivenByGroup, SentAlert, SentGroup } from './group-schema.ts';
import { placeIn } from './labels.ts';

/* What Grafana's alerting says of an alert beside what Alertmanager's webhook has: a headline, a message and values. */

const WORDS = 1600;

export function fromGrafana(alert: SentAlert, group: SentGroup): GivenByGroup {
  return {
    ...troubleOf(alert),
    place: placeIn(labelsIn(alert.valueString)),
    title: cut(oneLine(group.title), WORDS),
    // It lists all alerts with their links, too long for a text: only a template that asks for it gets it.
    message: cut(group.message, WORDS),
    value: valuesIn(alert.values, alert.valueString),
    links: {
      ...(alert.dashboardURL && { dashboard: alert.dashboardURL }),
      panel: alert.panelURL,
      silence: alert.silenceURL,
    },
  };
}

/** Alerts that Grafana makes when a rule finds no data or can't be evaluated are about that rule. */
function troubleOf({ labels, annotations }: SentAlert): { name?: string; summary?: string } {
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
function valuesIn(values: Record<string, string>, written: string): string {
  const each = Object.entries(values).filter(([, value]) => value !== '' && Number.isFinite(Number(value)));
  if (each.length === 0) return cut(oneLine(written), 200);
  return cut(each.map(([name, value]) => `${name}=${Number(Number(value).toPrecision(6))}`).join(' '), 200);
}
