import { expect, test } from 'vitest';
import type { Post } from '../../../src/playground/index.ts';
import { said } from '../../support/people-modal.ts';
import { keepContacts, keepCrowd, keepNamed } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, MINUTE, type Stage } from '../../support/stage.ts';

/*
 * People type almost the right command. The app does or offers what they meant, and texts nobody whom they
 * may not have meant.
 */

const NAMES = {
  '01712345671': 'Alpha One',
  '01712345672': 'Abdul Karim A',
  '01712345673': 'Abdul Karim F',
  '01712345674': 'Ranu Begum',
};

/** The recipient and words of each text, oldest first. */
const sent = ({ service }: Stage) => service.log.list().map(({ number, message }) => `${number}: ${message}`);

async function answer(stage: Stage, text: string): Promise<string> {
  const { json } = await stage.slack.command({ user: 'rafiq', text });
  return JSON.stringify(json ?? '');
}

/** Presses the button beside a line that says this. */
function choose(stage: Stage, question: Post, line: string, user = 'rafiq'): Promise<unknown> {
  const block = question.blocks?.find(block => JSON.stringify(block).includes(line));
  return stage.slack.press(asSeenByAll(question), 'choose_recipient', {
    blockId: String(block?.block_id),
    user,
  });
}

/** Lets a user forge a press on a post that only another user sees. */
const asSeenByAll = (post: Post): Post => ({ ...post, visibleTo: '' });

test('a number is read as written in a list or in quotes, and the answer to an invalid one shows a valid one', async () => {
  const stage = await createLinkedStage();
  const written = [
    '01712345678, a',
    '01712345678: b',
    '"01712345678" c',
    '“01712345678”: d',
    '01712345678,e',
  ];
  for (const text of written) await stage.sms(text);
  await expect.poll(() => sent(stage).length).toBe(written.length);
  expect(sent(stage).toSorted()).toEqual([...'abcde'].map(word => `01712345678: ${word}`));
  const replies = {
    'O1712345678 hello': 'If you mean 01712345678, type that',
    '01712345678hello': 'Put a space between them',
    '9876543210 hello': 'has 10 digits',
    '@nobody hello': 'nobody called “@⁠nobody” in this workspace',
    'the truck is here 01712345678': 'Text 017••••5678…',
  };
  for (const [typed, says] of Object.entries(replies))
    expect(await answer(stage, typed), typed).toContain(says);
  await stage.quiet();
  expect(sent(stage)).toHaveLength(written.length);
});

test.each([
  '01712345678 01812345678 hello',
  '01712345678, 01812345678 hello',
  '01712345678 and 01812345678 hello',
  '01712345678/01812345678 hello',
  '০১৭১২৩৪৫৬৭৮ ও 01812345678 hello',
])('two numbers need a confirmation: %s', async typed => {
  const stage = await createLinkedStage();
  await stage.sms(typed);
  const question = await stage.post(/There are two numbers/);
  await stage.pass(MINUTE);
  expect(sent(stage), 'nothing before the answer').toEqual([]);
  await stage.slack.press(question, 'send_to_all', { user: 'rafiq' });
  await stage.slack.press(await stage.post(/Send this to/), 'send_anyway', { user: 'rafiq' });
  await expect.poll(() => sent(stage).toSorted()).toEqual(['01712345678: hello', '01812345678: hello']);
});

test('two people mentioned in a row need a confirmation, and both get the text by a press', async () => {
  const stage = await createLinkedStage();
  await stage.sms('@shirin and @nusrat come in');
  const question = await stage.post(/Send this to .*<@.*<@.*Each of them gets “come in”/s);
  await stage.pass(MINUTE);
  expect(sent(stage), 'nothing before the answer').toEqual([]);
  await stage.slack.press(question, 'send_anyway', { user: 'rafiq' });
  await stage.pass(MINUTE);
  expect(sent(stage).map(text => text.replace(/^\d+: /, ''))).toEqual(['come in', 'come in']);
});

test('a misspelled command does or offers the right one', async () => {
  const stage = await createLinkedStage();
  const replies = {
    'help me': 'Text a Bangladesh mobile',
  };
  for (const [typed, says] of Object.entries(replies))
    expect(await answer(stage, typed), typed).toContain(says);
  await stage.sms('balance?');
  await stage.post(/Your balance isn’t known yet/);
  const opens = {
    people: 'People',
    contacts: 'People',
    import: 'Import',
    templates: 'Templates',
    groups: 'new_group',
    broadcasts: 'Broadcast',
    'settings please': 'SMS settings',
  };
  for (const [typed, title] of Object.entries(opens)) {
    await stage.slack.command({ user: ADMIN, text: typed });
    const view = await stage.slack.waitForView(ADMIN, view => JSON.stringify(view.content).includes(title));
    await stage.slack.closeView(view);
  }
});

test('the right command is a press away, with the presser’s own permission', async () => {
  const stage = await createLinkedStage();
  const suggestionFor = async (text: string, command: string, user: string) => {
    await stage.slack.command({ user, text });
    return stage.post(new RegExp(`Do you mean ./sms ${command}`));
  };
  await stage.slack.press(await suggestionFor('halp', 'help', 'rafiq'), 'answer_command', { user: 'rafiq' });
  await stage.post(/Text a Bangladesh mobile/);
  const opens = {
    'broadcast hello everyone': ['broadcast', 'new_broadcast', 'broadcast_message'],
    'import the farmers': ['import', 'open_import', 'open_page'],
    setings: ['settings', 'open_settings', 'change_setting'],
  };
  for (const [text, [command = '', action = '', shows = '']] of Object.entries(opens)) {
    const question = await suggestionFor(text, command, ADMIN);
    await stage.slack.press(question, action, { user: ADMIN });
    const view = await stage.slack.waitForView(ADMIN, view => said(view).includes(shows));
    await stage.slack.closeView(view);
  }
  await stage.slack.press(await suggestionFor('hook', 'hooks', 'rafiq'), 'open_hooks', { user: 'rafiq' });
  await stage.slack.waitForView('rafiq', view => said(view).includes('Ask'));
  await suggestionFor('on call tonight', 'oncall', 'rafiq');
});

