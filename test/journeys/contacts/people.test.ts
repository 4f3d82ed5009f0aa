import { expect, test } from 'vitest';
import type { View } from '../../../src/playground/index.ts';
import {
  openContact,
  opened,
  openPeople,
  said,
  saidBelow,
  saveContact,
  searchPeople,
} from '../../support/people-modal.ts';
import { decide, keepNamed, stopTexting } from '../../support/settings.ts';
import { saveGroup } from '../../support/settings-modal.ts';
import { ADMIN, createLinkedStage, createStage, type Stage } from '../../support/stage.ts';

const PEOPLE = {
  '01712345671': 'Ranu Begum',
  '01712345672': 'অমল বড়ুয়া',
  '01712345673': 'Shirin Akhter',
};
/** Enough people for a second page. */
const more = Object.fromEntries(
  Array.from({ length: 10 }, (_, n) => [`018${10_000_000 + n}`, `Driver ${String.fromCharCode(65 + n)}`]),
);

/** Waits until the list below a form shows the saved change. */
const shows = (stage: Stage, list: View, text: string) =>
  stage.slack.waitFor(() => said(list).includes(text), text);

/** The value of the form's option with this label. */
function optionOf(form: View, label: string): string {
  const [, value = ''] =
    new RegExp(`"value":"([^"]+)","text":{[^}]*"text":"${label}"`).exec(said(form)) ?? [];
  return value;
}

test('people are found while typing, in pages, with numbers as the reader may see them', async () => {
  const stage = await createStage();
  expect(said(await openPeople(stage))).toContain('nobody here yet');
  await keepNamed(stage, 'Field team', { ...PEOPLE, ...more });
  const list = await openPeople(stage);
  expect(said(list)).toContain('13 people, 1 group');
  expect(said(list)).toContain('1–10 of 14 people and groups');
  await stage.slack.act(list, 'turn_people');
  await stage.slack.waitFor(() => said(list).includes('11–14 of 14'));
  expect(said(list)).toContain('Group of 13 people');
  expect(said(list)).toContain('*অমল বড়ুয়া* 01712345672\\nIn Field team');

  expect(await searchPeople(stage, list, 'বডু')).toContain('*অমল বড়ুয়া*');
  expect(said(list)).not.toContain('Shirin');
  expect(await searchPeople(stage, list, 'driver')).not.toContain('turn_people');
  expect(await searchPeople(stage, list, '5673')).toContain('*Shirin Akhter*');
  expect(await searchPeople(stage, list, '*Nobody*')).toContain('No matches for “∗Nobody∗”');
  await stage.slack.submit(list, { people_search: 'ranu' });
  await shows(stage, list, '*Ranu Begum*');

  const rafiqs = await openPeople(stage, 'rafiq');
  expect(await searchPeople(stage, rafiqs, 'ranu'), 'masked for members without permission').toContain(
    '*Ranu Begum* 017••••5671',
  );
  await decide(stage, { maskNumbers: false });
  expect(await searchPeople(stage, await openPeople(stage, 'rafiq'), 'ranu')).toContain('01712345671');
});

test('a group opens in place of the list, and leads back to it; a second person of the same name is labelled', async () => {
  const stage = await createStage();
  await keepNamed(stage, 'Field team', PEOPLE);
  const list = await openPeople(stage);
  await searchPeople(stage, list, 'field');
  await stage.slack.act(list, 'show_group');
  await shows(stage, list, '*Field team*: 3 people');
  await stage.slack.act(list, 'back_to_people');
  await shows(stage, list, '3 people, 1 group');

  const twin = await openContact(stage, list, null);
  const values = { contact_name: 'ranu begum', contact_number: '01812345670' };
  expect((await saveContact(stage, twin, values)).says).toContain('Someone else is called ranu begum too');
});

test('a deleted person leaves the list and their groups; their texts and the “never text” mark stay', async () => {
  const stage = await createLinkedStage();
  await keepNamed(stage, 'Field team', PEOPLE);
  await stage.sms('Ranu Begum The truck is here');
  await stage.post(/texted/);
  await stopTexting(stage, '01712345671');
  const list = await openPeople(stage);
  const stale = await openContact(stage, list, 'Ranu Begum');
  expect(said(stale)).toContain('The texts they got stay in the log. The number stays marked “never text”');
  const tahminas = await openContact(stage, await openPeople(stage, 'tahmina'), 'Ranu Begum', 'tahmina');
  await saveContact(stage, tahminas, { contact_note: 'moved' });
  await stage.slack.act(stale, 'delete_contact');
  await shows(stage, stale, 'Not deleted: someone changed this person');
  await stage.slack.closeView(stale);
  const form = await openContact(stage, list, 'Ranu Begum');
  await stage.slack.act(form, 'delete_contact');
  await shows(stage, form, '*Ranu Begum* is deleted');
  await shows(stage, list, '2 people, 1 group');
  await stage.slack.closeView(form);
  await stage.sms('log');
  await stage.post(/Your last texts.*017••••5671.*The truck is here/s);
  const again = await openContact(stage, list, null);
  const values = { contact_name: 'Ranu Begum', contact_number: '01712345671' };
  expect((await saveContact(stage, again, values)).says).toContain('is marked “never text”');
  await stage.sms('Ranu Begum Are you there?');
  await stage.post(/never/i);
  expect(stage.accepted()).toHaveLength(1);
  const log = said(
    await opened(stage, ADMIN, () => stage.slack.act(stage.slack.home(ADMIN) as never, 'open_audit')),
  );
  expect(log).toContain('deleted the contact “Ranu Begum” (017••••5671)');
});

