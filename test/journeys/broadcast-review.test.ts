import { expect, test } from 'vitest';
import { readManifest } from '../../src/demo/manifest.ts';
import type { View } from '../../src/playground/index.ts';
import { onBothEngines } from '../support/both-engines.ts';
import { opened, said } from '../support/people-modal.ts';
import { keepNamed, stopTexting } from '../support/settings.ts';
import { createLinkedStage, SECOND, type Stage } from '../support/stage.ts';

/* A broadcast before it starts: from its form to the review of what it comes to, and its first texts. */

const RANU = '01712345671';
const KAMAL = '01712345672';
const SHIRIN = '01712345673';
const TEAM = { [RANU]: 'রানু বেগম', [KAMAL]: 'কামাল', [SHIRIN]: 'শিরিন' };
const USER = 'rafiq';
const WORKING = /Working it out/;

const openForm = (stage: Stage): Promise<View> => opened(stage, USER, () => stage.sms('broadcast'));

/** Submits the form, and waits for what its modal says in the end. */
async function review(stage: Stage, form: View, values: Record<string, unknown>): Promise<string> {
  const { errors } = await stage.slack.submit(form, values);
  if (Object.keys(errors).length > 0) return JSON.stringify(errors);
  await stage.slack.waitFor(() => !WORKING.test(said(form)), 'what the broadcast comes to');
  return said(form);
}

onBothEngines(fresh => {
  const staged = async (): Promise<Stage> => {
    const stage = await createLinkedStage({ environment: fresh(), slack: { manifest: readManifest() } });
    await keepNamed(stage, 'farmers', TEAM);
    return stage;
  };

  test('each person’s text is shown as it will arrive, with who is left out; "Send" sends exactly that, once', async () => {
    const stage = await staged();
    const { slack } = stage;
    await stage.sms(`${RANU} hello`);
    await stage.post(/texted/);
    await stopTexting(stage, KAMAL);
    const form = await openForm(stage);
    await slack.choose(form, 'setting', 'farmers', { blockId: 'broadcast_to' });
    const shown = await review(stage, form, {
      broadcast_pasted: '০১৮১২৩৪৫৬৭৮, 01712345671\n12345',
      broadcast_message: 'প্রিয় {name|কৃষক}, আজ সভা',
    });
    expect(shown).toContain('*3 people will get this text* · 2 left out');
    expect(shown).toContain('017••••5672: marked “never text”');
    expect(shown).toContain('12345: too few digits');
    expect(shown).toContain('প্রিয় রানু বেগম, আজ সভা');
    expect(shown).toContain('প্রিয় কৃষক, আজ সভা');
    expect(shown).toContain('about *1.05* of your 99.65 credits');
    expect(stage.accepted()).toEqual(['hello']);

    const button = structuredClone(form.content);
    await slack.act(form, 'send_broadcast');
    await slack.waitFor(() => /It has started/.test(said(form)), 'that it has started');
    form.content = button;
    await slack.act(form, 'send_broadcast');
    await expect
      .poll(async () => {
        await stage.pass(SECOND);
        return stage.accepted().slice(1).toSorted();
      })
      .toEqual(['প্রিয় কৃষক, আজ সভা', 'প্রিয় রানু বেগম, আজ সভা', 'প্রিয় শিরিন, আজ সভা'].toSorted());
    await stage.pass(60 * SECOND);
    expect(stage.accepted()).toHaveLength(4);
  });
});
