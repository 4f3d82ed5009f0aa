import { expect, test } from 'vitest';
import { createLinkedStage, createStage, MODES } from '../../support/stage.ts';

test.each(MODES)('a key is linked, a text goes out, and its receipt comes back: over %s', async mode => {
  const { slack, service, link, sms, post, accountId } = await createStage({ mode });
  expect(await link()).toContain('The key is linked');

  const reply = await sms('01712345678 Hello  there\nsecond line');
  expect(reply).toMatchObject({ status: 200, body: '' });
  const receipt = await post(/texted/);

  expect(service.log.list(accountId)).toMatchObject([
    { number: '01712345678', message: 'Hello  there\nsecond line', parts: 1, cost: '0.35' },
  ]);
  expect(receipt.kind).toBe('channel');
  expect(receipt.text).toContain(`<@${slack.person('rafiq').id}> texted *017••••5678*`);
  expect(receipt.text).toMatch(/1 part · cost 0\.35 · balance 99\.65 · log #\d+/);
  expect(receipt.text).not.toContain('01712345678');
});

test.each([
  ['GSM letters that just fit', 'a'.repeat(160), 1],
  ['one too many', 'a'.repeat(161), 2],
  ['an extension character that counts two', `${'a'.repeat(159)}€`, 2],
  ['Bangla that just fits', 'ক'.repeat(70), 1],
  ['Bangla, one too many', 'ক'.repeat(71), 2],
  ['an emoji that may not be cut in two', `${'ক'.repeat(66)}😀${'ক'.repeat(66)}`, 3],
  ['the longest', 'a'.repeat(1600), 11],
])('the receipt gives the parts that were charged: %s', async (_, message, parts) => {
  const { service, sms, post } = await createLinkedStage();
  await sms(`01712345678 ${message}`);
  expect((await post(/texted/)).text).toContain(`\n${parts} part`);
  expect(service.log.list()).toMatchObject([{ message, parts }]);
});
