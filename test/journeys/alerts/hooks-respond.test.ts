import { expect, test } from 'vitest';
import type { Post, View } from '../../../src/playground/index.ts';
import { alertmanager, makeHook } from '../../support/hooks.ts';
import {
  critical,
  fire,
  inChannel,
  minutes,
  postSaying,
  RAFIQ,
  resolve,
  TEAM,
  teammate,
  tells,
  textedNumbers,
} from '../../support/on-call.ts';
import { keepNamed, saveSettings } from '../../support/settings.ts';
import { createLinkedStage, MINUTE, passUntil, SECOND, type Stage } from '../../support/stage.ts';
import { contentOf } from '../../support/views.ts';

/* Responders act on alerts with the buttons below their post. */

/** The channel is mentioned if nobody answers. */
const ON_CALL_TEAM = { ...TEAM, escalation: { ...TEAM.escalation, mention: true } };

/** The channel's one post about alerts. */
function onlyPost(stage: Stage): Post {
  const [post, ...more] = inChannel(stage);
  expect(more.map(({ text }) => text)).toEqual([]);
  if (!post) throw new Error('There is no post');
  return post;
}
/** Lets time pass until the channel's one post says this. */
async function shows(stage: Stage, sentence: RegExp): Promise<Post> {
  await postSaying(stage, sentence);
  return onlyPost(stage);
}
/** Lets time pass until a user has a modal that says this. */
async function sees(stage: Stage, user: string, words: string): Promise<View> {
  const view = () => stage.slack.openViews(user).find(view => contentOf(view).includes(words));
  await passUntil(stage, () => view() !== undefined);
  return view() as View;
}
const stageWith = (environment: Record<string, string> = {}) => createLinkedStage({ environment });

test('the post names the responder, nobody else is texted, and it stays in place when all alerts are over', async () => {
  const stage = await stageWith();
  const hook = await makeHook(stage, ON_CALL_TEAM);
  await fire(hook);
  const post = await shows(stage, /Next: <@U0SHIRIN001> at <!date/);
  await shows(stage, /accepted by the SMS service/);
  await stage.slack.press(post, 'take_alerts', { user: 'kamal' });
  await tells(stage, 'kamal', /You have it.*give it back in the post for as long as it fires/);
  const acknowledged = await shows(
    stage,
    /Acknowledged by <@U0KAMAL0001>, <!date.*: nobody else gets a text/,
  );
  expect(acknowledged.text).not.toContain('Next:');
  expect(JSON.stringify(acknowledged.blocks)).not.toContain('take_alerts');
  await stage.pass(20 * MINUTE);
  expect(textedNumbers(stage)).toEqual(['01712345678']);

  await resolve(hook);
  const ended = await shows(stage, /1 resolved.*\n.*resolved: DiskFull\n.*Acknowledged by <@U0KAMAL0001>/);
  const buttons = JSON.stringify(ended.blocks).match(/"action_id":"[^"]*/g);
  expect(buttons, 'only its timeline is left').toEqual(['"action_id":"open_timeline']);
});

