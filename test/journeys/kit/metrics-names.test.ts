import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../../../src/sms-service/server/operating.ts';
import { createStage } from '../../support/stage.ts';

/* The rules and the dashboard ask Prometheus for metrics that exist, with labels that have such values. */

const read = (file: string): string =>
  readFileSync(join(import.meta.dirname, '../../../monitoring', file), 'utf8');

const { groups } = parse(read('rules.yml')) as {
  groups: { rules: { record?: string; alert?: string; expr: string }[] }[];
};
const rules = groups.flatMap(group => group.rules);
const { panels } = JSON.parse(read('dashboard.json')) as { panels: { targets?: { expr: string }[] }[] };
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
];

/** The metrics of both programs: the lines of their pages. */
async function samples(): Promise<string[]> {
  const environment = { SLACK_APP_TOKEN: '', HEARTBEAT_URL: 'http://127.0.0.1:9/never' };
  const { appUrl } = await createStage({ environment });
  const ofApp = await (await fetch(`${appUrl}/metrics`)).text();
  const health = { healthy: true } as const;
  const delivery = {
    backlog: () => ({ waiting: 0, oldest: null }),
    routes: () => [{ name: 'a', kind: 'smpp' as const, health, underway: 0 }],
  };
  const service = createMetrics();
  service.moved({ route: 'a', state: 'unknown' } as never);
  service.decided({ accepted: false, code: 'INVALID_NUMBER' } as never);
  const { body } = await service.text(delivery as never, 0);
  return `${ofApp}\n${body}`.split('\n').filter(line => line !== '' && !line.startsWith('#'));
}

const WORDS = ['and', 'or', 'unless', 'offset'];
/** Names in an expression that are neither functions, labels nor words of the language. */
const namesIn = (expr: string): string[] =>
  (
    expr
      .replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|on) *\([^)]*\)/g, ' ')
      .match(/(?<![\w:$])[a-z_][\w:]*(?! *\()(?![\w:])/g) ?? []
  ).filter(name => !WORDS.includes(name));

test('the rules and the dashboard ask for what is there', async () => {
  const lines = await samples();
  const names = new Set([
    'up',
    ...rules.flatMap(({ record }) => record ?? []),
    ...lines.map(line => /^[\w:]+/.exec(line)?.[0] ?? ''),
  ]);
  expect(expressions.length).toBeGreaterThan(50);
  expect(expressions.flatMap(namesIn).filter(name => !names.has(name))).toEqual([]);

  const selectors = expressions.flatMap(expr => [...expr.matchAll(/\b(sms_\w+)\{([^}]*)\}/g)]);
  expect(selectors.length).toBeGreaterThan(15);
  for (const [selector, name = '', matchers = ''] of selectors) {
    for (const [, label, , values = ''] of matchers.matchAll(/(\w+)(=~?|!=)"([^"]*)"/g)) {
      // A bound is 1.0 in Prometheus 3 only.
      const isSomewhere = values
        .split('|')
        .filter(value => value !== '1.0')
        .every(value =>
          lines.some(line => line.startsWith(`${name}{`) && line.includes(`${label}="${value}"`)),
        );
      expect(isSomewhere, selector).toBe(true);
    }
  }
});

test('every metric of ours is on the dashboard', async () => {
  const shown = panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namesIn(expr)));
  const ours = (await samples()).flatMap(
    line => /^sms_\w+/.exec(line)?.[0].replace(/_(?:count|sum|bucket)$/, '') ?? [],
  );
  // Of a histogram, the bounds are shown.
  const names = new Set(shown.map(name => name.replace(/_bucket$/, '')));
  expect([...new Set(ours)].filter(name => !names.has(name))).toEqual([]);
});
