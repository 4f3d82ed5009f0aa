import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { meghna, padma } from '../../../src/playground/index.ts';
import { makeHook } from '../../support/hooks.ts';
import { linkElsewhere, twoInstalled } from '../../support/installing.ts';
import { createLinkedStage, SECOND, type Stage } from '../../support/stage.ts';

/*
 * Many recipients while Slack is slow: they are counted first, Slack is asked about a few at once, and nobody else is
 * held up.
 */

/** What the log says if Slack didn't answer in time. */
const GIVEN_UP = 'aborted due to timeout';
const CROWD = 'S0CROWD0001';
const people = Array.from({ length: 3000 }, (_, n) => ({
  id: `U0CROWD${String(n).padStart(4, '0')}`,
  name: `person${n}`,
  realName: `Person ${n}`,
  role: 'member' as const,
  phone: `0171${String(n).padStart(7, '0')}`,
}));

/** Its workspace has a user group of three thousand people. */
const crowded = (): Promise<Stage> =>
  createLinkedStage({
    slack: {
      manifest: readManifest(),
      workspaces: [
        {
          ...padma,
          people: [...padma.people, ...people],
          userGroups: [
            ...(padma.userGroups ?? []),
            { id: CROWD, handle: 'crowd', name: 'Crowd', members: people.map(({ name }) => name) },
          ],
        },
      ],
    },
  });
const startStep = async ({ slack }: Stage, recipients: string) =>
  (await slack.runFunction('send_sms', { recipients, message: 'To the crowd' })).run;
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

test('an alert for 200 teammates asks Slack a few questions at once, and another workspace’s goes out meanwhile', async () => {
  const stage = await twoInstalled();
  await stage.link();
  await linkElsewhere(stage);
  const { slack } = stage;
  const ours = await makeHook(stage);
  const theirs = await makeHook(stage, {}, meghna.id);
  const before = asked(stage);
  slack.faults.add({ kind: 'hang', on: 'users.info' });
  const to = people.slice(0, 200).map(({ id }) => id);
  await ours.call({ message: 'to teammates', to });
  await stage.until(() => asked(stage) > before);
  await stage.quiet();
  await theirs.call({ message: 'to a number' });
  await stage.until(() => stage.accepted().includes('to a number'));
  expect(stage.logged(), 'Slack was still being waited for').not.toContain(GIVEN_UP);
  expect(asked(stage) - before).toBeLessThanOrEqual(8);
});

test('an intent that waits for Slack holds up no other that is due', async () => {
  const stage = await crowded();
  const fault = stage.slack.faults.add({ kind: 'status', status: 503, on: 'users.info' });
  await startStep(stage, `<@${people[0]?.id}>`);
  await stage.quiet();
  fault();
  stage.slack.faults.add({ kind: 'hang', on: 'users.info' });
  const before = asked(stage);
  const { call } = await makeHook(stage);
  await stage.pass(10 * SECOND);
  await stage.until(() => asked(stage) > before);
  await call({ message: 'to a number' });
  await stage.until(() => stage.accepted().includes('to a number'));
  expect(stage.logged(), 'Slack was still being waited for').not.toContain(GIVEN_UP);
});