test('“Resolve here” asks first; then the alerts are over, the people texted hear that, and the post names the resolver', async () => {
  const stage = await stageWith();
  const hook = await makeHook(stage, ON_CALL_TEAM);
  await fire(hook);
  const post = await shows(stage, /accepted by the SMS service/);
  const confirm = JSON.stringify(post.blocks).match(/"action_id":"resolve_alerts".*?"confirm":\{/);
  expect(confirm, 'Slack asks').not.toBeNull();
  await stage.slack.press(post, 'resolve_alerts', { user: 'kamal' });
  await shows(stage, /Resolved here by <@U0KAMAL0001>/);
  expect(JSON.stringify(onlyPost(stage).blocks)).not.toMatch(/take_alerts|resolve_alerts/);
  await fire(hook);
  await minutes(stage, 20);
  expect(textedNumbers(stage)).toEqual(['01712345678', '01712345678']);
  expect(stage.accepted()[1]).toContain('RESOLVED');
});

test('a second presser is told who has it', async () => {
  const stage = await stageWith();
  await fire(await makeHook(stage, ON_CALL_TEAM));
  const post = await shows(stage, /accepted by the SMS service/);
  // As another user's screen still shows the post.
  const seen = { ...post };
  await stage.slack.press(post, 'take_alerts', { user: 'kamal' });
  await tells(stage, 'kamal', /You have it/);
  await stage.slack.press(seen, 'take_alerts', { user: 'shirin' });
  await tells(stage, 'shirin', /<@U0KAMAL0001>/);
  await shows(stage, /Acknowledged by <@U0KAMAL0001>/);
});

test('a text that may or may not have been sent gets its own post, with a button to send it again', async () => {
  const stage = await stageWith();
  const mend = stage.service.faults.add({ kind: 'empty-200' });
  await fire(await makeHook(stage));
  await stage.service.requests.decided(1);
  await stage.pass(20 * SECOND);
  mend();
  const post = await postSaying(stage, /text to .* may or may not have been sent/);
  expect(post.text).not.toContain('CRITICAL');
  await minutes(stage, 30);
  expect(stage.service.requests.count(), 'it isn’t sent again by itself').toBe(1);
  await stage.slack.press(post, 'send_again', { user: 'rafiq' });
  await passUntil(stage, () => stage.service.requests.count() === 2);
});

test('a text to others is sent once, after the form showed its words, its recipients and its cost', async () => {
  const stage = await stageWith();
  await fire(await makeHook(stage, ON_CALL_TEAM));
  const post = await shows(stage, /accepted by the SMS service/);
  await stage.slack.press(post, 'text_about_alerts', { user: 'rafiq' });
  const form = await sees(stage, 'rafiq', 'about_alerts_to');
  expect(contentOf(form)).toContain('CRITICAL DiskFull');
  await stage.slack.choose(form, 'setting', '01812345678', { blockId: 'about_alerts_to' });
  await passUntil(stage, () => /Texts 1 number|1 number|credits/.test(contentOf(form)));
  await stage.slack.submit(form);
  await passUntil(stage, () => textedNumbers(stage).includes('01812345678'));
  expect(contentOf(form)).toContain('are getting one now');
  await shows(stage, /018••••5678/);
  expect(textedNumbers(stage)).toEqual(['01712345678', '01812345678']);
});

test('guests may acknowledge if they were texted, even as a group’s member, and text others only if they may send', async () => {
  const stage = await stageWith();
  await keepNamed(stage, 'field-team', { '01555667788': 'Imran bhai' });
  const group = { kind: 'named', name: 'field-team' } as const;
  await fire(await makeHook(stage, { recipients: [teammate(RAFIQ), group] }));
  const post = await shows(stage, /DiskFull/);
  await passUntil(stage, () => textedNumbers(stage).includes('01555667788'));
  await stage.slack.press(post, 'take_alerts', { user: 'farhana' });
  await tells(stage, 'farhana', /only do this if these alerts text them/);
  expect(onlyPost(stage).text).not.toContain('Acknowledged');
  await stage.slack.press(post, 'take_alerts', { user: 'imran' });
  await shows(stage, /Acknowledged by <@U0IMRAN0001>/);
  await stage.slack.press(onlyPost(stage), 'text_about_alerts', { user: 'imran' });
  const notice = () => stage.slack.openViews('imran').map(contentOf).at(-1) ?? 'One moment';
  await passUntil(stage, () => !notice().includes('One moment'));
  expect(notice()).not.toContain('about_alerts_to');
});

test.each([false, true])(
  'without an answer the thread and the channel are told; with a mention: %s',
  async mentions => {
    const stage = await stageWith();
    await saveSettings(stage, { alertsMention: mentions });
    await fire(await makeHook(stage, ON_CALL_TEAM));
    await shows(stage, /Next: <@U0SHIRIN001> at/);
    await stage.pass(5 * MINUTE);
    await passUntil(stage, () => textedNumbers(stage).length === 2);
    await shows(stage, /If nobody acknowledges it, there’ll be a post here/);
    await stage.pass(10 * MINUTE);
    const isSaid = () => /Nobody acknowledged this/.test(inChannel(stage)[0]?.text ?? '');
    await passUntil(stage, () => inChannel(stage).length === 2 && isSaid());
    await stage.pass(20 * MINUTE);
    const [post, ...replies] = inChannel(stage);
    expect(post?.text).toContain('Nobody acknowledged this');
    expect(replies.map(({ text, threadTs }) => [text.includes('<!channel>'), threadTs])).toEqual([
      [mentions, post?.ts],
    ]);
    expect(replies[0]?.seen[0]?.payload).toMatchObject({ reply_broadcast: 'true' });
    expect(textedNumbers(stage)).toEqual(['01712345678', '01612345678']);
  },
);

test('a thousand alerts in one call are one post, and Show all lists every one of them, page by page', async () => {
  const stage = await stageWith();
  const { call } = await makeHook(stage);
  const names = Array.from({ length: 1000 }, (_, n) => `Alert${n}.`);
  const alerts = Object.fromEntries(names.map((name, n) => [name, n === 700 ? critical : {}]));
  expect((await call(alertmanager('all', alerts))).status).toBe(202);
  const post = await shows(stage, /1,000 alerts firing/);
  const lines = post.text.split('\n');
  expect(lines.length).toBeLessThanOrEqual(14);
  expect(lines[0]).toBe('Alert700. (+999 more)');
  expect(lines[2]).toContain('CRITICAL Alert700.');
  await stage.slack.press(post, 'open_alerts', { user: 'kamal' });
  const modal = await sees(stage, 'kamal', '1–20 of 1000');
  const read = new Set<string>();
  for (let from = 1; from <= 1000; from += 20) {
    await stage.slack.waitFor(() => contentOf(modal).includes(`"${from}–`), `the page from ${from}`);
    for (const [name] of contentOf(modal).matchAll(/Alert\d+\./g)) read.add(name);
    if (from + 20 <= 1000) await stage.slack.act(modal, 'turn_alerts', undefined, turnBlock(modal, from));
  }
  expect(read.size).toBe(1000);
});

test('a teammate is called by name and mentioned in the post, also if their number acknowledged', async () => {
  const stage = await stageWith({ PUBLIC_URL: 'https://sms.example.com' });
  const hook = await makeHook(stage, { ...ON_CALL_TEAM, link: true });
  await fire(hook);
  const textedNumbers = await shows(stage, /Text to .*: accepted/);
  expect(textedNumbers.text).toContain(`Text to <@${RAFIQ}>: accepted`);
  const [path = ''] = /\/a\/\w+$/.exec(stage.accepted()[0] ?? '') ?? [];
  const body = new URLSearchParams({ what: 'take' });
  const submission = fetch(stage.appUrl + path, { method: 'POST', body, redirect: 'manual' });
  const post = await shows(stage, /Acknowledged by/);
  await submission;
  expect(post.text).toContain(`Acknowledged by <@${RAFIQ}>`);
  expect(post.text).not.toContain('••••');
});

/** The block of the button that opens the next page. */
function turnBlock(view: { content: { blocks?: unknown } }, from: number): string {
  const blocks = (view.content.blocks ?? []) as { block_id?: string; elements?: { value?: string }[] }[];
  const next = blocks.find(({ elements }) => elements?.[0]?.value?.includes(`"skipped":${from + 19}}`));
  return next?.block_id ?? '';
}
