import { describe, expect, test } from 'vitest';
import { ADMIN, createLinkedStage, MINUTE } from '../../support/stage.ts';

describe('each documented code', () => {
  const sentences = [
    ['MISSING_API_KEY', 'on hold: the SMS service doesn’t accept the API key'],
    ['INVALID_API_KEY', 'on hold: the SMS service doesn’t accept the API key'],
    ['ACCOUNT_SUSPENDED', 'on hold: the SMS account is suspended'],
    ['MISSING_PARAMETERS', 'the number or the message is missing, so the text was not sent'],
    ['INVALID_NUMBER', 'doesn’t accept this number, so the text was not sent. Check the number'],
    ['MESSAGE_TOO_LONG', 'too long, so the text was not sent. Shorten it'],
    ['INSUFFICIENT_CREDITS', 'on hold: the account is out of SMS credits'],
  ] as const;
  test.each(sentences)(
    '%s is one sentence to the person, after exactly one request',
    async (code, sentence) => {
      const { service, sms, slack, pass, posts } = await createLinkedStage();
      service.faults.add({ kind: 'refuse', code });
      await sms('01712345678 hello');
      await pass(10 * MINUTE);

      const told = posts(/017••••5678/);
      expect(told).toHaveLength(1);
      expect(told[0]?.text).toContain(sentence);
      expect(told[0]?.visibleTo).toBe(slack.person('rafiq').id);
      expect(service.requests.count()).toBe(1);
    },
  );
});

describe('a refusal without a code refuses only that text, and the next one goes out', () => {
  test.each([
    ['a proxy’s HTML 403', { kind: 'html-403' }, /HTTP 403/],
    [
      'JSON with words alone',
      { kind: 'error-shape', shape: 'none' },
      /\(HTTP 402\) without saying why, so it was not sent\. The account may be out of SMS credits: ask <@U0NUSRAT001> to check/,
    ],
  ] as const)('%s', async (_, fault, sentence) => {
    const { service, sms, post, posts, pass, accepted, accountId } = await createLinkedStage();
    const off = [service.faults.add(fault)];
    if (fault.kind === 'error-shape') {
      off.push(service.faults.add({ kind: 'refuse', code: 'INSUFFICIENT_CREDITS' }));
    }
    await sms('01712345678 first');
    const refusal = await post(/not sent/);
    expect(refusal.text).toMatch(sentence);
    expect(refusal.text, 'nothing is on hold').not.toMatch(/Try again|on hold/);
    expect(JSON.stringify(refusal.blocks), 'there is nothing for an admin to press').not.toContain('button');
    for (const remove of off) remove();

    await sms('01712345678 second');
    await post(/texted/);
    await pass(10 * MINUTE);
    expect(accepted()).toEqual(['second']);
    expect(service.requests.count()).toBe(2);
    expect(
      posts().filter(post => post.channel.startsWith('D')),
      'no admin is alarmed',
    ).toEqual([]);
    expect(service.accounts.get(accountId).balance).toBe('99.65');
  });
});

test.each(['code', 'error', 'error.code', 'error_code', 'status', 'message'] as const)(
  'the code is found in the shape "%s"',
  async shape => {
    const { service, sms, post } = await createLinkedStage();
    service.faults.add({ kind: 'refuse', code: 'INVALID_NUMBER' });
    service.faults.add({ kind: 'error-shape', shape });
    await sms('01712345678 hello');
    await post(/doesn’t accept this number/);
  },
);

test.each([
  ['numbers as strings', { kind: 'numbers-as-strings' }],
  ['a PHP warning before the JSON', { kind: 'php-warning' }],
] as const)('a success is understood with %s', async (_, fault) => {
  const { service, sms, post } = await createLinkedStage();
  service.faults.add(fault);
  await sms('01712345678 hello');
  expect((await post(/texted/)).text).toMatch(/cost 0\.35 · balance 99\.65 · log #1$/);
});

test('200 with success:false is a refusal', async () => {
  const { service, sms, post, quiet, accepted } = await createLinkedStage();
  service.faults.add({ kind: 'success-false', code: 'INSUFFICIENT_CREDITS' });
  await sms('01712345678 hello', { user: ADMIN });
  await post(/out of SMS credits/);
  await quiet();
  expect([accepted(), service.requests.count()]).toEqual([[], 1]);
});
