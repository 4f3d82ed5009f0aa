import { expect, test } from 'vitest';
import type { View } from '../../../src/playground/index.ts';
import { alertmanager, type Caller, makeHook } from '../../support/hooks.ts';
import { critical, fire, inChannel, postSaying, resolve, TEAM, tells } from '../../support/on-call.ts';
import { openContact, openPeople } from '../../support/people-modal.ts';
import { linkIn, visit } from '../../support/people-page.ts';
import { keepNamed, saveSettings } from '../../support/settings.ts';
import {
  ADMIN,
  createLinkedStage,
  HOUR,
  MINUTE,
  passUntil,
  SECOND,
  type Stage,
} from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';

/* Incidents keep what happened: behind the post, on the page behind a text's link, as a file, and summed up on Monday. */

/** Nobody's in Slack. */
const NUMBER = '01512345678';
const DAY = 24 * HOUR;
const number = (local: string) => ({ kind: 'number' as const, number: local as never });

/** Presses "Timeline" on the channel's newest post. */
async function timeline(stage: Stage, user = 'nusrat'): Promise<View> {
  const post = inChannel(stage).findLast(each => JSON.stringify(each.blocks).includes('open_timeline'));
  if (!post) throw new Error('There is no post');
  return opened(
    stage,
    user,
    () => stage.slack.press(post, 'open_timeline', { user }),
    view => contentOf(view).includes('download_timeline'),
  );
}

const isTexted = (stage: Stage, count: number): Promise<void> =>
  passUntil(stage, () => stage.accepted().length >= count);

/** An incident from its call to its end, acknowledged by Kamal after four minutes. */
async function incident(stage: Stage, hook: Caller): Promise<void> {
  await fire(hook);
  await isTexted(stage, 1);
  await stage.pass(4 * MINUTE);
  const post = await postSaying(stage, /DiskFull/);
  await stage.slack.press(post, 'take_alerts', { user: 'kamal' });
  await tells(stage, 'kamal', /You have it/);
  await stage.pass(MINUTE);
  await resolve(hook);
  await stage.pass(5 * SECOND);
}

test('a post’s timeline says what happened with its times, also once all is over, and managers get it as a file', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, TEAM);
  await incident(stage, hook);
  const view = await timeline(stage);
  const content = contentOf(view);
  const happened = [
    /\*DiskFull\* · began <!date\S.*? · acknowledged after 4 minutes · over <!date/,
    /: 1 alert fired: DiskFull/,
    /: Step 1: it’s the turn of <@U0RAFIQ0001>/,
    /: Text to <@U0RAFIQ0001>/,
    /: The SMS service accepted the text to <@U0RAFIQ0001>/,
    /: <@U0KAMAL0001> acknowledged it, until <!date/,
    /: 1 alert over: DiskFull/,
    /: It’s over/,
  ];
  for (const line of happened) expect(content).toMatch(line);
  const places = happened.slice(1).map(line => content.search(line));
  expect(places, 'oldest first').toEqual(places.toSorted((one, other) => one - other));

  const modal = await opened(
    stage,
    ADMIN,
    () => stage.slack.act(view, 'download_timeline'),
    each => contentOf(each).includes('/people/'),
  );
  const browser = visit(linkIn(stage, modal));
  expect((await browser.get()).text).toContain('The timelines of 1 incident');
  const { text, headers } = await browser.post('');
  expect(headers.get('content-type')).toContain('text/csv');
  const rows = text.trim().split('\r\n');
  expect(rows[0]).toBe('Incident,Alerts,Time,What happened,Minutes until it was acknowledged');
  expect(rows[1]).toMatch(/^\d+,DiskFull,2026-11-21 15:00:\d\d,1 alert fired: DiskFull,4$/);
  expect(text).toMatch(/,"Kamal acknowledged it, until 2026-11-21 19:0/);
});

test('a refused text is in the timeline with its reason, and the page behind a text’s link shows the timeline without a script', async () => {
  const stage = await createLinkedStage({ environment: { PUBLIC_URL: 'https://sms.example.com' } });
  stage.service.faults.add({ kind: 'refuse', code: 'INVALID_NUMBER' }, { requests: 1 });
  const hook = await makeHook(stage, {
    recipients: [number(NUMBER)],
    link: true,
    escalation: { ...TEAM.escalation, steps: [{ to: [number('01812345678')], minutes: 5 }] },
  });
  await fire(hook);
  await isTexted(stage, 1);
  await stage.pass(5 * SECOND);
  expect(contentOf(await timeline(stage))).toMatch(/: No text to 015••••5678: /);
  const [, path = ''] = /(\/a\/\w+)$/.exec(stage.accepted()[0] ?? '') ?? [];
  const page = await (await fetch(stage.appUrl + path)).text();
  expect(page).toMatch(
    /<details><summary>Timeline<\/summary>.*1 alert fired: DiskFull.*No text to 015••••5678/s,
  );
  expect(page).not.toMatch(/<script/);
  expect(page).not.toContain(NUMBER);
});

