import { expect, test } from 'vitest';
import { createLinkedStage, MINUTE } from '../../support/stage.ts';

test('the same signed request again is acked and changes nothing', async () => {
  const { slack, sms, post, posts, pass, service } = await createLinkedStage();
  const { request } = await sms('01712345678 hello');
  await post(/texted/);
  const again = await slack.redeliver(request);
  expect([again.status, again.body]).toEqual([200, '']);
  await pass(MINUTE);
  expect([service.requests.count(), posts().length]).toEqual([1, 1]);
});
