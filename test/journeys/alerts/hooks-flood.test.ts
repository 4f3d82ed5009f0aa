import { expect, test } from 'vitest';
import { alertmanager, makeHook, ON_CALL } from '../../support/hooks.ts';
import { createLinkedStage, SECOND } from '../../support/stage.ts';

test('alerts beyond those that are followed are counted in the channel and in /metrics, and a critical one is texted by name', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  const labels = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`label_${n}`, 'x'.repeat(100)]));
  for (let from = 0; from < 5250; from += 250) {
    const names = Array.from({ length: 250 }, (_, n) => [`Alert${from + n}`, {}]);
    const body = alertmanager(`group ${from}`, Object.fromEntries(names));
    for (const alert of body.alerts) Object.assign(alert.labels, labels);
    expect((await call(body)).status).toBe(202);
  }
  await stage.pass(5 * SECOND);
  await call(alertmanager('db', { DiskFull: { severity: 'critical', summary: '99% on db-1' } }));
  await expect
    .poll(() => stage.accepted())
    .toContainEqual(
      expect.stringMatching(/^CRITICAL DiskFull: 99% on db-1; WARNING Alert\d+, .*; \+\d+ more warnings$/),
    );
  const metrics = await (await fetch(`${stage.appUrl}/metrics`)).text();
  expect(metrics).toContain('sms_alerts_total{what="untracked"} 250');
  // One post a second.
  await stage.pass(60 * SECOND);
  const said = stage.slack.posts().filter(({ channel }) => channel === ON_CALL);
  const all = JSON.stringify(said.map(({ blocks }) => blocks));
  expect(all).toContain('250 more alerts not listed or texted: too many are firing at once.');
  expect(all).toContain('CRITICAL DiskFull');
  const counted = [...all.matchAll(/([\d,]+) alerts? firing/g)].reduce(
    (sum, [, said = '']) => sum + Number(said.replaceAll(',', '')),
    0,
  );
  expect(counted).toBe(5001);
}, 120_000);
