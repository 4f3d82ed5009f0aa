import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/sms-service/testing/service.ts';
import { startRawServer } from '../../contracts/gateway/raw-server.ts';
import { selfSigned } from '../../contracts/gateway/self-signed.ts';
import { ADMIN, createLinkedStage, createStage, SECOND } from '../../support/stage.ts';

test('an impossible key is an error at the field; the service isn’t asked', async () => {
  const { slack, service, stored } = await createStage();
  await slack.command({ user: ADMIN, text: 'link' });
  const form = await slack.waitForView(ADMIN, view => view.content.submit !== undefined);
  const { errors } = await slack.submit(form, { api_key: 'two words' });
  expect(errors.api_key).toContain('doesn’t look like an API key');
  expect(service.requests.count()).toBe(0);
  expect(stored()).not.toContain('linked-key');
});

test('invisible characters around a copied key are removed', async () => {
  const { link, apiKey, sms, post } = await createStage();
  expect(await link(`\ufeff${apiKey.slice(0, 4)}\u2060${apiKey.slice(4)}\u200b\u00a0`)).toContain(
    'The key is linked',
  );
  await sms('01712345678 hello');
  await post(/texted/);
});

describe('a definite answer', () => {
  test('an unknown key is refused in the modal, and a key linked earlier stays', async () => {
    const { link, sms, post, service } = await createLinkedStage();
    const modal = await link('wrong-key-123');
    expect(modal).toContain('doesn’t accept this key');
    expect(modal, 'the form is there again').toContain('plain_text_input');
    await sms('01712345678 still with the first');
    await post(/texted/);
    expect(service.requests.list().map(request => [request.code, request.apiKeyId])).toEqual([
      ['INVALID_API_KEY', null],
      [null, 1],
    ]);
  });

  test('a user who closed the modal meanwhile is told in a message', async () => {
    const { slack, post } = await createStage();
    await slack.command({ user: ADMIN, text: 'link' });
    const form = await slack.waitForView(ADMIN, view => view.content.submit !== undefined);
    slack.faults.add({ on: 'views.update', kind: 'refusal', error: 'not_found' });
    await slack.submit(form, { api_key: 'wrong-key-123' });
    await post(/doesn’t accept this key/);
  });

  test('a suspended account is refused, and nothing is saved', async () => {
    const { link, sms, post, service, accountId, stored } = await createStage();
    service.accounts.suspend(accountId);
    const modal = await link();
    expect(modal).toContain('Nothing was saved. Get the account reactivated');
    expect(modal).not.toContain('The key is linked');
    expect(stored()).not.toContain('linked-key');
    await sms('01712345678 hello');
    await post(/No API key/);
  });
});

describe('any other answer proves nothing: the key is saved, and the app says that it is unproven', () => {
  const answers: [string, Fault][] = [
    ['the parameters are missing', { kind: 'refuse', code: 'MISSING_PARAMETERS' }],
    ['the key is missing', { kind: 'refuse', code: 'MISSING_API_KEY' }],
    ['no credits', { kind: 'refuse', code: 'INSUFFICIENT_CREDITS' }],
    ['too busy', { kind: 'refuse', code: 'RATE_LIMITED' }],
    ['a proxy’s 403', { kind: 'html-403' }],
    ['500', { kind: 'html-500', when: 'before' }],
    ['a reset', { kind: 'reset', when: 'before' }],
    ['a redirect', { kind: 'redirect', status: 301 }],
  ];
  test.each(answers)('%s', async (_, fault) => {
    const { link, service } = await createStage();
    service.faults.add(fault);
    const modal = await link();
    expect(modal).toContain('The key is linked');
    expect(modal).toContain('checks a key only when it sends');
    expect(service.requests.count(), 'asked once').toBe(1);
  });

  test('a bare 403: it says nothing about the account', async () => {
    const { link, service } = await createStage();
    service.faults.add({ kind: 'refuse', code: 'ACCOUNT_SUSPENDED' });
    service.faults.add({ kind: 'error-shape', shape: 'none' });
    expect(await link()).toContain('checks a key only when it sends');
  });

  test('no answer', async () => {
    const { link, service, pass } = await createStage();
    service.faults.add({ kind: 'hang', when: 'before' });
    const linking = link();
    await service.requests.reached(1);
    await pass(20 * SECOND);
    expect(await linking).toContain('checks a key only when it sends');
  });
});

describe('if the service can’t be reached, the app says so, and saves the key', () => {
  test.each([
    ['its name is unknown', async () => 'https://sms.invalid'],
    ['nothing listens there', async () => 'http://127.0.0.1:9'],
    [
      'its certificate is not to be trusted',
      async () => (await startRawServer(() => undefined, selfSigned)).url,
    ],
  ])('%s', async (_, address) => {
    const SMS_BASE_URL = await address();
    const { link, stored, logged } = await createStage({ environment: { SMS_BASE_URL } });
    const modal = await link();
    expect(modal).toMatch(/The key is saved, but the SMS service can’t be reached/);
    expect(modal).not.toMatch(/linked|unproven|Try it/);
    expect(stored()).toContain('linked-key');
    expect(logged(), 'for the operator').toContain('can’t reach the SMS service to check a key');
  });

  test('and texts are sent with it when the service is back', async () => {
    const { link, sms, post, accepted, serviceGoesAway, serviceReturns, pass } = await createStage();
    await serviceGoesAway();
    await link();
    await sms('01712345678 patience');
    await post(/is on hold: the SMS service can’t be reached/);
    await serviceReturns();
    await pass(SECOND);
    await post(/texted/);
    expect(accepted()).toEqual(['patience']);
  });
});
