import { expect, test } from 'vitest';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

async function waitingStage(): Promise<Stage> {
  const stage = await createLinkedStage();
  await stage.serviceGoesAway();
  await stage.sms('01712345678 hello');
  await stage.post(/is on hold: the SMS service can’t be reached/);
  return stage;
}

test('the person is told that the text waits, and it is sent once when the service is back', async () => {
  const { slack, pass, post, posts, accepted, serviceReturns } = await waitingStage();
  const [notice] = posts(/is on hold/);
  expect(notice?.visibleTo).toBe(slack.person('rafiq').id);
  expect(notice?.text, 'nobody knows when that will be').toContain('It will go out once it’s back');
  await pass(3 * MINUTE);
  expect(posts(), 'told once').toHaveLength(1);
  await serviceReturns();
  await pass(30 * SECOND);
  await post(/texted/);
  await pass(10 * MINUTE);
  expect(accepted()).toEqual(['hello']);
});

test('after 15 minutes it expires: we say so, and never send it', async () => {
  const { pass, post, posts, accepted, serviceReturns } = await waitingStage();
  await pass(15 * MINUTE - 1);
  expect(posts(/waited too long/)).toEqual([]);
  await pass(1);
  expect((await post(/waited too long/)).text).toContain('was not sent. If it still matters, send it again');
  await serviceReturns();
  await pass(30 * MINUTE);
  expect(accepted()).toEqual([]);
});

test('it can be cancelled while it waits', async () => {
  const { slack, post, pass, accepted, serviceReturns } = await waitingStage();
  await slack.press(await post(/is on hold/), 'cancel_text');
  await post(/Cancelled/);
  await serviceReturns();
  await pass(5 * MINUTE);
  expect(accepted()).toEqual([]);
});