test('on Monday one post sums up the week, once, whatever restarts, and on the first Monday of a month the month by person', async () => {
  // Saturday, 28 November, 23:00 in Bangladesh.
  const stage = await createLinkedStage({ startAt: Date.UTC(2026, 10, 28, 17) });
  const hook = await makeHook(stage, TEAM);
  await incident(stage, hook);
  const posts = () => stage.posts(/last week/).map(({ text }) => text);
  await stage.sleep(33 * HOUR + 30 * MINUTE);
  await stage.pass(SECOND);
  expect(posts(), 'not before Monday, 09:00').toEqual([]);
  await stage.sleep(30 * MINUTE);
  await passUntil(stage, () => posts().length > 0);
  const [week = ''] = posts();
  for (const line of [
    '*Prometheus*, last week',
    '1 incident, 2 texts.',
    'Acknowledged: 1, after 4 minutes.',
    'Nights with texts between 22:00 and 07:00: 1.',
  ])
    expect(week).toContain(line);
  expect(week, 'the month isn’t over').not.toContain('last month');
  await stage.restart();
  await stage.pass(MINUTE);
  stage.clock.step(-2 * DAY);
  await stage.pass(MINUTE);
  stage.clock.step(2 * DAY);
  await stage.pass(HOUR);
  expect(posts()).toHaveLength(1);
  // A week in which nothing happened says nothing of its own, but it is the first Monday of December.
  await stage.sleep(7 * DAY);
  await passUntil(stage, () => stage.posts(/last month/).length > 0);
  expect(posts()).toHaveLength(1);
  const [month = ''] = stage.posts(/last month/).map(({ text }) => text);
  expect(month).toMatch(/<@U0RAFIQ0001>: 2 texts, 1 night with texts, 0 acknowledged/);
  expect(month).toMatch(/<@U0KAMAL0001>: 0 texts, 0 nights with texts, 1 acknowledged/);
  const [shown] = stage
    .posts(/last month/)
    .map(({ blocks }) => blocks.find(({ type }) => type === 'data_table'));
  expect(shown?.rows).toMatchObject([
    [{ text: 'Person' }, { text: 'Texts' }, { text: 'Nights with texts' }, { text: 'Acknowledged' }],
    [{ type: 'rich_text' }, { value: 2 }, { value: 1 }, { value: 0 }],
    [{ type: 'rich_text' }, { value: 0 }, { value: 0 }, { value: 1 }],
  ]);
  expect(JSON.stringify(shown)).toContain('{"type":"user","user_id":"U0RAFIQ0001"}');
});

test('a week’s post that is more than a day late isn’t made', async () => {
  const stage = await createLinkedStage({ startAt: Date.UTC(2026, 10, 28, 17) });
  const hook = await makeHook(stage, TEAM);
  await incident(stage, hook);
  await stage.stop();
  await stage.clock.sleep(3 * DAY);
  await stage.start();
  await stage.pass(MINUTE);
  expect(stage.posts(/last week/)).toEqual([]);
});

test('an erased person isn’t in timelines any more, nor what was told only to them; timelines go with messages', async () => {
  const stage = await createLinkedStage();
  await keepNamed(stage, 'Field team', { [NUMBER]: 'Ranu Begum' });
  const hook = await makeHook(stage, { recipients: [number(NUMBER)] });
  await fire(hook, 'db', 'Kingfisher pump');
  await isTexted(stage, 1);
  await stage.pass(5 * SECOND);
  await resolve(hook, 'db', 'Kingfisher pump');
  await stage.pass(2 * HOUR);
  expect(contentOf(await timeline(stage))).toMatch(/Kingfisher.*Text to 015••••5678/s);
  const form = await openContact(stage, await openPeople(stage), 'Ranu Begum');
  const question = await opened(stage, ADMIN, () => stage.slack.act(form, 'ask_forget'));
  await stage.slack.submit(question);
  await expect
    .poll(() => stage.pass(10).then(() => stage.posts(/The person you erased/).length), { timeout: 20_000 })
    .toBe(1);
  const content = contentOf(await timeline(stage));
  expect(content).toContain('Text to •');
  expect(content).not.toMatch(/Kingfisher|5678/);
  await stage.sleep(31 * DAY);
  await stage.pass(MINUTE);
  expect(contentOf(await timeline(stage))).toContain('Nothing is kept about this any more');
});

test('the timeline is in its reader’s language', async () => {
  const stage = await createLinkedStage();
  await saveSettings(stage, { language: 'bn' });
  const hook = await makeHook(stage, TEAM);
  await hook.call(alertmanager('db', { DiskFull: critical }));
  await isTexted(stage, 1);
  await stage.pass(5 * SECOND);
  expect(contentOf(await timeline(stage))).toMatch(/১টি অ্যালার্ট শুরু হয়েছে: DiskFull.*এসএমএস সার্ভিস গ্রহণ করেছে/s);
});
