import { expect, test } from 'vitest';
import type { View } from '../../../src/playground/index.ts';
import { makeHook } from '../../support/hooks.ts';
import {
  chooseForHook,
  content,
  FILLED,
  openHookForm,
  openHooks,
  showMore,
  submitHook,
} from '../../support/hooks-modal.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';

/* A hook's form: escalation, limits, links and heartbeats. */

const PAUSE_MS = 300;
const blockIds = (form: View): string[] => form.content.blocks.map(({ block_id: id }) => String(id));

/** Chooses or types a value, and waits for the form's reaction. */
async function fill(stage: Stage, form: View, block: string, value: unknown): Promise<void> {
  await stage.slack.act(form, 'setting', value, block);
  await stage.pass(PAUSE_MS);
  await stage.quiet();
}

async function choose(stage: Stage, form: View, step: number, typed: string): Promise<void> {
  await stage.slack.choose(form, 'setting', typed, { blockId: `hook_escalation_step_to_${step}` });
  await stage.pass(PAUSE_MS);
  await stage.quiet();
}

async function newForm(stage: Stage): Promise<View> {
  const form = await openHookForm(stage, await openHooks(stage), 'new_hook');
  await chooseForHook(stage, form, '01712345678');
  await showMore(stage, form);
  return form;
}

test('steps appear as they are needed, the preview says what happens, and saved values appear again', async () => {
  const stage = await createLinkedStage();
  await stage.sms('01712345678 a text that tells what a part costs');
  await stage.post(/texted/);
  const form = await newForm(stage);
  expect(blockIds(form).filter(id => id.startsWith('hook_escalation_step'))).toEqual([]);
  await fill(stage, form, 'hook_escalation', 'go_on');
  expect(blockIds(form).filter(id => id.startsWith('hook_escalation_step'))).toEqual([
    'hook_escalation_step_to_1',
  ]);
  expect(content(form)).toContain('First 017••••5678; 5 minutes after the last text, a post says');
  await choose(stage, form, 1, 'nusrat');
  await fill(stage, form, 'hook_escalation_first_minutes', '৭');
  await choose(stage, form, 2, '01912345670');
  await fill(stage, form, 'hook_escalation_step_minutes_1', '10');
  await fill(stage, form, 'hook_escalation_rounds', '2');
  expect(blockIds(form).filter(id => id.startsWith('hook_escalation_step'))).toEqual([
    'hook_escalation_step_to_1',
    'hook_escalation_step_minutes_1',
    'hook_escalation_step_to_2',
    'hook_escalation_step_minutes_2',
    'hook_escalation_step_to_3',
  ]);
  expect(content(form)).toContain(
    'First 017••••5678; after 7 minutes without an acknowledgement: <@U0NUSRAT001>; after 10 minutes without an acknowledgement: 019••••5670; all of it twice; 5 minutes after the last text, a post says that nobody answered and mentions those who were texted.',
  );
  // Three people in two rounds, and once each when it is over.
  expect(content(form)).toContain('at most *9 texts*: about *3.15 credits*, and reminders');
  const { says, errors } = await submitHook(stage, form, FILLED);
  expect([errors, says]).toEqual([{}, expect.stringContaining('smsh_')]);

  const list = await openHooks(stage);
  expect(content(list)).toContain('If nobody acknowledges: 2 more steps, twice in all');
  const change = await openHookForm(stage, list, 'change_hook');
  expect(content(change)).toContain('after 7 minutes without an acknowledgement: <@U0NUSRAT001>');
  expect((await submitHook(stage, change, {})).says).toContain('is saved');
});

