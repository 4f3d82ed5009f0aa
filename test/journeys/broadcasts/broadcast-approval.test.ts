import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { Post, View } from '../../../src/playground/index.ts';
import { ON_CALL } from '../../support/hooks.ts';
import { keepNamed, saveSettings } from '../../support/settings.ts';
import { openSettings } from '../../support/settings-modal.ts';
import { ADMIN, createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';

/* A broadcast that a second person has to approve, by an author who is a member or an admin. */

const TEAM = { '01712345671': 'Ranu', '01712345672': 'Kamal', '01712345673': 'Shirin' };
const SECOND_ADMIN = 'tahmina';
const HOUR = 60 * MINUTE;
const WORKING = /Working it out/;

async function setUp(): Promise<Stage> {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  await keepNamed(stage, 'farmers', TEAM);
  await saveSettings(stage, { broadcastApproval: { above: 2, channel: ON_CALL } });
  return stage;
}

/** Makes a broadcast to all farmers, and requests approval; resolves with the request's post. */
async function ask(stage: Stage, author = 'rafiq', message = 'Meet at nine'): Promise<Post> {
  const { slack } = stage;
  const form: View = await opened(stage, author, () => stage.sms('broadcast', { user: author }));
  await slack.choose(form, 'setting', 'farmers', { blockId: 'broadcast_to' });
  await slack.submit(form, { broadcast_kind: 'service', broadcast_message: message });
  await slack.waitFor(() => !WORKING.test(contentOf(form)), 'what the broadcast comes to');
  const before = asking(stage).length;
  await slack.submit(form);
  await expect.poll(() => asking(stage).length).toBeGreaterThan(before);
  // A copy, whose buttons can still be pressed once the post has lost them.
  return structuredClone(asking(stage).at(-1) as Post);
}

const asking = ({ posts }: Stage): Post[] => posts(/needs someone’s approval/);
/** The post as it is now. */
const now = (stage: Stage, { ts }: Post): string =>
  content(asking(stage).find(post => post.ts === ts) as Post);
const content = ({ text, blocks }: Post): string => JSON.stringify([text, blocks]);
const press = (stage: Stage, post: Post, action: string, user: string) =>
  stage.slack.press(post, action, { user });

/** Lets time pass until the condition holds. */
const passing = (stage: Stage, look: () => unknown) =>
  expect.poll(async () => {
    await stage.pass(SECOND);
    return look();
  });

test('the request shows all that its author saw; once approved, the broadcast starts, and the post and the author’s message name the approver', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const post = await ask(stage);
  expect(post.channel).toBe(ON_CALL);
  expect(content(post)).toContain(
    `<@${slack.person('rafiq').id}> wants to send a service broadcast to 3 people`,
  );
  expect(content(post), 'and to whom').toMatch(/To: farmers/);
  expect(content(post)).toContain('*3 people will get this text*');
  expect(content(post)).toContain('Meet at nine');
  expect(content(post)).toContain('3 parts');
  await stage.pass(HOUR);
  expect(stage.accepted()).toEqual([]);

  await press(stage, post, 'approve_broadcast', ADMIN);
  await passing(stage, () => stage.accepted().length).toBe(3);
  await passing(stage, () => now(stage, post)).toContain('Approved by');
  expect(now(stage, post)).not.toContain('approve_broadcast');
  const approval = await stage.post(/approved your broadcast to 3 people/);
  expect(approval.text).toContain(`<@${slack.person(ADMIN).id}>`);
  // Slack may deliver the press again.
  await press(stage, post, 'approve_broadcast', ADMIN);
  await stage.pass(MINUTE);
  expect(stage.accepted()).toHaveLength(3);
  expect(stage.posts(/Too late/)).toEqual([]);
  expect(stage.posts(/approved your broadcast/)).toHaveLength(1);

  await slack.act(await openSettings(stage), 'open_audit');
  const log = await slack.waitForView(ADMIN, view => contentOf(view).includes('"callback_id":"audit"'));
  expect(contentOf(log)).toContain(`approved <@${slack.person('rafiq').id}>’s broadcast to 3 people`);
});

test('until it is decided, Home leads those who may decide to the post', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const post = await ask(stage);
  const home = (user: string) => JSON.stringify(slack.home(user)?.content ?? null);
  for (const user of [ADMIN, 'rafiq']) await slack.openApp(user);
  await slack.waitFor(() => slack.home(ADMIN) && slack.home('rafiq'), 'their Home tabs');
  expect(home(ADMIN)).toMatch(/Needs someone.*wants to send a service broadcast to 3 people/);
  expect(home(ADMIN)).toContain(`channel=${ON_CALL}&message_ts=${post.ts}`);
  expect(home('rafiq')).not.toContain('needs someone’s approval');
  await press(stage, post, 'approve_broadcast', ADMIN);
  await passing(stage, () => home(ADMIN)).not.toContain('needs someone’s approval');
});

test('its author, even an admin, and users without permission can’t decide; nobody else reads the refusal', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const post = await ask(stage, ADMIN);
  for (const [user, says] of [
    [ADMIN, /your own broadcast/],
    ['rafiq', /Only a workspace admin, or a manager/],
  ] as const) {
    await press(stage, post, 'approve_broadcast', user);
    expect((await stage.post(says)).visibleTo).toBe(slack.person(user).id);
  }
  await stage.pass(MINUTE);
  expect(stage.accepted()).toEqual([]);
  expect(now(stage, post)).toContain('approve_broadcast');
});

