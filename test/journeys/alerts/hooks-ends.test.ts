import { expect, test } from 'vitest';
import { alertmanager, makeHook } from '../../support/hooks.ts';
import { createLinkedStage, MINUTE } from '../../support/stage.ts';

/* The end of an alert whose sender's last call doesn't match the first. */

test('an alert in broken JSON is texted, and a valid end ends it', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  const down = '{"Title": "Uptime", "Body": "[Shop] [🔴 Down] PING 10.13.13.13\n\n10 packets, 100% loss"}';
  expect((await call(down)).status).toBe(202);
  await stage.pass(2 * MINUTE);
  expect((await call('{"Title": "Uptime", "Body": "[Shop] [✅ Up] 0.4 ms"}')).status).toBe(202);
  await stage.pass(2 * MINUTE);
  expect(stage.accepted()).toEqual([
    'ALERT Uptime: [Shop] [Down] PING 10.13.13.13 10 packets, 100% loss',
    'RESOLVED Uptime: [Shop] [Up] 0.4 ms',
  ]);
});

test('of two alerts under one headline, an end belongs to the one that it names, by id or by words', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  await call([
    { title: 'Backup failed', status: 'failed', message: 'orders: timeout' },
    { title: 'Backup failed', status: 'failed', message: 'billing: timeout' },
    { id: 9, title: 'Disk full on db-1', status: 'firing' },
  ]);
  await stage.pass(5 * MINUTE);
  await call({ id: 9, status: 'ok' });
  await stage.pass(2 * MINUTE);
  await call({ title: 'Backup failed', status: 'resolved', message: 'orders: done' });
  await stage.pass(2 * MINUTE);
  const over = stage.accepted().filter(text => text.startsWith('RESOLVED'));
  expect(over).toEqual(['RESOLVED Disk full on db-1', 'RESOLVED Backup failed: orders: done']);
});

test('an end with another start counts if the alert ended since', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  const body = (status: 'firing' | 'resolved', startsAt: string, endsAt: string) => {
    const body = alertmanager('g', { HostDown: { status, startsAt, severity: 'critical' } });
    return { ...body, alerts: body.alerts.map(alert => ({ ...alert, endsAt })) };
  };
  await call(body('firing', '2026-11-21T09:00:05Z', '0001-01-01T00:00:00Z'));
  await stage.pass(2 * MINUTE);
  await call(body('resolved', '2026-11-21T09:00:00Z', '2026-11-21T09:02:00Z'));
  await stage.pass(2 * MINUTE);
  expect(stage.accepted()).toEqual(['CRITICAL HostDown', 'RESOLVED HostDown']);
});
