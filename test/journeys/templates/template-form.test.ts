import { describe, expect, test } from 'vitest';
import type { View } from '../../../src/playground/index.ts';
import { said } from '../../support/people-modal.ts';
import { chooseRecipient, offeredFor } from '../../support/recipients.ts';
import { keepContacts } from '../../support/settings.ts';
import { createLinkedStage, SECOND, type Stage } from '../../support/stage.ts';
import { makeTemplate } from '../../support/templates-modal.ts';

/* Templates in the form for a text. */

const TEMPLATE = { action: 'setting', block: 'compose_template' };
const MESSAGE = 'compose_message_input';
const HARVEST = { name: 'Harvest', text: 'Dear {name|friend}, {acres} acres.' };
const FARMERS = [
  { name: 'Ranu', number: '01712345671', columns: { Acres: '2' } },
  { name: '', number: '01812345672', columns: { acres: '10' } },
  { name: 'রহিমা', number: '01912345673', columns: { ACRES: '১'.repeat(60) } },
];

async function setUp(environment: Record<string, string> = {}): Promise<Stage> {
  const stage = await createLinkedStage({ environment });
  await keepContacts(stage, FARMERS, 'Farmers');
  await makeTemplate(stage, HARVEST);
  return stage;
}

async function openForm(stage: Stage): Promise<View> {
  await stage.slack.command({ user: 'rafiq', channel: '#general', text: '' });
  const form = await stage.slack.waitForView('rafiq');
  await stage.quiet();
  return form;
}

async function chooseTemplate(stage: Stage, form: View, label = 'Harvest'): Promise<void> {
  await stage.slack.choose(form, TEMPLATE.action, label, { label, blockId: TEMPLATE.block });
  await stage.quiet();
}

/** Waits until a form says something. */
function shows({ slack }: Stage, form: View, words: string): Promise<unknown> {
  return slack.waitFor(() => said(form).includes(words), words);
}

test('a chosen template is shown as it will reach the person, and sent so', async () => {
  const stage = await setUp();
  await makeTemplate(stage, { name: 'My own', text: 'Mine' }, 'rafiq');
  const form = await openForm(stage);
  expect(await offeredFor(stage, form, '', TEMPLATE)).toEqual({
    'Everyone’s': ['Harvest'],
    'Only yours': ['My own'],
  });
  expect(await offeredFor(stage, form, 'HARV', TEMPLATE)).toEqual({
    'Everyone’s': ['Harvest'],
  });
  await chooseTemplate(stage, form);
  await shows(stage, form, `"initial_value":"${HARVEST.text}"`);
  await shows(stage, form, '"Dear Ranu Begum, (acres) acres."');
  await chooseRecipient(stage, form, 'ranu', 'Ranu');
  await shows(stage, form, '"Dear Ranu, 2 acres."');
  await shows(stage, form, '*1 part* · 19 characters');
  expect((await stage.slack.submit(form)).errors).toEqual({});
  await stage.post(/texted/);
  expect(stage.accepted()).toEqual(['Dear Ranu, 2 acres.']);

  // The duplicate question compares each recipient's text, not the template.
  const again = await openForm(stage);
  await chooseTemplate(stage, again);
  await chooseRecipient(stage, again, 'ranu', 'Ranu');
  await shows(stage, again, '"Dear Ranu, 2 acres."');
  await stage.slack.submit(again);
  await stage.slack.press(await stage.post(/same text/), 'send_anyway');
  await stage.slack.waitFor(() => stage.posts(/texted/).length === 2, 'the second receipt');
  expect(stage.accepted()).toEqual(['Dear Ranu, 2 acres.', 'Dear Ranu, 2 acres.']);
});

