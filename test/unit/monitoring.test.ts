import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { makeDashboard } from '../../tools/dashboard.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
const RUNBOOK = 'docs/operating/runbook.md';

type Rule = {
  alert?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
};
const { groups } = parse(read('monitoring/rules.yml')) as { groups: { rules: Rule[] }[] };
const alerts = groups.flatMap(({ rules }) => rules.filter(({ alert }) => alert !== undefined));

test.each(alerts)(
  '$alert says how bad it is, what it is, and where to read on',
  ({ alert = '', labels, annotations }) => {
    expect(['critical', 'warning', 'info']).toContain(labels.severity);
    expect(annotations).toEqual({
      summary: expect.stringMatching(/^\S.*\S$/),
      runbook_url: `${RUNBOOK}#${alert.toLowerCase()}`,
    });
  },
);

test('the runbook has an entry for each rule, and for nothing else', () => {
  const entries = [...read(RUNBOOK).matchAll(/^### (\w+)$/gm)].map(([, title]) => title);
  expect(entries).toEqual(alerts.map(({ alert }) => alert));
});

test('each rule is tried in rules.test.yml: a time when it doesn’t fire, and one when it does', () => {
  const { tests } = parse(read('monitoring/rules.test.yml')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts?: object[] }[] }[];
  };
  const cases = tests.flatMap(each => each.alert_rule_test);
  for (const { alert } of alerts) {
    const ofRule = cases.filter(({ alertname }) => alertname === alert);
    expect(
      ofRule.some(each => each.exp_alerts),
      `${alert} fires`,
    ).toBe(true);
    expect(
      ofRule.some(each => !each.exp_alerts),
      `${alert} doesn’t`,
    ).toBe(true);
  }
});

test('the dashboard’s file is what tools/dashboard.ts makes', () => {
  expect(JSON.parse(read('monitoring/dashboard.json'))).toEqual(makeDashboard());
});
