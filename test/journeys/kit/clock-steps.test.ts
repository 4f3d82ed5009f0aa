import { describe, expect, test } from 'vitest';
import { alertmanager, makeHook, ON_CALL } from '../../support/hooks.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/*
 * Somebody sets the clock, NTP corrects it, or a machine resumes after a pause: for what is waiting, no time has
 * passed.
 */

const HOUR = 60 * MINUTE;

const inChannel = ({ slack }: Stage, what: RegExp) =>
  slack.posts().filter(post => post.channel === ON_CALL && what.test(JSON.stringify(post.blocks)));

describe.each([
  ['back', -HOUR],
  ['forward', HOUR],
])('the clock is set %s by an hour', (_, step) => {
  test('hooks are answered as before, also after a restart, and their channel reads about it', async () => {
    const stage = await createLinkedStage();
    const { call } = await makeHook(stage);
    expect((await call(alertmanager('a', { First: {} }))).status).toBe(202);
    await stage.pass(5 * SECOND);
    expect(inChannel(stage, /First/)).toHaveLength(1);

    stage.clock.step(step);
    expect((await call(alertmanager('b', { Second: {} }))).status).toBe(202);
    await stage.pass(2 * MINUTE);
    expect(inChannel(stage, /Second/)).toHaveLength(1);

    await stage.restart();
    expect((await call(alertmanager('c', { Third: {} }))).status).toBe(202);
    await stage.pass(2 * MINUTE);
    expect(inChannel(stage, /Third/)).toHaveLength(1);
    expect(stage.accepted()).toEqual(['WARNING First', 'WARNING Second', 'WARNING Third']);
  });
});

test('quiet hours end by the time of day: held texts go out within half a minute after the clock was set past their end', async () => {
  // 05:50 in Bangladesh.
  const stage = await createLinkedStage({ startAt: Date.UTC(2026, 10, 20, 23, 50) });
  const { call } = await makeHook(stage, { quiet: { from: '22:00', to: '07:00' } });
  await call(alertmanager('a', { First: {} }));
  await stage.pass(MINUTE);
  expect(stage.accepted()).toEqual([]);
  stage.clock.step(70 * MINUTE);
  await stage.pass(30 * SECOND);
  expect(stage.accepted()).toEqual(['WARNING First']);
});