test('a rejection with a reason ends the broadcast, also over a restart', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const post = await ask(stage);
  await stage.restart();
  const form = await opened(stage, ADMIN, () => press(stage, post, 'ask_reject_broadcast', ADMIN));
  await slack.submit(form, { reject_broadcast_reason: 'Not on a <!channel> Friday' });
  await slack.waitFor(() => /You rejected the broadcast/.test(contentOf(form)), 'that it was rejected');
  await passing(stage, () => now(stage, post)).toContain('Rejected by');
  const shown = now(stage, post);
  expect(shown).toContain('Friday');
  expect(shown).not.toContain('<!channel>');
  expect(shown).not.toContain('approve_broadcast');
  expect((await stage.post(/rejected your broadcast to 3 people/)).text).toContain('Friday');
  await press(stage, post, 'approve_broadcast', SECOND_ADMIN);
  expect((await stage.post(/Too late: this broadcast was already rejected by/)).visibleTo).toBe(
    slack.person(SECOND_ADMIN).id,
  );
  await stage.pass(MINUTE);
  expect(stage.accepted()).toEqual([]);
});

test('if the app can’t post, it asks managers directly, on Home, too, and tells the author', async () => {
  const stage = await setUp();
  const { slack } = stage;
  slack.faults.add({ kind: 'refusal', error: 'not_in_channel', on: 'chat.postMessage', times: 1 });
  const post = await ask(stage);
  expect(post.channel).not.toBe(ON_CALL);
  const warning = await stage.post(/can’t post in <#C0ONCALL001>, where it should ask/);
  expect(warning.text).toContain(`<@${slack.person(ADMIN).id}>`);
  expect(warning.text).toContain(`<@${slack.person(SECOND_ADMIN).id}>`);
  await expect.poll(() => asking(stage).length).toBe(2);
  await slack.openApp(ADMIN);
  await slack.waitFor(() => slack.home(ADMIN), 'the admin’s Home tab');
  const own = asking(stage).find(({ channel }) => channel === `D${slack.person(ADMIN).id.slice(1)}`);
  await passing(stage, () => JSON.stringify(slack.home(ADMIN)?.content)).toContain(
    `channel=${own?.channel}&message_ts=${own?.ts}`,
  );
  await press(stage, post, 'approve_broadcast', SECOND_ADMIN);
  await passing(stage, () => stage.accepted().length).toBe(3);
});

test('a review, its sample, the approval post and the file show example links, which stop nobody’s texts', async () => {
  const stage = await createLinkedStage({
    environment: { PUBLIC_URL: 'https://sms.example.com' },
    slack: { manifest: readManifest() },
  });
  const { slack } = stage;
  await keepNamed(stage, 'farmers', TEAM);
  await saveSettings(stage, { broadcastApproval: { above: 2, channel: ON_CALL } });
  slack.person('rafiq').phone = '+8801712345679';
  const form: View = await opened(stage, 'rafiq', () => stage.sms('broadcast'));
  await slack.choose(form, 'setting', 'farmers', { blockId: 'broadcast_to' });
  await slack.submit(form, { broadcast_kind: 'service', broadcast_message: 'Hi {name} {stop}' });
  await slack.waitFor(() => /will get this text/.test(contentOf(form)), 'what the broadcast comes to');
  const links = (text: string) => new Set(text.match(/\/stop\/\w+/g));
  expect(links(contentOf(form))).toEqual(new Set(['/stop/xxxxxxxxxxxx']));

  const sample = await opened(stage, 'rafiq', () => slack.act(form, 'ask_sample'));
  await slack.waitFor(() => contentOf(sample).includes('sample_to'), 'the form');
  await slack.submit(sample, { sample_to: '01712345679' });
  await passing(stage, () => stage.accepted().length).toBe(1);
  expect(links(stage.accepted().join())).toEqual(new Set(['/stop/xxxxxxxxxxxx']));
  const address = `${stage.appUrl}/stop/xxxxxxxxxxxx`;
  await fetch(address, { method: 'POST', body: new URLSearchParams({ what: 'stop' }), redirect: 'manual' });
  expect(await (await fetch(address)).text()).toContain('This link is only an example');

  await slack.submit(form);
  await passing(stage, () => asking(stage).length).toBe(1);
  const [post] = asking(stage) as [Post];
  expect(links(content(post))).toEqual(new Set(['/stop/xxxxxxxxxxxx']));
  await press(stage, structuredClone(post), 'approve_broadcast', ADMIN);
  await passing(stage, () => stage.accepted().length).toBe(4);
  // Recipients' own links are only in their own texts.
  const own = stage.accepted().filter(text => !text.includes('xxxx'));
  expect(links(own.join()).size).toBe(3);

  const [begun] = stage.posts(/is sending a broadcast|has sent/) as [Post];
  const details = await opened(stage, 'rafiq', () =>
    press(stage, begun, 'download_broadcast', 'rafiq'),
  ).catch(async () => {
    const rows = await opened(stage, 'rafiq', () => press(stage, begun, 'open_broadcast', 'rafiq'));
    return opened(stage, 'rafiq', () => slack.act(rows, 'download_broadcast'));
  });
  await slack.waitFor(() => contentOf(details).includes('/people/broadcast/'), 'the link to the file');
  const path = /sms\.example\.com(\/people\/broadcast\/[\w-]{43})/.exec(contentOf(details))?.[1] ?? '';
  const file = await (await fetch(stage.appUrl + path, { method: 'POST' })).text();
  expect(links(file)).toEqual(new Set(['/stop/xxxxxxxxxxxx']));
});
