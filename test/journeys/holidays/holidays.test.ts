import { expect, test } from 'vitest';
import { openFromHome } from '../../support/people-modal.ts';
import { ADMIN, createLinkedStage, type Stage } from '../../support/stage.ts';
import { contentOf, opened, submitForm } from '../../support/views.ts';

/* The workspace's list of holidays. */

const FIELD = 'holidays_texts1';

const openByWord = (stage: Stage, user = ADMIN, word = 'holidays') =>
  opened(stage, user, () => stage.slack.command({ user, text: word }));

test('is typed or pasted, shown as it was understood before it is saved, and shown again', async () => {
  const stage = await createLinkedStage();
  const form = await openFromHome(stage, 'open_holidays', ADMIN);
  expect(contentOf(form)).toContain('No holidays yet.');
  await stage.slack.act(form, 'setting', '20–22 March 2027 Eid-ul-Fitr\n16 December', FIELD);
  await stage.pass(300);
  await stage.slack.waitFor(() => contentOf(form).includes('*3 days*'), 'the preview');
  expect(contentOf(form)).toContain('the next is *Saturday, 20–22 March 2027* Eid-ul-Fitr');
  expect(contentOf(form)).toContain('Line 2, “16 December”: write the year with four digits');
  const refused = await stage.slack.submit(form);
  expect(refused.errors).toEqual({ [FIELD]: expect.stringContaining('Line 2, “16 December”') });
  const { errors, says } = await submitForm(stage, form, {
    [FIELD]: '1\tEid <!channel>\t২০/০৩/২০২৭\tSaturday\n20 March 2020 Past\n21–22 March 2027',
  });
  expect(errors).toEqual({});
  expect(says).toContain('The holidays are saved.');
  expect(says).toContain('*2027*: 20 March Eid');
  expect(says).not.toContain('<!channel>');
  expect(says, 'gone after a year').not.toContain('Past');
  await stage.slack.closeView(form);
  const again = await openByWord(stage);
  expect(contentOf(again)).toContain('"initial_value":"20 March 2027 Eid <!channel>\\n21–22 March 2027"');
  await stage.slack.closeView(again);
  const audit = await openFromHome(stage, 'open_audit', ADMIN);
  expect(contentOf(audit)).toContain('changed the holidays: 3 days (3 added, 0 removed)');
});

test('only admins and managers see and change it', async () => {
  const stage = await createLinkedStage();
  const refused = await openByWord(stage, 'rafiq');
  expect(contentOf(refused)).not.toContain(FIELD);
});

test('that is too long for one field continues in another', async () => {
  const stage = await createLinkedStage();
  await stage.slack.openApp(ADMIN);
  const form = await openFromHome(stage, 'open_holidays', ADMIN);
  const days = Array.from({ length: 28 }, (_, index) => index + 1);
  const month = (name: string) => days.map(day => `${day} ${name} 2027 ${name.repeat(4)} ${day}`).join('\n');
  const first = [month('July'), month('June'), month('April')].join('\n');
  const { says } = await submitForm(stage, form, { [FIELD]: first });
  expect(says).toContain('*84 days*');
  await stage.slack.closeView(form);
  const again = await openByWord(stage);
  await stage.slack.act(again, 'setting', 'nothing', 'holidays_texts2');
  await stage.pass(300);
  await stage.slack.waitFor(() => contentOf(again).includes('Line 1, “nothing”'), 'the error below it');
});
