import { expect, test } from 'vitest';
import type { View } from '../../../src/playground/index.ts';
import { chooseRecipient, offeredFor } from '../../support/recipients.ts';
import { keepNamed, stopTexting } from '../../support/settings.ts';
import { createLinkedStage, MINUTE, MODES, type Mode, type Stage } from '../../support/stage.ts';

/* The recipient field searches teammates, contacts and groups together, and accepts a typed number. */

const PEOPLE = {
  '01712345671': 'Ranu Begum',
  '01712345672': 'রানু বড়ুয়া',
  '01712345673': 'Abdul Karim',
};

async function openForm(stage: Stage, user = 'rafiq'): Promise<View> {
  await stage.slack.command({ user, text: '' });
  const form = await stage.slack.waitForView(user);
  await stage.quiet();
  return form;
}

const blocksOf = (form: View): string => JSON.stringify(form.content.blocks);

async function setUp(mode: Mode): Promise<Stage> {
  const stage = await createLinkedStage({ mode });
  await keepNamed(stage, 'Field team', PEOPLE);
  return stage;
}

test.each(MODES)(
  'everybody is found by any part of their name, or the end of their number (%s)',
  async mode => {
    const stage = await setUp(mode);
    const form = await openForm(stage);
    expect(await offeredFor(stage, form, 'ranu'), 'in the other script, too').toEqual({
      Contacts: ['Ranu Begum (017••••5671)', 'রানু বড়ুয়া (017••••5672)'],
    });
    // Typed as two characters, and without the nukta.
    for (const typed of ['বড়ু', 'বডু', 'রানু বড়ুয়া'])
      expect(await offeredFor(stage, form, typed)).toEqual({ Contacts: ['রানু বড়ুয়া (017••••5672)'] });
    expect(await offeredFor(stage, form, '5673')).toEqual({ Contacts: ['Abdul Karim (017••••5673)'] });
    expect(await offeredFor(stage, form, '৫৬৭৩')).toEqual({ Contacts: ['Abdul Karim (017••••5673)'] });
    expect(await offeredFor(stage, form, 'TEAM')).toEqual({ Groups: ['Field team (3 people)'] });
    expect((await offeredFor(stage, form, '@shirin')).Teammates).toHaveLength(1);
    expect(await offeredFor(stage, form, '০১৭১২-৩৪৫৬৭৯')).toEqual({
      Number: ['+880 1712-345679 (Text this number)'],
    });
    expect(await offeredFor(stage, form, '0171234')).toEqual({ Number: ['0171234 (too few digits)'] });
    expect(await offeredFor(stage, form, 'nobody at all')).toEqual({});
    const all = await offeredFor(stage, form, '');
    expect(Object.keys(all)).toEqual(['Teammates', 'Contacts', 'Groups']);
    expect(all.Contacts).toHaveLength(3);
  },
);

test('a person on the do-not-text list is marked in the options, and left out of a group’s count', async () => {
  const stage = await setUp('http');
  await stopTexting(stage, '01712345673');
  const form = await openForm(stage);
  expect(await offeredFor(stage, form, 'abdul')).toEqual({
    Contacts: ['Abdul Karim (017••••5673 · never text)'],
  });
  await chooseRecipient(stage, form, 'abdul');
  await expect.poll(() => blocksOf(form)).toContain('Won’t get a text: 017••••5673');
  await chooseRecipient(stage, form, 'field');
  await expect.poll(() => blocksOf(form)).toContain('Everyone in *Field team*: 2 people');
  expect(blocksOf(form)).toContain('Won’t get a text: 017••••5673');
  expect((await stage.slack.submit(form, { compose_message_input: 'to two' })).errors).toEqual({});
  await expect.poll(() => stage.accepted()).toEqual(['to two', 'to two']);
  await expect.poll(() => stage.posts().length).toBe(1);
  await stage.quiet();
  expect(stage.posts(), 'one post for all of them').toHaveLength(1);
});

test('a user who may not see contacts is offered only the number they type', async () => {
  const stage = await createLinkedStage();
  await keepNamed(stage, 'Field team', PEOPLE);
  const form = await openForm(stage, 'kamal');
  stage.slack.person('kamal').isRestricted = true;
  await stage.pass(6 * MINUTE);
  expect(await offeredFor(stage, form, 'ranu')).toEqual({});
  expect(await offeredFor(stage, form, '')).toEqual({});
  expect(await offeredFor(stage, form, '01712345671')).toEqual({
    Number: ['+880 1712-345671 (Text this number)'],
  });
});
