import pino from 'pino';
import { expect, test } from 'vitest';

import { createFollowing } from '../../../src/texts/slack/home/follow.ts';
import { createManualClock } from '../../support/manual-clock.ts';

test('however many people open their Home tabs, others’ tabs are looked at once in five seconds', async () => {
  const clock = createManualClock();
  let looks = 0;
  const following = createFollowing({
    async digestOf() {
      looks += 1;
      return 'the same';
    },
    refresh: async () => undefined,
    clock,
    log: pino({ level: 'silent' }),
  });
  const user = (nth: number) => ({ workspace: 'T1', userId: `U${nth}` });
  following.looked(user(0));
  following.shows(user(0), 'the same');
  await clock.advance(0);
  await clock.advance(5000);
  expect(looks).toBe(1);
  for (let nth = 1; nth <= 10; nth += 1) {
    following.looked(user(nth));
    await clock.advance(100);
  }
  expect(looks).toBe(1);
  await clock.advance(4000);
  expect(looks).toBe(2);
  await following.stop();
});
