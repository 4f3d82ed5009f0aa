import { expect, test } from 'vitest';
import { sample } from '../../support/alert-samples.ts';
import { alertmanager } from '../../support/hooks.ts';
import { callHook, makeHookByModal, openHookForm, openHooks } from '../../support/hooks-modal.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';
import { contentOf } from '../../support/views.ts';

/* Admins see who called a hook, and the answer. */

/** The lines about calls in the form of the only hook. */
async function linesInForm(stage: Stage): Promise<string[]> {
  const form = await openHookForm(stage, await openHooks(stage), 'change_hook');
  const sections = form.content.blocks.map(textIn);
  const start = sections.findIndex(text => text.startsWith('*Last calls*'));
  const end = sections.findIndex(text => text.startsWith('*Preview*'));
  await stage.slack.closeView(form);
  const lines = sections.slice(start, end).flatMap(text => text.split('\n'));
  return lines.slice(1).filter(Boolean);
}

/** All text in a block of any kind. */
function textIn(block: unknown): string {
  const { text, elements } = block as { text?: string | { text?: string }; elements?: unknown[] };
  if (typeof text === 'string') return text;
  return text?.text ?? elements?.map(textIn).join('') ?? '';
}

test('each answer with its reason and result, newest first; numbers and secrets are masked', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHookByModal(stage);
  expect(await linesInForm(stage)).toEqual(['Nobody has called this hook yet.']);

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(stage.appUrl + hook.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${hook.token}`, ...headers },
      body,
    });
  const call = async (body: unknown, status: number) => {
    expect((await callHook(stage, hook, body)).status).toBe(status);
    await stage.pass(SECOND);
  };
  await call(alertmanager('g', { HighCPU: {}, DiskFull: {} }), 202);
  await call(alertmanager('g', { HighCPU: {}, DiskFull: {} }), 202);
  await call(sample('github-push'), 202);
  await call(
    { message: 'Call me', to: '01712', token: 'hunter2', by: 'rafiq@example.com ০১৭১২-৩৪৫৬৭৮' },
    400,
  );
  const key = { 'idempotency-key': 'k' };
  expect((await post('{"message": "Secret plan"}', key)).status).toBe(202);
  await stage.pass(SECOND);
  expect((await post('{"message": "Another plan"}', key)).status).toBe(409);
  await stage.pass(SECOND);
  await call({ colour: 7, blocks: [] }, 202);
  expect((await post('{"message":')).status).toBe(400);
  await stage.pass(SECOND);
  expect((await post('\u0001\u0002')).status).toBe(415);
  await stage.pass(SECOND);
  expect((await post('x'.repeat(300_000))).status).toBe(413);
  await stage.pass(3 * MINUTE);

  const lines = await linesInForm(stage);
  expect(lines.map(line => line.replace(/^3 minutes ago: /, ''))).toEqual([
    'an unknown sender, 413, the body is too large',
    'an unknown sender, 415, it isn’t text',
    'an unknown sender, 400, there’s no word in it, only numbers or signs',
    '• It begins: {"message":',
    'an unknown sender, 202, not recognised: it has “colour”, “blocks”',
    '• It begins: {"colour":7,"blocks":[]}',
    'JSON, 409, its key was used before with another body',
    '• It begins: {"message": "Another plan"}',
    'JSON, 202, 1 alert',
    '• Fires: Secret plan (texted as this hook says)',
    'JSON, 400, “to” names nobody',
    '• It begins: {"message":"Call me","to":"01712","token":"•••","by":"••• •••"}',
    'GitHub, 202, nothing to alert about',
    'Alertmanager, 202, 2 alerts, as before',
    '• Fires: HighCPU (texted as this hook says)',
    '• Fires: DiskFull (texted as this hook says)',
    'Alertmanager, 202, 2 alerts',
    '• Fires: HighCPU (texted as this hook says)',
    '• Fires: DiskFull (texted as this hook says)',
  ]);
  expect(contentOf(await openHooks(stage))).toContain('Last called 3 minutes ago: an unknown sender, 413');

  await stage.restart();
  expect(await linesInForm(stage)).toEqual(lines);
  expect(stage.stored()).toContain('Another plan');
  for (const secret of ['hunter2', 'rafiq@example', '৩৪৫৬৭৮']) expect(stage.stored()).not.toContain(secret);

  await stage.sleep(7 * 24 * 60 * MINUTE);
  expect(await linesInForm(stage)).toEqual(['Nobody has called this hook yet.']);
});

test('calls with a wrong token are one line, however many callers make them', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHookByModal(stage);
  await callHook(stage, hook, { message: 'hello' });
  for (let n = 0; n < 15; n++)
    expect((await callHook(stage, { ...hook, token: `smsh_${'x'.repeat(43)}` }, {})).status).toBe(401);
  expect((await callHook(stage, { ...hook, token: 'TOKEN' }, {})).status).toBe(401);
  await callHook(stage, { ...hook, path: `${hook.path.slice(0, -1)}_` }, {});
  await stage.pass(2 * MINUTE);
  expect(await linesInForm(stage)).toEqual([
    '2 minutes ago: JSON, 202, 1 alert',
    '• Fires: hello (texted as this hook says)',
    ':warning: 16 calls refused (401) because of a wrong token or signature, the last one 2 minutes ago',
  ]);
});
