import { expect, it } from 'vitest';
import { createAvailability } from '../../../src/sms-service/carriers/carrier.ts';
import type { Outcome } from '../../../src/sms-service/delivery/rules.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const RESERVATIONS: Outcome = { kind: 'taken', messageId: null };
const NOT_NOW: Outcome = { kind: 'not-now', why: 'ESME_RTHROTTLED' };

/** A route with a window of ten, whose messages the test answers. */
function start() {
  const clock = createManualClock();
  const route = createAvailability({ clock, changed() {} }, 10);
  const begin = () => {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const done = route.during(() => promise);
    return async (outcome: Outcome) => {
      resolve(outcome);
      await done;
    };
  };
  const refuse = async (answer: (outcome: Outcome) => Promise<void>) => {
    route.throttled();
    await answer(NOT_NOW);
  };
  return { clock, route, begin, refuse };
}

it('a success that began before the carrier asked for a pause neither ends the pause nor shortens the next', async () => {
  const { clock, route, begin, refuse } = start();
  const [first, second, third] = [begin(), begin(), begin()];
  await refuse(first);
  expect(route.room()).toBe(0);
  await second(RESERVATIONS);
  expect(route.room()).toBe(0);
  await clock.advance(1_000);
  expect(route.room()).toBe(9);
  await third(RESERVATIONS);
  await refuse(begin());
  await clock.advance(1_999);
  expect(route.room()).toBe(0);
  await clock.advance(1);
  expect(route.room()).toBe(10);
});

it('a success that began after the pause makes the next pause a short one again', async () => {
  const { clock, route, begin, refuse } = start();
  await refuse(begin());
  await clock.advance(1_000);
  await begin()(RESERVATIONS);
  await refuse(begin());
  await clock.advance(1_000);
  expect(route.room()).toBe(10);
});

it('a success brings a failed route up at once', async () => {
  const { route, begin } = start();
  const [first, second] = [begin(), begin()];
  route.markFailing('No answer in time');
  await first({ kind: 'unanswered', why: 'No answer in time' });
  expect([route.health().healthy, route.room()]).toEqual([false, 0]);
  await second({ kind: 'refused', why: 'the number is not valid' });
  expect([route.health().healthy, route.room()]).toEqual([true, 10]);
});
