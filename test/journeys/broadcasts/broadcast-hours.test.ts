import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { systemClock } from '../../../src/sms-service/time.ts';
import { opened, said } from '../../support/people-modal.ts';
import { decide, keepNamed } from '../../support/settings.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';

/* Promotional broadcasts are sent by day only, and admins limit a broadcast's size and cost. */

const inDhaka = (written: string) => Date.parse(`${written}+06:00`);
const TEAM = { '01712345671': 'Ranu', '01712345672': 'Kamal', '01712345673': 'Shirin' };

/** A stage whose SMS service shares the app's clock. */
async function stagedAt(startAt: number): Promise<Stage> {
  let stage: Stage | null = null;
  const clock = { ...systemClock, now: () => stage?.clock.wall() ?? startAt };
  const slack = { manifest: readManifest() };
  stage = await createLinkedStage({ slack, startAt, service: { clock } });
  return stage;
}

test('the review refuses a broadcast beyond the limits in one sentence, and it can’t be sent', async () => {
  const stage = await stagedAt(inDhaka('2026-11-22T12:00'));
  const { slack } = stage;
  await keepNamed(stage, 'farmers', TEAM);
  async function review(): Promise<string> {
    const form = await opened(stage, 'rafiq', () => stage.sms('broadcast'));
    await slack.choose(form, 'setting', 'farmers', { blockId: 'broadcast_to' });
    await slack.submit(form, { broadcast_kind: 'service', broadcast_message: 'Meet at nine' });
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
  expect(shown).toContain('would cost about 1.05 credits, and this workspace’s limit is 1.00 credits.');
  expect(shown).not.toContain('"submit"');
  await decide(stage, { ...NONE, broadcastCredits: '1.05' as never });
  expect(await review()).toContain('"submit"');
});
