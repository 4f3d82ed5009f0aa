import { describe, expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { View } from '../../../src/playground/index.ts';
import { addToGroup, makeGroup, openGroup, shows } from '../../support/groups.ts';
import { opened, openFromHome, openGroups, openPeople, said, saidBelow } from '../../support/people-modal.ts';
import { linkIn, visit } from '../../support/people-page.ts';
import { decide, keepLargeGroup, keepNamed, stopTexting } from '../../support/settings.ts';
import { openSettings } from '../../support/settings-modal.ts';
import { ADMIN, createLinkedStage, createStage, type Stage } from '../../support/stage.ts';

/** Presses the button of a person's line. */
async function pressOn(stage: Stage, list: View, name: string, action: string): Promise<void> {
  const line = list.content.blocks.find(block =>
    JSON.stringify(block.accessory ?? '').includes(`: ${name}"`),
  );
  if (!line) throw new Error(`No ${name} here`);
  await stage.slack.act(list, action, undefined, String(line.block_id));
}

async function search(stage: Stage, list: View, typed: string): Promise<string> {
  const { hash } = list;
  await stage.slack.act(list, 'group_people_search_input', typed);
  await stage.pass(300);
  await stage.slack.waitFor(() => list.hash !== hash, 'what was found');
  return said(list);
}

describe('a workflow', () => {
  const stageOf = () => createLinkedStage({ slack: { manifest: readManifest() } });
  async function run({ slack }: Stage, recipients: string) {
    const { run } = await slack.runFunction('send_sms', { recipients, message: 'Server 3 is down' });
    return slack.waitForRun(run);
  }

  test('texts the group’s members at that moment, however its name is capitalised, until it is deleted', async () => {
    const stage = await stageOf();
    const group = await makeGroup(stage, 'Night shift');
    expect(said(group)).toContain('Nobody is in this group yet');
    expect(await addToGroup(stage, group, '01712345671', '01812345672')).toContain('Added 2 people');
    await shows(stage, group, '*Night shift*: 2 people');
    expect((await run(stage, 'night SHIFT')).outputs).toMatchObject({ state: 'sent', sent_count: 2 });
    await pressOn(stage, group, '01812345672', 'take_out_of_group');
    await shows(stage, group, '*Night shift*: 1 person');
    expect((await run(stage, 'Night shift')).outputs).toMatchObject({ state: 'sent', sent_count: 1 });
    const texted = stage.service.log.list().map(text => text.number);
    expect(texted).toEqual(['01712345671', '01812345672', '01712345671']);

    expect(said(group)).toContain('Workflows that use “Night shift” will no longer text anyone in it');
    await stage.slack.act(group, 'delete_group');
    await shows(stage, group, '*Night shift* is deleted');
    expect(said(group), 'the list of groups is back').toContain('There are no groups yet');
    expect((await run(stage, 'Night shift')).error).toMatch(/Nobody here is called “Night shift”/);
    expect(stage.accepted()).toHaveLength(3);
  });

  test('can’t find a group by its old name, and the form says so before renaming', async () => {
    const stage = await stageOf();
    const group = await makeGroup(stage, 'Night');
    await addToGroup(stage, group, '01712345671');
    const form = await opened(stage, ADMIN, () => stage.slack.act(group, 'rename_group'));
    const submit = async (name: string, says: string) => {
      await stage.slack.submit(form, { group_name: name });
      await shows(stage, form, says);
    };
    await submit(
      'Drivers',
      'use “Night” won’t text anyone in this group until you change the name there to “Drivers”',
    );
    expect((await run(stage, 'Night')).state).toBe('succeeded');
    await submit('Riders', 'until you change the name there to “Riders”');
    await submit('Riders', 'Saved');
    await shows(stage, group, '*Riders*: 1 person');
    expect((await run(stage, 'Night')).state).toBe('failed');
    expect((await run(stage, 'riders')).state).toBe('succeeded');
  });
});

test('an invalid name, or that of another group, is reported under its field', async () => {
  const stage = await createStage();
  await keepNamed(stage, 'Night', { '01712345671': 'Ranu' });
  const list = await openGroups(stage);
  await stage.slack.act(list, 'new_group');
  await shows(stage, list, 'group_name');
  const wrong = { 'Night, day': 'can’t be in a name: a comma', WAREHOUSE: 'Slack user ID' };
  for (const [name, why] of Object.entries(wrong)) {
    const { errors } = await stage.slack.submit(list, { group_name: name });
    expect(errors).toEqual({ group_name: expect.stringContaining(why) });
  }
  await stage.slack.submit(list, { group_name: 'NIGHT' });
  await shows(stage, list, 'There is already a group called “NIGHT”');
  expect(saidBelow(list, 'group_name')).toContain('There is already a group');
});

test('a group’s people are searched, in pages, and taken out, each with a way back', async () => {
  const stage = await createStage();
  await keepLargeGroup(stage, 'Farmers', 450);
  await keepNamed(stage, 'Night', { '01712345671': 'Driver Ranu', '01810000003': '' });
  await stopTexting(stage, '01810000002');
  const group = await openGroup(stage, 'Farmers');
  expect(said(group)).toContain('*Farmers*: 450 people');
  expect(said(group)).toContain('1–10 of 450 people');
  await stage.slack.act(group, 'turn_group_people');
  await shows(stage, group, '11–20 of 450 people');
  expect(await search(stage, group, 'driver 44')).toContain('*driver 440* 01810000440');
  expect(await search(stage, group, 'ranu'), 'who is in another group').toContain('No matches for “ranu”');
  expect(await search(stage, group, 'driver 3'), 'with their other groups').toContain(
    '*driver 3* 01810000003\\nIn Night',
  );
  expect(await search(stage, group, '0002')).toContain(':no_bell: Never text');

  await pressOn(stage, group, 'driver 2', 'take_out_of_group');
  await shows(stage, group, '*driver 2* is no longer in this group, and stays in People');
  expect(said(group)).toContain('*Farmers*: 449 people');
  await stage.slack.act(group, 'put_back_into_group');
  await shows(stage, group, '*Farmers*: 450 people');

  expect(await search(stage, group, '0001')).toContain('_No name_ 01810000001');
  await pressOn(stage, group, '01810000001', 'take_out_of_group');
  await shows(stage, group, 'so it’s gone from People too');
  await stage.slack.act(group, 'put_back_into_group');
  await shows(stage, group, '_No name_ 01810000001');
  await stage.slack.act(group, 'back_to_groups');
  await shows(stage, group, '*Farmers*: 450 people');
  await stage.slack.closeView(group);
  const last = await openGroup(stage, 'Farmers');
  await stage.slack.act(last, 'delete_group');
  await shows(stage, last, '*Farmers* is deleted');
  expect(said(await openPeople(stage)), 'all but the number without a name').toContain('450 people, 1 group');

  const settings = await openSettings(stage);
  const log = said(await opened(stage, ADMIN, () => stage.slack.act(settings, 'open_audit')));
  expect(log).toContain('*Group “Farmers”*: removed 018••••0002');
  expect(log).toContain('*Group “Farmers”*: added 018••••0002');
});

test('contacts and teammates are added beside numbers; people who can’t be added are named, and the others are added', async () => {
  const stage = await createStage();
  await keepNamed(stage, 'Night', { '01712345671': 'Ranu' });
  const people = await openPeople(stage);
  await stage.slack.act(people, 'show_group');
  await shows(stage, people, 'Add people…');
  const says = await addToGroup(stage, people, '01712345671', '01912345673', 'nusrat', 'kamal');
  expect(says).toContain('Added 2 people: 1 was in the group already');
  expect(says).toMatch(/Won’t get a text: <@U0KAMAL0001> \(.*no phone number/);
  await shows(stage, people, '01912345673');
  expect(said(people), 'a teammate’s number has their name').toContain('*Nusrat');
  await stage.slack.act(people, 'back_to_people');
  await shows(stage, people, 'Group of');
  await stage.slack.act(people, 'show_group');
  await shows(stage, people, 'Add people…');
  await stage.slack.act(people, 'delete_group');
  await shows(stage, people, '*Night* is deleted');
  expect(said(people), 'the list that it was opened in').toContain('2 people, 0 groups');
});

test('“Import” is for the group, also after it was renamed', async () => {
  const stage = await createStage();
  await keepNamed(stage, 'Night', { '01712345671': 'Ranu' });
  const group = await openGroup(stage, 'Night');
  const tahminas = await openGroup(stage, 'Night', 'tahmina');
  const form = await opened(stage, 'tahmina', () => stage.slack.act(tahminas, 'rename_group'));
  for (const says of ['change the name there to “Day”', 'Saved']) {
    await stage.slack.submit(form, { group_name: 'Day' });
    await shows(stage, form, says);
  }
  const modal = await opened(stage, ADMIN, () => stage.slack.act(group, 'open_import'));
  const page = visit(linkIn(stage, modal));
  await page.post('');
  const { text } = await page.post('/file', 'Name,Number\nShirin,01712345672\n');
  expect(text, 'chosen in the page').toMatch(/<option value="[^"]+" selected>Day</);
});

test('a press in a group whose position in the list is unknown shows that group', async () => {
  const stage = await createStage();
  await keepNamed(stage, 'Night', { '01712345671': 'Ranu', '01712345672': 'Shirin' });
  const mine = await openGroup(stage, 'Night');
  const tahminas = await openGroup(stage, 'Night', 'tahmina');
  await pressOn(stage, mine, 'Ranu', 'take_out_of_group');
  await shows(stage, mine, '*Night*: 1 person');
  tahminas.content.private_metadata = '';
  await pressOn(stage, tahminas, 'Ranu', 'take_out_of_group');
  await shows(stage, tahminas, 'They’re no longer in this group');
  expect(said(tahminas)).toContain('*Night*: 1 person');
});

test('everybody sees a group’s people, as far as they may see numbers; only managers change it', async () => {
  const stage = await createLinkedStage();
  await keepNamed(stage, 'Night', { '01712345671': 'Ranu' });
  expect(said(await openGroups(stage, 'rafiq'))).not.toContain('new_group');
  const rafiqs = await openGroup(stage, 'Night', 'rafiq');
  expect(said(rafiqs)).toContain('*Ranu* 017••••5671');
  expect(said(rafiqs)).toContain('text_group');
  expect(said(rafiqs)).not.toMatch(/(?:rename|delete)_group|add_members|take_out|open_import/);
  await decide(stage, { maskNumbers: false });
  expect(said(await openGroup(stage, 'Night', 'rafiq'))).toContain('01712345671');
});

describe('two people with the same group', () => {
  test('lose nothing of each other’s changes; a user who would delete more than they saw is told', async () => {
    const stage = await createStage();
    await keepNamed(stage, 'Night', { '01712345671': 'Ranu', '01712345672': 'Shirin' });
    const mine = await openGroup(stage, 'Night');
    const tahminas = await openGroup(stage, 'Night', 'tahmina');
    await addToGroup(stage, tahminas, '01812345672');
    await stage.slack.act(mine, 'delete_group');
    await shows(stage, mine, 'someone changed this group while you had it open');
    await pressOn(stage, mine, 'Ranu', 'take_out_of_group');
    await shows(stage, mine, '*Night*: 2 people');
    await pressOn(stage, tahminas, 'Ranu', 'take_out_of_group');
    await shows(stage, tahminas, 'They’re no longer in this group');
    await stage.slack.act(mine, 'delete_group');
    await shows(stage, mine, '*Night* is deleted');
    await pressOn(stage, tahminas, 'Shirin', 'take_out_of_group');
    await shows(stage, tahminas, 'This group no longer exists');
  });
});

test('groups are reached from Home, and members without permission to manage can text one by its button', async () => {
  const stage = await createLinkedStage();
  await keepNamed(stage, 'Night shift', { '01712345671': 'Ranu', '01812345672': '' });
  const list = await openFromHome(stage, 'open_groups', 'rafiq');
  expect(said(list)).toContain('*Night shift*: 2 people');
  const form = await opened(stage, 'rafiq', () => stage.slack.act(list, 'text_group'));
  await shows(stage, form, 'Everyone in *Night shift*: 2 people');
  await stage.slack.submit(form, { compose_message_input: 'Come at ten' });
  await expect
    .poll(() =>
      stage.service.log
        .list()
        .map(({ number, message }) => `${number} ${message}`)
        .toSorted(),
    )
    .toEqual(['01712345671 Come at ten', '01812345672 Come at ten']);
});
