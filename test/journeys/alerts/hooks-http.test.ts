import { request } from 'node:http';
import { expect, test } from 'vitest';
import { alertmanager, makeHook } from '../../support/hooks.ts';
import { createLinkedStage, MINUTE, MODES, SECOND } from '../../support/stage.ts';

/* A hook's answers to callers with and without its token. */

const BODY = { message: 'hello' };

test.each(MODES)('a wrong id and a wrong token get the same answer, also over %s', async mode => {
  const stage = await createLinkedStage({ mode });
  const { call, path, token } = await makeHook(stage);
  const wrong = { authorization: `Bearer ${token.slice(0, -1)}X` };
  const answers = await Promise.all([
    call(BODY, { headers: wrong }),
    call(BODY, { path: `${path.slice(0, -1)}X` }),
    call(BODY, { path: '/hooks/T0SURMA0001-AAAAAAAAAAAAAAAAAAAAAA' }),
    call(BODY, { path: '/hooks/' }),
    call(BODY, { path: `${path}/more` }),
    call(BODY, { headers: { authorization: '' } }),
    call(BODY, { headers: { authorization: token } }),
    call(BODY, { headers: { authorization: `Basic ${btoa(`x:${token}X`)}` } }),
    call(BODY, { headers: { authorization: `Basic ${btoa(token)}` } }),
    call(BODY, { headers: { authorization: '', 'x-gitlab-token': token } }),
    call(BODY, { path: `${path}/${token.slice(0, -1)}X` }),
    call(BODY, { path: `${path}/${token}/` }),
  ]);
  const replies = await Promise.all(answers.map(async answer => `${answer.status} ${await answer.text()}`));
  expect(new Set(replies).size).toBe(1);
  expect(replies[0]).toMatch(/^401 /);
  expect((await call(BODY)).status).toBe(202);
  await stage.pass(SECOND);
  expect(stage.accepted()).toEqual(['hello']);
});

test('a sender that can’t set the usual header passes the token in the address, as a password, or as GitLab does', async () => {
  const stage = await createLinkedStage();
  const { path, token } = await makeHook(stage);
  const call = (message: string, headers: Record<string, string>, at = path) =>
    fetch(stage.appUrl + at, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ message }),
    });
  const answers = await Promise.all([
    call('One', {}, `${path}/${token}`),
    call('Two', { authorization: `Basic ${btoa(`anybody:${token}`)}` }),
    call('Three', { 'x-gitlab-token': token }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
  await stage.pass(SECOND);
  for (const text of [stage.logged(), stage.stored()]) expect(text).not.toContain(token);
});

test('another workspace’s hook can’t be reached, and a revoked hook looks as if it had never existed', async () => {
  const stage = await createLinkedStage();
  const { call, hook, token, revoke } = await makeHook(stage);
  const foreignPath = `/hooks/T0SURMA0001-${hook.id.split('-').slice(1).join('-')}`;
  expect((await call(BODY, { path: foreignPath })).status).toBe(401);
  await revoke();
  expect((await call(BODY)).status).toBe(401);
  await stage.pass(SECOND);
  expect(stage.service.requests.count()).toBe(0);
  for (const text of [stage.logged(), stage.stored()]) expect(text).not.toContain(token);
});

test('a token in the address is refused with a sentence, even if all else is right', async () => {
  const stage = await createLinkedStage();
  const { call, path, token } = await makeHook(stage);
  for (const query of [`?token=${token}`, '?x']) {
    const answer = await call(BODY, { path: path + query });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/header/) });
  }
  expect(stage.logged()).not.toContain(token);
});