test('a key that is typed after a command isn’t repeated, and leads to the form for keys', async () => {
  const stage = await createLinkedStage();
  await keepNamed(stage, 'field-team', NAMES);
  const key = 'smskey_0123456789abcdef0123456789abcdef';
  for (const text of [`link ${key}`, key, `my key is ${key}`]) {
    const before = stage.slack.openViews(ADMIN);
    await stage.slack.command({ user: ADMIN, text });
    const form = await stage.slack.waitForView(
      ADMIN,
      view => !before.includes(view) && said(view).includes('didn’t use or keep'),
    );
    await stage.slack.closeView(form);
  }
  await stage.slack.command({ user: ADMIN, text: `unlink ${key}` });
  await stage.quiet();
  for (const seen of [stage.slack.traffic.fromApp(), stage.stored(), stage.logged()])
    expect(seen).not.toContain(key);
});

test('a person whose name is similar is offered, and texted by a press of the sender', async () => {
  const stage = await createLinkedStage();
  await keepNamed(stage, 'field-team', NAMES);
  await stage.sms('Abdul Karim hello');
  const question = await stage.post(/Nobody here is called “Abdul Karim”.*They’d get: “hello”/);
  expect(question.visibleTo).toBe(stage.slack.person('rafiq').id);
  expect(said({ content: question } as never)).toMatch(/Abdul Karim A.*Abdul Karim F/);
  await stage.pass(MINUTE);
  expect(sent(stage), 'nothing without a press').toEqual([]);
  await choose(stage, question, 'Abdul Karim F', 'shirin');
  await stage.pass(MINUTE);
  expect(sent(stage), 'nor by another user’s').toEqual([]);
  await choose(stage, question, 'Abdul Karim F');
  await expect.poll(() => sent(stage)).toEqual(['01712345673: hello']);

  await stage.sms('Alpha come in');
  await choose(stage, await stage.post(/called “Alpha”/), 'Alpha One');
  await stage.sms('Rano Begam hello');
  await choose(stage, await stage.post(/called “Rano Begam”/), 'Ranu Begum');
  await expect.poll(() => sent(stage).slice(1)).toEqual(['01712345671: come in', '01712345674: hello']);
});

test('a name in the other script needs a confirmation, and an exact one is texted at once', async () => {
  const stage = await createLinkedStage();
  await keepNamed(stage, 'field-team', {
    '01712345671': 'রহিমা খাতুন',
    '01712345672': 'Salma Begum',
    '01712345673': 'সালমা বেগম',
  });
  await stage.sms('Rahima Khatun come today');
  const question = await stage.post(/Nobody here is called “Rahima Khatun”.*They’d get: “come today”/);
  await stage.pass(MINUTE);
  expect(sent(stage), 'nothing without a press').toEqual([]);
  await choose(stage, question, 'রহিমা খাতুন');
  await expect.poll(() => sent(stage)).toEqual(['01712345671: come today']);
  await stage.sms('Salma Begum hello');
  await stage.sms('সালমা বেগম hi');
  await expect.poll(() => sent(stage).slice(1).toSorted()).toEqual(['01712345672: hello', '01712345673: hi']);
});

test('of two people with one name in one group, their data tells them apart', async () => {
  const stage = await createLinkedStage();
  const people = ['Char Kukri', 'Char Fasson'].map((Village, index) => ({
    name: 'Joynal Sheikh',
    number: `0171234567${index}`,
    columns: { Village },
  }));
  await keepContacts(stage, people, 'farmers');
  await stage.sms('Joynal Sheikh come today');
  const question = await stage.post(/More than one person/);
  await choose(stage, question, 'Village: Char Fasson');
  await expect.poll(() => sent(stage)).toEqual(['01712345671: come today']);
});

test('a guest learns no names', async () => {
  const stage = await createLinkedStage();
  await keepNamed(stage, 'field-team', NAMES);
  await stage.sms('Abdul Karim hello', { user: 'imran' });
  await stage.pass(MINUTE);
  expect(stage.slack.traffic.fromApp()).not.toContain('Abdul Karim A');
});

test('a group that is too large for one message leads to the broadcast form, with the group and the message', async () => {
  const stage = await createLinkedStage();
  await keepCrowd(stage, 'Farmers', 201);
  await stage.sms('Farmers come today {x}');
  const refusal = await stage.post(/201 recipients.*200 at most/);
  await stage.slack.press(asSeenByAll(refusal), 'as_broadcast', { user: 'shirin' });
  await stage.slack.waitForView('shirin', view => said(view).includes('Only the person who asked'));
  await stage.slack.press(refusal, 'as_broadcast', { user: 'rafiq' });
  const form = await stage.slack.waitForView('rafiq', view => said(view).includes('broadcast_message'));
  expect(said(form)).toMatch(/initial_options.*Farmers/);
  expect(said(form)).toContain('come today {{x}');
  await stage.quiet();
  expect(sent(stage)).toEqual([]);
});