test('an emptied step is left out, and without further steps the fields disappear', async () => {
  const stage = await createLinkedStage();
  const form = await newForm(stage);
  await fill(stage, form, 'hook_escalation', 'go_on');
  await choose(stage, form, 1, 'nusrat');
  await choose(stage, form, 2, '01912345670');
  await fill(stage, form, 'hook_escalation_step_to_1', []);
  expect(content(form)).toContain(
    'First 017••••5678; after 5 minutes without an acknowledgement: 019••••5670;',
  );
  await submitHook(stage, form, FILLED);
  const change = await openHookForm(stage, await openHooks(stage), 'change_hook');
  expect(blockIds(change).filter(id => id.startsWith('hook_escalation_step_to'))).toEqual([
    'hook_escalation_step_to_1',
    'hook_escalation_step_to_2',
  ]);
  await fill(stage, change, 'hook_escalation', 'nothing');
  expect(blockIds(change).filter(id => /step|rounds|climbing|mention|first_minutes/.test(id))).toEqual([]);
  await submitHook(stage, change, {});
  expect(content(await openHooks(stage))).not.toContain('If nobody acknowledges:');
});

test('each error appears under its field', async () => {
  const stage = await createLinkedStage();
  const form = await newForm(stage);
  await fill(stage, form, 'hook_escalation', 'go_on');
  await choose(stage, form, 1, '0171');
  const { errors } = await submitHook(stage, form, {
    ...FILLED,
    hook_escalation_first_minutes: '0',
    hook_escalation_step_minutes_1: '121',
    hook_escalation_climbing: [],
    hook_daily_texts: 'many',
    hook_daily_credits: '5',
    hook_heartbeat: '10081',
  });
  expect(errors).toEqual({
    hook_escalation_first_minutes: 'Enter a whole number of minutes from 1 to 120.',
    hook_escalation_step_minutes_1: 'Enter a whole number of minutes from 1 to 120.',
    hook_escalation_step_to_1: 'Can’t be texted: “0171” (too few digits).',
    hook_escalation_climbing: 'Choose at least one.',
    hook_daily_texts: 'Enter a whole number from 1 to 100,000, or leave it empty for no limit.',
    hook_daily_credits: 'Enter texts or credits, not both.',
    hook_heartbeat: 'Enter a whole number of minutes from 1 to 10,080, or leave it empty.',
  });
});

test('a limit, a link and a heartbeat are saved; without a public address, the form says why there is no link', async () => {
  const stage = await createLinkedStage({ environment: { PUBLIC_URL: 'https://sms.example.com' } });
  const form = await newForm(stage);
  const { says } = await submitHook(stage, form, {
    ...FILLED,
    hook_link: ['link'],
    hook_acknowledged_minutes: 'over',
    hook_daily_credits: '১২.৫০',
    hook_heartbeat: '15',
  });
  expect(says).toContain('smsh_');
  expect(content(await openHooks(stage))).toContain(
    'Heartbeat: sends a text after 15–16 minutes of silence (waiting for the first heartbeat) · Texts end in a link to acknowledge · At most 12.50 credits a day',
  );
  const change = await openHookForm(stage, await openHooks(stage), 'change_hook');
  expect(content(change)).toMatch(
    /"text":"CRITICAL Prometheus: no heartbeat for 15 minutes https:\/\/sms\.example\.com\/a\/x{10}"/,
  );
  expect(content(change)).toContain('"text":"RESOLVED Prometheus: is back after 15 minutes"');
  expect(content(change)).toMatch(/"initial_option":\{[^[\]]{0,60}Until it’s over/);
  const elsewhere = await createLinkedStage();
  await makeHook(elsewhere, { link: true });
  const nowhere = await openHookForm(elsewhere, await openHooks(elsewhere), 'change_hook');
  expect(blockIds(nowhere)).not.toContain('hook_link');
  expect(content(nowhere)).toContain('set `PUBLIC_URL` to an https address');
  await submitHook(elsewhere, nowhere, { ...FILLED, hook_name: 'Renamed' });
  const list = content(await openHooks(elsewhere));
  expect(list).toContain('Renamed');
  expect(list, 'what the form didn’t ask stays').toContain('Texts end in a link to acknowledge');
});
