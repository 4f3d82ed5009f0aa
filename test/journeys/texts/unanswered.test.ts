import { expect, test } from 'vitest';
import { createLinkedStage, SECOND } from '../../support/stage.ts';

test('while the service answers no requests, a key’s texts go one at a time, so that few become uncertain', async () => {
  const stage = await createLinkedStage();
  await stage.sms('01812345678 first');
  await stage.post(/018••••5678/);
  const clear = stage.service.faults.add({ kind: 'hang', when: 'before' });
  const asked = () => stage.service.requests.count() - 1;
  for (let index = 0; index < 30; index++)
    await stage.sms(`017123456${String(index).padStart(2, '0')} no. ${index}`);
  await stage.quiet();
  expect(asked(), 'so many may be open at once').toBe(20);
  await stage.pass(20 * SECOND);
  // Two may have been sent before the third had no answer.
  const doubted = asked();
  expect(doubted).toBeGreaterThan(20);
  expect(doubted).toBeLessThanOrEqual(23);
  await stage.pass(10 * SECOND);
  expect(asked()).toBe(doubted);
  expect(stage.posts(/is on hold: .*hasn’t answered earlier texts yet/).length).toBeGreaterThan(0);
  await stage.pass(12 * SECOND);
  expect(asked()).toBe(doubted + 1);
  clear();
  await stage.pass(22 * SECOND);
  await stage.quiet();
  expect(asked()).toBe(30);
  expect(stage.accepted()).toHaveLength(30 - doubted);
  expect(stage.posts(/may or may not have been sent/)).toHaveLength(doubted + 1);
});
