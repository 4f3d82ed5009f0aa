import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countParts } from '../../../src/texts/parts.ts';
import { healthchecksCall, readPayload, sample, zabbixCall } from '../../support/alert-samples.ts';
import { shownAfter } from '../../support/alert-shown.ts';

/*
 * The output of every sample is in one file for reading aloud, test/samples/alerts.md. `npx vitest run -u`
 * rewrites it.
 */

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
  const read = readPayload(body, { idempotencyKey: null, callId: name });
  const head = `## ${name}\n\n`;
  if (read.kind === 'nothing') return `${head}Nothing is texted: ${read.why}`;
  if (read.kind === 'wrong') return `${head}Refused: ${read.problem.error}`;
  const { payload } = read;
  const { alerts } = payload;
  // A resolved alert is only texted if it was texted before.
  const fires = { ...payload, alerts: alerts.map(alert => ({ ...alert, status: 'firing' as const })) };
  const calls = alerts.some(({ status }) => status === 'firing') ? [payload] : [fires, payload];
  const [english, bangla] = [shownAfter(calls), shownAfter(calls, 'bn')];
  for (const { encoding, parts } of [countParts(english.text), countParts(bangla.text)])
    expect(parts, name).toBeLessThanOrEqual(encoding === 'GSM-7' ? 1 : 2);
  const texts = [`> ${english.text}`, ...(bangla.text === english.text ? [] : [`> ${bangla.text}`])];
  const inFence = (text: string): string => `\`\`\`\n${text}\n\`\`\``;
  const page = english.page === '' ? '' : `\n\nPage:\n\n${inFence(english.page)}`;
  return `${head}${texts.join('\n>\n')}\n\nPost:\n\n${inFence(english.post)}${page}`;
}

test('each sample names the problem and the place, as they are read aloud', async () => {
  const all = SAMPLES.map(becomes).join('\n\n');
  const intro =
    '# What the samples become\n\nFirst the text, in Bangla too where that differs; then the post in Slack and the page behind the text’s link, by their words.';
  await expect(`${intro}\n\n${all}\n`).toMatchFileSnapshot('../../samples/alerts.md');
});
