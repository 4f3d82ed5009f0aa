import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { sample, sampleWith } from '../../support/alert-samples.ts';
import { documentedTable } from '../../support/documented-code.ts';
import { ENCRYPTION_KEYS, OLDER_KEYS, OTHER_KEYS } from '../../support/encryption-keys.ts';
import { makeHookByModal } from '../../support/hooks-modal.ts';
import { createLinkedStage, MINUTE, type Stage } from '../../support/stage.ts';

/* Calls with GitHub's signature, because GitHub can't send a token. */

const signature = (body: string, secret: string) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** The address, token and secret of a new hook, as its maker copies them. */
async function madeByModal(stage: Stage) {
  const { says, path, token } = await makeHookByModal(stage, { hook_caller: 'github' });
  const [secret = ''] = /smss_[\w-]{43}/.exec(says) ?? [];
  return { path, token, secret };
}

/** Posts as GitHub does, with the fields of the documented form. */
async function github(
  stage: Stage,
  hook: { path: string; secret: string },
  payload: unknown,
  request: { body?: string; headers?: Record<string, string> } = {},
) {
  const form = new Map(documentedTable('GitHub', 'GitHub field').map(([field, value]) => [field, value]));
  const body = JSON.stringify(payload);
  const answer = await fetch(stage.appUrl + hook.path, {
    method: 'POST',
    headers: {
      'content-type': form.get('Content type') ?? '',
      'user-agent': 'GitHub-Hookshot/5c1f0ab',
      'x-github-event': 'workflow_run',
      'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
      'x-hub-signature-256': signature(body, hook.secret),
      ...request.headers,
    },
    body: request.body ?? body,
  });
  return {
    status: answer.status,
    ...((await answer.json()) as { status?: string; ids?: string[]; error?: string }),
  };
}

test('a failing workflow is texted once, and its recovery too', async () => {
  const stage = await createLinkedStage();
  const hook = await madeByModal(stage);
  const failed = sample('github-workflow-run-failed');
  expect(await github(stage, hook, sample('github-ping'))).toMatchObject({ status: 'nothing', ids: [] });
  expect(await github(stage, hook, failed)).toMatchObject({
    status: 'accepted',
    ids: [expect.any(String)],
  });
  // A user presses "Redeliver".
  expect(await github(stage, hook, failed)).toMatchObject({ status: 'accepted' });
  // A failure on another branch is only posted.
  await github(stage, hook, sampleWith('github-workflow-run-failed', 'workflow_run.head_branch', 'prices'));
  expect(await github(stage, hook, sample('github-push'))).toMatchObject({ status: 'nothing' });
  const texts = ['ERROR Deploy on padma/shop, main: failure: Show the price in taka'];
  await stage.pass(2 * MINUTE);
  await expect.poll(() => stage.accepted()).toEqual(texts);
  await github(stage, hook, sample('github-workflow-run-passed'));
  await stage.pass(2 * MINUTE);
  texts.push('RESOLVED Deploy on padma/shop, main: success: Show the price in taka');
  await expect.poll(() => stage.accepted()).toEqual(texts);
  const stored = stage.environment.REDIS_URL === undefined ? stage.stored() : '';
  for (const text of [stage.logged(), stored]) expect(text).not.toContain(hook.secret);
});

test('a call without the hook’s own signature gets the answer for a wrong token', async () => {
  const stage = await createLinkedStage();
  const [hook, otherHook] = [await madeByModal(stage), await madeByModal(stage)];
  const failed = sample('github-workflow-run-failed');
  const body = JSON.stringify(failed);
  const sha1 = createHmac('sha1', hook.secret).update(body).digest('hex');
  const answers = [
    await github(stage, { ...hook, secret: otherHook.secret }, failed),
    await github(stage, { ...hook, secret: hook.token }, failed),
    await github(stage, { ...hook, secret: '' }, failed),
    await github(stage, { ...hook, path: `${hook.path.slice(0, -1)}_` }, failed),
    await github(stage, hook, failed, { body: `${body} ` }),
    await github(stage, hook, failed, { headers: { 'x-hub-signature-256': `sha1=${sha1}` } }),
    await github(stage, hook, failed, { headers: { 'x-hub-signature-256': 'sha256=' } }),
    await github(stage, hook, failed, { headers: { authorization: 'Bearer wrong' } }),
  ];
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 401, error: expect.stringContaining('no such hook') });
  // With the token, the signature isn't checked.
  const headers = { authorization: `Bearer ${hook.token}` };
  expect(await github(stage, { ...hook, secret: 'x' }, failed, { headers })).toMatchObject({
    status: 'accepted',
  });
});

test('the secret survives a change of the encryption key, and can’t be opened without it', async () => {
  const stage = await createLinkedStage({ environment: { ENCRYPTION_KEYS: OLDER_KEYS } });
  const hook = await madeByModal(stage);
  const restartWith = async (...keys: (string | undefined)[]) => {
    stage.environment.ENCRYPTION_KEYS = keys.join();
    await stage.restart();
  };
  await restartWith(ENCRYPTION_KEYS, OLDER_KEYS);
  expect((await github(stage, hook, sample('github-ping'))).status).toBe('nothing');
  await restartWith(OTHER_KEYS);
  expect((await github(stage, hook, sample('github-ping'))).status).toBe(503);
});
