import { expect, test } from 'vitest';
import { createAcks } from '../../../src/kit/acks.ts';
import { createLinkedStage } from '../../support/stage.ts';
import { systemTimers } from '../../support/system-timers.ts';

test('if commands come in faster than they are acked, all are acked first, and texts go out in portions', async () => {
  let monotonic = (): number => 0;
  const acks = createAcks({ ...systemTimers, monotonic: () => monotonic() });
  const stage = await createLinkedStage({ overrides: { acks } });
  monotonic = stage.clock.monotonic;
  // From now on the person is known, and what they type is planned while it is stored.
  await stage.sms('01812345678 first');
  await stage.post(/018••••5678/);
  const sent = (): string[] => stage.accepted().slice(1);
  await stage.clock.advance(50);
  // Enough that many wait for their acks.
  const given = Array.from({ length: 8 }, () => acks.owe());
  const typed = Array.from({ length: 15 }, (_, i) =>
    stage.sms(`017123456${String(i).padStart(2, '0')} no. ${i}`),
  );
  for (const answer of await Promise.all(typed)) expect([answer.status, answer.body]).toEqual([200, '']);
  for (const isGiven of given) isGiven();
  await expect.poll(() => sent().length).toBe(5);
  await stage.quiet();
  expect(sent()).toHaveLength(5);
  await stage.clock.advance(50);
  await expect.poll(() => sent().length).toBe(10);
  await stage.clock.advance(50);
  await expect.poll(() => sent().length).toBe(15);
  await expect.poll(() => stage.posts(/texted \*017••••56/).length).toBe(15);
});
