import { expect, test } from 'vitest';
import { alertmanager, makeHook, ON_CALL } from '../support/hooks.ts';
import { createLinkedStage, SECOND } from '../support/stage.ts';

test('however many alerts a sender says it left out, the hook’s channel keeps working', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  for (const name of ['First', 'Second']) {
    const body = { ...alertmanager(name, { [name]: {} }), truncatedAlerts: Number.MAX_SAFE_INTEGER };
    expect((await call(body)).status).toBe(202);
    await stage.pass(2 * SECOND);
  }
  await stage.pass(20 * SECOND);
  await call(alertmanager('third', { Third: {} }));
  await stage.pass(20 * SECOND);
  const read = JSON.stringify(stage.slack.posts({ channel: ON_CALL }));
  for (const name of ['First', 'Second', 'Third']) expect(read).toContain(name);
  expect(stage.logged()).not.toContain('"level":50');
});
