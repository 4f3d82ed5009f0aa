import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { alertmanager, makeHook, ON_CALL } from '../../support/hooks.ts';
import { opened, said } from '../../support/people-modal.ts';
import { scheduled } from '../../support/schedules.ts';
import { keepNamed } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, MINUTE, passUntil, type Stage } from '../../support/stage.ts';

/* Full numbers and names are shown only to users who may see them, and texts as they are sent. */

const RANU = { '01712345671': 'Ranu Begum' };
const WHOLE = /1712-?345671/;
const FIRST = '01712345678';
const SECOND_NUMBER = '01812345678';

const setUp = (environment = {}): Promise<Stage> =>
  createLinkedStage({ environment, slack: { manifest: readManifest() } });
const later = (stage: Stage, user: string, typed: string) =>
  opened(stage, user, () => stage.sms(`later ${typed}`, { user }));

test('`/sms later` with a name shows the name, and no full number', async () => {
  const stage = await setUp();
  await keepNamed(stage, 'farmers', RANU);
  const form = await later(stage, 'rafiq', 'Ranu Begum The truck is late');
  expect(said(form)).toContain('Ranu Begum');
  expect(said(form)).toContain('The truck is late');
  expect(said(form)).not.toMatch(WHOLE);
});

test('a guest is told that guests can’t send, and learns nothing about the workspace’s people', async () => {
  const stage = await setUp();
  await keepNamed(stage, 'farmers', RANU);
  const form = await later(stage, 'imran', 'Ranu Begum The truck is late');
  expect(said(form)).toContain('Guests can’t send texts from this workspace');
  expect(said(form)).not.toMatch(WHOLE);
});

test('a number may be part of the text: it is sent as typed, or not at all', async () => {
  const stage = await setUp();
  await stage.sms(`${FIRST} ${SECOND_NUMBER} is his number`);
  const question = await stage.post(/There are two numbers/);
  await stage.slack.press(question, 'send_anyway', { user: 'rafiq' });
  await passUntil(stage, () => stage.accepted().length === 1);
  expect(stage.accepted()).toEqual([`${SECOND_NUMBER} is his number`]);

  await stage.sms(`${FIRST} ${SECOND_NUMBER}`, { user: 'shirin' });
  await passUntil(stage, () => stage.posts(/There are two numbers/).length > 0);
  const notice = stage.posts(/get the rest as its message/)[0];
  expect(JSON.stringify(notice?.blocks)).not.toContain('send_to_all');
  await stage.pass(MINUTE);
  expect(stage.accepted()).toHaveLength(1);
});

test('forms open before any look-up, because a trigger doesn’t wait', async () => {
  const stage = await setUp();
  await stage.sms(`${FIRST} first`);
  await stage.post(/texted/);
  await scheduled(stage, FIRST, 'the harvest', stage.clock.wall() + 60 * MINUTE);
  await stage.slack.command({ user: ADMIN, text: 'scheduled' });
  const list = await stage.slack.waitForView(ADMIN, view => said(view).includes('change_schedule'));
  await stage.pass(10 * MINUTE);
  stage.slack.faults.add({ kind: 'hang', on: 'users.info' });
  await stage.slack.act(list, 'change_schedule');
  await stage.slack.waitForView(ADMIN, view => view !== list && said(view).includes('One moment'));
});

test('"Text someone else" shows the text that is sent, with room for its link', async () => {
  const stage = await setUp({ PUBLIC_URL: 'https://sms.example.com' });
  const hook = await makeHook(stage, { link: true });
  await hook.call(alertmanager('db', { DiskFull: { severity: 'critical' } }));
  await passUntil(stage, () => stage.accepted().length === 1);
  const inChannel = () => stage.slack.posts({ channel: ON_CALL }).find(({ kind }) => kind === 'channel');
  await passUntil(stage, () => inChannel() !== undefined);
  const form = await opened(stage, 'rafiq', () =>
    stage.slack.press(inChannel() as never, 'text_about_alerts', { user: 'rafiq' }),
  );
  const [sent = ''] = stage.accepted();
  const words = sent.replace(/[0-9A-Za-z]{10}$/, '');
  expect(words).toMatch(/ https:\/\/sms\.example\.com\/a\/$/);
  expect(said(form)).toContain(words);
});
