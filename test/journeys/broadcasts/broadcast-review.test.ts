import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { View } from '../../../src/playground/index.ts';
import { opened, said } from '../../support/people-modal.ts';
import { offeredFor } from '../../support/recipients.ts';
import { decide, keepNamed, stopTexting } from '../../support/settings.ts';
import { createLinkedStage, SECOND, type Stage } from '../../support/stage.ts';

/* A broadcast before it starts: from its form to the review and the first texts. */

const RANU = '01712345671';
const KAMAL = '01712345672';
const SHIRIN = '01712345673';
const TEAM = { [RANU]: 'রানু বেগম', [KAMAL]: 'কামাল', [SHIRIN]: 'শিরিন' };
const USER = 'rafiq';
const WORKING = /Working it out/;

const openForm = (stage: Stage): Promise<View> => opened(stage, USER, () => stage.sms('broadcast'));

/** Submits the form, and waits for the final content of its modal. */
async function review(stage: Stage, form: View, values: Record<string, unknown>): Promise<string> {
  const { errors } = await stage.slack.submit(form, values);
  if (Object.keys(errors).length > 0) return JSON.stringify(errors);
  await stage.slack.waitFor(() => !WORKING.test(said(form)), 'what the broadcast comes to');
  return said(form);
}

const setUp = async (): Promise<Stage> => {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  await keepNamed(stage, 'farmers', TEAM);
  return stage;
};

test('groups are offered before people, and both can be chosen together', async () => {
  const stage = await setUp();
  const form = await openForm(stage);
  const field = { action: 'setting', block: 'broadcast_to' };
  const [first, second] = Object.keys(await offeredFor(stage, form, '', field));
  expect([first, second]).toEqual(['Groups', 'User groups']);
  await stage.slack.choose(form, 'setting', 'farmers', { blockId: 'broadcast_to' });
  await stage.slack.choose(form, 'setting', '01812345678', { blockId: 'broadcast_to' });
  const values = { broadcast_kind: 'service', broadcast_message: 'The ferry is late' };
  expect(await review(stage, form, values)).toContain('*4 people will get this text*');
});

test('each person’s text is shown as it will arrive, with the people left out; "Send" sends exactly that, once', async () => {
  const stage = await setUp();
  const { slack } = stage;
  await stage.sms(`${RANU} hello`);
  await stage.post(/texted/);
  await stopTexting(stage, KAMAL);
  const form = await openForm(stage);
  await slack.choose(form, 'setting', 'farmers', { blockId: 'broadcast_to' });
  const shown = await review(stage, form, {
    broadcast_kind: 'service',
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
  await slack.submit(form);
  await slack.waitFor(() => /It has started/.test(said(form)), 'that it has started');
  form.content = button;
  await slack.submit(form);
  await expect
    .poll(async () => {
      await stage.pass(SECOND);
      return stage.accepted().slice(1).toSorted();
    })
    .toEqual(['প্রিয় কৃষক, আজ সভা', 'প্রিয় রানু বেগম, আজ সভা', 'প্রিয় শিরিন, আজ সভা'].toSorted());
  await stage.pass(60 * SECOND);
  expect(stage.accepted()).toHaveLength(4);
});

test('"Send" while Slack is unavailable: the review says that it waits, and then that the broadcast has started', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const form = await formFor(stage);
  await review(stage, form, { broadcast_kind: 'service', broadcast_message: 'Come' });
  slack.faults.add({ on: 'users.info', kind: 'status', status: 503 });
  await slack.submit(form);
  await stage.pass(5 * SECOND);
  await slack.waitFor(() => /I can’t reach Slack/.test(said(form)), 'why it waits');
  expect(stage.accepted()).toEqual([]);
  slack.faults.clear();
  await expect
    .poll(async () => {
      await stage.pass(SECOND);
      return said(form);
    })
    .toContain('It has started');
  await expect
    .poll(async () => {
      await stage.pass(SECOND);
      return stage.accepted();
    })
    .toEqual(['Come', 'Come', 'Come']);
});

/** A form for the group of farmers. */
async function formFor(stage: Stage): Promise<View> {
  const form = await openForm(stage);
  await stage.slack.choose(form, 'setting', 'farmers', { blockId: 'broadcast_to' });
  return form;
}
const drafted = (stage: Stage) => stage.posts(/is ready|still waiting for you/);

test('"Change" keeps all input, and a new review replaces the old; "Discard" sends nothing', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const form = await formFor(stage);
  await review(stage, form, {
    broadcast_kind: 'service',
    broadcast_pasted: '01812345678',
    broadcast_message: 'Come {name|all}',
  });
  await slack.act(form, 'change_broadcast');
  await slack.waitFor(() => said(form).includes('broadcast_message'), 'the form');
  expect(said(form)).toContain('01812345678');
  expect(said(form)).toContain('Come {name|all}');
  expect(said(form)).toContain('"farmers"');
  const shown = await review(stage, form, {
    broadcast_kind: 'service',
    broadcast_message: 'Come tomorrow, {name|all}',
  });
  expect(shown).toContain('Come tomorrow, রানু বেগম');
  const home = await openHome(stage);
  expect(home.match(/To \*4 people\*/g), 'one draft').toHaveLength(1);
  await slack.act(form, 'discard_broadcast');
  await slack.waitFor(() => said(form).includes('was discarded'), 'that it is discarded');
  expect(await openHome(stage)).not.toContain('Broadcasts to review');
  await stage.pass(60 * SECOND);
  expect([stage.accepted(), drafted(stage)]).toEqual([[], []]);
});

