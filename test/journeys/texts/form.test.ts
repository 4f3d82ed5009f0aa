import { describe, expect, test } from 'vitest';
import type { View } from '../../../src/playground/index.ts';
import { chooseRecipient, chosenIn, submitText } from '../../support/recipients.ts';
import { decide, keepContacts, keepNamed, stopTexting } from '../../support/settings.ts';
import { createLinkedStage, createStage, MINUTE, type Stage } from '../../support/stage.ts';

const PAUSE_MS = 300;
const MESSAGE = 'compose_message_input';

/** The text of a form beside its fields. */
const contentOf = (view: View): string =>
  view.content.blocks
    .filter(block => block.type === 'context' || block.type === 'actions')
    .map(block => JSON.stringify(block.elements))
    .join('\n');

/** The value of a field, whatever its block is called. */
const value = (view: View, action: string): unknown =>
  Object.values(view.values)
    .flatMap(block => Object.entries(block))
    .find(([name]) => name === action)?.[1].value;

const submitLabel = (view: View): unknown => (view.content.submit as { text: string }).text;

/** A form opened by `/sms`, with its later updates. */
async function openForm(stage: Stage, text = '', user = 'rafiq', channel = '#general'): Promise<View> {
  await stage.slack.command({ user, channel, text });
  const form = await stage.slack.waitForView(user);
  await stage.quiet();
  return form;
}

/** Types, and pauses. */
async function type(stage: Stage, form: View, action: string, text: string): Promise<void> {
  await stage.slack.act(form, action, text);
  await stage.pass(PAUSE_MS);
}

describe('/sms alone', () => {
  test('opens the form; its text goes out, and the receipt comes to the channel, also without the app as a member', async () => {
    const stage = await createLinkedStage();
    const form = await openForm(stage, '', 'rafiq', '#random');
    const submitted = await submitText(stage, form, '+880 1712-345678', ' hello\n\nall ');
    expect(submitted.errors).toEqual({});
    expect(stage.slack.openViews('rafiq')).toEqual([]);
    const receipt = await stage.post(/texted \*017••••5678/);
    expect(receipt).toMatchObject({ kind: 'channel', channel: 'C0RANDOM001' });
    expect(stage.accepted()).toEqual(['hello\n\nall']);
  });

  test('a redelivered submission does nothing more, and neither does a second press', async () => {
    const stage = await createLinkedStage();
    const form = await openForm(stage);
    const { reply } = await submitText(stage, form, '01712345678', 'once');
    await stage.post(/texted/);
    if (!reply) throw new Error('Nothing was sent');
    expect(await stage.slack.redeliver(reply.request)).toMatchObject({ status: 200, body: '' });
    await stage.restart();
    await stage.slack.redeliver(reply.request);
    await stage.pass(3 * MINUTE);
    expect([stage.accepted(), stage.posts().length]).toEqual([['once'], 1]);
  });

  test('when Slack doesn’t open it, the user is told', async () => {
    const stage = await createLinkedStage();
    stage.slack.faults.add({ on: 'views.open', kind: 'status', status: 503 });
    await stage.slack.command({ user: 'rafiq', text: '' });
    expect(await stage.post(/didn’t open the form/)).toMatchObject({ kind: 'ephemeral' });
  });
});

