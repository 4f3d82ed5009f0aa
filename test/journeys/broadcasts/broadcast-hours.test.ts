import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { systemClock } from '../../../src/sms-service/time.ts';
import { opened, said } from '../../support/people-modal.ts';
import { rowTo, runBroadcast } from '../../support/running-broadcast.ts';
import { decide, keepNamed } from '../../support/settings.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/* Promotional broadcasts go by day only, and no broadcast is larger or more expensive than admins allow. */

const there = (written: string) => Date.parse(`${written}+06:00`);
const HOUR = 60 * MINUTE;
const TEAM = { '01712345671': 'Ranu', '01712345672': 'Kamal', '01712345673': 'Shirin' };

/** The service's minute passes with the app's. */
async function stagedAt(startAt: number): Promise<Stage> {
  let stage: Stage | null = null;
  const clock = { ...systemClock, now: () => stage?.clock.wall() ?? startAt };
  const slack = { manifest: readManifest() };
  stage = await createLinkedStage({ slack, startAt, service: { clock } });
  return stage;
}

/** Time passes, second by second, until it is so. */
const until = (stage: Stage, look: () => boolean): Promise<void> =>
  expect
    .poll(
      async () => {
        if (!look()) await stage.pass(SECOND);
        return look();
      },
      { timeout: 50_000, interval: 10 },
    )
    .toBe(true);
const passUntil = (stage: Stage, at: number) => until(stage, () => stage.clock.wall() >= at);

test('what starts at half a minute to nine pauses at 21:00 with nothing sent after, and goes on at 09:00', async () => {
  const stage = await stagedAt(there('2026-11-22T20:59:30'));
  const rows = Array.from({ length: 60 }, (_, index) => rowTo(index));
  await runBroadcast(stage, rows, { kind: 'promotional' });
  await passUntil(stage, there('2026-11-22T21:00'));
  await until(stage, () => stage.posts(/Paused:/).length === 1);
  const before = stage.accepted().length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(rows.length);

  await stage.pass(4 * MINUTE);
  await stage.sleep(11 * HOUR);
  await stage.restart();
  await stage.pass(there('2026-11-23T08:59:58') - stage.clock.wall());
  expect(stage.accepted()).toHaveLength(before);

  await passUntil(stage, there('2026-11-23T09:00'));
  await until(stage, () => stage.accepted().length >= rows.length);
  expect(stage.accepted().toSorted()).toEqual(rows.map(({ message }) => message).toSorted());
});

test('what admins don’t allow is refused in the review, in one sentence, and can’t be sent', async () => {
  const stage = await stagedAt(there('2026-11-22T12:00'));
  const { slack } = stage;
  await keepNamed(stage, 'farmers', TEAM);
  async function review(): Promise<string> {
    const form = await opened(stage, 'rafiq', () => stage.sms('broadcast'));
    await slack.choose(form, 'setting', 'farmers', { blockId: 'broadcast_to' });
    await slack.submit(form, { broadcast_message: 'Meet at nine' });
    await slack.waitFor(() => !/Working it out/.test(said(form)), 'what the broadcast comes to');
    const shown = said(form);
    await slack.closeView(form);
    return shown;
  }
  const NONE = { broadcastTexts: 10_000, broadcastCredits: null };
  await decide(stage, { ...NONE, broadcastTexts: 2 });
  expect(await review()).toContain('This broadcast would text 3 people, and this workspace’s limit is 2.');
  await decide(stage, { ...NONE, broadcastCredits: '1' as never });
  expect(await review()).toContain('the SMS service hasn’t said yet what a text costs');
  await stage.sms('01712345671 hello');
  await stage.post(/texted/);
  const shown = await review();
  expect(shown).toContain('would cost about 1.05 credits, and this workspace’s limit is 1.');
  expect(shown).not.toContain('send_broadcast');
  await decide(stage, { ...NONE, broadcastCredits: '1.05' as never });
  expect(await review()).toContain('send_broadcast');
});
