import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SENDERS } from '../../../src/alerts/payloads/senders/names.ts';
import { SET_UP } from '../../../src/alerts/payloads/senders/set-up.ts';

/* The lines that people paste into each program. */

const HOOK = { address: 'https://sms.example.com/hooks/HOOK', token: 'TOKEN', secret: 'SECRET' };
const docs = readFileSync('docs/hooks.md', 'utf8');

test.each(SENDERS)('%s: the address and the credentials, in lines that Slack can show', sender => {
  const all = SET_UP[sender](HOOK);
  const text = all.map(field => field.text).join('\n');
  expect(text).toContain(HOOK.address);
  expect(text).toMatch(/TOKEN|SECRET/);
  for (const field of all) expect(field.text.length, field.field).toBeLessThan(2900);
});

test('docs/hooks.md has the same lines', () => {
  const documented = ['alertmanager', 'uptime_kuma', 'zabbix', 'healthchecks', 'sentry'] as const;
  for (const sender of documented) {
    const blocks = SET_UP[sender](HOOK).filter(
      ({ text, field }) => /\n$/.test(text) && field !== 'Parameters',
    );
    expect(blocks.length, sender).toBeGreaterThan(0);
    for (const { text, field } of blocks) expect(docs, `${sender}: ${field}`).toContain(`\n${text}\`\`\``);
  }
  for (const macro of SET_UP.zabbix(HOOK)[0]?.text.trim().split('\n') ?? []) {
    const [name, value] = macro.split(' = ');
    expect(docs).toContain(`| \`${name}\` | \`${value}\` |`);
  }
  for (const sender of ['grafana', 'github'] as const)
    for (const { field, text } of SET_UP[sender](HOOK)) expect(docs).toContain(`| ${field} | \`${text}\``);
});
