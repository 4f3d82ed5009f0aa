import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { View } from '../../../src/playground/index.ts';
import { chooseRecipient, submitText } from '../../support/recipients.ts';
import { openLater, submitLater } from '../../support/schedules.ts';
import { keepContacts } from '../../support/settings.ts';
import { createLinkedStage, SECOND, type Stage } from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';

/*
 * People type placeholders that they know from templates: contacts get their own values, and nobody gets a
 * brace.
 */

const [RANU, KARIM, STRANGER] = ['01712345671', '01712345672', '01912345679'];
const PAUSE_MS = 300;
const MESSAGE = 'compose_message_input';
const TYPED = 'Dear {name}, your due is {Due} taka. {x} {{name}} {"a": 1}';
const REST = '{x} {{name}} {"a": 1}';

const setUp = async (): Promise<Stage> => {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  await keepContacts(
    stage,
    [
      { name: 'Ranu Begum', number: RANU, columns: { Due: '500' } },
      { name: 'Karim', number: KARIM, columns: { due: '1,200', Village: 'Manpura' } },
    ],
    'farmers',
  );
  return stage;
};

/** The sent texts, once there are `count` of them: time passes until then. */
const expectSent = (stage: Stage) =>
  expect.poll(async () => {
    await stage.pass(SECOND);
    return stage.accepted().toSorted();
  });

async function openForm(stage: Stage): Promise<View> {
  const form = await opened(stage, 'rafiq', () => stage.sms(''));
  await stage.quiet();
  return form;
}

async function type(stage: Stage, form: View, text: string): Promise<void> {
  await stage.slack.act(form, MESSAGE, text);
  await stage.pass(PAUSE_MS);
}

test('the command fills in a contact’s own values, by name or by number; other braces are sent as typed', async () => {
  const stage = await setUp();
  await stage.sms(`Ranu Begum ${TYPED}`);
  await stage.post(/texted \*Ranu Begum/);
  await stage.sms(`${KARIM} {name} of {Village}{Town}`);
  await stage.post(/texted \*Karim/);
  expect(stage.accepted()).toEqual([
    `Dear Ranu Begum, your due is 500 taka. ${REST}`,
    'Karim of Manpura{Town}',
  ]);
});

test('each member of a group gets their own values, and the question counts each text’s parts', async () => {
  const stage = await setUp();
  await stage.sms(`farmers {name} ${'x'.repeat(151)}`);
  const question = await stage.post(/Send this to \*farmers\*/);
  // Ranu Begum's text takes two parts, Karim's one.
  expect(question.text).toContain('2 recipients · 3 parts');
  expect(question.text).toContain('The longest of these texts: “Ranu Begum x');
  await stage.slack.press(question, 'send_anyway');
  await expectSent(stage).toEqual(['Karim', 'Ranu Begum'].map(name => `${name} ${'x'.repeat(151)}`));
});

test('a number or a teammate isn’t a contact: command and form say so, and send nothing', async () => {
  const stage = await setUp();
  stage.slack.person('kamal').phone = STRANGER;
  await stage.sms(`${STRANGER} Your due: {due}`);
  const refusal = await stage.post(/Nothing was sent/);
  expect(refusal.kind).toBe('ephemeral');
  expect(refusal.text).toContain('Only contacts get something for {due}, and 019••••5679 isn’t one.');
  await stage.slack.command({ user: 'rafiq', text: '@kamal Dear {name}' });
  await expect.poll(() => stage.posts(/Only contacts get something for {name}/)).toHaveLength(1);

  const form = await openForm(stage);
  for (const to of [STRANGER, 'kamal']) {
    const { errors } = await submitText(stage, form, to, 'Dear {name}');
    expect(errors).toEqual({
      compose_message: expect.stringContaining(
        'Only contacts get something for {name}, and 019••••5679 isn’t one.',
      ),
    });
    expect(stage.slack.openViews('rafiq')).toEqual([form]);
  }
  // A fallback needs no contact.
  await stage.slack.submit(form, { [MESSAGE]: 'Dear {name|friend}, {Town}' });
  await expectSent(stage).toEqual(['Dear friend, {Town}']);
});

test('the form previews the texts and their parts; a contact without the value keeps it open', async () => {
  const stage = await setUp();
  const form = await openForm(stage);
  await chooseRecipient(stage, form, 'Ranu');
  await type(stage, form, `{name} ${'x'.repeat(151)}`);
  expect(contentOf(form)).toContain('As it will arrive');
  expect(contentOf(form)).toContain(`Ranu Begum ${'x'.repeat(151)}`);
  expect(contentOf(form)).toContain('*2 parts* · 162 characters');
  const { errors } = await stage.slack.submit(form, { [MESSAGE]: 'Come to {village}' });
  expect(errors).toEqual({ compose_message: expect.stringContaining('There’s no “village” for Ranu Begum') });
  await stage.slack.submit(form, { [MESSAGE]: TYPED });
  await expectSent(stage).toEqual([`Dear Ranu Begum, your due is 500 taka. ${REST}`]);

  const many = await openForm(stage);
  await chooseRecipient(stage, many, 'farmers');
  await type(stage, many, `{name} ${'x'.repeat(151)}`);
  expect(contentOf(many)).toContain('The longest of 2 texts');
  expect(contentOf(many)).toContain('To 2 people · *3 parts* in total');
});

test('a scheduled text is filled in when it is sent; unknown values are reported when it is scheduled', async () => {
  const stage = await setUp();
  const stranger = await openLater(stage, `${STRANGER} Dear {name}`);
  const at = stage.clock.wall() + 3_600_000;
  const { errors } = await submitLater(stage, stranger, at);
  expect(errors).toEqual({ compose_message: expect.stringContaining('Only contacts') });
  await stage.slack.closeView(stranger);

  const form = await openLater(stage, `${RANU} Dear {name} {x}`);
  expect((await submitLater(stage, form, at)).errors).toEqual({});
  await stage.post(/will go out|is scheduled/);
  await stage.stop();
  await stage.clock.advance(3_590_000);
  await stage.start();
  await expectSent(stage).toEqual(['Dear Ranu Begum {x}']);
});

test('as a broadcast, the same placeholders are filled in, and other braces stay as typed', async () => {
  const stage = await setUp();
  const compose = await openForm(stage);
  await chooseRecipient(stage, compose, 'farmers');
  await type(stage, compose, 'Dear {name|friend}, {x} {{');
  const form = await opened(stage, 'rafiq', () => stage.slack.act(compose, 'text_many'));
  await stage.slack.waitFor(() => contentOf(form).includes('broadcast_message'), 'the form');
  expect(contentOf(form)).toContain('Dear {name|friend}, {{x} {{{{');
  await stage.slack.submit(form, { broadcast_kind: 'service' });
  await stage.slack.waitFor(() => contentOf(form).includes('will get this text'), 'what it comes to');
  expect(contentOf(form)).toContain('Dear Ranu Begum, {x} {{');
});
