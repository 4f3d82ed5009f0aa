import { expect, test } from 'vitest';
import { createStage, MODES } from '../../support/stage.ts';

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
  expect(receipt.text).toMatch(/1 part · cost 0\.35 · balance 99\.65 credits · log #\d+/);
  expect(receipt.text).not.toContain('01712345678');
});
