import { describe, expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { View } from '../../../src/playground/index.ts';
import { opened, openFromHome, openGroups } from '../../support/people-modal.ts';
import { ADMIN, createLinkedStage, createStage, type Stage } from '../../support/stage.ts';

const UNDER_WAY = /One moment|একটু অপেক্ষা/;
const content = (view: View) => JSON.stringify(view.content);
const many = (count: number) => Array.from({ length: count }, (_, i) => `017${10_000_000 + i}`);

/** Presses a button of a modal, and waits for the modal on top of it. */
const openBy = (stage: Stage, below: View, action: string, user: string, block?: string): Promise<View> =>
  opened(stage, user, () => stage.slack.act(below, action, undefined, block));

async function openNew(stage: Stage, user = ADMIN): Promise<View> {
  return openBy(stage, await openGroups(stage, user), 'new_group', user);
}

async function openGroup(stage: Stage, name: string, user = ADMIN): Promise<View> {
  const list = await openGroups(stage, user);
  const isOfGroup = (accessory: unknown) => JSON.stringify(accessory ?? '').includes(`: ${name}"`);
  const block = list.content.blocks.find(one => isOfGroup(one.accessory));
  if (!block) throw new Error(`No group ${name} here`);
  return openBy(stage, list, 'change_group', user, String(block.block_id));
}

/** Submits a group's form, and resolves with what it says in the end. */
async function submit({ slack }: Stage, form: View, name?: string, numbers?: string) {
  const { errors } = await slack.submit(form, {
    ...(name === undefined ? {} : { group_name: name }),
    ...(numbers === undefined ? {} : { group_numbers_1: numbers }),
  });
  await slack.waitFor(() => !UNDER_WAY.test(content(form)), 'what came of saving');
  return { errors, says: content(form) };
}

async function make(stage: Stage, name: string, numbers: string, user = ADMIN) {
  return submit(stage, await openNew(stage, user), name, numbers);
}

const typed = (form: View, field: string) => String(form.values[field]?.setting?.value);

describe('a workflow', () => {
  const stageOf = () => createLinkedStage({ slack: { manifest: readManifest() } });
  async function run({ slack }: Stage, recipients: string) {
    const { run } = await slack.runFunction('send_sms', { recipients, message: 'Server 3 is down' });
    return slack.waitForRun(run);
  }

  test('texts a group as it is at that moment, however its name is capitalised, until it is deleted', async () => {
    const stage = await stageOf();
    const made = await make(stage, 'Night shift', '+880 1712-345671\n০১৮১২৩৪৫৬৭২\n01712345671');
    expect(made.says).toContain('Saved');
    expect(made.says).toContain('*Night shift*: 2 numbers');
    const [below] = stage.slack.openViews(ADMIN);
    await stage.slack.waitFor(() => below && content(below).includes('*Night shift*: 2 numbers'));
    expect((await run(stage, 'night SHIFT')).outputs).toMatchObject({ state: 'sent', sent_count: 2 });

    const form = await openGroup(stage, 'Night shift');
    expect(typed(form, 'group_numbers_1'), 'who changes it sees them whole').toBe('01712345671\n01812345672');
    expect((await submit(stage, form, undefined, '01912345673')).says).toContain('*Night shift*: 1 number');
    expect((await run(stage, 'Night shift')).outputs).toMatchObject({ state: 'sent', sent_count: 1 });
    expect(stage.service.log.list().map(text => text.number)).toEqual([
      '01712345671',
      '01812345672',
      '01912345673',
    ]);

    const last = await openGroup(stage, 'Night shift');
    expect(content(last)).toContain('Workflows that use “Night shift” will no longer text anyone in it');
    await stage.slack.act(last, 'delete_group');
    await stage.slack.waitFor(() => content(last).includes('*Night shift* is deleted'));
    expect((await run(stage, 'Night shift')).error).toMatch(/Nobody here is called “Night shift”/);
    expect(content(await openGroups(stage))).not.toContain('Night shift');
    expect(stage.accepted()).toHaveLength(3);
  });

  test('no longer finds a group by its old name: we say so before it is renamed', async () => {
    const stage = await stageOf();
    await make(stage, 'Night', '01712345671');
    const form = await openGroup(stage, 'Night');
    const warned = await submit(stage, form, 'Drivers');
    expect(warned.says).toContain(
      'use “Night” won’t text anyone in this group until you change the name there to “Drivers”',
    );
    expect((await run(stage, 'Night')).state).toBe('succeeded');
    // Another new name means another warning.
    expect((await submit(stage, form, 'Riders')).says).toContain(
      'until you change the name there to “Riders”',
    );
    expect((await submit(stage, form)).says).toContain('*Riders*: 1 number');
    expect((await run(stage, 'Night')).state).toBe('failed');
    expect((await run(stage, 'riders')).state).toBe('succeeded');
  });
});

describe('what is typed', () => {
  test('is reported under its field if wrong, all at once, and stays', async () => {
    const stage = await createStage();
    const form = await openNew(stage);
    const first = await submit(stage, form, 'Night, day', '01712345671\n0171234\nhello');
    expect(first.errors).toEqual({
      group_name: expect.stringContaining('can’t be in a name: a comma'),
      group_numbers_1:
        'Nobody in People is called “hello”. Put their number behind the name. Can’t be texted: “0171234” (too few digits).',
    });
    expect(typed(form, 'group_numbers_1')).toContain('0171234');
    // It would be taken for a person's id.
    expect((await submit(stage, form, 'WAREHOUSE', ' ')).errors).toEqual({
      group_name: expect.stringContaining('Slack user ID'),
      group_numbers_1: 'Enter at least one number.',
    });
    const { errors } = await submit(stage, form, 'Warehouse', many(201).join('\n'));
    expect(errors).toEqual({ group_numbers_1: 'Too many: the limit is 200.' });
    expect((await submit(stage, form, undefined, many(200).join('\n'))).says).toContain('200 numbers');
    const full = await openGroup(stage, 'Warehouse');
    expect(typed(full, 'group_numbers_1').split('\n')).toEqual(many(200));
  });
});

test('everybody sees the groups; only who manages may make or change one', async () => {
  const stage = await createLinkedStage();
  await make(stage, 'Night', '01712345671');
  const theirs = await openGroups(stage, 'rafiq');
  expect(content(theirs)).toContain('*Night*: 1 number');
  expect(content(theirs)).not.toMatch(/(?:new|change)_group/);
});

describe('two people with the same group', () => {
  test('the later one reads what their change would undo, and decides', async () => {
    const stage = await createStage();
    await make(stage, 'Night', '01712345671');
    const mine = await openGroup(stage, 'Night');
    const theirs = await openGroup(stage, 'Night', 'tahmina');
    await submit(stage, theirs, undefined, '01712345671\n01812345672');
    const late = await submit(stage, mine, undefined, '01712345671\n01912345673');
    expect(late.says).toContain('someone changed this group');
    expect(late.says).toContain('added 019••••5673; removed 018••••5672');
    await submit(stage, mine, undefined, '01712345671\n01812345672\n01912345673');
    expect(content(await openGroups(stage))).toContain('*Night*: 3 numbers');
  });
});

test('groups are reached from Home, and one is texted by its button, by those who don’t manage too', async () => {
  const stage = await createLinkedStage();
  await make(stage, 'Night shift', 'Ranu 01712345671\n01812345672');
  const list = await openFromHome(stage, 'open_groups', 'rafiq');
  expect(content(list)).toContain('*Night shift*: 2 numbers');
  const form = await opened(stage, 'rafiq', () => stage.slack.act(list, 'text_group'));
  await stage.slack.waitFor(() => content(form).includes('Everyone in *Night shift*: 2 people'), 'to whom');
  await stage.slack.submit(form, { compose_message_input: 'Come at ten' });
  await expect
    .poll(() =>
      stage.service.log
        .list()
        .map(({ number, message }) => `${number} ${message}`)
        .toSorted(),
    )
    .toEqual(['01712345671 Come at ten', '01812345672 Come at ten']);
  const change = await openGroup(stage, 'Night shift');
  expect(content(change), 'and from its form').toContain('text_group');
});
