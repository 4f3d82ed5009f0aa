import { expect, test } from 'vitest';
import { makeHook } from '../../support/hooks.ts';
import { decide, inStore, keepNamed, spoil } from '../../support/settings.ts';
import { createLinkedStage, SECOND } from '../../support/stage.ts';

/*
 * Unreadable documents, as after going back to an older version: the actions that need them say so, and all
 * else works.
 */

test('settings: a sender is told at once, in words without a number', async () => {
  const stage = await createLinkedStage();
  await decide(stage, { maskNumbers: false });
  await spoil(stage, 'settings', (stored: object) => ({ ...stored, receipts: 'by fax' }));
  await stage.sms('01712345678 who may send this?');
  const warning = await stage.post(/can no longer read this workspace’s data/);
  expect(warning.text).toContain('nothing was sent');
  expect(warning.visibleTo).toBe(stage.slack.person('rafiq').id);
  expect(stage.accepted()).toEqual([]);
  expect(stage.logged()).toMatch(
    /document settings can’t be read \(unknown or missing: receipts\).*"workspace":"T0PADMA0001"/,
  );
});

test('rotas: the app behaves as if there were none, and sends other texts', async () => {
  const stage = await createLinkedStage();
  await inStore(stage, ({ documents }, { teamId }) => documents.set(teamId, 'rotas', { from: 'elsewhere' }));
  await keepNamed(stage, 'Field team', { '01712345671': 'Ranu Begum' });
  await stage.sms('ranu begum hello');
  await stage.post(/log #1/);
  await stage.sms('servers hello');
  await stage.post(/Nobody here is called “servers”/);
  await stage.slack.openApp('rafiq');
  await stage.slack.waitFor(() => stage.slack.home('rafiq'), 'the Home tab');
  expect(JSON.stringify(stage.slack.home('rafiq'))).toContain('Your last texts');
});

test('the linked key: new and waiting texts are refused and say what to do, and doing that works', async () => {
  const stage = await createLinkedStage();
  await stage.serviceGoesAway();
  await stage.sms('01712345678 waits');
  await stage.post(/can’t be reached/);
  await spoil(stage, 'linked-key', (stored: object) => ({ ...stored, fingerprint: 7 }));
  await stage.serviceReturns();
  const refused = () => stage.posts(/unlock the workspace’s API key.*nothing was sent.*link it again/).length;
  const later = async () => {
    await stage.pass(5 * SECOND);
    return refused();
  };
  await expect.poll(later, { interval: 0 }).toBe(1);
  await stage.sms('01812345678 new');
  await stage.until(() => refused() === 2);
  await stage.link();
  await stage.sms('01812345678 linked again');
  await stage.post(/log #1/);
  expect(stage.accepted()).toEqual(['linked again']);
});

test('one hook: the others are called, changed and made as before, and it stays unchanged', async () => {
  const stage = await createLinkedStage();
  const bad = await makeHook(stage, { name: 'Bad' });
  const good = await makeHook(stage, { name: 'Good' });
  await spoil(stage, 'hooks', (hooks: object[]) =>
    hooks.map((hook, n) => (n === 0 ? { ...hook, severities: 'by fax' } : hook)),
  );
  expect((await bad.call({ message: 'lost?', severity: 'critical' })).status).toBe(503);
  expect((await good.call({ message: 'on call', severity: 'critical' })).status).toBe(202);
  await stage.until(() => stage.accepted().length === 1);
  await good.revoke();
  const third = await makeHook(stage, { name: 'Third' });
  expect((await third.call({ message: 'third', severity: 'critical' })).status).toBe(202);
  await spoil(stage, 'hooks', (hooks: object[]) =>
    hooks.map((hook, n) => (n === 0 ? { ...hook, severities: [] } : hook)),
  );
  expect((await bad.call({ message: 'found again', severity: 'critical' })).status).toBe(202);
});

test('cached facts about a person, and their language: the app asks Slack again', async () => {
  const stage = await createLinkedStage();
  await stage.sms('01712345678 first');
  await stage.post(/log #1/);
  const { id } = stage.slack.person('rafiq');
  await spoil(stage, `person ${id}`, () => ({ facts: 'by fax' }));
  await stage.sms('01812345678 second');
  await stage.post(/log #2/);
});
