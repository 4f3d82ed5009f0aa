import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPayload } from '../../../src/alerts/payloads/read.ts';
import { placed } from '../../../src/domain/alert.ts';
import { atOnce } from '../../../src/domain/in-turns.ts';
import { countParts } from '../../../src/domain/parts.ts';
import { healthchecksCall, sample, zabbixCall } from '../../support/alert-samples.ts';
import { textAbout } from '../../support/alert-texts.ts';

/* What each sample becomes is in one file, to be read aloud: test/samples/alerts.md. `npx vitest run -u` writes it anew. */

const FOLDER = 'test/samples/alerts';
const named = readdirSync(FOLDER)
  .filter(name => name.endsWith('.json'))
  .map(name => name.slice(0, -'.json'.length))
  .sort();
const SAMPLES: [string, unknown][] = [
  ...named.map((name): [string, unknown] => [name, sample(name)]),
  ['healthchecks-down', healthchecksCall()],
  ['healthchecks-test', healthchecksCall({ check: '00000000-0000-0000-0000-000000000000', name: 'TEST' })],
  ['zabbix-problem', zabbixCall()],
];

function becomes([name, body]: [string, unknown]): string {
  const read = atOnce(readPayload(body, { idempotencyKey: null, callId: name }));
  const head = `## ${name}\n\n`;
  if (read.kind === 'nothing') return `${head}Nothing is texted: ${read.why}`;
  if (read.kind === 'wrong') return `${head}Refused: ${read.problem.error}`;
  const { payload } = read;
  const [text, bangla] = [textAbout(payload), textAbout(payload, 'bn')];
  expect([countParts(text).parts, countParts(bangla).parts], name).toEqual([1, 1]);
  const shown = payload.alerts.flatMap(alert => {
    const { summary, description, message, composed, links } = alert.facts;
    return [
      `- ${alert.status} ${alert.severity}: ${placed(alert)}`,
      ...[composed ? message : '', summary, description].filter(Boolean).map(said => `  ${said}`),
      ...links.map(({ what, url }) => `  ${what}: ${url}`),
    ];
  });
  const texts = [`> ${text}`, ...(bangla === text ? [] : [`> ${bangla}`])];
  return `${head}${texts.join('\n>\n')}\n\n${shown.join('\n')}`;
}

test('each sample says what and where, as it is read aloud', async () => {
  const all = SAMPLES.map(becomes).join('\n\n');
  const intro =
    '# What the samples become\n\nFirst the text, in Bangla too where that differs; then what the post and the page have to say.';
  await expect(`${intro}\n\n${all}\n`).toMatchFileSnapshot('../../samples/alerts.md');
});
