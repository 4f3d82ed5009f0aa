import { expect, test } from 'vitest';
import { findWorkspace } from '../../../src/playground/world/world.ts';
import { numberOf, rowTo, runBroadcast } from '../../support/running-broadcast.ts';
import { inStore } from '../../support/settings.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage, type StageOptions } from '../../support/stage.ts';

/* How rows of a broadcast become texts, in the whole app. */

const rows = (count: number) => Array.from({ length: count }, (_, index) => rowTo(index));

async function staged(options: StageOptions = {}) {
  const stage = await createLinkedStage({ ...options });
  const workspace = findWorkspace(stage.slack.world).id;
  const doing = () => ({ by: 'U1', now: stage.clock.now(), wall: stage.clock.wall() });
  const one = (id: string) =>
    inStore(stage, (_parts, _admin, { broadcasts }) => broadcasts.one(workspace, id));
  return { stage, workspace, doing, one };
}

/** Time passes until it is so. */
async function until(stage: Stage, look: () => boolean, step = SECOND): Promise<void> {
  const now = async () => {
    if (!look()) await stage.pass(step);
    return look();
  };
  await expect.poll(now, { timeout: 40_000, interval: 1 }).toBe(true);
}
const texted = ({ service }: Stage): string[] => service.log.list().map(({ number }) => number);

test('a broadcast of 50 is paused, goes on, and gives each of them one text, however often the app restarts', async () => {
  const { stage, workspace, doing, one } = await staged();
  const id = await runBroadcast(stage, rows(50));
  await until(stage, () => texted(stage).length >= 5);
  await inStore(stage, (_parts, _admin, { broadcasts }) =>
    broadcasts.pause(workspace, id, 'person', doing()),
  );
  const before = texted(stage).length;
  await stage.pass(10 * MINUTE);
  expect(texted(stage)).toHaveLength(before);
  await inStore(stage, (_parts, _admin, { broadcasts }) => broadcasts.resume(workspace, id, doing()));
  for (const restarts of [20, 35]) {
    await until(stage, () => texted(stage).length >= restarts);
    await stage.restart();
  }
  await until(stage, () => texted(stage).length >= 50);
  await stage.pass(MINUTE);
  expect(await one(id)).toMatchObject({ state: 'ended', counts: { sent: 50, open: 0, uncertain: 0 } });
  expect(texted(stage).toSorted()).toEqual(Array.from({ length: 50 }, (_, index) => numberOf(index)));
}, 60_000);

test('it pauses when the SMS service hasn’t been reached for five minutes, and loses nobody', async () => {
  const { stage, workspace, doing, one } = await staged();
  const id = await runBroadcast(stage, rows(12));
  await until(stage, () => texted(stage).length >= 2);
  await stage.serviceGoesAway();
  const state = async () => {
    await stage.pass(20 * SECOND);
    return (await one(id))?.state;
  };
  await expect.poll(state, { timeout: 40_000, interval: 1 }).toBe('paused');
  const paused = await one(id);
  expect(paused).toMatchObject({ state: 'paused', pause: { why: 'unreachable' }, counts: { refused: 0 } });
  await stage.serviceReturns();
  await inStore(stage, (_parts, _admin, { broadcasts }) => broadcasts.resume(workspace, id, doing()));
  await until(stage, () => texted(stage).length + (paused?.counts.uncertain ?? 0) >= 12);
  await stage.pass(MINUTE);
  expect(await one(id)).toMatchObject({ state: 'ended', counts: { open: 0, refused: 0 } });
  expect(new Set(texted(stage)).size).toBe(texted(stage).length);
}, 60_000);
