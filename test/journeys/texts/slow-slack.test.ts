import { expect, test } from 'vitest';
import { makeHook } from '../../support/hooks.ts';
import { createLinkedStage, SECOND, type Stage } from '../../support/stage.ts';

/*
 * Many recipients while Slack is slow: they are counted first, Slack is asked about a few at once, and nobody else is
 * held up.
 */

const people = Array.from({ length: 3000 }, (_, n) => ({
  id: `U0CROWD${String(n).padStart(4, '0')}`,
  name: `person${n}`,
  realName: `Person ${n}`,
  role: 'member' as const,
  phone: `0171${String(n).padStart(7, '0')}`,
}));

const asked = ({ slack }: Stage, method = 'users.info'): number => slack.traffic.of(method).length;

test('a call that names more than 200 is refused, and Slack is asked about nobody', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  const before = asked(stage);
  const ids = people.map(({ id }) => id);
  const numbers = people.map(({ phone }) => phone);
  const refused = async (to: string | string[]) => {
    const answer = await call({ message: 'x', to });
    return [answer.status, ((await answer.json()) as { error: string }).error];
  };
  const tooMany = [400, 'to should name 200 recipients at most.'];
  expect(await refused(ids.slice(0, 201).join())).toEqual(tooMany);
  expect(await refused(numbers.slice(0, 201).join(' '))).toEqual(tooMany);
  expect(await refused(numbers.slice(0, 201))).toEqual(tooMany);
  const tooLong = [400, 'to should have 20000 characters at most.'];
  expect(await refused('x,'.repeat(120_000))).toEqual(tooLong);
  expect(await refused(Array(3000).fill('0171234 5678'))).toEqual(tooLong);
  await stage.pass(SECOND);
  expect([stage.service.requests.count(), asked(stage) - before]).toEqual([0, 0]);
  // Anybody named twice counts once.
  const twice = [...numbers.slice(0, 200), ...numbers.slice(0, 200)];
  expect((await call({ message: 'x', to: twice })).status).toBe(202);
});
