import { expect, test } from 'vitest';
import { alertmanager } from '../../support/hooks.ts';
import {
  callHook,
  chooseForHook,
  content,
  FILLED,
  openHookForm,
  openHooks,
  showMore,
  submitHook,
} from '../../support/hooks-modal.ts';
import { said } from '../../support/people-modal.ts';
import { offeredFor } from '../../support/recipients.ts';
import { keepContacts } from '../../support/settings.ts';
import { createLinkedStage, MINUTE, SECOND } from '../../support/stage.ts';
import {
  makeTemplate,
  openTemplateForm,
  openTemplates,
  submitTemplate,
} from '../../support/templates-modal.ts';

/* A hook that texts by a template. */

const SUMMARY = 'CPU above 90%';
const FIRING = alertmanager('cpu', { HighCPU: { severity: 'critical', summary: SUMMARY } });
const RESOLVED = alertmanager('cpu', {
  HighCPU: { status: 'resolved', severity: 'critical', summary: SUMMARY },
});

test('texts each recipient by name, and by the standard text once the template doesn’t suit alerts', async () => {
  const stage = await createLinkedStage();
  await keepContacts(stage, [{ name: 'Ranu', number: '01712345678', columns: {} }], 'On call');
  await makeTemplate(stage, { name: 'Wake up', text: '{name|Colleague}: {what} {{now}. {summary}' });
  await makeTemplate(stage, { name: 'Needs', text: '{name}, {what}' });
  const form = await openHookForm(stage, await openHooks(stage), 'new_hook');
  await showMore(stage, form);
  await chooseForHook(stage, form, '01712345678');
  const field = { action: 'setting', block: 'hook_template' };
  expect(await offeredFor(stage, form, '', field)).toEqual({ 'Everyone’s': ['Needs', 'Wake up'] });
  const choose = (label: string) =>
    stage.slack.choose(form, 'setting', label, { label, blockId: 'hook_template' });
  await choose('Needs');
  await stage.slack.waitFor(() => content(form).includes('add a fallback for “name”'), 'what is wrong');
  expect((await submitHook(stage, form, FILLED)).errors).toEqual({
    hook_template: expect.stringContaining('An alert can’t wait'),
  });
  await choose('Wake up');
  await stage.slack.waitFor(
    () => content(form).includes('Colleague: HighCPU {now}. CPU above 90%'),
    'the preview',
  );
  const { says, errors } = await submitHook(stage, form, FILLED);
  expect(errors).toEqual({});
  const [, path = ''] = /```(?:https?:\/\/[^/]+)?(\/hooks\/[\w-]+)```/.exec(says) ?? [];
  const [token = ''] = /smsh_[\w-]{43}/.exec(says) ?? [];
  await stage.slack.closeView(form);

  expect((await callHook(stage, { path, token }, FIRING)).status).toBe(202);
  await stage.pass(2 * SECOND);
  await expect.poll(() => stage.accepted()).toEqual(['Ranu: HighCPU {now}. CPU above 90%']);

  const list = await openTemplates(stage);
  const rows = said(list);
  expect(rows.indexOf('Needs')).toBeLessThan(rows.indexOf('Wake up'));
  await stage.slack.closeView(list);
  const fresh = await openTemplates(stage);
  const change = await openTemplateForm(stage, fresh, 'change_template', undefined, 'Wake up');
  await submitTemplate(stage, change, { template_text: '{acres}: {what}' });
  await stage.pass(2 * MINUTE);
  expect((await callHook(stage, { path, token }, RESOLVED)).status).toBe(202);
  await stage.pass(2 * MINUTE);
  await expect.poll(() => stage.accepted().at(-1)).toBe('RESOLVED HighCPU: CPU above 90%');
});
