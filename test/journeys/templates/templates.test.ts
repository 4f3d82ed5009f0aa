import { describe, expect, test } from 'vitest';
import { said } from '../../support/people-modal.ts';
import { keepContacts } from '../../support/settings.ts';
import { openSettings } from '../../support/settings-modal.ts';
import { ADMIN, createLinkedStage, createStage, type Stage } from '../../support/stage.ts';
import { openTemplateForm, openTemplates, submitTemplate } from '../../support/templates-modal.ts';

/* People make, change and delete templates. */

const MEMBER = 'rafiq';
const PAUSE_MS = 300;
const HARVEST = { template_name: 'Harvest', template_text: 'Dear {name|friend}, {acres} acres. {{' };

async function auditOf(stage: Stage): Promise<string> {
  await stage.slack.act(await openSettings(stage), 'open_audit');
  return said(await stage.slack.waitForView(ADMIN, view => said(view).includes('"callback_id":"audit"')));
}

test('a template for everyone is made, seen by all, changed and deleted by managers, and in the audit log', async () => {
  const stage = await createStage();
  const list = await openTemplates(stage);
  expect(said(list)).toContain('There are no templates yet.');
  const form = await openTemplateForm(stage, list, 'new_template');
  const saved = await submitTemplate(stage, form, { ...HARVEST, template_whose: 'workspace' });
  expect(saved.says).toContain('*Harvest* is saved.');
  await stage.slack.waitFor(() => said(list).includes('*Harvest* · 1 part or more'), 'the list below');
  await stage.slack.closeView(form);

  const theirs = await openTemplates(stage, MEMBER);
  expect(said(theirs)).toContain('Harvest');
  expect(said(theirs), 'only managers change what all use').not.toContain('change_template');

  await stage.restart();
  const change = await openTemplateForm(stage, list, 'change_template');
  expect(said(change)).toContain('"initial_value":"Dear {name|friend}, {acres} acres. {{"');
  await submitTemplate(stage, change, { template_text: 'Changed' });
  await stage.slack.waitFor(() => said(list).includes('\\nChanged'), 'the list below');
  await stage.slack.closeView(change);

  await stage.slack.act(list, 'delete_template');
  await stage.slack.waitFor(() => said(list).includes('*Harvest* is deleted.'));
  expect(said(list)).toContain('There are no templates yet.');
  const audit = await auditOf(stage);
  expect(audit).toContain('saved the template “Harvest”');
  expect(audit).toContain('deleted the template “Harvest”');
});

describe('a template’s form', () => {
  test('if Slack doesn’t open it, the app says so, and that the button can be pressed again', async () => {
    const stage = await createStage();
    const list = await openTemplates(stage);
    stage.slack.faults.add({ kind: 'refusal', error: 'expired_trigger_id', on: 'views.push' });
    await stage.slack.act(list, 'new_template');
    expect((await stage.post(/didn’t open/)).text).toContain('Press the button again.');
  });

  test('shows parts and errors while typing', async () => {
    const stage = await createLinkedStage();
    await stage.sms('01712345678 hello', { user: MEMBER });
    await stage.post(/texted/);
    const form = await openTemplateForm(stage, await openTemplates(stage, MEMBER), 'new_template', MEMBER);
    const type = async (text: string) => {
      const { hash } = form;
      await stage.slack.act(form, 'setting', text, 'template_text');
      await stage.pass(PAUSE_MS);
      await stage.slack.waitFor(() => form.hash !== hash, 'the preview');
      return said(form);
    };
    const preview = await type('Dear {name}, {acres|no} acres');
    expect(preview).toContain('"Dear Ranu Begum, (acres) acres"');
    expect(preview).toContain('*1 part* · 30 characters');
    expect(preview).toContain('about *0.35 credits*, going by your last text');
    expect(preview).toContain('people with “name” filled in');
    expect(await type('Dear {name, hello')).toContain('The brace at “{name, hello” is never closed');
    expect(await type('Stop: {stop}')).toContain('wouldn’t open on a phone');

    const wrong = async (values: Record<string, string>) =>
      (await submitTemplate(stage, form, { ...HARVEST, ...values })).errors;
    expect(await wrong({ template_text: 'Dear {}' })).toEqual({
      template_text: expect.stringContaining('The placeholder at “{}” has no name.'),
    });
    expect(await wrong({ template_text: 'Stop: {stop}' })).toEqual({
      template_text: expect.stringContaining('PUBLIC_URL'),
    });
  });
});

test('an unknown column is reported, with the nearest name and the existing ones', async () => {
  const stage = await createLinkedStage();
  const columns = { Village: 'Char Kukri', Crop: 'Rice' };
  await keepContacts(stage, [{ name: 'Ranu', number: '01712345671', columns }], 'Farmers');
  const form = await openTemplateForm(stage, await openTemplates(stage), 'new_template');
  const type = async (text: string) => {
    const { hash } = form;
    await stage.slack.act(form, 'setting', text, 'template_text');
    await stage.pass(PAUSE_MS);
    await stage.slack.waitFor(() => form.hash !== hash, 'the preview');
    return said(form);
  };
  const typo = await type('{name} of {Vilage}');
  expect(typo).toContain('None of your contacts has “Vilage”. Did you mean “Village”?');
  expect(typo).toMatch(/Columns of your contacts: (Village, Crop|Crop, Village)/);
  expect(typo, 'not as an existing column').toContain('people with “name” filled in');
  expect(await type('Dear {colour|friend}')).toContain('None of your contacts has “colour”."');
  expect(await type('{VILLAGE}')).toContain('people with “VILLAGE” filled in');
});

test('managers change who can use a template, and it keeps its id', async () => {
  const stage = await createStage();
  const list = await openTemplates(stage);
  const newForm = await openTemplateForm(stage, list, 'new_template');
  await submitTemplate(stage, newForm, { ...HARVEST, template_whose: 'own' });
  await stage.slack.closeView(newForm);
  expect(said(await openTemplates(stage, MEMBER))).not.toContain('Harvest');
  const share = await openTemplateForm(stage, list, 'change_template');
  expect((await submitTemplate(stage, share, { template_whose: 'workspace' })).says).toContain('is saved');
  await stage.slack.closeView(share);
  expect(said(await openTemplates(stage, MEMBER))).toContain('Harvest');
  const back = await openTemplateForm(stage, list, 'change_template');
  await submitTemplate(stage, back, { template_whose: 'own' });
  await stage.slack.closeView(back);
  expect(said(await openTemplates(stage, MEMBER))).not.toContain('Harvest');
  expect(said(list).match(/\*Harvest\*/g), 'there is one').toHaveLength(1);
  const audit = await auditOf(stage);
  expect(audit).toContain('saved the template “Harvest”');
  expect(audit, 'it is nobody else’s any more').toContain('deleted the template “Harvest”');
});