describe('an error appears under its field', () => {
  test.each([
    ['0171234', 'x', { compose_recipient: 'digits' }],
    ['02-9123456', 'x', { compose_recipient: 'looks like a landline' }],
    ['01712345678', 'আ'.repeat(1601), { compose_message: 'Shorten it by 1' }],
    ['01712345678', ' \n ', { compose_message: 'What should the text say' }],
    ['017x', ' ', { compose_recipient: 'isn’t a phone number', compose_message: 'say' }],
  ])('%s %s', async (to, message, expected) => {
    const stage = await createLinkedStage();
    const form = await openForm(stage);
    const { errors } = await submitText(stage, form, to, message);
    expect(Object.keys(errors)).toEqual(Object.keys(expected));
    for (const [block, sentence] of Object.entries(expected)) {
      expect(errors[block]).toContain(sentence);
      // Slack shows these characters as they are.
      expect(errors[block]).not.toMatch(/[<>*`\n]/);
    }
    expect(stage.slack.openViews('rafiq')).toEqual([form]);
    expect(stage.accepted()).toEqual([]);
  });
});

describe('the line that changes while typing', () => {
  test('number, letters, characters, parts, and the cost by this workspace’s last text', async () => {
    const stage = await createLinkedStage();
    const form = await openForm(stage);
    expect(contentOf(form)).toContain('As you type');
    await chooseRecipient(stage, form, '017123');
    expect(contentOf(form)).toContain('digits');
    await chooseRecipient(stage, form, '০১৭১২৩৪৫৬৭৮');
    expect(contentOf(form)).toContain('+880 1712-345678');
    await type(stage, form, MESSAGE, 'a'.repeat(161));
    expect(contentOf(form)).toContain('*2 parts* · 161 characters · plain letters (GSM-7) · cost not known');
    expect(submitLabel(form)).toBe('Send · 2 parts');
    await stage.slack.submit(form);
    await stage.post(/texted/);

    const next = await openForm(stage);
    await type(stage, next, MESSAGE, 'আ'.repeat(71));
    expect(contentOf(next)).toMatch(
      /\*2 parts\* · 71 characters · Unicode · about \*0\.70 credits\*, going by your last text/,
    );
    expect(contentOf(next)).toContain('Bangla: 70 characters a part');
    expect(submitLabel(next)).toBe('Send · ~0.70 credits');
    await type(stage, next, MESSAGE, 'a'.repeat(1601));
    expect(contentOf(next)).toContain('Shorten it by 1');
  });
});

test('for a user group it has the number of people and their cost; while Slack is unavailable, it says that this is unknown', async () => {
  const stage = await createLinkedStage();
  const mend = stage.slack.faults.add({ on: 'usergroups.users.list', kind: 'status', status: 503 });
  const first = await openForm(stage, 'later @oncall hello');
  expect(contentOf(first)).toContain('How many people that is, and what it costs, isn’t known yet');
  expect(contentOf(first)).not.toContain('in total');
  await stage.slack.closeView(first);
  mend();
  await stage.pass(MINUTE);
  const form = await openForm(stage, 'later @oncall hello');
  expect(contentOf(form)).toContain('To 2 people · *2 parts* in total');
  expect(contentOf(form)).not.toContain('isn’t known yet');
});

describe('plain quotes', () => {
  const CURLY = ` it’s “here” – ${'a'.repeat(60)}\nnext`;
  const PLAIN = ` it's "here" - ${'a'.repeat(60)}\nnext`;

  test('are offered together with the character that forced Unicode, and replaced by a press', async () => {
    const stage = await createLinkedStage();
    const form = await openForm(stage);
    await chooseRecipient(stage, form, '01712345678');
    await type(stage, form, MESSAGE, CURLY);
    expect(contentOf(form)).toContain('There’s a curly quote in it');
    expect(contentOf(form)).toContain('it would be 1 part');
    await stage.slack.act(form, 'plain_quotes');
    await stage.quiet();
    expect([value(form, MESSAGE), chosenIn(form)?.value]).toEqual([PLAIN, 'number 01712345678']);
    expect(contentOf(form)).toContain('*1 part* · 79 characters · plain letters');
    expect(contentOf(form)).not.toContain('plain_quotes');
    // The field still works.
    await type(stage, form, MESSAGE, `${PLAIN} “more”`);
    await stage.slack.act(form, 'plain_quotes');
    await stage.quiet();
    expect(value(form, MESSAGE)).toBe(`${PLAIN} "more"`);
    await stage.slack.submit(form);
    await stage.post(/texted/);
    expect(stage.accepted()).toEqual([`${PLAIN} "more"`.trim()]);
  });

  test('are offered beside filled-in values, unless the only such characters are filled in', async () => {
    const stage = await createLinkedStage();
    await keepContacts(stage, [{ name: 'Ranu', number: '01712345678', columns: {} }], 'all');
    const form = await openForm(stage);
    await chooseRecipient(stage, form, 'Ranu');
    await type(stage, form, MESSAGE, '{name}, “come”\u200b');
    expect(contentOf(form)).toContain('Use plain quotes');
    await stage.slack.act(form, 'plain_quotes');
    await stage.quiet();
    expect(value(form, MESSAGE)).toBe('{name}, "come"');
    expect(contentOf(form)).toContain('plain letters');
    expect(contentOf(form)).not.toContain('Use plain quotes');
  });

  test('invisible characters are named, and one press removes all of them', async () => {
    const stage = await createLinkedStage();
    const form = await openForm(stage);
    await type(stage, form, MESSAGE, `${'a'.repeat(79)}\u00a0${'\u3164\u00ad\ufe0f'}${'b'.repeat(80)}`);
    expect(contentOf(form)).toContain(
      'There’s a no-break space in it, so the whole text goes out as Unicode',
    );
    expect(contentOf(form)).toContain('Without it, it would be 1 part');
    expect(contentOf(form)).toContain('Take it out');
    await stage.slack.act(form, 'plain_quotes');
    await stage.quiet();
    expect(value(form, MESSAGE)).toBe(`${'a'.repeat(79)} ${'b'.repeat(80)}`);
    expect(contentOf(form)).toContain('*1 part* · 160 characters · plain letters');
  });

  test.each([
    ['\u200b', 'There’s an invisible character in it'],
    ['\t', 'There’s a tab in it'],
    ['\u2009', 'There’s a special space in it'],
    ['`', '“`” isn’t a plain letter'],
    ['–', 'There’s a long dash in it'],
    ['“আমি”\u00a0', 'Bangla: 70 characters a part'],
  ])('%j is named', async (typed, sentence) => {
    const stage = await createLinkedStage();
    const form = await openForm(stage);
    await type(stage, form, MESSAGE, `a${typed}b`);
    expect(contentOf(form)).toContain(sentence);
  });
});

describe('a teammate who can’t be texted', () => {
  test.each([
    ['', 'has no phone number in their Slack profile. Ask them to add one'],
    ['+1 415 555 2671', 'isn’t a mobile number in Bangladesh. Ask them to correct it'],
  ])('with %j in their profile: the form says so before sending', async (phone, sentence) => {
    const stage = await createLinkedStage();
    stage.slack.person('kamal').phone = phone;
    const form = await openForm(stage);
    await chooseRecipient(stage, form, 'kamal');
    expect(contentOf(form)).toContain(sentence);
    const { errors } = await stage.slack.submit(form, { [MESSAGE]: 'hello' });
    expect(errors).toEqual({ compose_recipient: expect.stringContaining(`${sentence}`) });
    await stage.quiet();
    expect([stage.slack.openViews('rafiq'), stage.posts(), stage.accepted()]).toEqual([[form], [], []]);
  });

  test('while Slack is unavailable, the form says nothing about them', async () => {
    const stage = await createLinkedStage();
    const form = await openForm(stage);
    await stage.slack.suggest(form, 'compose_recipient_input', 'kamal');
    stage.slack.faults.add({ on: 'users.info', kind: 'status', status: 503 });
    await chooseRecipient(stage, form, 'kamal');
    await type(stage, form, MESSAGE, 'hello');
    expect(contentOf(form)).toContain('5 characters');
    expect(contentOf(form)).not.toContain('profile');
  });
});

describe('an error keeps the form open, with all input', () => {
  /** Slack is asked about Kamal only once the form is submitted. */
  async function aboutKamal(phone: string): Promise<{ stage: Stage; form: View }> {
    const stage = await createLinkedStage();
    await stage.sms('01712345678 first');
    await stage.post(/texted/);
    stage.slack.person('kamal').phone = phone;
    const form = await openForm(stage);
    await stage.slack.suggest(form, 'compose_recipient_input', 'kamal');
    stage.slack.faults.add({ on: 'users.info', kind: 'status', status: 503 });
    await chooseRecipient(stage, form, 'kamal');
    await type(stage, form, MESSAGE, 'hello');
    stage.slack.faults.clear();
    await stage.pass(10_000);
    return { stage, form };
  }

  test('a number that Slack has to look up: Slack has its ack first, and then the error appears at its field', async () => {
    const { stage, form } = await aboutKamal('');
    const { errors } = await stage.slack.submit(form);
    expect(errors).toEqual({});
    await stage.slack.waitFor(() => JSON.stringify(form.content).includes('has no phone number'), 'why');
    const ids = form.content.blocks.map(({ block_id }) => block_id);
    expect(ids.indexOf('news_0')).toBe(ids.indexOf('compose_recipient') + 1);
    expect([value(form, MESSAGE), chosenIn(form)?.text]).toEqual(['hello', 'Kamal']);
    expect([stage.slack.openViews('rafiq'), stage.accepted()]).toEqual([[form], ['first']]);
  });

  test('a user who closed the form meanwhile is told why nothing was sent', async () => {
    const { stage, form } = await aboutKamal('');
    stage.slack.faults.add({ on: 'views.update', kind: 'refusal', error: 'not_found' });
    await stage.slack.submit(form);
    const refusal = await stage.post(/has no phone number/);
    expect(refusal.text).toMatch(/Nothing was sent\.$/);
    expect(stage.accepted()).toEqual(['first']);
  });

  test('if Slack has the number, the text is sent once, and the form says so', async () => {
    const { stage, form } = await aboutKamal('01812345678');
    await stage.slack.submit(form);
    await stage.post(/texted \*<@U0KAMAL0001> \(018••••5678\)\*/);
    await stage.slack.waitFor(() => JSON.stringify(form.content).includes('is on its way'), 'that it goes');
    expect(stage.accepted()).toEqual(['first', 'hello']);
  });

  test('a number on the do-not-text list, and an empty group', async () => {
    const stage = await createLinkedStage();
    await keepNamed(stage, 'night', { '01712345671': 'Ranu' });
    await stopTexting(stage, '01712345671');
    const form = await openForm(stage);
    for (const [to, why] of [
      ['01712345671', 'is marked “never text”'],
      ['night', 'is marked “never text”'],
    ] as const) {
      const { errors } = await submitText(stage, form, to, 'hello');
      expect(errors).toEqual({ compose_recipient: expect.stringContaining(why) });
    }
    expect([stage.slack.openViews('rafiq'), stage.accepted()]).toEqual([[form], []]);
  });

  test('no key, and a daily limit: reported above the form, until it is fixed', async () => {
    const stage = await createStage();
    await decide(stage, { personCap: { texts: 1, credits: null } });
    const form = await openForm(stage);
    await submitText(stage, form, '01712345671', 'hello');
    await stage.slack.waitFor(() => JSON.stringify(form.content).includes('No API key is linked'), 'why');
    expect(value(form, MESSAGE)).toBe('hello');
    await stage.link();
    await stage.slack.submit(form);
    await stage.post(/texted/);
    const second = await openForm(stage);
    await submitText(stage, second, '01712345672', 'hello');
    await stage.slack.waitFor(() => JSON.stringify(second.content).includes('limit of 1 text a day'), 'why');
    expect(stage.accepted()).toEqual(['hello']);
  });
});

describe('from the global shortcut', () => {
  test('the receipt comes as a direct message', async () => {
    const stage = await createLinkedStage();
    await stage.slack.globalShortcut('compose', { user: 'rafiq' });
    const form = await stage.slack.waitForView('rafiq');
    await submitText(stage, form, '01712345678', 'hello');
    const receipt = await stage.post(/texted/);
    expect(stage.slack.posts({ user: 'rafiq', channel: 'app' })).toContain(receipt);
  });
});