test('a person is added, texted by name, changed and marked, and the audit log has all that without the full number', async () => {
  const stage = await createLinkedStage();
  await keepNamed(stage, 'Field team', { '01812345678': 'Shirin' });
  const list = await openPeople(stage);
  const form = await openContact(stage, list, null);
  const wrong = await saveContact(stage, form, {
    contact_name: 'log',
    contact_number: '0171234',
    contact_columns: 'Char Kukri',
  });
  expect(wrong.errors).toEqual({
    contact_name: expect.stringContaining('understands as a command'),
    contact_number: expect.stringContaining('has 7 digits'),
    contact_columns: expect.stringContaining('“Char Kukri” has no colon'),
  });
  const saved = await saveContact(stage, form, {
    contact_name: 'Ranu  Begum',
    contact_number: '+880 1812-345678',
    contact_columns: 'Village: Char Kukri\nCrop: ধান',
    contact_note: 'calls back',
    contact_groups: [optionOf(form, 'Field team')],
    contact_language: 'bn',
  });
  expect(saved.errors).toEqual({});
  expect(saidBelow(form, 'contact_number')).toContain('This number is already Shirin’s');
  await stage.slack.submit(form, { contact_number: '০১৭১২৩৪৫৬৭৮' });
  await stage.slack.waitFor(() => said(form).includes('Added Ranu Begum'));
  await shows(stage, list, '*Ranu Begum* 01712345678\\nIn Field team');
  await stage.slack.act(form, 'another_contact');
  await stage.slack.waitFor(() => said(form).includes('contact_name'), 'the form once more');
  const next = await saveContact(stage, form, { contact_name: 'Mitu', contact_number: '01812345671' });
  expect(next.says).toContain('Added Mitu');
  await shows(stage, list, '*Mitu*');
  await stage.sms('ranu begum The truck is here');
  await stage.post(/texted/);

  const change = await openContact(stage, list, 'Ranu Begum');
  expect(change.values).toMatchObject({
    contact_columns: { setting: { value: 'Village: Char Kukri\nCrop: ধান' } },
    contact_note: { setting: { value: 'calls back' } },
  });
  const tahminas = await openContact(stage, await openPeople(stage, 'tahmina'), 'Ranu Begum', 'tahmina');
  await saveContact(stage, tahminas, { contact_note: 'moved' });
  stage.slack.closeView(tahminas);
  const late = await saveContact(stage, change, {
    contact_name: 'Ranu Akter',
    contact_do_not_text: ['doNotText'],
  });
  expect(late.says).toContain('someone changed this person');
  expect((await saveContact(stage, change, {})).says).toContain('*Ranu Akter* is saved');
  await shows(stage, list, ':no_bell: Never text');
  const marked = await openContact(stage, list, 'Ranu Akter');
  expect(said(marked)).toMatch(/“Never text”: set by <@U0NUSRAT001>/);
  expect((await saveContact(stage, marked, {})).says).toContain('nothing has changed');
  await saveContact(stage, await openContact(stage, list, 'Ranu Akter'), { contact_do_not_text: [] });
  await stage.slack.waitFor(() => !said(list).includes(':no_bell: Never text'));

  const log = said(
    await opened(stage, ADMIN, () => stage.slack.act(stage.slack.home(ADMIN) as never, 'open_audit')),
  );
  const ranu = '“Ranu Akter” (017••••5678)';
  expect(log).toContain('added “Ranu Begum” (017••••5678)');
  expect(log).toContain('changed the note of “Ranu Begum”');
  expect(log).toContain(`changed the name, the note of ${ranu}`);
  expect(log).toContain(`marked ${ranu} “never text”`);
  expect(log).toContain(`removed “never text” from ${ranu}`);
  expect(log).not.toContain('01712345678');
});

test('everyone who may send adds people if a setting says so, and changes none', async () => {
  const stage = await createStage();
  await keepNamed(stage, 'Field team', PEOPLE);
  expect(said(await openPeople(stage, 'rafiq'))).not.toMatch(/new_contact|change_contact/);
  const saved = await saveGroup(stage, 'contacts', { setting_everyone_adds: 'yes' });
  expect(saved.says).toContain('Check it once more');
  await stage.slack.submit(saved.form);
  await stage.slack.waitFor(() => said(saved.form).includes('Saved'));
  const list = await openPeople(stage, 'rafiq');
  expect(said(list)).not.toContain('change_contact');
  const form = await openContact(stage, list, null, 'rafiq');
  expect(said(form)).not.toMatch(/contact_do_not_text|contact_groups/);
  const values = { contact_name: 'Amal', contact_number: '01912345678' };
  await decide(stage, { everyoneAdds: false });
  const { errors } = await stage.slack.submit(form, values);
  expect(JSON.stringify(errors), 'no more').toContain('Only a workspace admin, or a manager');
  await decide(stage, {
    everyoneAdds: true,
    senders: { people: [stage.slack.person('shirin').id], groups: [] },
  });
  expect(said(await openPeople(stage, 'rafiq')), 'who may not send').not.toContain('new_contact');
  await decide(stage, { senders: null });
  const last = await openContact(stage, await openPeople(stage, 'rafiq'), null, 'rafiq');
  expect((await saveContact(stage, last, values)).says).toContain('Added Amal');
});
