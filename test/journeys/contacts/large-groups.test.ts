import { expect, test } from 'vitest';
import type { View } from '../../../src/playground/index.ts';
import {
  opened,
  openGroups,
  openPeople,
  said,
  saveContact,
  searchPeople,
} from '../../support/people-modal.ts';
import { keepLargeGroup } from '../../support/settings.ts';
import { openSettings } from '../../support/settings-modal.ts';
import { ADMIN, createStage, type Stage } from '../../support/stage.ts';

async function openGroup(stage: Stage, name: string): Promise<View> {
  const list = await openGroups(stage);
  const block = list.content.blocks.find(one => JSON.stringify(one.accessory ?? '').includes(name));
  if (!block) throw new Error(`No group ${name} here`);
  return opened(stage, ADMIN, () => stage.slack.act(list, 'change_group', undefined, String(block.block_id)));
}

async function closeAll({ slack }: Stage): Promise<void> {
  for (const modal of slack.openViews(ADMIN).toReversed()) await slack.closeView(modal);
}

test('a group with more people than a form shows loses nobody but who is taken out, and goes without them', async () => {
  const stage = await createStage();
  await keepLargeGroup(stage, 'Farmers', 450);
  const form = await openGroup(stage, 'Farmers');
  expect(said(form)).toContain('This group has *450 people*');
  expect(said(form)).toContain('Its 450 people only leave this group');
  const onTop = await opened(stage, ADMIN, () => stage.slack.act(form, 'open_people'));
  expect(await searchPeople(stage, onTop, 'driver 44')).toContain('*driver 440* 01810000440');
  expect(said(onTop), 'Slack lays no more than three on each other').not.toContain('change_contact');
  await stage.slack.closeView(onTop);
  const wrong = await saveContact(stage, form, { group_come: 'log 01712345678', group_leave: '0171' });
  expect(wrong.errors).toEqual({
    group_come: expect.stringContaining('understands as a command'),
    group_leave: expect.stringContaining('too few digits'),
  });
  const saved = await saveContact(stage, form, {
    group_come: 'Ranu Begum 01712345678\n01712345679',
    group_leave: '01810000001\n01810000002',
  });
  expect(saved.says).toContain('Saved');
  await closeAll(stage);
  expect(said(await openGroups(stage)), 'who had no name and came, who had none and left').toContain(
    '*Farmers*: 450 numbers',
  );
  await closeAll(stage);
  const list = await openPeople(stage);
  expect(said(list)).toContain('451 people, 1 group');
  expect(await searchPeople(stage, list, 'driver 2')).toContain('*driver 2* 01810000002');
  expect(await searchPeople(stage, list, 'ranu')).toContain('In Farmers');
  await closeAll(stage);

  const renamed = await openGroup(stage, 'Farmers');
  const warned = await saveContact(stage, renamed, { group_name: 'Growers' });
  expect(warned.says).toContain('until you change the name there to “Growers”');
  expect((await saveContact(stage, renamed, {})).says).toContain('Saved');
  await closeAll(stage);

  const last = await openGroup(stage, 'Growers');
  await stage.slack.act(last, 'delete_group');
  await stage.slack.waitFor(() => said(last).includes('*Growers* is deleted'));
  await closeAll(stage);
  expect(said(await openPeople(stage)), 'but who has no name').toContain('450 people, 0 groups');
  await closeAll(stage);
  const settings = await openSettings(stage);
  const log = said(await opened(stage, ADMIN, () => stage.slack.act(settings, 'open_audit')));
  expect(log).toContain(
    '*Group “Farmers”*: added 017••••5678, 017••••5679; removed 018••••0001, 018••••0002',
  );
  expect(log).toContain('deleted the group “Growers”');
});