test('each call gets its status: 202 once a text or a post is on its way, 400 only if the body can’t be read', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  const key = { 'idempotency-key': 'one' };
  const calls: [body: unknown, headers: Record<string, string>, status: number, answer: object][] = [
    [BODY, {}, 202, { status: 'accepted', ids: [expect.any(String)] }],
    ['the lift is stuck', { 'content-type': 'text/plain' }, 202, { status: 'accepted' }],
    ['{"message": "cut of', {}, 202, { status: 'accepted' }],
    [{ message: 'one', action: 'acknowledge' }, key, 202, { status: 'accepted' }],
    [{ message: 'two' }, key, 409, { error: expect.stringContaining('another body') }],
    [{ dedup_key: 'lift', message: 'stuck' }, {}, 202, { status: 'accepted' }],
    [{ dedup_key: 'lift', message: 'still stuck' }, {}, 202, { status: 'accepted' }],
    [{ colour: 7 }, {}, 202, { status: 'not_understood', ids: [], why: expect.stringContaining('colour') }],
    [{ message: 'x', to: '0171' }, {}, 400, { field: 'to' }],
    ['{"message":', {}, 400, { error: 'The body has no word in it that could be texted.' }],
    ['', {}, 400, { error: 'The body is empty.' }],
    [BODY, { 'idempotency-key': 'k'.repeat(256) }, 400, { field: 'Idempotency-Key' }],
    ['\u0001\u0002', {}, 415, { error: expect.stringContaining('binary') }],
    ['x', { 'content-encoding': 'zip64' }, 415, { error: expect.stringContaining('gzip') }],
  ];
  for (const [body, headers, status, answer] of calls) {
    const response = await call(body, { headers });
    expect([body, response.status, await response.json()]).toMatchObject([body, status, answer]);
  }
  const response = await fetch(`${stage.appUrl}/hooks/x`);
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  await stage.pass(MINUTE);
  expect(stage.accepted().join()).not.toMatch(/colour|0171|two/);
});

test('256 KiB are accepted; larger bodies are refused, with and without a content length', async () => {
  const stage = await createLinkedStage();
  const { call, path, token } = await makeHook(stage);
  const limit = 256 * 1024;
  const padded = (bytes: number) => {
    const body = JSON.stringify({ ...alertmanager('a', { First: {} }), receiver: '' });
    return body.replace('"receiver":""', `"receiver":"${'x'.repeat(bytes - body.length)}"`);
  };
  expect((await call(padded(limit))).status).toBe(202);
  expect((await call(padded(limit + 1))).status).toBe(413);
  const status = await new Promise(resolve => {
    const chunked = request(`${stage.appUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    });
    chunked.on('response', response => resolve(response.statusCode)).on('error', () => undefined);
    chunked.end(padded(limit * 2));
  });
  expect(status).toBe(413);
});

test('calls are counted for the operator', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  await call(alertmanager('a', { First: {} }));
  await call(alertmanager('a', { First: {} }));
  await call({});
  await call(BODY, { path: '/hooks/x' });
  await stage.pass(SECOND);
  const metrics = await (await fetch(`${stage.appUrl}/metrics`)).text();
  for (const line of [
    '{answer="accepted"} 1',
    '{answer="repeated"} 1',
    '{answer="invalid"} 1',
    '{answer="unauthorized"} 1',
  ]) {
    expect(metrics).toContain(`sms_hook_calls_total${line}`);
  }
  expect(metrics).toContain('sms_alerts_total{what="fired"} 1');
});

test('the log has each call, each text and each failure by id, without numbers or words', async () => {
  const stage = await createLinkedStage();
  const { call, hook } = await makeHook(stage);
  const well = stage.service.faults.add({ kind: 'refuse', code: 'INVALID_NUMBER' });
  const { ids } = (await (await call(alertmanager('a', { First: {} }))).json()) as { ids: string[] };
  await call(BODY, { headers: { authorization: 'Bearer smsh_wrong' } });
  await stage.pass(2 * MINUTE);
  well();
  await call(alertmanager('b', { Second: {} }));
  await stage.until(() => stage.accepted().length === 1);
  await stage.pass(SECOND);
  const lines = stage.logged().split('\n');
  const line = (words: string) => lines.find(line => line.includes(words)) ?? '';
  expect(line('a hook was called')).toContain(`"ids":${JSON.stringify(ids)}`);
  expect(line('a call to a hook was refused')).toContain(`"hook":"${hook.id}"`);
  expect(line('a text was refused')).toMatch(/"intent":".*"text":".*"code":"INVALID_NUMBER"/);
  expect(line('a text was sent')).toMatch(/"intent":".*"text":".*"logId":/);
  expect(stage.logged()).not.toMatch(/01712345678|017••••5678|First|Second/);
});