test('for a group the form shows the longest text, how many take two parts, and the sum', async () => {
  const stage = await setUp();
  await stage.sms('01512345678 first');
  await stage.post(/texted/);
  const form = await openForm(stage);
  await chooseRecipient(stage, form, 'farm', 'Farmers');
  await chooseTemplate(stage, form);
  await shows(stage, form, '*The longest of 3 texts*');
  const shown = said(form);
  expect(shown).toContain(`"Dear রহিমা, ${'১'.repeat(60)} acres."`);
  expect(shown).toContain('It takes more than one part for 1 of 3.');
  expect(shown).toContain('To 3 people · *4 parts* in total · about *1.40 credits*');
  await stage.slack.submit(form);
  await expect.poll(() => stage.accepted().length).toBe(4);
  expect(stage.accepted().slice(1).sort()).toEqual([
    'Dear Ranu, 2 acres.',
    'Dear friend, 10 acres.',
    `Dear রহিমা, ${'১'.repeat(60)} acres.`,
  ]);
});

describe('an unknown value', () => {
  test('of some in a group is reported before sending, and refused for all', async () => {
    const stage = await setUp();
    await makeTemplate(stage, { name: 'Named', text: 'Dear {name}: {village}' });
    const form = await openForm(stage);
    await chooseRecipient(stage, form, 'farm', 'Farmers');
    await chooseTemplate(stage, form, 'Named');
    await shows(
      stage,
      form,
      'There’s no “village”, “name” for Ranu, 018••••5672, রহিমা. Fill it in under People',
    );
    expect(said(form), 'no price of what can’t go').not.toContain('Send ·');
    const { errors } = await stage.slack.submit(form);
    expect(JSON.stringify(errors), 'it stays open, with what was typed').toContain('There’s no');
    expect(stage.posts(/filled in/)).toEqual([]);
    expect(stage.service.requests.count()).toBe(0);
  });

  test('of one person is reported, and a typed fallback fixes it', async () => {
    const stage = await setUp();
    const form = await openForm(stage);
    await chooseTemplate(stage, form);
    await chooseRecipient(stage, form, '01512345678');
    await shows(stage, form, 'Only contacts get something for {acres}, and 015••••5678 isn’t one.');
    await stage.slack.act(form, MESSAGE, 'Dear {name|friend}, {acres|some} acres.');
    await stage.pass(300);
    await shows(stage, form, '"Dear friend, some acres."');
    await stage.slack.submit(form);
    await stage.post(/texted/);
    expect(stage.accepted()).toEqual(['Dear friend, some acres.']);
  });
});

describe('the form itself', () => {
  test('doesn’t send while the template’s text isn’t in it yet, or can’t be read', async () => {
    const stage = await setUp();
    const form = await openForm(stage);
    await chooseRecipient(stage, form, '01712345671');
    await stage.slack.act(form, MESSAGE, 'typed before');
    stage.slack.faults.add({ on: 'views.update', kind: 'status', status: 503 });
    await stage.slack.choose(form, TEMPLATE.action, 'Harvest', { label: 'Harvest', blockId: TEMPLATE.block });
    const { errors } = await stage.slack.submit(form);
    expect(errors).toEqual({ compose_template: expect.stringContaining('is on its way') });
    stage.slack.faults.clear();
    await stage.pass(3 * SECOND);
    await shows(stage, form, '"Dear Ranu, 2 acres."');
    const broken = await stage.slack.submit(form, { [MESSAGE]: 'Dear {name' });
    expect(JSON.stringify(broken.errors)).toContain('is never closed');
    expect(stage.service.requests.count()).toBe(0);
  });

  test('removes the text with the template: later typing is read as a plain message', async () => {
    const stage = await setUp();
    const form = await openForm(stage);
    await chooseRecipient(stage, form, '01712345671');
    await chooseTemplate(stage, form);
    await stage.slack.act(form, TEMPLATE.action, null, TEMPLATE.block);
    await stage.slack.waitFor(() => !said(form).includes('Dear'), 'an empty message');
    await stage.slack.submit(form, { [MESSAGE]: 'Dear {name} {{' });
    await stage.post(/texted/);
    expect(stage.accepted()).toEqual(['Dear Ranu {{']);
  });
});