test('a closed review is in a message and in Home, and opens again unchanged', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const form = await formFor(stage);
  await review(stage, form, { broadcast_kind: 'service', broadcast_message: 'Come' });
  await slack.closeView(form);
  const post = await stage.post(/still waiting for you/);
  expect(post.channel).toBe((await stage.post(/still waiting for you/)).channel);
  const again = await opened(stage, USER, () => slack.press(post, 'review_broadcast', { user: USER }));
  expect(said(again)).toContain('*3 people will get this text*');
  expect(await openHome(stage)).toContain('Broadcasts to review');
  await slack.submit(again);
  await slack.waitFor(() => said(again).includes('It has started'), 'that it has started');
});

test('"Send me one first" texts one sample, and nothing else', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const form = await formFor(stage);
  await review(stage, form, { broadcast_kind: 'service', broadcast_message: 'Hi {name}' });
  const ask = await opened(stage, USER, () => slack.act(form, 'ask_sample'));
  expect(said(ask)).toContain('You’re charged for it');
  const wrong = await slack.submit(ask, { sample_to: '12345' });
  expect(Object.values(wrong.errors)[0]).toContain('“12345” has 5 digits');
  await slack.submit(ask, { sample_to: '০১৯১২৩৪৫৬৭৮' });
  await stage.post(/texted \*019••••5678\*/);
  await slack.waitFor(() => said(form).includes('A sample is on its way'), 'that it is on its way');
  await stage.pass(60 * SECOND);
  expect(stage.service.log.list().map(({ number, message }) => [number, message])).toEqual([
    ['01912345678', 'Hi রানু বেগম'],
  ]);
});

test('errors appear at their fields; a user who may not send is told so, and keeps the input', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const form = await openForm(stage);
  // Otherwise a careless promotion would be sent at night as a service text.
  const kinds = form.content.blocks.find(({ block_id }) => block_id === 'broadcast_kind');
  expect(JSON.stringify(kinds)).not.toContain('initial_option');
  const { errors } = await slack.submit(form, { broadcast_kind: 'service', broadcast_message: 'Hi {name' });
  expect(errors).toEqual({
    broadcast_to: 'Who should get it? Search for a group or a name, or paste numbers.',
    broadcast_message: 'The brace at “{name” is never closed on its line. For a plain brace, type {{.',
  });
  await decide(stage, { senders: { people: [], groups: [] } });
  const refused = await slack.submit(form, {
    broadcast_kind: 'service',
    broadcast_pasted: RANU,
    broadcast_message: 'Hi',
  });
  expect(JSON.stringify(refused.errors)).toContain('Only some people can send texts from this workspace');
});

test('the input of the form for one text is carried over', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const compose = await opened(stage, USER, () => stage.sms(''));
  await slack.choose(compose, 'compose_recipient_input', 'farmers');
  await stage.quiet();
  const values = compose.values as Record<string, Record<string, unknown>>;
  values.compose_message = { compose_message_input: { type: 'plain_text_input', value: 'Use {braces}' } };
  const form = await opened(stage, USER, () => slack.act(compose, 'text_many'));
  expect(said(form)).toContain('Use {{braces}');
  const shown = await review(stage, form, { broadcast_kind: 'service' });
  expect(shown).toContain('Use {braces}');
  expect(shown).toContain('*3 people will get this text*');
});

async function openHome({ slack }: Stage): Promise<string> {
  const hash = slack.home(USER)?.hash;
  await slack.openApp(USER);
  await slack.waitFor(() => slack.home(USER)?.hash !== hash, 'another Home tab');
  return JSON.stringify(slack.home(USER)?.content);
}
