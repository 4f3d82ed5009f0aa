import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { View } from '../../../src/playground/index.ts';
import { opened, said } from '../../support/people-modal.ts';
import { keepNamed, stopTexting } from '../../support/settings.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/* Scheduled broadcasts, once or repeated: each run is a broadcast of its own, with the data of its time. */

const DAY = 24 * 60 * MINUTE;
/** 17:00 in Dhaka; the stage's clock starts two hours earlier. */
const FIVE = Date.UTC(2026, 10, 21, 11);
const RANU = '01712345671';
const KAMAL = '01712345672';
const SHIRIN = '01712345673';
const TEAM = { [RANU]: 'Ranu', [KAMAL]: 'Kamal' };
const USER = 'rafiq';

const setUp = async (): Promise<Stage> => {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  await keepNamed(stage, 'farmers', TEAM);
  await stage.sms(`${SHIRIN} first`);
  await stage.post(/texted/);
  return stage;
};
const numbers = ({ service }: Stage) =>
  service.log
    .list()
    .slice(1)
    .map(({ number }) => number.slice(-11))
    .sort();
/** The sent texts, once there are any: time passes until then. */
const expectSent = (stage: Stage) =>
  expect.poll(async () => {
    await stage.pass(SECOND);
    await stage.sms('log');
    return numbers(stage);
  });
const until = async (stage: Stage, wall: number): Promise<void> => {
  if (wall - stage.clock.wall() > 10 * MINUTE) {
    await stage.stop();
    await stage.clock.advance(wall - 3 * MINUTE - stage.clock.wall());
    await stage.start();
  }
  while (stage.clock.wall() < wall + MINUTE) await stage.pass(20 * SECOND);
};
/** Reviews a broadcast to the group and then schedules it. */
async function schedule(stage: Stage, at: number, repeat: string, kind = 'service'): Promise<void> {
  const { slack } = stage;
  const review = await opened(stage, USER, () => stage.sms('broadcast'));
  await slack.choose(review, 'setting', 'farmers', { blockId: 'broadcast_to' });
  await slack.submit(review, { broadcast_message: 'Come {name}', broadcast_kind: kind });
  await slack.waitFor(() => /people will get this text/.test(said(review)), 'the review');
  const form = await opened(stage, USER, () => slack.act(review, 'later_schedule'));
  await slack.act(form, 'setting', at / 1000, 'compose_at');
  const { errors } = await slack.submit(form, { compose_repeat: repeat });
  expect(errors).toEqual({});
  await stage.post(/scheduled for/);
  expect(slack.openViews(USER).filter((view: View) => view.content.type === 'modal')).toEqual([]);
}

test('each run reads the group’s members, and reports differences', async () => {
  const stage = await setUp();
  await schedule(stage, FIVE, 'daily');
  expect(numbers(stage)).toEqual([]);
  const receipt = await stage.post(/scheduled for/);
  const copy = await opened(stage, USER, () => stage.slack.press(receipt, 'copy_schedule', { user: USER }));
  await stage.slack.waitFor(() => said(copy).includes('Come {name}'), 'the same message');
  await stage.slack.submit(copy, { broadcast_kind: 'promotional' });
  await stage.slack.waitFor(() => /2 people will get this text/.test(said(copy)), 'its review');
  await stage.slack.act(copy, 'discard_broadcast');
  await until(stage, FIVE);
  await expectSent(stage).toEqual([RANU, KAMAL]);
  expect(stage.posts(/last time it was/)).toEqual([]);

  await keepNamed(stage, 'farmers', { ...TEAM, [SHIRIN]: 'Shirin', '01712345674': 'Dipa' });
  await stopTexting(stage, KAMAL);
  await until(stage, FIVE + DAY);
  await expectSent(stage).toEqual([RANU, RANU, KAMAL, SHIRIN, '01712345674'].sort());
  const news = await stage.post(/has started\. It goes to 3 people; last time it was 2\./);
  expect(news.text).toContain('farmers');
  await stage.pass(5 * MINUTE);
  expect(numbers(stage)).toHaveLength(5);
});

test('a promotional one at night is announced for the morning', async () => {
  const stage = await setUp();
  await schedule(stage, FIVE + 5.5 * 60 * MINUTE, 'once', 'promotional');
  await stage.post(
    /Promotional texts go out only between 09:00 and 21:00 in Bangladesh, so it will start on Sun 22 Nov, 09:00\./,
  );
});
